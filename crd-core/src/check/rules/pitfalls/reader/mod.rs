//! Evaluates a rule with sets of outcomes in place of values.

mod calls;
mod comparisons;
mod loops;
mod overloads;

use crd_cel::ast::{Kind, Literal, Span, Text};
use crd_cel::facts::{DeclaredValue, ExpressionMistake};
use crd_cel::{Ast, NodeId, TypeId, escape, is_reserved};

use super::outcomes::{Assumption, Outcomes, PitfallStep, TracedValue, ValuePath, ValueSource};
use super::text_order::OrderedText;
use crate::model::map::Map;
use crate::model::schema::{JsonSchemaProps, ValidationRule};
use crate::model::text::InternedText;
use crate::server::cel::SelfKind;

/// A schema, and whether its value is a whole object.
#[derive(Clone, Copy)]
pub(in crate::check::rules::pitfalls) struct RuleNode<'s> {
    pub(in crate::check::rules::pitfalls) schema: &'s JsonSchemaProps,
    pub(in crate::check::rules::pitfalls) kind: SelfKind,
}

/// Maximum depth to which expressions are evaluated; the parser's limits are lower, but macros duplicate expressions.
const MAX_DEPTH: usize = 1_000;

/// A field or element that a rule reads and that may be absent.
pub(super) struct FieldRead {
    pub(super) path: ValuePath,
}

/// A value that may be an integer or a string.
pub(super) struct IntOrStringRead<'s> {
    pub(super) path: ValuePath,
    pub(super) schema: &'s JsonSchemaProps,
    /// The expression that reads it first.
    pub(super) node: NodeId,
}

/// A comparison of a value with a string or an integer that is not in its `enum`.
pub(super) struct NeverEqual {
    pub(super) span: Span,
    pub(super) text: String,
    /// The string of the `enum` that is probably meant.
    pub(super) near: Option<String>,
    pub(super) values: Vec<String>,
}

/// A declared field of a value.
struct ReadField<'s> {
    path: ValuePath,
    schema: &'s JsonSchemaProps,
    is_always_present: bool,
}

/// A division by the literal 0.
pub(super) struct ZeroDivision {
    pub(super) node: NodeId,
    pub(super) operator: char,
}

/// A comparison of a declared member with null, which it never is.
pub(super) struct NullComparison {
    pub(super) node: NodeId,
    pub(super) value: NodeId,
    pub(super) is_always_present: bool,
}

