//! Compares one version of two CRDs node by node: finds the changes, the affected values, and an object that demonstrates each.

use serde_json::Value;

use super::comparison::{FormerDefault, NodeChange, Otherwise, Probe, VersionComparison};
use super::draft::FindingDraft;
use super::schema::schema_of;
use super::{keywords, law, words};
use crate::KubeVersion;
use crate::changes::{NodePair, Openness, PairDifference, Side, ValueType, moved_to, pairs, path_in_objects};
use crate::model::crd::{Crd, Version};
use crate::model::field::Segment;
use crate::model::schema::JsonSchemaProps;
use crate::samples::candidates::Constants;
use crate::server::formats;

/// Returns the breakages by replacing a version of the old CRD with the same version of the new one.
pub(super) fn compare(
    old: &Crd,
    new: &Crd,
    before: &Version,
    after: &Version,
    server: KubeVersion,
) -> Vec<FindingDraft> {
    let (Some(old_schema), Some(new_schema)) = (schema_of(old, before), schema_of(new, after)) else {
        return Vec::new();
    };
    if old_schema == new_schema {
        return Vec::new();
    }
    let mut comparison = VersionComparison::new(old, new, before, server);
    let pairs = pairs(old_schema, new_schema);
    let added: Vec<(usize, &JsonSchemaProps)> = pairs
        .iter()
        .enumerate()
        .filter_map(|(number, pair)| match pair.difference {
            PairDifference::Added(schema) => Some((number, schema)),
            _ => None,
        })
        .collect();
    let moves: Vec<Option<usize>> = pairs
        .iter()
        .map(|pair| match pair.difference {
            PairDifference::Removed(gone) if !pair.follows => moved_to(gone, added.iter().copied()),
            _ => None,
        })
        .collect();
    let to = |from: usize| pairs.get(moves.get(from).copied().flatten()?);
    let renamed = pairs.iter().enumerate().filter_map(|(from, pair)| {
        let names = [pair.node.last(), to(from)?.node.last()].map(|step| step.and_then(Segment::name));
        Some([names[0]?.into(), names[1]?.into()])
    });
    comparison.renamed = renamed.collect();
    for (number, pair) in pairs.iter().enumerate().filter(|(_, pair)| !pair.follows) {
        // What is at the new place is a part of the move.
        if !moves.contains(&Some(number)) {
            comparison.pair(pair, to(number).map(|to| &*to.node));
        }
    }
    comparison.into_drafts()
}

