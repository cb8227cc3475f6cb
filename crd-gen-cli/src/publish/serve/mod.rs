//! `crd-gen publish --serve`: serves the documents and the discovery of an API server, on this machine only.
//!
//! ```text
//! GET /openapi/v3                       {"paths": {"apis/db.example.com/v1": {"serverRelativeURL": "…?hash=…"}}}
//! GET /openapi/v3/apis/db.example.com/v1
//! GET /openapi/v2
//! GET /api, /apis, /apis/GROUP, /apis/GROUP/VERSION     discovery, the first two also in their aggregated form
//! GET /version
//! ```
//!
//! The documents never change while the command runs, so all responses are generated before the first request ([`answers`]).

mod answers;
mod discovery;
mod http;

use std::io::Write as _;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crd_core::{Crd, KubeVersion};

use crate::terminal::Terminal;
use crate::{CommandError, CommandOutcome, reason};
use answers::Responses;

/// Maximum number of concurrent connections; kubectl needs one.
const CONNECTIONS: usize = 64;

/// Serves until the process is stopped.
pub(super) fn run(
    address: &str,
    crds: &[Crd],
    server: KubeVersion,
    terminal: &Terminal,
) -> Result<CommandOutcome, CommandError> {
    let address = loopback(address)?;
    let answers = Arc::new(Responses::new(crds, server));
    let listener = TcpListener::bind(address)
        .map_err(|error| CommandError::new(format!("cannot listen on `{address}`: {}", reason(&error))))?;
    let address = listener.local_addr()?;
    writeln!(terminal.stdout(), "http://{address}")?;
    terminal.note(&format!(
        "try `kubectl explain --server=http://{address} {}`; Ctrl-C stops the server",
        answers.example()
    ));
    let open = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            // The client has disconnected.
            continue;
        };
        if open.fetch_add(1, Ordering::SeqCst) >= CONNECTIONS {
            open.fetch_sub(1, Ordering::SeqCst);
            continue;
        }
        let (answers, open) = (Arc::clone(&answers), Arc::clone(&open));
        thread::spawn(move || {
            // A broken connection only affects its client.
            drop(http::serve(&stream, |request| answers.answer(request)));
            open.fetch_sub(1, Ordering::SeqCst);
        });
    }
    Ok(CommandOutcome::Clean)
}

/// Parses the address to listen on: it must be a loopback address, since there is no authentication.
fn loopback(text: &str) -> Result<SocketAddr, CommandError> {
    let with_host = if text.parse::<u16>().is_ok() {
        format!("127.0.0.1:{text}")
    } else {
        text.to_owned()
    };
    let found = with_host.to_socket_addrs().map_err(|_| {
        let is_port = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
        let help = if is_port(text.rsplit(':').next().unwrap_or_default()) {
            "a port is at most 65535; port 0 selects a free port".to_owned()
        } else if text.contains(':') || text.is_empty() {
            "write an address of this machine and a port, as in `127.0.0.1:8001`; port 0 selects a free port"
                .to_owned()
        } else {
            format!("write the port, too, as in `{text}:8001`; port 0 selects a free port")
        };
        CommandError::new(format!("`{text}` is not an address")).help(help)
    })?;
    let all: Vec<SocketAddr> = found.collect();
    all.iter()
        .copied()
        .find(|address| address.ip().is_loopback())
        .ok_or_else(|| {
            CommandError::new(format!("`{text}` can be reached from other machines"))
                .help("the documents are only served to this machine: write `127.0.0.1:PORT`")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_this_machine_are_taken() {
        for (text, expected) in [
            ("8001", Some("127.0.0.1:8001")),
            ("127.0.0.1:0", Some("127.0.0.1:0")),
            ("[::1]:80", Some("[::1]:80")),
            ("0.0.0.0:8001", None),
            ("192.0.2.1:8001", None),
            ("127.0.0.1", None),
            ("", None),
        ] {
            let address = loopback(text).ok().map(|address| address.to_string());
            assert_eq!(address.as_deref(), expected, "{text}");
        }
    }
}
