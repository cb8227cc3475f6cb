//! Evaluates a rule with sets of outcomes in place of values.

use crd_cel::ast::{Comprehension, Kind, Literal, Span, Text};
use crd_cel::{Ast, NodeId, escape, is_reserved};

use super::Node;
use super::outcome::{Outcome, Place, Step, Value, ValuePath};
use crate::model::schema::{JsonSchemaProps, ValidationRule};

/// How deep expressions are followed; the parser's limits are lower, but macros make copies.
const MAX_DEPTH: usize = 1_000;

/// A field that a rule reads and that may be absent.
pub(super) struct Read {
    pub(super) path: ValuePath,
}

/// A comparison of a value with a text that its `enum` lacks.
pub(super) struct NeverEqual {
    pub(super) span: Span,
    pub(super) text: String,
    pub(super) values: Vec<String>,
}

/// One evaluation of a rule.
pub(super) struct Reader<'a, 's> {
    ast: &'a Ast,
    node: Node<'s>,
    old_is_optional: bool,
    /// The field that is absent. Its parents are there.
    absent: Option<&'a ValuePath>,
    scopes: Vec<(Text, Value<'s>)>,
    depth: usize,
    /// Whether something that depends on the absent field was used in a way that is not followed.
    pub(super) is_uncertain: bool,
    pub(super) reads: Vec<Read>,
    pub(super) never_equal: Vec<NeverEqual>,
}

impl<'a, 's> Reader<'a, 's> {
    pub(super) fn new(
        ast: &'a Ast,
        node: Node<'s>,
        rule: &ValidationRule,
        absent: Option<&'a ValuePath>,
    ) -> Self {
        Reader {
            ast,
            node,
            old_is_optional: rule.optional_old_self == Some(true),
            absent,
            scopes: Vec::new(),
            depth: 0,
            is_uncertain: false,
            reads: Vec::new(),
            never_equal: Vec::new(),
        }
    }

    /// The outcome of the whole rule.
    pub(super) fn rule(&mut self) -> Outcome {
        match self.ast.root() {
            Some(root) => self.value(root).outcome,
            None => Outcome::VALUE,
        }
    }

    fn value(&mut self, node: NodeId) -> Value<'s> {
        if self.depth > MAX_DEPTH {
            return Value::unknown(Outcome::VALUE);
        }
        self.depth += 1;
        let value = self.value_within(node);
        self.depth -= 1;
        value
    }

    fn outcome(&mut self, node: NodeId) -> Outcome {
        self.value(node).outcome
    }

