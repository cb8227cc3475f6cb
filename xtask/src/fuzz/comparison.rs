//! The loop of the drivers whose inputs are texts.

use std::io;

use crd_core::KubeVersion;
use crd_gen_tests::server_parity::oracle::Oracle;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Numbers;

/// The number of texts that are sent before the first answer is read.
const BATCH: u64 = 512;

/// A driver: how texts are made, sent and compared.
pub(super) struct Comparison<'a, Answer> {
    /// The version of the server.
    pub(super) server: KubeVersion,
    /// The oracle's mode.
    pub(super) mode: &'a str,
    /// What the texts are, such as `expressions`.
    pub(super) texts: &'a str,
    /// Makes the text of a number.
    pub(super) text: &'a dyn Fn(u64) -> String,
    /// Makes the request for a text.
    pub(super) request: &'a dyn Fn(&str) -> Value,
    /// Whether the oracle rejects the text.
    pub(super) rejects: &'a dyn Fn(&Answer) -> bool,
    /// Describes how our answer differs from the oracle's.
    pub(super) difference: &'a dyn Fn(&str, &Answer) -> Option<String>,
}

impl<Answer: DeserializeOwned> Comparison<'_, Answer> {
    /// Compares the texts of some numbers and returns how many differ.
    pub(super) fn run(&self, numbers: Numbers) -> io::Result<usize> {
        let oracle = Oracle::of_server(self.server, self.mode)?;
        let (mut rejected, mut differences) = (0_u64, 0);
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
                    differences += 1;
                    println!("{text:?}: {difference}");
                }
            }
            next = next.saturating_add(BATCH);
        }
        println!(
            "{} {} ({rejected} rejected), {differences} differences",
            numbers.count, self.texts
        );
        Ok(differences)
    }
}
