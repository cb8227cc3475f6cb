//! Compares `crd-gen validate` with a real API server, over HTTP.

pub(super) mod cases;
mod cluster;
mod http;
mod metadata;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;
use crd_gen_tests::mutants::corners::Corners;
use crd_gen_tests::mutants::seeds::Seeds;
use crd_gen_tests::rng::Rng;
use crd_gen_tests::server_parity::http::{Exchange, difference, schemas};
use serde_json::{Value, json};

use cluster::Cluster;

/// Sends random objects to a real API server and compares its answers with `crd-gen validate --format verdicts`.
///
/// Objects are created and replaced (POST, PUT and PUT of the status, `fieldValidation=Warn`) over CRDs of the examples and
/// the corpus. Causes are compared as multisets, warnings in order, stored objects whole. Then CRDs and objects with odd metadata are
/// created and replaced, and the answers compared with those of the library.
#[derive(Debug, Args)]
pub(super) struct ServerOptions {
    /// The program `crd-apiserver`: the API server for CRDs with an etcd in the same process.
    #[arg(long, value_name = "PATH")]
    server: PathBuf,
    /// The number of objects.
    #[arg(long, value_name = "N", default_value_t = 400)]
    count: u64,
    /// The number of CRDs, picked at random.
    #[arg(long, value_name = "N", default_value_t = 40)]
    crds: usize,
    /// What the random numbers start from.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// The number of CRDs and of objects with odd metadata that are created and replaced besides.
    #[arg(long, value_name = "N", default_value_t = 200)]
    metadata: u64,
    /// Writes the requests with odd metadata and their answers to a file: one JSON document a line.
    #[arg(long, value_name = "PATH")]
    record: Option<PathBuf>,
    /// The program `crd-gen` [default: built by cargo].
    #[arg(long, value_name = "PATH")]
    crd_gen: Option<PathBuf>,
}

pub(super) fn run(options: &ServerOptions) -> io::Result<usize> {
    if !options.server.is_file() {
        return Err(io::Error::other(format!(
            "there is no program `{}`; `--server` takes the path of `crd-apiserver`",
            options.server.display()
        )));
    }
    let cluster = Cluster::start(&options.server)?;
    let differences = metadata::run(&cluster, options)?;
    if options.count == 0 {
        return Ok(differences);
    }
    Ok(differences + random_objects(cluster, options)?)
}

/// Sends random objects of many kinds, and compares the responses with the results of the command.
fn random_objects(cluster: Cluster, options: &ServerOptions) -> io::Result<usize> {
    let program = match &options.crd_gen {
        Some(program) => std::path::absolute(program)?,
        None => built_crd_gen()?,
    };
    let seeds = Seeds {
        corners: Corners::load()?,
        ..Seeds::default()
    };
    let mut rng = Rng::new(options.seed);
    let mut kinds = cases::kinds()?;
    // The examples come first; the others are picked at random.
    while kinds.len() > options.crds.max(1) {
        let at = rng.below(kinds.len());
        kinds.remove(at);
    }
    let mut served = Vec::new();
    for kind in kinds {
        match cluster.create_crd(&kind.crd, &kind.path)? {
            Some(()) => served.push(kind),
            None => println!("the server does not serve {}", kind.path),
        }
    }
    if served.is_empty() {
        return Err(io::Error::other("the server serves none of the CRDs"));
    }
    let mut exchanges = Vec::new();
    for number in 0..options.count {
        let at = usize::try_from(number).unwrap_or(0) % served.len();
        let Some(kind) = served.get(at) else { break };
        let object = kind.object(number, &seeds, &mut rng);
        exchanges.extend(requests(&cluster, kind, object, &seeds, &mut rng)?);
    }
    drop(cluster);
    let crds: Vec<&Value> = served.iter().map(|kind| &kind.crd).collect();
    compare(&program, &crds, &exchanges)
}

