//! The operator: `install` applies the CRD, `manifest` prints it, `webhook` serves conversions, `migrate` changes the storage version
//! and rewrites stored objects. `install`, `manifest` and `migrate` accept the number of a stage.
//!
//! | variable | meaning |
//! |---|---|
//! | `NAMESPACE`, `SERVICE` | the webhook's Service; defaults: `versions-system` and `versions-webhook` |
//! | `CERTIFICATES` | a folder with `tls.crt`, `tls.key` and optionally `ca.crt`, such as a mounted Secret of cert-manager |
//! | `CERTIFICATES_SECRET` | alternatively, the name of a Secret in which the webhook stores its own certificates |

use std::env;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use crd_core::Crd;
use crd_webhook::kube::{
    ApplyOptions, MigrateMode, MigrateOptions, SecretCertificates, apply, migrate_with, prune, switch_storage,
};
use crd_webhook::tls::SelfSigned;
use crd_webhook::{Server, Tls, signal};
use kube::Client;
use tokio::net::TcpListener;
use versions_example::{CRD, STAGES, crd, manifest, reviewer};

fn setting(name: &str, default: &str) -> String {
    env::var(name).unwrap_or_else(|_| default.to_owned())
}

#[tokio::main]
async fn main() -> ExitCode {
    // The webhook and the migration log to standard error.
    tracing_subscriber::fmt().with_writer(std::io::stderr).init();
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: &[&str]) -> Result<(), Box<dyn Error>> {
    match arguments {
        ["install"] => install(&crd()?).await,
        ["install", stage] => install(&at_stage(stage)?).await,
        ["manifest"] => print_manifest(&crd()?),
        ["manifest", stage] => print_manifest(&at_stage(stage)?),
        ["webhook"] => webhook().await,
        ["migrate"] => move_objects(&crd()?).await,
        ["migrate", "--dry-run"] => count_objects().await,
        ["migrate", stage] => move_objects(&at_stage(stage)?).await,
        _ => Err(
            "usage: versions-operator install [STAGE] | manifest [STAGE] | webhook | migrate [--dry-run | STAGE]"
                .into(),
        ),
    }
}

/// Returns the CRD at a stage; numbers start at 1.
fn at_stage(number: &str) -> Result<Crd, Box<dyn Error>> {
    let index: usize = number.parse()?;
    let stage = index.checked_sub(1).and_then(|index| STAGES.get(index));
    stage
        .ok_or_else(|| format!("there is no stage {number}; there are {}", STAGES.len()))?
        .crd()
}

fn print_manifest(crd: &Crd) -> Result<(), Box<dyn Error>> {
    print!("{}", manifest(crd)?);
    Ok(())
}

fn options() -> ApplyOptions {
    let mut options = ApplyOptions::new("versions-operator");
    if let Ok(folder) = env::var("CERTIFICATES") {
        options.ca_bundle = std::fs::read_to_string(Path::new(&folder).join("ca.crt")).ok();
    }
    options
}

/// Applies the CRD, and waits until the webhook responds and every version is served. Stored objects are unchanged.
async fn install(crd: &Crd) -> Result<(), Box<dyn Error>> {
    let applied = apply(&Client::try_default().await?, crd, &options()).await?;
    println!("{CRD} is applied and served");
    if !applied.is_switched() {
        println!(
            "objects are stored in {}; `versions-operator migrate` stores them in {}",
            applied.storage, applied.wanted
        );
    }
    Ok(())
}

/// Serves conversions until a signal to stop.
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

/// Prints the number of objects that a migration would write, and that the server would reject.
async fn count_objects() -> Result<(), Box<dyn Error>> {
    let mut options = MigrateOptions::default();
    options.mode = MigrateMode::DryRun;
    let migrated = migrate_with(&Client::try_default().await?, CRD, &options).await?;
    println!(
        "{} objects, {} would be written at {}, {} cleaned",
        migrated.objects, migrated.written, migrated.storage, migrated.cleaned
    );
    for refused in &migrated.refused {
        eprintln!("{refused}");
    }
    Ok(())
}

/// Rewrites every object in the storage version of the CRD, and removes the other versions from `status.storedVersions`.
async fn move_objects(crd: &Crd) -> Result<(), Box<dyn Error>> {
    let client = Client::try_default().await?;
    switch_storage(&client, crd, &options()).await?;
    let migrated = migrate_with(&client, CRD, &MigrateOptions::default()).await?;
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
