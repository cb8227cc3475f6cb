//! Parses, type-checks and estimates the cost of every rule of the CRD files below a directory, on one core, and prints the
//! number of rules and the seconds of the fastest of some rounds: of the rules only, like the server's `Compile` with types
//! that were created before, and of whole schemas with the walk and the types.

use std::fs;
use std::path::Path;
use std::time::Instant;

use crd_core::cel::{OldSelf, RuleScope, report};
use crd_core::{JsonSchemaProps, KubeVersion, decode, yaml};

const ROUNDS: usize = 10;

fn main() -> std::io::Result<()> {
    let directory = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "../../../shared/corpus".to_owned());
    let mut schemas = Vec::new();
    gather(Path::new(&directory), &mut schemas)?;
    let mut rules = Vec::new();
    for schema in &schemas {
        for found in report(schema, KubeVersion::DEFAULT) {
            let scope = RuleScope::new(schema, &found.path, KubeVersion::DEFAULT);
            rules.extend(scope.map(|scope| (scope, found.rule)));
        }
    }
    let alone = fastest(|| {
        let compiled = rules
            .iter()
            .map(|(scope, rule)| scope.compile(rule, OldSelf::Value).is_ok());
        compiled.filter(|is_ok| *is_ok).count()
    });
    let whole = fastest(|| {
        schemas
            .iter()
            .map(|schema| report(schema, KubeVersion::DEFAULT).len())
            .sum()
    });
    println!("{} {alone} {whole}", rules.len());
    Ok(())
}

/// Returns the seconds of the fastest round.
fn fastest(mut round: impl FnMut() -> usize) -> f64 {
    let seconds = (0..ROUNDS).map(|_| {
        let start = Instant::now();
        std::hint::black_box(round());
        start.elapsed().as_secs_f64()
    });
    seconds.fold(f64::INFINITY, f64::min)
}

fn gather(directory: &Path, schemas: &mut Vec<JsonSchemaProps>) -> std::io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            gather(&path, schemas)?;
            continue;
        }
        let read_as = path.extension().and_then(|extension| extension.to_str());
        if !matches!(read_as, Some("yaml" | "yml" | "json")) {
            continue;
        }
        let read = yaml::read(&fs::read(&path)?, yaml::Options::default());
        for document in &read.documents {
            let found = decode::decode(&document.root).crd;
            for version in found.into_iter().flat_map(|crd| crd.spec.versions).flatten() {
                let schema = version.schema.and_then(|schema| schema.open_api_v3_schema);
                schemas.extend(schema.map(|schema| *schema));
            }
        }
    }
    Ok(())
}
