//! Listed values, patterns, formats and junctors.

use crd_cel::regex::{self, Difference, Lengths};
use serde_json::Value;

use super::KeywordComparison;
use crate::compat::comparison::{Otherwise, Probe};
use crate::compat::judged::has_junctor;
use crate::compat::{law, words};
use crate::samples::candidates::Constants;
use crate::server::formats;
use crate::values::all_kinds;

impl KeywordComparison<'_, '_, '_> {
    pub(super) fn listed(&mut self, removed: &[Value], added: &[Value], [was, is]: [bool; 2]) {
        if is && (!was || !removed.is_empty()) {
            let candidates = if was {
                removed.to_vec()
            } else {
                let mut candidates = self.nodes.values_of(self.node, |_| {});
                candidates.extend(all_kinds().take(12).map(Value::from));
                candidates.extend((0..9).map(Value::from));
                candidates
            };
            let probe = self.refused(candidates, &["enum"], law::ENUM);
            let (message, detail) = words::enum_narrower(&self.path, was.then_some(removed));
            self.add(law::ENUM, message, words::NARROWER_HELP, detail, probe);
        }
        if was && (!is || !added.is_empty()) {
            let (message, detail) = words::enum_wider(&self.path, is.then_some(added));
            self.add(
                law::ENUM_WIDER,
                message,
                words::ENUM_WIDER_HELP,
                detail,
                Probe::Nothing,
            );
        }
    }

    pub(super) fn pattern(&mut self, before: &str, after: &str) {
        let detail = format!("pattern {before} -> {after}");
        let message = words::pattern(&self.path, before, after);
        if after.is_empty() {
            self.add(
                law::PATTERN_GONE,
                message,
                words::WIDER_HELP,
                detail,
                Probe::Nothing,
            );
            return;
        }
        let size = |bound: Option<i64>| bound.and_then(|bound| usize::try_from(bound).ok());
        let lengths = Lengths {
            least: size(self.old.min_length).unwrap_or(0),
            most: size(self.old.max_length).unwrap_or(usize::MAX),
        };
        let (law, probe) = match regex::difference(before, after, lengths) {
            Difference::Text(text) => {
                let mut candidates = vec![Value::from(text)];
                candidates.extend(self.nodes.values_of(self.node, |_| {}));
                (law::PATTERN, self.refused(candidates, &["pattern"], law::PATTERN))
            }
            Difference::None => match regex::difference(after, before, lengths) {
                Difference::None => return,
                _ => {
                    let message = words::pattern_wider(&self.path, before, after);
                    let (law, probe) = (law::PATTERN_WIDER, Probe::Nothing);
                    self.add(law, message, words::WIDER_HELP, detail, probe);
                    return;
                }
            },
            Difference::Undecided => {
                let mut candidates = self.nodes.values_of(self.node, |_| {});
                candidates.extend(all_kinds().map(Value::from));
                (
                    law::PATTERN,
                    self.refused(candidates, &["pattern"], law::PATTERN_UNDECIDED),
                )
            }
        };
        self.add(law, message, words::NARROWER_HELP, detail, probe);
    }

    pub(super) fn format(&mut self, before: &str, after: &str) {
        let detail = format!("format {before} -> {after}");
        let message = words::format(&self.path, before, after);
        // In rules, the value has another type then: `duration("1h") == duration("60m")`, but the strings differ.
        let has_type =
            |format: &str| matches!(format, "duration" | "date" | "date-time" | "datetime" | "byte");
        let is_read = (has_type(before) || has_type(after)) && self.is_judged();
        if after.is_empty() {
            let (law, probe) = if is_read {
                let candidates = self.nodes.values_of(self.node, |_| {});
                (
                    law::FORMAT_GONE_JUDGED,
                    Probe::Refused {
                        candidates,
                        because: Vec::new(),
                        otherwise: Otherwise::Undecided(law::FORMAT_GONE_JUDGED),
                    },
                )
            } else {
                (law::FORMAT_GONE, Probe::Nothing)
            };
            self.add(law, message, words::WIDER_HELP, detail, probe);
            return;
        }
        let is_numeric = matches!(&*self.new.type_, "integer" | "number");
        if is_numeric && matches!((before, after), ("int32", "int64") | ("float", "double")) {
            self.add(
                law::FORMAT_GONE,
                message,
                words::WIDER_HELP,
                detail,
                Probe::Nothing,
            );
            return;
        }
        let mut candidates: Vec<Value> = self.nodes.values_of(self.node, |_| {});
        if is_numeric {
            candidates.extend(self.numbers_outside(after));
        } else {
            candidates.splice(0..0, all_kinds().map(Value::from));
        }
        let server = self.nodes.server();
        let is_checked = formats::is_supported(after, &self.new.type_, server);
        let accepts_all = |format: &str| all_kinds().all(|text| formats::accepts(format, text) == Some(true));
        let is_narrower = is_checked && !formats::is_within(before, after) && !accepts_all(after);
        let probe = Probe::Refused {
            candidates,
            because: if is_read { Vec::new() } else { vec!["format"] },
            otherwise: if (is_numeric || !is_narrower) && !is_read {
                Otherwise::Safe
            } else {
                Otherwise::Undecided(law::FORMAT)
            },
        };
        self.add(law::FORMAT, message, words::NARROWER_HELP, detail, probe);
    }

    /// Generates numbers that a format may reject: outside of its range, also such as the other keywords of the old node admit.
    fn numbers_outside(&mut self, format: &str) -> Vec<Value> {
        let integers = [
            i64::from(i32::MAX) + 1,
            i64::from(i32::MIN) - 1,
            i64::MAX,
            i64::MIN,
        ];
        let mut found: Vec<Value> = integers.map(Value::from).into();
        found.extend([1e300, 1e39, -1e300].map(Value::from));
        let outside = match format {
            "int32" => f64::from(i32::MAX) + 1.0,
            _ => 1e39,
        };
        found.extend(self.nodes.values_of(self.node, |schema| {
            let minimum = &mut schema.validation.minimum;
            *minimum = Some(minimum.unwrap_or(outside).max(outside));
        }));
        found.extend(self.nodes.values_of(self.node, |schema| {
            let (maximum, most) = (&mut schema.validation.maximum, -outside - 1.0);
            *maximum = Some(maximum.unwrap_or(most).min(most));
        }));
        found
    }

    pub(super) fn junctors(&mut self, names: &[&'static str]) {
        let (message, detail) = words::junctors(&self.path, names, self.old, self.new);
        if !has_junctor(self.new) {
            self.add(
                law::JUNCTORS_WIDER,
                message,
                words::WIDER_HELP,
                detail,
                Probe::Nothing,
            );
            return;
        }
        let mut candidates = self.nodes.candidates(self.node, &Constants::default());
        candidates.extend(all_kinds().take(8).map(Value::from));
        let mut probe = self.refused(candidates, names, law::JUNCTORS_UNDECIDED);
        if let Probe::Refused { otherwise, .. } = &mut probe
            && has_junctor(self.old)
            && matches!(otherwise, Otherwise::Safe)
        {
            *otherwise = Otherwise::Undecided(law::JUNCTORS_UNDECIDED);
        }
        self.add(law::JUNCTORS, message, words::NARROWER_HELP, detail, probe);
    }
}
