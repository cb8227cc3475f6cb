//! The main loop of drivers whose inputs are texts.

use std::collections::BTreeMap;
use std::io;

use crd_core::KubeVersion;
use crd_gen_tests::server_parity::oracle::Oracle;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Numbers;

/// The number of texts that are sent before the first response is read.
const BATCH: u64 = 512;

/// Returns the reason for an error of servers until 1.31 about a target of `optMap` with a type that is not yet inferred:
/// they check the target twice.
pub(super) fn repeated_target(error: &str) -> Option<&'static str> {
    error
        .contains("incompatible type already exists for expression: ")
        .then_some(REPEATED_TARGET)
}

pub(super) const REPEATED_TARGET: &str =
    "servers until 1.31 check the target of optMap twice, and refuse it if its type is open";

/// A driver: functions that generate, send and compare texts.
pub(super) struct Comparison<'a, Answer> {
    /// The version of the server.
    pub(super) server: KubeVersion,
    /// The oracle's mode.
    pub(super) mode: &'a str,
    /// The kind of texts, such as `expressions`.
    pub(super) texts: &'a str,
    /// Generates the text with a number.
    pub(super) text: &'a dyn Fn(u64) -> String,
    /// Creates the request for a text.
    pub(super) request: &'a dyn Fn(&str) -> Value,
    /// Whether the oracle rejects the text.
    pub(super) rejects: &'a dyn Fn(&Answer) -> bool,
    /// The reason for which results for the text may differ, if it is a listed one.
    pub(super) listed: &'a dyn Fn(&Answer) -> Option<&'static str>,
    /// Describes the difference between our result and the oracle's.
    pub(super) difference: &'a dyn Fn(&str, &Answer) -> Option<String>,
}

impl<Answer: DeserializeOwned> Comparison<'_, Answer> {
    /// Compares the texts with the given numbers and returns the number of differences.
    pub(super) fn run(&self, numbers: Numbers) -> io::Result<usize> {
        let oracle = Oracle::of_server(self.server, self.mode)?;
        let (mut rejected, mut differences) = (0_u64, 0);
        let mut listed: BTreeMap<&str, u64> = BTreeMap::new();
        let mut next = numbers.first;
        while next < numbers.end() {
            let batch = next..numbers.end().min(next.saturating_add(BATCH));
            let texts: Vec<String> = batch.map(self.text).collect();
            for text in &texts {
                oracle.send((self.request)(text).to_string())?;
            }
            for text in &texts {
                let answer: Answer = oracle.receive()?;
                rejected += u64::from((self.rejects)(&answer));
                if let Some(difference) = (self.difference)(text, &answer) {
                    if let Some(reason) = (self.listed)(&answer) {
                        *listed.entry(reason).or_default() += 1;
                        continue;
                    }
                    differences += 1;
                    println!("{text:?}: {difference}");
                }
            }
            next = next.saturating_add(BATCH);
        }
        for (reason, count) in &listed {
            println!("{count:8} known: {reason}");
        }
        println!(
            "{} {} ({rejected} rejected), {differences} differences",
            numbers.count, self.texts
        );
        Ok(differences)
    }
}
