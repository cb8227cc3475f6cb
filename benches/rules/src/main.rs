//! Parses, types and estimates every rule of the CRD files below a directory, on one core, and prints how many
//! rules there are and the seconds of the fastest of some rounds. The types of `self` are made anew each time.

use std::fs;
use std::path::Path;
use std::time::Instant;

use crd_core::cel::report;
use crd_core::{JsonSchemaProps, KubeVersion, crd, yaml};

const ROUNDS: usize = 10;

fn main() -> std::io::Result<()> {
    let directory = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "../../../shared/corpus".to_owned());
    let mut schemas = Vec::new();
    gather(Path::new(&directory), &mut schemas)?;
    let mut rules = 0;
    let mut fastest = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        rules = schemas
            .iter()
            .map(|schema| report(schema, KubeVersion::DEFAULT).len())
            .sum();
        fastest = fastest.min(start.elapsed().as_secs_f64());
    }
    println!("{rules} {fastest}");
    Ok(())
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
            let found = crd::decode(&document.root).crd;
            for version in found.into_iter().flat_map(|crd| crd.spec.versions).flatten() {
                let schema = version.schema.and_then(|schema| schema.open_api_v3_schema);
                schemas.extend(schema.map(|schema| *schema));
            }
        }
    }
    Ok(())
}
