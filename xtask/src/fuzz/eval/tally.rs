//! The counts and differences of a run of the driver.

use std::collections::BTreeMap;

use serde_json::Value;

/// Counts, and the differences that were found.
#[derive(Default)]
pub(super) struct EvalTally {
    counts: BTreeMap<&'static str, u64>,
    listed: BTreeMap<&'static str, u64>,
    classes: BTreeMap<[String; 2], EvalDifference>,
    pub(super) differences: usize,
}

impl EvalTally {
    pub(super) fn count(&mut self, kind: &'static str) {
        *self.counts.entry(kind).or_default() += 1;
    }

    /// Counts a difference that is listed with a reason.
    pub(super) fn excuse(&mut self, reason: &'static str) {
        *self.listed.entry(reason).or_default() += 1;
    }

    pub(super) fn add(&mut self, found: EvalDifference) {
        self.differences += 1;
        self.classes
            .entry(found.outcomes.each_ref().map(|outcome| class(outcome)))
            .and_modify(|known| known.add(&found))
            .or_insert(found);
    }

    /// Number of differences with a listed reason.
    pub(super) fn listed(&self) -> u64 {
        self.listed.values().sum()
    }

    /// Prints at most `most` classes of differences, the most frequent first, and the counts.
    pub(super) fn print(&self, most: usize, shown: ShownObjects) {
        let mut classes: Vec<&EvalDifference> = self.classes.values().collect();
        classes.sort_by_key(|found| std::cmp::Reverse(found.times));
        for found in classes.into_iter().take(most) {
            found.print(shown);
        }
        for (kind, count) in &self.counts {
            println!("{count:8} {kind}");
        }
        for (reason, count) in &self.listed {
            println!("{count:8} known: {reason}");
        }
    }
}

/// Whether differences are printed with their objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShownObjects {
    Printed,
    Hidden,
}

/// The differences of one class, with the shortest expression that shows it.
pub(super) struct EvalDifference {
    pub(super) number: u64,
    pub(super) text: String,
    pub(super) outcomes: [String; 2],
    pub(super) request: String,
    pub(super) times: u64,
}

impl EvalDifference {
    fn add(&mut self, other: &EvalDifference) {
        self.times += 1;
        if other.text.len() < self.text.len() {
            self.number = other.number;
            self.text.clone_from(&other.text);
            self.outcomes.clone_from(&other.outcomes);
            self.request.clone_from(&other.request);
        }
    }

    fn print(&self, objects: ShownObjects) {
        let [ours, theirs] = &self.outcomes;
        println!("{} × {}: {}", self.times, self.number, self.text);
        if objects == ShownObjects::Printed {
            let request: Value = serde_json::from_str(&self.request).unwrap_or_default();
            println!("  object {}\n  old    {}", request["object"], request["old"]);
        }
        println!("  ours {ours}\n  Go   {theirs}");
    }
}

/// Returns an outcome without its numbers and texts.
fn class(outcome: &str) -> String {
    let mut out = String::new();
    let mut is_text = false;
    for c in outcome.chars().take(300) {
        is_text ^= c == '"';
        if !is_text && !c.is_ascii_digit() {
            out.push(c);
        }
        if out.len() > 60 {
            break;
        }
    }
    out
}