impl VersionComparison<'_> {
    fn pair(&mut self, pair: &NodePair<'_>, moved_to: Option<&[Segment]>) {
        let node = &pair.node;
        let path = words::shown(node);
        match pair.difference {
            // The server keeps the metadata that it knows, regardless of the schema.
            PairDifference::Added(_) | PairDifference::Removed(_) if is_in_metadata(node) => {}
            PairDifference::Added(after) => self.added(node, after),
            PairDifference::Removed(_) => {
                let candidates = self.candidates(node, &Constants::default());
                let mut places = self.places(node);
                if let Some(to) = moved_to {
                    places.new = self.places(to).new;
                }
                let change = words::removed(&path, moved_to.map(path_in_objects), candidates);
                self.add_at(node, change, places);
            }
            PairDifference::Named(before, after) => self.named(node, &path, before, after),
            PairDifference::Freed => self.kept(node, words::freed(&path)),
            // What the old schema emptied is described by the new one.
            PairDifference::Empties(Side::Old) => {}
            PairDifference::Empties(Side::New) => self.empties(node, &path),
            PairDifference::Type(types, old, new) => self.types(node, &path, types, old, new),
            PairDifference::Untyped(side, old, new) => {
                self.untyped(node, &path, side);
                if side == Side::New {
                    self.format_without_type(node, &path, old, new);
                    keywords::compare(self, node, old, new);
                }
            }
            PairDifference::Openness(openness) => self.openness(node, &path, openness),
            PairDifference::Keywords(old, new) => {
                if new.x_int_or_string && !old.x_int_or_string {
                    let candidates = self.candidates(node, &Constants::default());
                    self.add(node, words::int_or_string(&path, candidates));
                }
                keywords::compare(self, node, old, new);
            }
        }
    }

    /// An optional property that is added is safe, unless a default sets it where its presence is judged, or violates its schema.
    fn added(&mut self, node: &[Segment], after: &JsonSchemaProps) {
        let ([around @ .., _, _], Some(default)) = (node, &after.default) else {
            return;
        };
        if self.is_judged(node) || !self.is_default_admitted(node, default) {
            let candidates = self.candidates(around, &Constants::default());
            let (_, message, detail) = words::default(&words::shown(node), None, Some(default));
            let mut places = self.places(node);
            places.new.segments.push(Segment::Field("default".into()));
            let change = NodeChange {
                law: law::DEFAULT_ADDED_REFUSED,
                message,
                help: words::DEFAULT_HELP,
                detail,
                probe: Probe::AddedDefault {
                    candidates,
                    former: FormerDefault {
                        node: node.to_vec(),
                        value: None,
                    },
                    undecided: law::DEFAULT_ADDED_JUDGED,
                },
            };
            self.add_at(around, change, places);
        }
    }

    fn named(
        &mut self,
        node: &[Segment],
        path: &str,
        before: Option<&JsonSchemaProps>,
        after: &JsonSchemaProps,
    ) {
        if before == Some(after) {
            return;
        }
        let mut candidates = any_values();
        if before.is_some() {
            candidates = self.candidates(node, &Constants::default());
            candidates.extend(self.values_of(node, |_| {}));
        }
        self.add(
            node,
            NodeChange {
                law: law::NAMED,
                message: format!(
                    "{path} has a schema now, and was an unknown field that was kept before: \
                    its values are validated now"
                ),
                help: "choose a name that no object can already have, or a schema that accepts the existing \
                    values",
                detail: "named".to_owned(),
                probe: Probe::Refused {
                    candidates,
                    because: Vec::new(),
                    otherwise: Otherwise::Undecided(law::NAMED),
                },
            },
        );
    }

    fn types(
        &mut self,
        node: &[Segment],
        path: &str,
        [before, after]: [ValueType; 2],
        old: &JsonSchemaProps,
        new: &JsonSchemaProps,
    ) {
        let is_wider = matches!(
            (before, after),
            (ValueType::Integer, ValueType::Number)
                | (ValueType::Integer | ValueType::String, ValueType::IntOrString)
        );
        // In rules, the value has another type now: `3 / 2` is 1 or 1.5.
        let is_read = is_wider && self.is_judged(node);
        let law = match (is_wider, before, after) {
            (true, _, ValueType::IntOrString) if is_read => law::INT_OR_STRING_JUDGED,
            (true, _, ValueType::IntOrString) => law::INT_OR_STRING,
            (true, ..) if is_read => law::TYPE_WIDER_JUDGED,
            (true, ..) => law::TYPE_WIDER,
            (_, ValueType::IntOrString, _) => law::INT_OR_STRING_GONE,
            _ => law::TYPE,
        };
        let probe = if is_wider && !is_read {
            Probe::Nothing
        } else {
            Probe::Refused {
                candidates: self.candidates(node, &Constants::default()),
                because: Vec::new(),
                otherwise: Otherwise::Undecided(law),
            }
        };
        let mut places = self.places(node);
        for place in [&mut places.old, &mut places.new] {
            place.segments.push(Segment::Field("type".into()));
        }
        self.add_at(node, words::types(path, law, [before, after], probe), places);
        if is_wider {
            keywords::compare(self, node, old, new);
        }
    }

    fn untyped(&mut self, node: &[Segment], path: &str, side: Side) {
        let change = match side {
            Side::New => {
                let change = NodeChange {
                    law: law::UNKNOWN_KEPT,
                    message: format!("{path} accepts any value now"),
                    help: "readers must expect values of every type",
                    detail: "any".to_owned(),
                    probe: Probe::Nothing,
                };
                return self.kept(node, change);
            }
            Side::Old => NodeChange {
                law: law::TYPE,
                message: format!("{path} has a type now, and accepted any value before"),
                help: "keep `x-kubernetes-preserve-unknown-fields`, or add a new typed field",
                detail: "typed".to_owned(),
                probe: Probe::Refused {
                    candidates: any_values(),
                    because: Vec::new(),
                    otherwise: Otherwise::Undecided(law::TYPE),
                },
            },
        };
        self.add(node, change);
    }

    /// Without a type, a format that the type ignored is one: only its own values are accepted.
    fn format_without_type(
        &mut self,
        node: &[Segment],
        path: &str,
        old: &JsonSchemaProps,
        new: &JsonSchemaProps,
    ) {
        if *old.type_ == *"string" || !formats::is_supported(&new.format, "", self.server()) {
            return;
        }
        let change = NodeChange {
            law: law::FORMAT,
            message: format!(
                "{path} accepts only values of the format `{}` without its type",
                new.format
            ),
            help: "remove the format, too",
            detail: "format without type".to_owned(),
            probe: Probe::Refused {
                candidates: self.candidates(node, &Constants::default()),
                because: Vec::new(),
                otherwise: Otherwise::Undecided(law::FORMAT),
            },
        };
        self.add(node, change);
    }

    fn empties(&mut self, node: &[Segment], path: &str) {
        let mut candidates = self.values_of(node, |_| {});
        for candidate in &mut candidates {
            if let Some(members) = candidate.as_object_mut() {
                members.insert("notInTheSchema".to_owned(), serde_json::json!({"a": "a"}));
            }
        }
        candidates.extend(self.candidates(node, &Constants::default()));
        self.add(node, words::empties(path, candidates));
    }

    /// Values that were dropped, such as null, are kept from now on, where a rule or the server may read them.
    fn kept(&mut self, node: &[Segment], mut change: NodeChange) {
        if self.is_judged(node) {
            change.law = law::UNKNOWN_KEPT_JUDGED;
            change.probe = Probe::Refused {
                candidates: self.values_of(node, |_| {}),
                because: Vec::new(),
                otherwise: Otherwise::Undecided(law::UNKNOWN_KEPT_JUDGED),
            };
        }
        self.add(node, change);
    }

    fn openness(&mut self, node: &[Segment], path: &str, openness: Openness) {
        let mut places = self.places(node);
        let change = match openness {
            Openness::Drops(Side::Old) => return self.kept(node, words::unknown_kept(path)),
            Openness::Drops(Side::New) => {
                let mut candidates = self.values_of(node, |_| {});
                candidates.truncate(1);
                for candidate in &mut candidates {
                    match candidate {
                        Value::Object(members) => {
                            members.insert("notInTheSchema".to_owned(), "a".into());
                        }
                        Value::Array(elements) => elements.push(serde_json::json!({"notInTheSchema": "a"})),
                        _ => {}
                    }
                }
                for place in [&mut places.old, &mut places.new] {
                    place.segments.push(Segment::Field(PRESERVE.into()));
                }
                words::unknown_dropped(path, candidates)
            }
            Openness::MapAndFields => {
                let candidates = self.candidates(node, &Constants::default());
                words::map_and_fields(path, candidates)
            }
        };
        self.add_at(node, change, places);
    }
}

/// The keyword that keeps undeclared fields.
const PRESERVE: &str = "x-kubernetes-preserve-unknown-fields";

fn is_in_metadata(node: &[Segment]) -> bool {
    matches!(node.get(1), Some(Segment::Key(name)) if &**name == "metadata")
}

/// Returns values of every type.
fn any_values() -> Vec<Value> {
    use serde_json::json;
    vec![
        json!("a"),
        json!(1),
        json!({}),
        json!([]),
        json!(true),
        json!({"a": "a"}),
        json!(["a"]),
        json!("a".repeat(64)),
    ]
}
