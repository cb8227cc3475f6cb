//! Compares the keywords of a node that both CRDs have, and finds the values that each change affects.

use serde_json::Value;

use super::comparison::{NodeChange, Otherwise, Probe, RuleRuns, VersionComparison};
use super::judged::has_junctor;
use super::law::{self, Law};
use super::words::{self, RuleArrival};
use crate::changes::{KeywordChange, ListMerge, MemberBefore, ValueSet, keyword_changes, path_in_objects};
use crate::model::field::Segment;
use crate::model::schema::{JsonSchemaProps, ValidationRule};
use crate::model::structural::{MapType, Structural, StructuralShape};
use crate::samples::candidates::Constants;
use crate::server::formats;
use crate::values::all_kinds;
use crd_cel::regex::{self, Difference, Lengths};

/// Compares the keywords of a node.
pub(super) fn compare(
    nodes: &mut VersionComparison<'_>,
    node: &[Segment],
    old: &JsonSchemaProps,
    new: &JsonSchemaProps,
) {
    let path = path_in_objects(node);
    let mut comparison = KeywordComparison {
        nodes,
        node,
        path: if path.is_empty() {
            "the object".to_owned()
        } else {
            format!("`{path}`")
        },
        old,
        new,
    };
    let changes = keyword_changes(old, new);
    let is_removed = |change: &&KeywordChange| matches!(change, KeywordChange::RuleRemoved(_));
    // If a rule was removed and another added, the rule was changed.
    let mut replaced = changes.iter().filter(is_removed).count();
    let added = changes
        .iter()
        .filter(|change| matches!(change, KeywordChange::RuleAdded(_)))
        .count();
    let mut changed = replaced.min(added);
    replaced = changed;
    for change in &changes {
        match change {
            KeywordChange::RuleAdded(rule) => {
                let arrival = if changed > 0 {
                    RuleArrival::InsteadOfAnother
                } else {
                    RuleArrival::New
                };
                changed = changed.saturating_sub(1);
                comparison.rule(rule, arrival);
            }
            KeywordChange::RuleRemoved(_) if replaced > 0 => replaced -= 1,
            change => comparison.change(change),
        }
    }
}

struct KeywordComparison<'n, 'c, 's> {
    nodes: &'n mut VersionComparison<'c>,
    node: &'n [Segment],
    /// The path of the node, in backticks.
    path: String,
    old: &'s JsonSchemaProps,
    new: &'s JsonSchemaProps,
}