    fn value_within(&mut self, node: NodeId) -> Value<'s> {
        let ast = self.ast;
        match ast.kind(node) {
            Kind::Literal(Literal::Bool(true)) => Value::unknown(Outcome::TRUE),
            Kind::Literal(Literal::Bool(false)) => Value::unknown(Outcome::FALSE),
            Kind::Unspecified | Kind::Literal(_) => Value::unknown(Outcome::VALUE),
            Kind::Ident(name) => self.ident(name),
            Kind::Select {
                operand,
                field,
                test_only,
            } => {
                let of = self.value(operand);
                self.select(node, of, ast.text(field), test_only)
            }
            Kind::Call {
                function,
                target,
                args,
            } => self.call(ast.text(function), target, ast.nodes(args)),
            Kind::List { elements, .. } => {
                let mut outcome = Outcome::VALUE;
                for element in ast.nodes(elements) {
                    outcome = outcome.strict(self.outcome(*element));
                }
                Value::unknown(outcome)
            }
            Kind::Map(entries) | Kind::Struct { entries, .. } => {
                let mut outcome = Outcome::VALUE;
                for entry in ast.entries(entries) {
                    outcome = outcome.strict(self.outcome(entry.value));
                }
                Value::unknown(outcome)
            }
            Kind::Comprehension(id) => match ast.comprehension(id) {
                Some(lap) => self.comprehension(*lap),
                None => Value::unknown(Outcome::VALUE),
            },
        }
    }

    fn ident(&self, name: Text) -> Value<'s> {
        let name = self.ast.text(name);
        for (known, value) in self.scopes.iter().rev() {
            if self.ast.text(*known) == name {
                return value.clone();
            }
        }
        let place = match name.trim_start_matches('.') {
            "oldSelf" if self.old_is_optional => Place::OptionalAt(
                ValuePath {
                    old: true,
                    steps: Vec::new(),
                },
                self.node.schema,
            ),
            root @ ("self" | "oldSelf") => Place::At(
                ValuePath {
                    old: root == "oldSelf",
                    steps: Vec::new(),
                },
                self.node.schema,
            ),
            _ => Place::Unknown,
        };
        Value {
            outcome: Outcome::VALUE,
            place,
        }
    }

    fn select(&mut self, node: NodeId, of: Value<'s>, name: &str, is_test: bool) -> Value<'s> {
        if of.outcome.is_error() {
            return Value::unknown(of.outcome);
        }
        let failed = of.outcome.only_error();
        let (path, schema) = match of.place {
            Place::At(path, schema) => (path, schema),
            Place::Optional => {
                return Value {
                    outcome: Outcome::VALUE.or_else(failed),
                    place: Place::Optional,
                };
            }
            Place::OptionalAt(path, schema) => {
                return Value {
                    outcome: Outcome::VALUE.or_else(failed),
                    place: optional_field(&path, schema, name),
                };
            }
            Place::Unknown | Place::KeyOf(_) => return Value::unknown(Outcome::VALUE.or_else(failed)),
        };
        // The server requires names, and sets other metadata.
        let is_metadata = matches!(path.steps.as_slice(), [Step::Field(name)] if **name == *"metadata");
        let found = property(schema, name).filter(|_| !(is_metadata && self.node.is_resource));
        let Some((name, property)) = found else {
            return Value::unknown(Outcome::VALUE.or_else(failed));
        };
        let is_resource = schema.x_embedded_resource || (path.steps.is_empty() && self.node.is_resource);
        let is_present = is_always_present(schema, name, property, is_resource);
        let path = path.child(Step::Field(name.into()));
        let is_absent = self.absent == Some(&path);
        if is_test {
            let outcome = if is_absent {
                Outcome::FALSE
            } else if is_present || self.absent.is_some_and(|absent| absent.is_below(&path)) {
                Outcome::TRUE
            } else {
                Outcome::VALUE
            };
            return Value::unknown(outcome.or_else(failed));
        }
        if is_absent {
            return Value::unknown(Outcome::error(node));
        }
        if !is_present && self.absent.is_none() && !self.reads.iter().any(|read| read.path == path) {
            self.reads.push(Read { path: path.clone() });
        }
        Value {
            outcome: Outcome::VALUE.or_else(failed),
            place: Place::At(path, property),
        }
    }

    fn call(&mut self, name: &str, target: Option<NodeId>, args: &[NodeId]) -> Value<'s> {
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
                let mut is_optional = false;
                for argument in target.iter().chain(args) {
                    let value = self.value(*argument);
                    self.use_optional(&value);
                    is_optional |= matches!(value.place, Place::Optional | Place::OptionalAt(..));
                    outcome = outcome.strict(value.outcome);
                }
                Value {
                    outcome,
                    // What functions make of an optional value may be one.
                    place: if is_optional {
                        Place::Optional
                    } else {
                        Place::Unknown
                    },
                }
            }
        }
    }

    fn conditional(&mut self, condition: NodeId, yes: NodeId, no: NodeId) -> Value<'s> {
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
        let is_optional = [yes.place, no.place]
            .iter()
            .any(|place| matches!(place, Place::Optional | Place::OptionalAt(..)));
        Value {
            outcome,
            place: if is_optional {
                Place::Optional
            } else {
                Place::Unknown
            },
        }
    }

    fn index(&mut self, of: NodeId, by: NodeId) -> Value<'s> {
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

    fn comprehension(&mut self, lap: Comprehension) -> Value<'s> {
        let outer = self.scopes.len();
        let range = self.value(lap.iter_range);
        if range.outcome.is_error() {
            return Value::unknown(range.outcome);
        }
        let failed = range.outcome.only_error();
        let unknown = || Value::unknown(Outcome::VALUE);
        let (first, second, has_absent) = match &range.place {
            Place::At(path, schema) => match element_of(schema) {
                Some(element) => {
                    let at = path.child(Step::Element);
                    let has_absent = self.absent.is_some_and(|absent| absent.is_below(&at));
                    let element = Value {
                        outcome: Outcome::VALUE,
                        place: Place::At(at, element),
                    };
                    let key = Value {
                        outcome: Outcome::VALUE,
                        place: Place::KeyOf(path.clone()),
                    };
                    let is_list = schema.item_schema().is_some();
                    match (lap.iter_var2.is_some(), is_list) {
                        (true, _) | (false, false) => (key, element, has_absent),
                        (false, true) => (element, unknown(), has_absent),
                    }
                }
                None => (unknown(), unknown(), false),
            },
            _ => (unknown(), unknown(), false),
        };
        self.scopes.push((lap.iter_var, first));
        if let Some(name) = lap.iter_var2 {
            self.scopes.push((name, second));
        }
        let of_loop = self.step(lap, has_absent);
        let start = self.value(lap.accu_init);
        self.scopes.push((lap.accu_var, start.clone()));
        let value = match of_loop {
            Some(outcome) => Value::unknown(outcome),
            None => self.value(lap.result),
        };
        self.scopes.truncate(outer);
        Value {
            outcome: if start.outcome.is_error() {
                start.outcome
            } else {
                value.outcome.or_else(failed).or_else(start.outcome.only_error())
            },
            place: value.place,
        }
    }

    /// The outcome of a loop by its step, in one of the forms that macros make; `None` where there is no loop.
    ///
    /// With `has_absent` one of the elements lacks the absent field; otherwise there may be no element at all.
    fn step(&mut self, lap: Comprehension, has_absent: bool) -> Option<Outcome> {
        let ast = self.ast;
        let Kind::Call { function, args, .. } = ast.kind(lap.loop_step) else {
            return None;
        };
        let body = match (function, ast.nodes(args)) {
            (Text::LOGICAL_AND, &[_, body]) => {
                let body = self.outcome(body);
                return Some(if has_absent {
                    body.and(Outcome::VALUE)
                } else {
                    Outcome::TRUE.or_else(body)
                });
            }
            (Text::LOGICAL_OR, &[_, body]) => {
                let body = self.outcome(body);
                return Some(if has_absent {
                    body.or(Outcome::VALUE)
                } else {
                    Outcome::FALSE.or_else(body)
                });
            }
            (Text::CONDITIONAL, &[condition, yes, _]) => {
                let condition = self.outcome(condition);
                let collected = self.collected(yes);
                let mut outcome = condition.only_error();
                if condition.may_be_true() {
                    outcome = outcome.or_else(collected);
                }
                if condition.may_be_false() {
                    outcome = outcome.or_else(Outcome::VALUE);
                }
                outcome
            }
            _ => self.collected(lap.loop_step),
        };
        Some(if has_absent && body.is_error() {
            body
        } else {
            Outcome::VALUE.or_else(body.only_error())
        })
    }

    /// The outcome of what a step adds to the accumulator.
    fn collected(&mut self, step: NodeId) -> Outcome {
        let ast = self.ast;
        let mut outcome = Outcome::VALUE;
        if let Kind::Call { args, .. } = ast.kind(step)
            && let [_, added @ ..] = ast.nodes(args)
        {
            for added in added {
                outcome = outcome.strict(self.outcome(*added));
            }
        }
        outcome
    }

    /// An optional value is used.
    fn use_optional(&mut self, value: &Value<'s>) {
        if let (Place::OptionalAt(path, _), Some(absent)) = (&value.place, self.absent) {
            self.is_uncertain |= depends_on(path, absent);
        }
    }

    /// A value is compared with the texts among the nodes.
    fn compare(&mut self, value: &Value<'s>, nodes: &[NodeId]) {
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

/// Whether a value is absent where another is.
fn depends_on(path: &ValuePath, absent: &ValuePath) -> bool {
    path == absent || path.is_below(absent)
}

/// The place of a field that is selected with `?`, or from an optional value.
fn optional_field<'s>(path: &ValuePath, schema: &'s JsonSchemaProps, name: &str) -> Place<'s> {
    match property(schema, name) {
        Some((name, property)) => Place::OptionalAt(path.child(Step::Field(name.into())), property),
        None => Place::Optional,
    }
}

