//! Operators, functions and methods.

use crd_cel::NodeId;
use crd_cel::ast::Kind;

use super::super::outcome::{Outcome, Place, Step, Value};
use super::{NeverEqual, Reader, depends_on, element_of, optional_field};

impl<'s> Reader<'_, 's> {
    pub(super) fn call(&mut self, name: &str, target: Option<NodeId>, args: &[NodeId]) -> Value<'s> {
        match (name, args) {
            ("_&&_", &[left, right]) => Value::unknown(self.outcome(left).and(self.outcome(right))),
            ("_||_", &[left, right]) => Value::unknown(self.outcome(left).or(self.outcome(right))),
            ("!_", &[only]) => Value::unknown(self.outcome(only).not()),
            ("_?_:_", &[condition, yes, no]) => self.conditional(condition, yes, no),
            ("_==_" | "_!=_", &[left, right]) => {
                let (one, other) = (self.value(left), self.value(right));
                self.use_optional(&one);
                self.use_optional(&other);
                self.compare(&one, &[right]);
                self.compare(&other, &[left]);
                let equal = one.outcome.equals(other.outcome);
                Value::unknown(if name == "_==_" { equal } else { equal.not() })
            }
            ("@in", &[left, right]) => {
                let (one, other) = (self.value(left), self.value(right));
                if let Kind::List { elements, .. } = self.ast.kind(right) {
                    self.compare(&one, self.ast.nodes(elements));
                }
                if let Place::At(path, schema) = &other.place
                    && let Some(items) = schema.item_schema()
                {
                    let element = Value {
                        outcome: Outcome::VALUE,
                        place: Place::At(path.child(Step::Element), items),
                    };
                    self.compare(&element, &[left]);
                }
                Value::unknown(one.outcome.strict(other.outcome))
            }
            ("_[_]", &[of, by]) => self.index(of, by),
            ("_?._", &[of, name]) => {
                let of = self.value(of);
                let name = self.ast.string_literal(name).unwrap_or_default();
                Value {
                    outcome: of.outcome,
                    place: match of.place {
                        Place::At(path, schema) | Place::OptionalAt(path, schema) => {
                            optional_field(&path, schema, name)
                        }
                        _ => Place::Optional,
                    },
                }
            }
            ("_[?_]", &[of, by]) => {
                let (of, by) = (self.value(of), self.outcome(by));
                self.use_optional(&of);
                Value {
                    outcome: of.outcome.strict(by),
                    place: Place::Optional,
                }
            }
            ("hasValue", &[]) => {
                let of = target.map_or_else(|| Value::unknown(Outcome::VALUE), |target| self.value(target));
                if of.outcome.is_error() {
                    return Value::unknown(of.outcome);
                }
                let outcome = match (&of.place, self.absent) {
                    (Place::OptionalAt(path, _), Some(absent)) if depends_on(path, absent) => Outcome::FALSE,
                    (Place::OptionalAt(path, _), Some(absent)) if absent.is_below(path) => Outcome::TRUE,
                    _ => Outcome::VALUE,
                };
                Value::unknown(outcome.or_else(of.outcome.only_error()))
            }
            // These evaluate their argument only where it is needed.
            ("or" | "orValue", &[other]) if target.is_some() => {
                let optional =
                    target.map_or_else(|| Value::unknown(Outcome::VALUE), |target| self.value(target));
                self.use_optional(&optional);
                let optional = optional.outcome;
                let other = self.outcome(other);
                if optional.is_error() {
                    return Value::unknown(optional);
                }
                let outcome = Outcome::VALUE
                    .or_else(optional.only_error())
                    .or_else(other.only_error());
                Value {
                    outcome,
                    place: if name == "or" {
                        Place::Optional
                    } else {
                        Place::Unknown
                    },
                }
            }
            _ => {
                let mut outcome = Outcome::VALUE;
                // What functions make of an optional value may be one.
                let mut place = Place::Unknown;
                for argument in target.iter().chain(args) {
                    let value = self.value(*argument);
                    self.use_optional(&value);
                    place = place.joined(&value.place);
                    outcome = outcome.strict(value.outcome);
                }
                Value { outcome, place }
            }
        }
    }

    pub(super) fn conditional(&mut self, condition: NodeId, yes: NodeId, no: NodeId) -> Value<'s> {
        let condition = self.outcome(condition);
        if condition.is_error() {
            return Value::unknown(condition);
        }
        let (yes, no) = (self.value(yes), self.value(no));
        self.use_optional(&yes);
        self.use_optional(&no);
        let mut outcome = condition.only_error();
        if condition.may_be_true() {
            outcome = outcome.or_else(yes.outcome);
        }
        if condition.may_be_false() {
            outcome = outcome.or_else(no.outcome);
        }
        Value {
            outcome,
            place: yes.place.joined(&no.place),
        }
    }

    pub(super) fn index(&mut self, of: NodeId, by: NodeId) -> Value<'s> {
        let (of, index) = (self.value(of), self.value(by));
        self.use_optional(&of);
        let outcome = of.outcome.strict(index.outcome);
        let place = match (of.place, index.place) {
            (Place::Optional | Place::OptionalAt(..), _) => Place::Optional,
            (Place::At(path, schema), index) => match element_of(schema) {
                Some(element) => {
                    let step = match (index, self.ast.kind(by)) {
                        (Place::KeyOf(range), _) if range == path => Some(Step::Element),
                        (_, Kind::Literal(_)) => {
                            let span = self.ast.node(by).span.range();
                            let text = self.ast.source().get(span).unwrap_or_default();
                            Some(if schema.item_schema().is_some() {
                                Step::At(text.into())
                            } else {
                                Step::Key(text.into())
                            })
                        }
                        _ => None,
                    };
                    step.map_or(Place::Unknown, |step| Place::At(path.child(step), element))
                }
                None => Place::Unknown,
            },
            _ => Place::Unknown,
        };
        Value { outcome, place }
    }

    /// An optional value is used.
    pub(super) fn use_optional(&mut self, value: &Value<'s>) {
        if let (Place::OptionalAt(path, _), Some(absent)) = (&value.place, self.absent) {
            self.is_uncertain |= depends_on(path, absent);
        }
    }

    /// A value is compared with the texts among the nodes.
    pub(super) fn compare(&mut self, value: &Value<'s>, nodes: &[NodeId]) {
        let Place::At(path, schema) = &value.place else {
            return;
        };
        // An earlier version of the schema may have had other values.
        if path.old || self.absent.is_some() || *schema.type_ != *"string" || schema.x_int_or_string {
            return;
        }
        let Some(values) = &schema.enum_ else { return };
        let values: Vec<&str> = values.iter().filter_map(serde_json::Value::as_str).collect();
        for node in nodes {
            if let Some(text) = self.ast.string_literal(*node)
                && !values.is_empty()
                && !values.contains(&text)
            {
                self.never_equal.push(NeverEqual {
                    span: self.ast.node(*node).span,
                    text: text.to_owned(),
                    values: values.iter().map(|value| (*value).to_owned()).collect(),
                });
            }
        }
    }
}
