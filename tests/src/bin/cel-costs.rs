//! Records the servers' costs of calls of every function of the CEL library.
//!
//! ```text
//! cargo run -p crd-gen-tests --bin cel-costs > tests/fixtures/library-costs.jsonl
//! ```
//!
//! Needs Go, and builds the oracle with the code of each server; see `tests/oracle/README.md`.

use std::io;

use crd_core::KubeVersion;
use crd_gen_tests::library_costs::{BOUNDS, CostLine, SERVERS, changes, name, rules, schema};
use crd_gen_tests::server_parity::oracle::Oracle;
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
struct CostAnswer {
    #[serde(default)]
    error: String,
    #[serde(default)]
    costs: Vec<i64>,
}

fn main() -> io::Result<()> {
    let rules = rules();
    // By server, by bound.
    let mut answers: Vec<Vec<Vec<i64>>> = Vec::new();
    for server in SERVERS {
        let version = format!("1.{server}");
        let version: KubeVersion = version.parse().map_err(|_| io::Error::other("no such server"))?;
        let oracle = Oracle::of_server(version, "costs")?;
        let mut costs = Vec::new();
        for bound in BOUNDS {
            oracle.send(json!({"schema": schema(bound), "rules": &rules}).to_string())?;
            let answer: CostAnswer = oracle.receive()?;
            if answer.costs.len() != rules.len() {
                return Err(io::Error::other(format!("1.{server}: {}", answer.error)));
            }
            costs.push(answer.costs);
        }
        answers.push(costs);
        eprintln!("1.{server}: {} rules", rules.len());
    }
    for (at, rule) in rules.iter().enumerate() {
        let mut line = CostLine {
            rule: rule.clone(),
            costs: std::collections::BTreeMap::new(),
        };
        for (position, bound) in BOUNDS.into_iter().enumerate() {
            let costs = SERVERS.zip(&answers).filter_map(|(server, costs)| {
                let cost = costs.get(position)?.get(at)?;
                Some((server, *cost))
            });
            line.costs.insert(name(bound), changes(costs));
        }
        println!("{}", serde_json::to_string(&line)?);
    }
    Ok(())
}