/// Creates an object; if that succeeds, replaces it, and its status.
fn requests(
    cluster: &Cluster,
    kind: &cases::Kind,
    object: Value,
    seeds: &Seeds,
    rng: &mut Rng,
) -> io::Result<Vec<Exchange>> {
    const QUERY: &str = "?fieldValidation=Warn";
    let answer = cluster.send("POST", &format!("{}{QUERY}", kind.path), Some(&object))?;
    let name = object["metadata"]["name"].as_str().unwrap_or_default().to_owned();
    let mut stored = answer.body.clone();
    let is_created = answer.status == 201;
    let mut exchanges = vec![Exchange {
        what: "create".to_owned(),
        object,
        old: None,
        answer,
    }];
    if !is_created {
        return Ok(exchanges);
    }
    for (what, part) in [("update", ""), ("status", "/status")] {
        if what == "status" && !kind.has_status {
            continue;
        }
        let mut object = stored.clone();
        if what == "status" {
            let fitting = kind.object(0, seeds, rng);
            object["status"] = fitting.get("status").cloned().unwrap_or(json!({}));
        }
        cases::Kind::change(&mut object, seeds, rng);
        let answer = cluster.send(
            "PUT",
            &format!("{}/{name}{part}{QUERY}", kind.path),
            Some(&object),
        )?;
        let is_stored = answer.status == 200;
        let next = answer.body.clone();
        exchanges.push(Exchange {
            what: what.to_owned(),
            object,
            old: Some(stored.clone()),
            answer,
        });
        if is_stored {
            stored = next;
        }
    }
    Ok(exchanges)
}

fn built_crd_gen() -> io::Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args([
            "build",
            "-p",
            "crd-gen-cli",
            "--bin",
            "crd-gen",
            "--message-format",
            "json",
        ])
        .current_dir(&root)
        .output()?;
    let built = String::from_utf8_lossy(&output.stdout);
    built
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
        .ok_or_else(|| io::Error::other("`crd-gen` does not build"))
}

/// Compares the responses with the results of the command; prints and counts the differences.
fn compare(program: &Path, crds: &[&Value], exchanges: &[Exchange]) -> io::Result<usize> {
    let folder = tempfile::tempdir()?;
    let write = |name: &str, values: &[&Value]| {
        let lines: Vec<String> = values.iter().map(ToString::to_string).collect();
        let text = lines.join("\n");
        std::fs::write(folder.path().join(name), text)
    };
    write("crds.json", crds)?;
    let schemas = schemas(crds);
    let (mut differences, mut refused) = (0, 0);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for what in ["create", "update", "status"] {
        let chosen: Vec<&Exchange> = exchanges
            .iter()
            .filter(|exchange| exchange.what == what)
            .collect();
        if chosen.is_empty() {
            continue;
        }
        let objects: Vec<&Value> = chosen.iter().map(|exchange| &exchange.object).collect();
        let old: Vec<&Value> = chosen
            .iter()
            .filter_map(|exchange| exchange.old.as_ref())
            .collect();
        write("objects.json", &objects)?;
        write("old.json", &old)?;
        let mut command = Command::new(program);
        command.current_dir(folder.path()).args([
            "validate",
            "--format",
            "verdicts",
            "--crds",
            "crds.json",
            "objects.json",
        ]);
        if what != "create" {
            command.args(["--old", "old.json"]);
        }
        if what == "status" {
            command.args(["--subresource", "status"]);
        }
        let output = command.output()?;
        let lines: Vec<Value> = String::from_utf8_lossy(&output.stdout)
            .lines()
            .map(serde_json::from_str)
            .collect::<Result<_, _>>()?;
        if lines.len() != chosen.len() {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(io::Error::other(format!(
                "{} lines for {} objects: {said}",
                lines.len(),
                chosen.len()
            )));
        }
        for (exchange, line) in chosen.iter().zip(&lines) {
            *counts.entry(what).or_default() += 1;
            refused += usize::from(exchange.answer.status >= 400);
            if let Some(difference) = difference(exchange, line, &schemas) {
                differences += 1;
                println!("{what} {}\n  {difference}\n", exchange.object);
            }
        }
    }
    let counts: Vec<String> = counts
        .iter()
        .map(|(what, count)| format!("{count} {what}"))
        .collect();
    println!(
        "{} requests over {} CRDs ({}; {refused} refused), {differences} differences",
        exchanges.len(),
        crds.len(),
        counts.join(", ")
    );
    Ok(differences)
}
