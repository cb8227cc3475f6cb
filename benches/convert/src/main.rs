//! Measures conversion, in processor time.
//!
//! Arguments: the number of objects of each pair of versions, and a part of the name of the only API whose proof is to run.

#[path = "../../webhook/src/api.rs"]
mod api;
#[path = "../../../crd-core/tests/convert/api.rs"]
mod database;
#[path = "../../../crd-core/tests/convert/real/mod.rs"]
mod real;
mod typed;

use std::hint::black_box;
use std::time::Instant;

use crd_core::convert::{RoundTripOptions, Reviewer, round_trip_of};
use crd_core::{CustomResource as _, shape::Resource};
use serde_json::json;

fn main() {
    let objects = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(100_000);
    let only = std::env::args().nth(2);
    if only.is_none() {
        reviews();
    }
    proofs(objects, only.as_deref().unwrap_or_default());
}

fn reviews() {
    let reviewer = Reviewer::builder().resource::<api::v1::Database>().build().expect("a reviewer");
    let one = review(1);
    assert!(String::from_utf8_lossy(&reviewer.review(one.as_bytes())).contains("\"Success\""));
    // Some kernels count processor time in ticks of 10 ms, so a thousand reviews are timed together.
    let ours = micros(10, || (0..1000).for_each(|_| drop(black_box(reviewer.review(one.as_bytes()))))) / 1000.0;
    let peer = micros(10, || (0..1000).for_each(|_| drop(black_box(typed::review(one.as_bytes()))))) / 1000.0;
    println!(
        "one object    {} bytes: {ours:.1} µs (wanted: at most 100), through serde {peer:.1} µs, ratio {:.2}",
        one.len(),
        ours / peer
    );
    let many = review(10_000);
    let ours = micros(3, || drop(black_box(reviewer.review(many.as_bytes()))));
    let peer = micros(3, || drop(black_box(typed::review(many.as_bytes()))));
    println!(
        "one review    10,000 objects, {:.0} MB: {:.3} s (wanted: at most 0.6), through serde {:.3} s, ratio {:.2}",
        many.len() as f64 / 1e6,
        ours / 1e6,
        peer / 1e6,
        ours / peer
    );
}

fn proofs(objects: usize, only: &str) {
    let apis: [(&str, &'static Resource); 3] = [
        ("databases", &database::v1::Database::RESOURCE),
        ("certificates", &real::certificate::v1alpha2::Certificate::RESOURCE),
        ("machines", &real::machine::v1alpha3::Machine::RESOURCE),
    ];
    for (name, oldest) in apis.into_iter().filter(|(name, _)| name.contains(only)) {
        let mut options = RoundTripOptions::default();
        options.objects = objects;
        let begun = Instant::now();
        match round_trip_of(oldest, options) {
            Ok(proved) => {
                let seconds = begun.elapsed().as_secs_f64();
                println!(
                    "proof         {name}: {} objects of {} pairs, none lost, in {seconds:.2} s on {} cores: {:.0} a second \
                     (wanted: at least 100,000)",
                    proved.objects,
                    proved.pairs,
                    std::thread::available_parallelism().map_or(1, usize::from),
                    proved.objects as f64 / seconds
                );
            }
            Err(error) => println!("proof         {name}: {error}"),
        }
    }
}

/// Returns the processor time of the main thread, which processes all reviews; the wall-clock time if Linux does not report it.
fn seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let spent = text.split(' ').next().and_then(|nanos| nanos.parse::<f64>().ok());
    spent.map_or_else(|| EPOCH.elapsed().as_secs_f64(), |nanos| nanos / 1e9)
}

static EPOCH: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);

/// Returns the minimum of several times in microseconds.
fn micros(times: usize, mut run: impl FnMut()) -> f64 {
    let mut least = f64::MAX;
    for _ in 0..times {
        let begun = seconds();
        run();
        least = least.min((seconds() - begun) * 1e6);
    }
    least
}

/// Creates a review with objects of about 10 kB.
fn review(count: usize) -> String {
    let users: Vec<_> = (0..70)
        .map(|n| json!({"name": format!("user-{n}"), "role": "reader", "comment": "x".repeat(80)}))
        .collect();
    let object = json!({
        "apiVersion": "bench.example.com/v1",
        "kind": "Database",
        "metadata": {"name": "a", "namespace": "b", "uid": "c", "labels": {"l": "m"}},
        "spec": {"type": "Postgres", "sizeGb": 10, "address": "db.shop:5432", "users": users},
    });
    json!({
        "kind": "ConversionReview",
        "apiVersion": "apiextensions.k8s.io/v1",
        "request": {
            "uid": "b5a47d44-0a0b-4d53-9f7f-0b8b8f3c1c2e",
            "desiredAPIVersion": "bench.example.com/v2",
            "objects": vec![object; count],
        },
    })
    .to_string()
}
