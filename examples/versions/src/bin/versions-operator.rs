//! The operator: `install` applies the CRD, `manifest` prints it, `webhook` serves conversions, `migrate` rewrites stored
//! objects.
//!
//! | variable | meaning |
//! |---|---|
//! | `NAMESPACE`, `SERVICE` | where the webhook's Service is; `versions-system` and `versions-webhook` unless set |
//! | `CERTIFICATES` | a folder with `tls.crt` and `tls.key`, such as a Secret that cert-manager keeps, and perhaps `ca.crt` |
//! | `CERTIFICATES_SECRET` | instead of that, the name of a Secret in which the webhook keeps certificates of its own |

use std::env;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use crd_webhook::kube::{ApplyOptions, SecretCertificates, apply, migrate, prune};
use crd_webhook::tls::SelfSigned;
use crd_webhook::{Server, Tls, signal};
use kube::Client;
use tokio::net::TcpListener;
use versions_example::{CRD, crd, manifest, reviewer};

fn setting(name: &str, default: &str) -> String {
    env::var(name).unwrap_or_else(|_| default.to_owned())
}

#[tokio::main]
async fn main() -> ExitCode {
    // What the webhook and the migration have to say goes to standard error.
    tracing_subscriber::fmt().with_writer(std::io::stderr).init();
    match run(env::args().nth(1).as_deref()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(command: Option<&str>) -> Result<(), Box<dyn Error>> {
    match command {
        Some("install") => install().await,
        Some("manifest") => {
            print!("{}", manifest()?);
            Ok(())
        }
        Some("webhook") => webhook().await,
        Some("migrate") => move_objects().await,
        _ => Err("usage: versions-operator install | manifest | webhook | migrate".into()),
    }
}

/// Applies the CRD, and waits until every version is served.
async fn install() -> Result<(), Box<dyn Error>> {
    let crd = crd()?;
    let mut options = ApplyOptions::new("versions-operator");
    if let Ok(folder) = env::var("CERTIFICATES") {
        options.ca_bundle = std::fs::read_to_string(Path::new(&folder).join("ca.crt")).ok();
    }
    apply(&Client::try_default().await?, &crd, &options).await?;
    println!("{CRD} is applied and served");
    Ok(())
}

/// Serves conversions until it is told to end.
async fn webhook() -> Result<(), Box<dyn Error>> {
    let mut renewal = None;
    let tls = if let Ok(secret) = env::var("CERTIFICATES_SECRET") {
        let namespace = setting("NAMESPACE", "versions-system");
        let service = setting("SERVICE", "versions-webhook");
        let names = SelfSigned::for_service(&namespace, &service);
        let client = Client::try_default().await?;
        let certificates = SecretCertificates::new(client, &namespace, &secret, names, [CRD]);
        let tls = certificates.start().await?;
        renewal = Some(tokio::spawn(certificates.keep_fresh(tls.clone())));
        tls
    } else {
        let folder = setting("CERTIFICATES", "/certificates");
        let folder = Path::new(&folder);
        Tls::from_files(folder.join("tls.crt"), folder.join("tls.key"))?
    };
    let address = setting("ADDRESS", "0.0.0.0:8443");
    let mut server = Server::new(reviewer()?).tls(tls);
    if let Ok(address) = env::var("METRICS_ADDRESS") {
        server = server.observe_on(TcpListener::bind(address).await?);
    }
    let listener = TcpListener::bind(&address).await?;
    server.serve(listener, signal::terminated()).await?;
    if let Some(renewal) = renewal {
        renewal.abort();
    }
    Ok(())
}

/// Stores every object at the storage version, and takes the others out of `status.storedVersions`.
async fn move_objects() -> Result<(), Box<dyn Error>> {
    let client = Client::try_default().await?;
    let migrated = migrate(&client, CRD).await?;
    println!(
        "{} objects, {} written at {}, {} cleaned",
        migrated.objects, migrated.written, migrated.storage, migrated.cleaned
    );
    for refused in &migrated.refused {
        eprintln!("{refused}");
    }
    if prune(&client, &migrated).await? {
        println!("nothing but {} is in status.storedVersions", migrated.storage);
    }
    Ok(())
}
