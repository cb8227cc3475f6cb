//! The custom resources of a program, for `crd-gen generate` (feature `registry`).
//!
//! `#[derive(CustomResource)]` submits each type; the harness that `crd-gen generate` builds links the user's
//! library and asks for all of them.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::model::crd::Crd;
use crate::rust::generate::{self, ConversionOptions, ConversionStanza, Profile, owners};
use crate::rust::shape::Resource;

/// A custom resource that the program links.
#[derive(Debug)]
pub struct Entry(pub &'static Resource);

inventory::collect!(Entry);

/// All custom resources of the program, by Rust path.
pub fn resources() -> Vec<&'static Resource> {
    let mut all: Vec<&'static Resource> = inventory::iter::<Entry>
        .into_iter()
        .map(|entry| entry.0)
        .collect();
    all.sort_by_key(|resource| resource.rust_path);
    all
}

/// The output of the harness.
#[derive(serde::Serialize)]
struct Answer {
    /// Version of this format; increased when the members below change.
    protocol: u32,
    manifests: Vec<Manifest>,
    problems: Vec<String>,
}

#[derive(serde::Serialize)]
struct Manifest {
    name: String,
    group: String,
    plural: String,
    rust_paths: Vec<&'static str>,
    /// By version: the Rust field of each path.
    owners: BTreeMap<&'static str, BTreeMap<String, String>>,
    yaml: String,
    json: String,
}

/// The main function of the harness: prints every CRD of the program as one JSON document.
///
/// Arguments: `--profile apiserver|extended`, `--max-description BYTES`, `--conversion none`, and `--webhook-service`,
/// `--webhook-namespace`, `--webhook-path`, `--webhook-port`, `--webhook-url`, `--ca-bundle PEM`.
pub fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let after = |name: &str| arguments.iter().skip_while(|argument| *argument != name).nth(1);
    let profile = match after("--profile").map(String::as_str) {
        Some("extended") => Profile::Extended,
        _ => Profile::ApiServer,
    };
    let limit = after("--max-description").and_then(|bytes| bytes.parse().ok());
    let conversion = conversion(&after);
    let answer = answer(&resources(), profile, limit, &conversion);
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, &answer)?;
    out.write_all(b"\n")
}

/// `--conversion none`, or parts of `spec.conversion` that are replaced.
fn conversion<'a>(after: &dyn Fn(&str) -> Option<&'a String>) -> ConversionOptions {
    let text = |name: &str| after(name).cloned();
    let mut options = ConversionOptions::default();
    if text("--conversion").as_deref() == Some("none") {
        options.stanza = ConversionStanza::LeftOut;
    }
    options.service_namespace = text("--webhook-namespace");
    options.service_name = text("--webhook-service");
    options.path = text("--webhook-path");
    options.port = text("--webhook-port").and_then(|port| port.parse().ok());
    options.url = text("--webhook-url");
    options.ca_bundle = text("--ca-bundle").map(String::into_bytes);
    options
}

/// The types of the versions of a CRD.
fn of_crd<'a>(resources: &'a [&'static Resource], crd: &'a Crd) -> impl Iterator<Item = &'static Resource> {
    let is_of_crd = |resource: &&Resource| {
        *resource.group == *crd.spec.group && *resource.plural == *crd.spec.names.plural
    };
    resources.iter().copied().filter(is_of_crd)
}

fn answer(
    resources: &[&'static Resource],
    profile: Profile,
    limit: Option<usize>,
    conversion: &ConversionOptions,
) -> Answer {
    let all: Vec<Resource> = resources.iter().map(|resource| **resource).collect();
    let generate::Merged {
        crds,
        problems,
        conflicts,
    } = generate::all(&all, profile);
    let mut problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    problems.extend(conflicts.iter().map(ToString::to_string));
    let mut manifests = Vec::new();
    for mut crd in crds {
        generate::set_conversion(&mut crd, conversion);
        if let Some(bytes) = limit {
            generate::limit_descriptions(&mut crd, bytes);
        }
        let yaml = crate::yaml::to_string(&crd).map_err(|error| error.to_string());
        let json = serde_json::to_string_pretty(&crd).map_err(|error| error.to_string());
        match (yaml, json) {
            (Ok(yaml), Ok(json)) => manifests.push(Manifest {
                name: crd.metadata.name.to_string(),
                group: crd.spec.group.to_string(),
                plural: crd.spec.names.plural.to_string(),
                rust_paths: of_crd(resources, &crd)
                    .map(|resource| resource.rust_path)
                    .collect(),
                owners: of_crd(resources, &crd)
                    .map(|resource| (resource.version, owners::of(resource)))
                    .collect(),
                yaml,
                json,
            }),
            (Err(error), _) | (_, Err(error)) => problems.push(format!("`{}`: {error}", crd.metadata.name)),
        }
    }
    Answer {
        protocol: 1,
        manifests,
        problems,
    }
}