/// One evaluation of a rule.
pub(super) struct RuleReader<'a, 's> {
    ast: &'a Ast,
    node: RuleNode<'s>,
    old_is_optional: bool,
    /// The field or element that is assumed to be absent. Its parents are present.
    absent: Option<&'a ValuePath>,
    /// The int-or-string that is assumed to have a type.
    typed: Option<(&'a ValuePath, TypeId)>,
    scopes: Vec<(Text, TracedValue<'s>)>,
    depth: usize,
    /// Whether a value that depends on the absent field was used in a way that is not analyzed.
    pub(super) is_uncertain: bool,
    pub(super) reads: Vec<FieldRead>,
    /// The values that may be an integer or a string, each once.
    pub(super) int_or_strings: Vec<IntOrStringRead<'s>>,
    pub(super) never_equal: Vec<NeverEqual>,
    /// Comparisons that are the same for every value, or that compare other values than meant.
    pub(super) mistakes: Vec<ExpressionMistake>,
    /// Comparisons of the order of amounts that are texts.
    pub(super) misordered: Vec<ExpressionMistake>,
    pub(super) divisions: Vec<ZeroDivision>,
    /// The reads of an element of a list by a negative index.
    pub(super) negative_indices: Vec<NodeId>,
    pub(super) null_comparisons: Vec<NullComparison>,
    /// The comparisons of the order of a text and a constant.
    pub(super) ordered: Vec<OrderedText<'s>>,
    /// Whether a loop over a list is inside another one over the same list, so that its elements are compared with one another.
    pub(super) compares_elements: bool,
    /// What the schema says about expressions that are compared or read.
    pub(super) declared: Vec<(NodeId, DeclaredValue)>,
}

impl<'a, 's> RuleReader<'a, 's> {
    pub(super) fn new(
        ast: &'a Ast,
        node: RuleNode<'s>,
        rule: &ValidationRule,
        assumed: Assumption<'a>,
    ) -> Self {
        let (absent, typed) = match assumed {
            Assumption::None => (None, None),
            Assumption::Absent(path) => (Some(path), None),
            Assumption::Typed(path, of) => (None, Some((path, of))),
        };
        RuleReader {
            ast,
            node,
            old_is_optional: rule.optional_old_self == Some(true),
            absent,
            typed,
            scopes: Vec::new(),
            depth: 0,
            is_uncertain: false,
            reads: Vec::new(),
            int_or_strings: Vec::new(),
            never_equal: Vec::new(),
            mistakes: Vec::new(),
            misordered: Vec::new(),
            divisions: Vec::new(),
            negative_indices: Vec::new(),
            null_comparisons: Vec::new(),
            ordered: Vec::new(),
            declared: Vec::new(),
            compares_elements: false,
        }
    }

    /// Returns the outcome of the whole rule.
    pub(super) fn rule(&mut self) -> Outcomes {
        match self.ast.root() {
            Some(root) => self.value(root).outcome,
            None => Outcomes::VALUE,
        }
    }

    fn value(&mut self, node: NodeId) -> TracedValue<'s> {
        if self.depth > MAX_DEPTH {
            return TracedValue::unknown(Outcomes::VALUE);
        }
        self.depth += 1;
        let value = self.value_within(node);
        self.depth -= 1;
        // A list without the element has any size and any other elements. Values computed from these are not analyzed.
        if let ValueSource::At(path, _) | ValueSource::OptionalAt(path, _) = &value.place
            && self.absent.is_some_and(|absent| absent.is_element_of(path))
        {
            self.is_uncertain = true;
        }
        if let ValueSource::At(path, schema) = &value.place
            && schema.x_int_or_string
            && self.records()
            && !self.int_or_strings.iter().any(|read| read.path == *path)
        {
            self.int_or_strings.push(IntOrStringRead {
                path: path.clone(),
                schema,
                node,
            });
        }
        value
    }

    /// Whether nothing is assumed, so that what the rule reads is recorded.
    fn records(&self) -> bool {
        self.absent.is_none() && self.typed.is_none()
    }

    /// Whether a value below the path is assumed to be absent or to have a type, so that the value at the path is present.
    fn is_above_assumed(&self, path: &ValuePath) -> bool {
        self.absent.is_some_and(|absent| absent.is_below(path))
            || self.typed.is_some_and(|(typed, _)| typed.is_below(path))
    }

    /// Evaluates the value that an element is read from.
    fn collection(&mut self, node: NodeId) -> TracedValue<'s> {
        let was_uncertain = self.is_uncertain;
        let value = self.value(node);
        let is_element_of_it = |path| self.absent.is_some_and(|absent| absent.is_element_of(path));
        if matches!(&value.place, ValueSource::At(path, _) if is_element_of_it(path)) {
            self.is_uncertain = was_uncertain;
        }
        value
    }

    fn outcome(&mut self, node: NodeId) -> Outcomes {
        self.value(node).outcome
    }

