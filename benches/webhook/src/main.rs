//! `serve` is our webhook; `load` and `soak` are clients, of ours and of the peer.

mod api;
mod client;

use std::path::Path;
use std::time::Duration;

use crd_core::convert::Reviewer;
use crd_webhook::tls::SelfSigned;
use crd_webhook::{Server, Tls, signal};
use tokio::net::TcpListener;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let arguments: Vec<&str> = arguments.iter().skip(1).map(|text| &**text).collect();
    match arguments[..] {
        // Creates certificates for both servers.
        ["certificates", folder] => {
            let mut settings = SelfSigned::for_names(["localhost", "127.0.0.1"]);
            settings.overlap = Duration::from_secs(1);
            // Each call creates new certificates.
            let _ = std::fs::remove_dir_all(folder);
            Tls::self_signed(settings, folder).expect("certificates");
        }
        ["serve", address, folder] => serve(address, Path::new(folder)),
        ["load", address, folder, seconds] => {
            client::load(address, Path::new(folder), seconds.parse().expect("seconds"));
        }
        ["soak", address, folder, requests] => {
            client::soak(address, Path::new(folder), requests.parse().expect("a number"));
        }
        _ => eprintln!(
            "usage: webhook-bench certificates FOLDER | serve ADDRESS FOLDER | load ADDRESS FOLDER SECONDS | soak ADDRESS FOLDER REQUESTS"
        ),
    }
}

fn serve(address: &str, folder: &Path) {
    let reviewer = Reviewer::builder()
        .resource::<api::v1::Database>()
        .build()
        .expect("a reviewer");
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        let tls = Tls::from_files(folder.join("tls.crt"), folder.join("tls.key")).expect("certificates");
        let listener = TcpListener::bind(address).await.expect("the port is taken");
        Server::new(reviewer)
            .tls(tls)
            .serve(listener, signal::terminated())
            .await
            .expect("the server fails");
    });
}
