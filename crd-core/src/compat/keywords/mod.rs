//! Compares the keywords of a node that both CRDs have, and finds the values that each change affects.

mod always_true;
mod bounds;
mod place;
mod presence;
mod rules;
mod structure;
mod texts;

use serde_json::Value;

use super::comparison::{NodeChange, Otherwise, Probe, VersionComparison};
use super::law::{self, Law};
use super::words::{self, RuleArrival};
use crate::changes::{KeywordChange, keyword_changes};
use crate::model::field::Segment;
use crate::model::schema::JsonSchemaProps;
use crate::model::structural::MapType;

/// Compares the keywords of a node.
pub(super) fn compare(
    nodes: &mut VersionComparison<'_>,
    node: &[Segment],
    old: &JsonSchemaProps,
    new: &JsonSchemaProps,
) {
    let mut comparison = KeywordComparison {
        nodes,
        node,
        path: words::shown(node),
        old,
        new,
        keyword: Default::default(),
    };
    let mut changes = keyword_changes(old, new);
    rules::without_renamed(&mut changes, &comparison.nodes.renamed);
    let is_removed = |change: &&KeywordChange| matches!(change, KeywordChange::RuleRemoved(_));
    // If a rule was removed and another added, the rule was changed.
    let mut replaced = changes.iter().filter(is_removed).count();
    let mut gone = changes.iter().filter(is_removed);
    let added = changes
        .iter()
        .filter(|change| matches!(change, KeywordChange::RuleAdded(_)))
        .count();
    let mut changed = replaced.min(added);
    replaced = changed;
    for change in &changes {
        comparison.keyword = place::of_keyword(change, [old, new]);
        match change {
            KeywordChange::RuleAdded(rule) => {
                let arrival = if changed > 0 {
                    if let Some(gone) = gone.next() {
                        let [before, _] = place::of_keyword(gone, [old, new]);
                        comparison.keyword[0] = before;
                    }
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
    /// The steps from the node to the keyword whose change is examined, in the old and in the new schema.
    keyword: [Vec<Segment>; 2],
}

impl KeywordComparison<'_, '_, '_> {
    fn add(&mut self, law: Law, message: String, help: &'static str, detail: String, probe: Probe) {
        let mut places = self.nodes.places(self.node);
        let [old, new] = &self.keyword;
        places.old.segments.extend_from_slice(old);
        places.new.segments.extend_from_slice(new);
        let change = NodeChange {
            law,
            message,
            help,
            detail,
            probe,
        };
        self.nodes.add_at(self.node, change, places);
    }

    /// Creates a probe with values of the old node: all of them if they are listed.
    fn refused(&self, mut candidates: Vec<Value>, because: &[&'static str], law: Law) -> Probe {
        let mut otherwise = Otherwise::Undecided(law);
        if let Some(listed) = self.listed_values() {
            candidates = listed.to_vec();
            // Null is not compared with the values that a schema of `allOf` lists.
            if self.old.enum_.is_none() && self.old.nullable {
                candidates.push(Value::Null);
            }
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

    /// Returns the only values that the old node accepts, if it or a schema of its `allOf` lists them.
    fn listed_values(&self) -> Option<&[Value]> {
        let all = self.old.all_of.iter().flatten();
        std::iter::once(self.old)
            .chain(all)
            .find_map(|schema| schema.enum_.as_deref())
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
                let message = format!("{path} no longer requires `{name}`: it may be absent");
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
            KeywordChange::RuleRelaxed(rule) => self.relaxed(rule),
            KeywordChange::RuleReworded(rule) => {
                let message = format!(
                    "{path} has another message for the rule `{}`",
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
}