    fn value_within(&mut self, node: NodeId) -> TracedValue<'s> {
        let ast = self.ast;
        match ast.kind(node) {
            Kind::Literal(Literal::Bool(true)) => TracedValue::computed(Outcomes::TRUE, TypeId::BOOL),
            Kind::Literal(Literal::Bool(false)) => TracedValue::computed(Outcomes::FALSE, TypeId::BOOL),
            Kind::Unspecified => TracedValue::unknown(Outcomes::VALUE),
            Kind::Literal(literal) => TracedValue::computed(Outcomes::VALUE, overloads::of_literal(&literal)),
            Kind::Ident(name) => self.ident(name),
            Kind::Select {
                operand,
                field,
                test_only,
            } => {
                let of = self.collection(operand);
                if test_only {
                    self.test(of, ast.text(field))
                } else {
                    self.select(node, of, ast.text(field))
                }
            }
            Kind::Call {
                function,
                target,
                args,
            } => self.call(node, ast.text(function), target, ast.nodes(args)),
            Kind::List { elements, .. } => {
                let mut outcome = Outcomes::VALUE;
                for element in ast.nodes(elements) {
                    outcome = outcome.strict(self.outcome(*element));
                }
                TracedValue::unknown(outcome)
            }
            Kind::Map(entries) | Kind::Struct { entries, .. } => {
                let mut outcome = Outcomes::VALUE;
                for entry in ast.entries(entries) {
                    outcome = outcome.strict(self.outcome(entry.value));
                }
                TracedValue::unknown(outcome)
            }
            Kind::Comprehension(id) => match ast.comprehension(id) {
                Some(lap) => self.comprehension(*lap),
                None => TracedValue::unknown(Outcomes::VALUE),
            },
        }
    }

    fn ident(&self, name: Text) -> TracedValue<'s> {
        let name = self.ast.text(name);
        for (known, value) in self.scopes.iter().rev() {
            if self.ast.text(*known) == name {
                return value.clone();
            }
        }
        let place = match name.strip_prefix('.').unwrap_or(name) {
            "oldSelf" if self.old_is_optional => ValueSource::OptionalAt(
                ValuePath {
                    old: true,
                    steps: Vec::new(),
                },
                self.node.schema,
            ),
            root @ ("self" | "oldSelf") => ValueSource::At(
                ValuePath {
                    old: root == "oldSelf",
                    steps: Vec::new(),
                },
                self.node.schema,
            ),
            name => overloads::named(name).map_or(ValueSource::Unknown, ValueSource::Type),
        };
        TracedValue {
            outcome: Outcomes::VALUE,
            place,
        }
    }

    /// Evaluates `of.name`.
    fn select(&mut self, node: NodeId, of: TracedValue<'s>, name: &str) -> TracedValue<'s> {
        if of.outcome.is_error() {
            return TracedValue::unknown(of.outcome);
        }
        let outcome = Outcomes::VALUE.or_else(of.outcome.only_error());
        let place = match of.place {
            // Neither an integer nor a text has fields.
            ValueSource::At(path, schema)
                if schema.x_int_or_string && self.typed.is_some_and(|(typed, _)| *typed == path) =>
            {
                return TracedValue::unknown(Outcomes::error(node));
            }
            ValueSource::At(path, schema) => match self.field(&path, schema, name) {
                Some(field) if self.absent == Some(&field.path) => {
                    return TracedValue::unknown(Outcomes::error(node));
                }
                None if is_value_of_map(schema, name) => {
                    let path = path.child(PitfallStep::of_key(name));
                    if self.absent == Some(&path) {
                        return TracedValue::unknown(Outcomes::error(node));
                    }
                    let is_known = self.reads.iter().any(|read| read.path == path);
                    if self.records() && !is_known && schema.enum_.is_none() && !is_required(schema, name) {
                        self.reads.push(FieldRead { path: path.clone() });
                    }
                    match schema.additional_schema() {
                        Some(value) => ValueSource::At(path, value),
                        None => ValueSource::Unknown,
                    }
                }
                Some(field) => {
                    self.read_field(&field);
                    ValueSource::At(field.path, field.schema)
                }
                None => ValueSource::Unknown,
            },
            ValueSource::Optional => ValueSource::Optional,
            ValueSource::OptionalAt(path, schema) => optional_field(&path, schema, name),
            ValueSource::Unknown
            | ValueSource::KeyOf(_)
            | ValueSource::Computed(_)
            | ValueSource::Type(_) => ValueSource::Unknown,
        };
        TracedValue { outcome, place }
    }

    /// Records that a field is read, unless it is always present.
    fn read_field(&mut self, field: &ReadField<'s>) {
        let is_known = self.reads.iter().any(|read| read.path == field.path);
        if !field.is_always_present && self.records() && !is_known {
            self.reads.push(FieldRead {
                path: field.path.clone(),
            });
        }
    }

    /// Evaluates `has(of.name)`.
    fn test(&self, of: TracedValue<'s>, name: &str) -> TracedValue<'s> {
        if of.outcome.is_error() {
            return TracedValue::unknown(of.outcome);
        }
        let failed = of.outcome.only_error();
        let field = match of.place {
            ValueSource::At(path, schema) if is_value_of_map(schema, name) => {
                let is_absent = self.absent == Some(&path.child(PitfallStep::of_key(name)));
                let outcome = if is_absent {
                    Outcomes::FALSE
                } else {
                    Outcomes::VALUE
                };
                return TracedValue::unknown(outcome.or_else(failed));
            }
            ValueSource::At(path, schema) => self.field(&path, schema, name),
            ValueSource::Optional => {
                return TracedValue {
                    outcome: Outcomes::VALUE.or_else(failed),
                    place: ValueSource::Optional,
                };
            }
            ValueSource::OptionalAt(path, schema) => {
                return TracedValue {
                    outcome: Outcomes::VALUE.or_else(failed),
                    place: optional_field(&path, schema, name),
                };
            }
            ValueSource::Unknown
            | ValueSource::KeyOf(_)
            | ValueSource::Computed(_)
            | ValueSource::Type(_) => None,
        };
        let outcome = match field {
            Some(field) if self.absent == Some(&field.path) => Outcomes::FALSE,
            Some(field)
                if field.is_always_present
                    || self.is_above_assumed(&field.path)
                    || self.typed.is_some_and(|(typed, _)| *typed == field.path) =>
            {
                Outcomes::TRUE
            }
            _ => Outcomes::VALUE,
        };
        TracedValue::unknown(outcome.or_else(failed))
    }

    /// Returns the field of a value at a path; `None` if it is not declared, or if the server sets it.
    fn field(&self, path: &ValuePath, schema: &'s JsonSchemaProps, name: &str) -> Option<ReadField<'s>> {
        // The server requires names, and sets other metadata.
        let is_metadata =
            matches!(path.steps.as_slice(), [PitfallStep::Field(name)] if **name == *"metadata");
        if is_metadata && self.node.kind == SelfKind::Resource {
            return None;
        }
        let (name, property) = property(schema, name)?;
        let kind = match path.steps.as_slice() {
            [] => self.node.kind,
            _ => SelfKind::Value,
        };
        Some(ReadField {
            path: path.child(PitfallStep::Field(name.clone())),
            schema: property,
            is_always_present: is_always_present(schema, name, property, kind),
        })
    }
}

/// Whether a value is absent if another is.
fn depends_on(path: &ValuePath, absent: &ValuePath) -> bool {
    path == absent || path.is_below(absent)
}

/// Returns the source of a field that is selected with `?`, or from an optional value.
fn optional_field<'s>(path: &ValuePath, schema: &'s JsonSchemaProps, name: &str) -> ValueSource<'s> {
    match property(schema, name) {
        Some((name, property)) => {
            ValueSource::OptionalAt(path.child(PitfallStep::Field(name.clone())), property)
        }
        None => ValueSource::Optional,
    }
}

