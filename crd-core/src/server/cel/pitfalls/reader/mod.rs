//! Evaluates a rule with sets of outcomes in place of values.

mod calls;
mod loops;

use crd_cel::ast::{Kind, Literal, Span, Text};
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
