//! The custom resources of a program, for `crd-gen generate` (feature `registry`).
//!
//! `#[derive(CustomResource)]` submits each type; the harness that `crd-gen generate` builds links the user's library
//! and collects all of them.

mod features;

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::model::crd::Crd;
use crate::model::mapping::Mapping;
use crate::model::sort::sort_by;
use crate::rust::generate::{
    self, CaInjection, ConversionOptions, ConversionStanza, Profile, Selection, owners,
};
use crate::rust::shape::{Channels, FeatureSet, Resource};

/// A custom resource that the program links.
#[derive(Debug)]
pub struct ResourceEntry(pub &'static Resource);

inventory::collect!(ResourceEntry);

/// The channels of a crate that the program links: [`channels!`](crate::channels).
#[derive(Debug)]
pub struct ChannelsEntry(pub &'static Channels);

inventory::collect!(ChannelsEntry);

/// The feature sets of a crate that the program links: [`feature_sets!`](crate::feature_sets).
#[derive(Debug)]
pub struct FeatureSetsEntry(pub &'static [FeatureSet]);

inventory::collect!(FeatureSetsEntry);

/// Returns all custom resources of the program, by Rust path.
pub fn resources() -> Vec<&'static Resource> {
    let mut all: Vec<&'static Resource> = inventory::iter::<ResourceEntry>
        .into_iter()
        .map(|entry| entry.0)
        .collect();
    sort_by(&mut all, &|a, b| a.rust_path.cmp(b.rust_path));
    all
}

/// The output of the harness.
#[derive(serde::Serialize)]
struct RegistryAnswer {
    /// Version of this format; increased when the members below change.
    protocol: u32,
    manifests: Vec<Manifest>,
    problems: Vec<String>,
    /// Requested channels and feature sets that the package does not have.
    unknown: Vec<String>,
    /// Requested feature gates that the package does not have, with messages. Other packages may have them.
    unknown_gates: BTreeMap<String, String>,
    warnings: Vec<String>,
    /// Parts of types that are in a channel, behind a feature gate, or have a lifecycle.
    features: Vec<features::Feature>,
    /// Descriptions of the values of enums.
    values: Vec<features::ValueDocs>,
    channels: Vec<ProjectChannels>,
}

/// The channels of a crate.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct ProjectChannels {
    names: &'static [&'static str],
    /// The annotations that name the channel and the version of the API; empty for none.
    annotation: &'static str,
    bundle_version: &'static str,
}

#[derive(serde::Serialize)]
struct Manifest {
    name: String,
    group: String,
    plural: String,
    rust_paths: Vec<&'static str>,
    /// Rust field of each path, by version.
    owners: BTreeMap<&'static str, BTreeMap<String, owners::RustOwner>>,
    /// Whether a version declares a mapping to the next.
    is_mapped: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    mapping: Option<Mapping>,
    yaml: String,
    json: String,
}

/// The main function of the harness: prints every CRD of the program as one JSON document.
///
/// Arguments: `--channel NAME`, `--feature-set NAME`, `--feature-gates A,B`, `--profile apiserver|extended`,
/// `--max-description BYTES`, `--conversion none`, and `--webhook-service`, `--webhook-namespace`, `--webhook-path`,
/// `--webhook-port`, `--webhook-url`, `--ca-bundle PEM`, `--ca-injection none|openshift|NAMESPACE/NAME`.
pub fn main() -> io::Result<()> {
    main_with(|_| Ok(None))
}

/// A function that returns the mapping between the versions of a resource, starting with the oldest, or its errors.
pub type MappingOf = fn(&'static Resource) -> Result<Option<Mapping>, Vec<String>>;

/// [`main`] with a function that returns the mapping between the versions of a resource: `convert::harness::mapping`.
pub fn main_with(mapping: MappingOf) -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let after = |name: &str| arguments.iter().skip_while(|argument| *argument != name).nth(1);
    let profile = match after("--profile").map(String::as_str) {
        Some("extended") => Profile::Extended,
        _ => Profile::ApiServer,
    };
    let limit = after("--max-description").and_then(|bytes| bytes.parse().ok());
    let conversion = conversion(&after);
    let mut unknown = Vec::new();
    let gates: Option<Vec<&str>> =
        after("--feature-gates").map(|gates| gates.split(',').filter(|gate| !gate.is_empty()).collect());
    let mut selection = selection(&after, &mut unknown);
    if let Some(gates) = &gates {
        selection = selection.with_feature_gates(gates.iter().copied());
    }
    let mut answer = answer(&resources(), profile, limit, &conversion, &selection, mapping);
    answer.unknown = unknown;
    answer.unknown_gates = unknown_gates(&gates.unwrap_or_default());
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, &answer)?;
    out.write_all(b"\n")
}