/// Whether the name selects a value of a map, and not a declared property.
fn is_value_of_map(schema: &JsonSchemaProps, name: &str) -> bool {
    schema.additional_schema().is_some() && property(schema, name).is_none()
}

fn is_required(schema: &JsonSchemaProps, name: &str) -> bool {
    schema
        .required
        .iter()
        .flatten()
        .any(|required| **required == *name)
}

/// Returns the schema of the elements of a list, or of the values of a map.
pub(super) fn element_of(schema: &JsonSchemaProps) -> Option<&JsonSchemaProps> {
    schema.item_schema().or_else(|| schema.additional_schema())
}

/// Finds a property by its name in rules.
fn property<'s>(schema: &'s JsonSchemaProps, name: &str) -> Option<(&'s InternedText, &'s JsonSchemaProps)> {
    let properties = schema.properties.as_ref()?;
    if !name.contains('_') || !name.contains("__") {
        // Only names with two underscores are escaped.
        return properties.named(name);
    }
    let mut names = properties.keys();
    let found = names.find(|property| {
        (*property == name && is_reserved(name)) || escape(property).is_some_and(|escaped| escaped == name)
    });
    properties.named(found?)
}

/// Whether each object has a property, either by its schema or because the server sets it.
fn is_always_present(
    schema: &JsonSchemaProps,
    name: &str,
    property: &JsonSchemaProps,
    kind: SelfKind,
) -> bool {
    let properties = schema.properties.as_ref().map_or(0, Map::len);
    property.default.is_some()
        || is_required(schema, name)
        || schema
            .min_properties
            .is_some_and(|least| usize::try_from(least).is_ok_and(|least| least >= properties))
        || (kind.is_resource(schema) && matches!(name, "apiVersion" | "kind" | "metadata"))
}

/// Returns the span of the name of the field at the end of a selection.
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