/// The elements of a list, or the values of a map.
fn element_of(schema: &JsonSchemaProps) -> Option<&JsonSchemaProps> {
    schema.item_schema().or_else(|| schema.additional_schema())
}

/// A property by its name in rules.
fn property<'s>(schema: &'s JsonSchemaProps, name: &str) -> Option<(&'s str, &'s JsonSchemaProps)> {
    let properties = schema.properties.as_ref()?;
    properties.iter().find(|(property, _)| {
        (*property == name && (is_reserved(name) || !name.contains("__")))
            || escape(property).is_some_and(|escaped| escaped == name)
    })
}

/// Whether each object has a property, by its schema or since the server sets it.
fn is_always_present(
    schema: &JsonSchemaProps,
    name: &str,
    property: &JsonSchemaProps,
    is_resource: bool,
) -> bool {
    let properties = schema
        .properties
        .as_ref()
        .map_or(0, |properties| properties.iter().count());
    property.default.is_some()
        || schema
            .required
            .iter()
            .flatten()
            .any(|required| **required == *name)
        || schema
            .min_properties
            .is_some_and(|least| usize::try_from(least).is_ok_and(|least| least >= properties))
        || (is_resource && matches!(name, "apiVersion" | "kind" | "metadata"))
}

/// The name of the field at the end of a selection.
pub(super) fn span_of_field(ast: &Ast, node: NodeId, name: &str) -> Span {
    let whole = ast.node(node).span;
    let Kind::Select { field, .. } = ast.kind(node) else {
        return whole;
    };
    let written = match ast.text(field) {
        "" => name,
        written => written,
    };
    let text = ast.source().get(whole.range()).unwrap_or_default();
    match text.rfind(written) {
        Some(at) => {
            let start = whole.start as usize + at;
            Span::new(start, start + written.len())
        }
        None => whole,
    }
}