/// Reads `--channel` and `--feature-set`.
fn selection<'a>(after: &dyn Fn(&str) -> Option<&'a String>, missing: &mut Vec<String>) -> Selection {
    let mut selection = Selection::default();
    if let Some(name) = after("--channel") {
        let all = || inventory::iter::<ChannelsEntry>.into_iter().map(|entry| entry.0);
        if let Some(channel) = all().find_map(|channels| channels.find(name)) {
            selection = Selection::channel(channel);
        } else {
            let names: Vec<&str> = all().flat_map(|channels| channels.names).copied().collect();
            missing.push(unknown(
                "channel",
                name,
                &names,
                "crd_core::channels! { standard, experimental }",
            ));
        }
    }
    if let Some(name) = after("--feature-set") {
        let all = || {
            inventory::iter::<FeatureSetsEntry>
                .into_iter()
                .flat_map(|entry| entry.0)
        };
        if let Some(set) = all().find(|set| set.name == name) {
            selection = selection.with_feature_gates(set.gates.iter().copied());
        } else {
            let names: Vec<&str> = all().map(|set| set.name).collect();
            missing.push(unknown(
                "feature set",
                name,
                &names,
                "crd_core::feature_sets! { Default: []; }",
            ));
        }
    }
    selection
}

/// Returns the errors for feature gates that no part of a type is behind, and no feature set has.
fn unknown_gates(gates: &[&str]) -> BTreeMap<String, String> {
    let sets = inventory::iter::<FeatureSetsEntry>
        .into_iter()
        .flat_map(|entry| entry.0);
    let mut known: Vec<&str> = sets.flat_map(|set| set.gates).copied().collect();
    known.extend(features::gates(&resources()));
    known.sort_unstable();
    known.dedup();
    let is_known = |gate: &&str| known.contains(gate);
    let unknown_gate = |gate: &str| match gate.split_once('=') {
        Some((name, _)) if is_known(&name) => {
            format!(
                "`{gate}` is no feature gate; write the names of the gates that are on: `--feature-gates {name}`"
            )
        }
        _ if known.is_empty() => {
            format!(
                "the package has no feature gate `{gate}`: no part of its types has `feature_gate = \"…\"`"
            )
        }
        _ => unknown("feature gate", gate, &known, ""),
    };
    let unknown = gates.iter().filter(|gate| !is_known(gate));
    unknown
        .map(|gate| ((*gate).to_owned(), unknown_gate(gate)))
        .collect()
}

/// Returns the error for a channel, feature set or gate that the package does not have.
fn unknown(what: &str, name: &str, names: &[&str], declaration: &str) -> String {
    if names.is_empty() {
        return format!("the package does not declare any {what}s; write `{declaration}` in its `lib.rs`");
    }
    let near = crate::nearest(name, names.iter().copied());
    let hint = near.map_or_else(
        || format!("they are `{}`", names.join("`, `")),
        |near| format!("did you mean `{near}`?"),
    );
    format!("the package has no {what} `{name}`; {hint}")
}

/// Reads `--conversion none` and the options that replace parts of `spec.conversion`.
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
    options.ca_injection = match text("--ca-injection") {
        None => CaInjection::AsDeclared,
        Some(who) if who == "none" => CaInjection::LeftOut,
        Some(who) if who == "openshift" => CaInjection::OpenShift,
        Some(certificate) => CaInjection::CertManager(certificate),
    };
    options
}

/// Returns the types of the versions of a CRD.
fn of_crd<'a>(resources: &'a [&'static Resource], crd: &'a Crd) -> impl Iterator<Item = &'static Resource> {
    resources
        .iter()
        .copied()
        .filter(|resource| generate::is_version_of(resource, crd))
}

fn answer(
    resources: &[&'static Resource],
    profile: Profile,
    limit: Option<usize>,
    conversion: &ConversionOptions,
    selection: &Selection,
    mapping: MappingOf,
) -> RegistryAnswer {
    let all: Vec<Resource> = resources.iter().map(|resource| **resource).collect();
    let generate::Merged {
        crds,
        problems,
        conflicts,
    } = generate::all(&all, profile, selection);
    let mut problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    problems.extend(conflicts.iter().map(ToString::to_string));
    let mut manifests = Vec::new();
    for mut crd in crds {
        let unchained = generate::unchained(resources, &crd);
        let has_chain = unchained.is_empty();
        problems.extend(unchained.iter().map(ToString::to_string));
        let first = generate::first_mapped(resources, &crd).filter(|_| has_chain);
        let mapping = first.map_or(Ok(None), mapping).unwrap_or_else(|found| {
            problems.extend(found);
            None
        });
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
                is_mapped: of_crd(resources, &crd).any(|resource| resource.next.is_some()),
                mapping,
                yaml,
                json,
            }),
            (Err(error), _) | (_, Err(error)) => problems.push(format!("`{}`: {error}", crd.metadata.name)),
        }
    }
    let channels: Vec<&Channels> = inventory::iter::<ChannelsEntry>
        .into_iter()
        .map(|entry| entry.0)
        .collect();
    let sets: Vec<FeatureSet> = inventory::iter::<FeatureSetsEntry>
        .into_iter()
        .flat_map(|entry| entry.0)
        .copied()
        .collect();
    let (features, values) = features::of(resources);
    let mut warnings = features::warnings(&features, &channels, &sets);
    for note in resources
        .iter()
        .flat_map(|resource| owners::notes(&owners::of(resource)))
    {
        if !warnings.contains(&note) {
            warnings.push(note);
        }
    }
    RegistryAnswer {
        protocol: 2,
        manifests,
        problems,
        unknown: Vec::new(),
        unknown_gates: BTreeMap::new(),
        warnings,
        features,
        values,
        channels: channels
            .iter()
            .map(|channels| ProjectChannels {
                names: channels.names,
                annotation: channels.annotation,
                bundle_version: channels.bundle_version.0,
            })
            .collect(),
    }
}