impl KeywordComparison<'_, '_, '_> {
    fn add(&mut self, law: Law, message: String, help: &'static str, detail: String, probe: Probe) {
        self.nodes.add(
            self.node,
            NodeChange {
                law,
                message,
                help,
                detail,
                probe,
            },
        );
    }

    /// Creates a probe with values of the old node: all of them if they are listed.
    fn refused(&self, mut candidates: Vec<Value>, because: &[&'static str], law: Law) -> Probe {
        let mut otherwise = Otherwise::Undecided(law);
        if let Some(listed) = self.old.enum_.as_deref() {
            candidates = listed.to_vec();
            otherwise = Otherwise::Safe;
        } else if &*self.old.type_ == "boolean" {
            candidates = vec![true.into(), false.into()];
            if self.old.nullable {
                candidates.push(Value::Null);
            }
            otherwise = Otherwise::Safe;
        }
        Probe::Refused {
            candidates,
            because: because.to_vec(),
            otherwise,
        }
    }

    fn change(&mut self, change: &KeywordChange) {
        let path = self.path.clone();
        match change {
            KeywordChange::Bound {
                keyword,
                before,
                after,
                set,
            } => self.bound(keyword, before.as_deref(), after.as_deref(), *set),
            KeywordChange::MultipleOf(before, after, set) => self.multiple_of(*before, *after, *set),
            KeywordChange::Enum {
                removed,
                added,
                listed,
            } => self.listed(removed, added, *listed),
            KeywordChange::Pattern(before, after) => self.pattern(before, after),
            KeywordChange::Format(before, after) => self.format(before, after),
            KeywordChange::Required(name, before) => self.required(name, *before),
            KeywordChange::Optional(name) => {
                let message = format!("{path} no longer requires `{name}`: readers may not find it");
                self.add(
                    law::OPTIONAL,
                    message,
                    words::OPTIONAL_HELP,
                    format!("optional {name}"),
                    Probe::Nothing,
                );
            }
            KeywordChange::Nullable(true) => self.nullable(),
            KeywordChange::Nullable(false) => self.not_nullable(),
            KeywordChange::Default(before, after) => self.default(before.as_ref(), after.as_ref()),
            KeywordChange::Junctors(names) => self.junctors(names),
            KeywordChange::ListType(before, after) => self.list_type(before, after),
            KeywordChange::AtomicObject(is_atomic) => {
                let now = if *is_atomic {
                    MapType::Atomic
                } else {
                    MapType::Granular
                };
                let (message, detail) = words::map_type(&path, now);
                self.add(law::MAP_TYPE, message, words::MERGE_HELP, detail, Probe::Nothing);
            }
            KeywordChange::Embedded(true) => self.embedded(),
            KeywordChange::Embedded(false) => self.not_embedded(),
            KeywordChange::RuleRemoved(rule) => {
                let message = format!("{path} no longer has the rule `{}`", words::short(&rule.rule));
                self.add(
                    law::RULE_GONE,
                    message,
                    words::WIDER_HELP,
                    format!("rule gone {}", rule.rule),
                    Probe::Nothing,
                );
            }
            KeywordChange::RuleReworded(rule) => {
                let message = format!(
                    "{path} has other words for the rule `{}`",
                    words::short(&rule.rule)
                );
                self.add(
                    law::RULE_REWORDED,
                    message,
                    words::REWORDED_HELP,
                    format!("words {}", rule.rule),
                    Probe::Nothing,
                );
            }
            // Added rules have been compared with the removed ones; annotations have no effect (CMP-58).
            KeywordChange::RuleAdded(_) | KeywordChange::Words(_) => {}
        }
    }

    fn bound(&mut self, keyword: &'static str, before: Option<&str>, after: Option<&str>, set: ValueSet) {
        let (message, detail) = words::bound(&self.path, keyword, before, after);
        if set != ValueSet::Narrower {
            self.add(
                law::BOUND_WIDER,
                message,
                words::WIDER_HELP,
                detail,
                Probe::Nothing,
            );
            return;
        }
        let mut candidates = self.beyond(keyword);
        if matches!(keyword, "minLength" | "maxLength") && !self.old.pattern.is_empty() {
            candidates.extend(self.text_of_length(keyword));
        }
        let probe = self.refused(candidates, &[keyword], law::BOUND);
        self.add(law::BOUND, message, words::NARROWER_HELP, detail, probe);
    }

    /// Generates values of the old node that the new bound rejects.
    fn beyond(&mut self, keyword: &'static str) -> Vec<Value> {
        let new = self.new.clone();
        let mut found = self.nodes.values_of(self.node, |schema| {
            let validation = &mut schema.validation;
            let above = |bound: Option<i64>| bound.map(|bound| bound.saturating_add(1));
            let below = |bound: Option<i64>| bound.map(|bound| bound.saturating_sub(1));
            match keyword {
                "maxLength" => validation.min_length = above(new.max_length),
                "minLength" => validation.max_length = below(new.min_length),
                "maxItems" => validation.min_items = above(new.max_items),
                "minItems" => validation.max_items = below(new.min_items),
                "maxProperties" => validation.min_properties = above(new.max_properties),
                "minProperties" => validation.max_properties = below(new.min_properties),
                _ => beyond_number(schema, keyword, &new),
            }
        });
        if let Some(step) = self.new.maximum.filter(|_| keyword == "maximum") {
            found.extend(near(step, &self.new.type_));
        }
        if let Some(step) = self.new.minimum.filter(|_| keyword == "minimum") {
            found.extend(near(step, &self.new.type_));
        }
        found
    }

    /// Generates a string that matches the old pattern and has a length that is rejected.
    fn text_of_length(&self, keyword: &str) -> Option<Value> {
        let size = |bound: Option<i64>| bound.and_then(|bound| usize::try_from(bound).ok());
        let lengths = if keyword == "maxLength" {
            Lengths {
                least: size(self.new.max_length)?.saturating_add(1),
                most: size(self.old.max_length).unwrap_or(usize::MAX),
            }
        } else {
            Lengths {
                least: size(self.old.min_length).unwrap_or(0),
                most: size(self.new.min_length)?.saturating_sub(1),
            }
        };
        match regex::shortest_match(&self.old.pattern, lengths) {
            Difference::Text(text) => Some(text.into()),
            _ => None,
        }
    }

    fn multiple_of(&mut self, before: Option<f64>, after: Option<f64>, set: ValueSet) {
        let (message, detail) = words::multiple_of(&self.path, before, after);
        if set == ValueSet::Wider {
            self.add(
                law::MULTIPLE_OF_WIDER,
                message,
                words::WIDER_HELP,
                detail,
                Probe::Nothing,
            );
            return;
        }
        let mut candidates = self.nodes.values_of(self.node, |_| {});
        let step = before.unwrap_or(1.0);
        candidates.extend((1..6).flat_map(|factor| near(step * f64::from(factor), &self.new.type_)));
        let probe = self.refused(candidates, &["multipleOf"], law::MULTIPLE_OF);
        self.add(law::MULTIPLE_OF, message, words::NARROWER_HELP, detail, probe);
    }

    fn nullable(&mut self) {
        let path = self.path.clone();
        let message = format!("{path} may be null now");
        // Without `nullable`, the server drops a null before it validates the object.
        let (law, probe) = if self.new.enum_.is_some() || self.is_judged() {
            let probe = Probe::Refused {
                candidates: vec![Value::Null],
                because: Vec::new(),
                otherwise: Otherwise::Certain,
            };
            (law::NULLABLE_JUDGED, probe)
        } else {
            (law::NULLABLE, Probe::Nothing)
        };
        self.add(law, message, words::NULLABLE_HELP, "nullable".to_owned(), probe);
    }

    fn not_nullable(&mut self) {
        let path = self.path.clone();
        let message = format!("{path} may no longer be null");
        let probe = Probe::Read(Some(Value::Null), law::NULLABLE_REFUSED);
        let law = if self.is_required() || self.is_judged() {
            law::NULLABLE_GONE_JUDGED
        } else {
            law::NULLABLE_GONE
        };
        self.add(
            law,
            message,
            words::NULLABLE_GONE_HELP,
            "not nullable".to_owned(),
            probe,
        );
    }

    fn embedded(&mut self) {
        let path = self.path.clone();
        let candidates = self.nodes.candidates(self.node, &Constants::default());
        let probe = Probe::Refused {
            candidates,
            because: Vec::new(),
            otherwise: Otherwise::Certain,
        };
        let message = format!("{path} must be a whole object now, with `apiVersion`, `kind` and `metadata`");
        self.add(
            law::EMBEDDED,
            message,
            words::EMBEDDED_HELP,
            "embedded".to_owned(),
            probe,
        );
    }

    fn not_embedded(&mut self) {
        let path = self.path.clone();
        let lacks = |name: &&str| self.new.property(name).is_none();
        if !crate::changes::is_open(self.new) && EMBEDDED_MEMBERS.iter().any(lacks) {
            let mut candidates = self.nodes.values_of(self.node, |_| {});
            candidates.truncate(2);
            let path = path_in_objects(self.node);
            self.nodes
                .add(self.node, words::unknown_dropped(&path, candidates));
            return;
        }
        let message = format!("{path} need not be a whole object any more");
        self.add(
            law::EMBEDDED_GONE,
            message,
            words::WIDER_HELP,
            "not embedded".to_owned(),
            Probe::Nothing,
        );
    }

    fn listed(&mut self, removed: &[Value], added: &[Value], [was, is]: [bool; 2]) {
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

    fn pattern(&mut self, before: &str, after: &str) {
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
                _ => (law::PATTERN_WIDER, Probe::Nothing),
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

    fn format(&mut self, before: &str, after: &str) {
        let detail = format!("format {before} -> {after}");
        let message = words::format(&self.path, before, after);
        if after.is_empty() {
            self.add(
                law::FORMAT_GONE,
                message,
                words::WIDER_HELP,
                detail,
                Probe::Nothing,
            );
            return;
        }
        let is_numeric = matches!(&*self.new.type_, "integer" | "number");
        let mut candidates: Vec<Value> = self.nodes.values_of(self.node, |_| {});
        if is_numeric {
            candidates.extend(
                [
                    i64::from(i32::MAX) + 1,
                    i64::from(i32::MIN) - 1,
                    i64::MAX,
                    i64::MIN,
                ]
                .map(Value::from),
            );
            candidates.extend([1e300, 1e39, -1e300].map(Value::from));
        } else {
            candidates.splice(0..0, all_kinds().map(Value::from));
        }
        let server = self.nodes.server();
        let is_checked = formats::is_supported(after, &self.new.type_, server);
        let accepts_all = |format: &str| all_kinds().all(|text| formats::accepts(format, text) == Some(true));
        let is_narrower = is_checked && !formats::is_within(before, after) && !accepts_all(after);
        let probe = Probe::Refused {
            candidates,
            because: vec!["format"],
            otherwise: if is_numeric || !is_narrower {
                Otherwise::Safe
            } else {
                Otherwise::Undecided(law::FORMAT)
            },
        };
        self.add(law::FORMAT, message, words::NARROWER_HELP, detail, probe);
    }

    fn required(&mut self, name: &str, before: MemberBefore) {
        let path = self.path.clone();
        let detail = format!("required {name}");
        let has_default = self
            .new
            .property(name)
            .is_some_and(|member| member.default.is_some());
        // The status of other requests is dropped after defaults are set.
        if has_default && !self.nodes.is_status(self.node, name) {
            if before == MemberBefore::Declared {
                let message = format!("{path} requires `{name}` now, which a default fills in");
                self.add(
                    law::REQUIRED_DEFAULTED,
                    message,
                    words::REQUIRED_DEFAULTED_HELP,
                    detail,
                    Probe::Nothing,
                );
            }
            return;
        }
        let (law, what) = match before {
            MemberBefore::Declared => (law::REQUIRED, "which was optional"),
            MemberBefore::New => (law::REQUIRED_NEW, "which is new"),
        };
        let message = format!("{path} requires `{name}` now, {what}");
        self.add(
            law,
            message,
            words::REQUIRED_HELP,
            detail,
            Probe::Without(name.into()),
        );
    }

    fn default(&mut self, before: Option<&Value>, after: Option<&Value>) {
        let (mut law, message, detail) = words::default(&self.path, before, after);
        let is_judged = self.is_judged();
        let refused = match (before, after) {
            (None, Some(_)) => law::DEFAULT_ADDED_REFUSED,
            (Some(_), Some(_)) => law::DEFAULT_CHANGED_REFUSED,
            (_, None) => law::DEFAULT_GONE_REQUIRED,
        };
        if is_judged {
            law = match (before, after) {
                (None, Some(_)) => law::DEFAULT_ADDED_JUDGED,
                (Some(_), Some(_)) => law::DEFAULT_CHANGED_JUDGED,
                (_, None) => law::DEFAULT_GONE_JUDGED,
            };
        } else if after.is_none() && self.is_required() {
            law = law::DEFAULT_GONE_JUDGED;
        }
        let probe = Probe::Read(None, refused);
        self.add(law, message, words::DEFAULT_HELP, detail, probe);
    }

    /// Whether a value that appears or disappears by itself can make a request invalid.
    fn is_judged(&self) -> bool {
        self.nodes.is_judged(self.node)
    }

    /// Whether the new schema requires the value, or it is an element of a list, where a null is not dropped.
    fn is_required(&self) -> bool {
        match self.node {
            [around @ .., _, Segment::Key(name)] => {
                let root = self.nodes.new_schema();
                let around = root.and_then(|root| root.at(around));
                around.is_some_and(|around| around.required.iter().flatten().any(|other| other == name))
            }
            [.., last] => last.is_field("items"),
            [] => false,
        }
    }

    fn junctors(&mut self, names: &[&'static str]) {
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

    fn list_type(&mut self, before: &ListMerge, after: &ListMerge) {
        let law = match (before, after) {
            (ListMerge::Atomic, _) => law::LIST_KEYED,
            (_, ListMerge::Atomic) => law::LIST_ATOMIC,
            _ => law::LIST_KEYS,
        };
        let probe = if matches!(after, ListMerge::Atomic) {
            Probe::Nothing
        } else {
            let elements = self.nodes.values_of(self.node, |schema| {
                if let StructuralShape::Array(array) = &schema.shape {
                    *schema = (*array.items).clone();
                }
            });
            let twice = |element: Value| Value::Array(vec![element.clone(), element]);
            Probe::Refused {
                candidates: elements.into_iter().map(twice).collect(),
                because: Vec::new(),
                otherwise: Otherwise::Certain,
            }
        };
        let message = format!(
            "{} is merged as {} now, and as {} before",
            self.path,
            after.words(),
            before.words()
        );
        let detail = format!("list {} -> {}", before.words(), after.words());
        self.add(law, message, words::MERGE_HELP, detail, probe);
    }

    fn rule(&mut self, rule: &ValidationRule, arrival: RuleArrival) {
        let number = self
            .new
            .rules()
            .iter()
            .position(|other| other == rule)
            .unwrap_or(0);
        let is_transition = rule.is_transition() && rule.optional_old_self != Some(true);
        let (law, undecided) = match (is_transition, arrival) {
            (_, RuleArrival::InsteadOfAnother) => (law::RULE_CHANGED, law::RULE_CHANGED_UNDECIDED),
            (true, RuleArrival::New) => (law::TRANSITION_ADDED, law::TRANSITION_UNDECIDED),
            (false, RuleArrival::New) => (law::RULE_ADDED, law::RULE_UNDECIDED),
        };
        let all = self.old.rules().iter().chain(self.new.rules());
        let constants = Constants::of_rules(all.map(|rule| &*rule.rule));
        let message = words::rule(&self.path, &rule.rule, arrival);
        let probe = Probe::Rule {
            number,
            rule: rule.rule.clone(),
            constants,
            runs: match (rule.is_transition(), is_transition) {
                (true, true) => RuleRuns::OnUpdate,
                (true, false) => RuleRuns::OnUpdateToo,
                (false, _) => RuleRuns::Always,
            },
            undecided,
        };
        self.add(
            law,
            message,
            words::RULE_HELP,
            format!("rule {}", rule.rule),
            probe,
        );
    }
}

/// The members that embedded resources have regardless of their schemas.
const EMBEDDED_MEMBERS: [&str; 3] = ["apiVersion", "kind", "metadata"];

/// Restricts the numbers of a node to those that the new bound rejects.
fn beyond_number(schema: &mut Structural, keyword: &str, new: &JsonSchemaProps) {
    let validation = &mut schema.validation;
    if keyword == "maximum" {
        validation.minimum = new.maximum;
        validation.exclusive_minimum = !new.exclusive_maximum;
    } else {
        validation.maximum = new.minimum;
        validation.exclusive_maximum = !new.exclusive_minimum;
    }
}

/// Returns numbers near a bound: integers for an integer.
fn near(bound: f64, type_: &str) -> Vec<Value> {
    let offsets = [0.0, 1.0, -1.0, 0.5, -0.5];
    let numbers = offsets.into_iter().map(|offset| bound + offset);
    if type_ == "number" {
        return numbers.map(Value::from).collect();
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "what is beyond 64 bits is no integer of an object"
    )]
    let whole = |number: f64| Value::from(number as i64);
    numbers.take(3).map(whole).collect()
}
