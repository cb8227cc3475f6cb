//! Compares the JSON Schemas that are published for CRDs with the verdicts of admission.

use std::io;

use clap::Args;
use crd_gen_tests::json_schemas::evaluate::Evaluator;
use crd_gen_tests::json_schemas::{Counts, material};
use crd_gen_tests::rng::Rng;
use crd_gen_tests::shared;

/// The maximum number of generated objects for each requested object.
const ATTEMPTS: u64 = 40;
/// The maximum number of differences that are shown.
const SHOWN: usize = 20;

/// Makes random objects of the CRDs of the corpus and of the recorded requests, until there are as many as wanted that admission accepts
/// and as many that it refuses. A schema that refuses what is admitted is a difference. Needs no Go.
#[derive(Debug, Args)]
pub(super) struct JsonSchemasOptions {
    /// How many objects of each sort.
    #[arg(long, value_name = "N", default_value_t = 50_000)]
    count: u64,
    /// The number of the first object.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    first: u64,
}

pub(super) fn run(options: &JsonSchemasOptions) -> io::Result<usize> {
    let nothing = || io::Error::other("the corpus is missing");
    let material = material(&shared("").ok_or_else(nothing)?, 1)?;
    let evaluator = Evaluator::default();
    let mut counts = Counts::default();
    let mut broken = Vec::new();
    let end = options
        .first
        .saturating_add(options.count.saturating_mul(ATTEMPTS));
    let mut number = options.first;
    while number < end && counts.admitted.min(counts.refused) < options.count {
        let mut rng = Rng::new(number);
        let Some(judged) = rng.pick(&material) else {
            return Err(nothing());
        };
        let object = judged.object(&mut rng);
        broken.extend(judged.count(object, options.count, &mut counts, &evaluator));
        number += 1;
    }
    for found in broken.iter().take(SHOWN) {
        println!(
            "{}: the {} schema refuses {}\n",
            found.name, found.schema, found.object
        );
    }
    let share = |part: u64, of: u64| 100.0 * precise(part) / precise(of.max(1));
    println!("{} CRDs, {} objects made", material.len(), number - options.first);
    println!(
        "admitted: {}, of which our schemas refuse {}, and the script's {} ({:.1} %)",
        counts.admitted,
        broken.len(),
        counts.admitted_refused_by_script,
        share(counts.admitted_refused_by_script, counts.admitted)
    );
    println!(
        "refused: {}, of which our schemas refuse {:.1} % ({:.1} % where unknown fields are allowed), and the script's {:.1} %",
        counts.refused,
        share(counts.refused_by_ours, counts.refused),
        share(counts.refused_by_lax, counts.refused),
        share(counts.refused_by_script, counts.refused)
    );
    Ok(broken.len())
}

#[expect(clippy::cast_precision_loss, reason = "a share is printed with one digit")]
fn precise(count: u64) -> f64 {
    count as f64
}
