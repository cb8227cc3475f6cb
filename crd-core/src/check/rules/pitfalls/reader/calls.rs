//! Evaluates operators, functions and methods with sets of outcomes.

use crd_cel::ast::{Kind, Literal};
use crd_cel::facts::DeclaredValue;
use crd_cel::{NodeId, is_namespace};

use super::super::outcomes::{Outcomes, PitfallStep, TracedValue, ValuePath, ValueSource};
use super::overloads::{self, CallResult};
use super::{FieldRead, RuleReader, ZeroDivision, depends_on, element_of, is_required, optional_field};
use crate::model::schema::JsonSchemaProps;

impl<'s> RuleReader<'_, 's> {
    pub(super) fn call(
        &mut self,
        node: NodeId,
        name: &str,
        target: Option<NodeId>,
        args: &[NodeId],
    ) -> TracedValue<'s> {
        if name == "_/_" {
            for operand in args {
                self.declare(*operand);
            }
        }
        match (name, args) {
            ("_&&_", &[left, right]) => TracedValue::unknown(self.outcome(left).and(self.outcome(right))),
            ("_||_", &[left, right]) => TracedValue::unknown(self.outcome(left).or(self.outcome(right))),
            ("!_", &[only]) => TracedValue::unknown(self.outcome(only).not()),
            ("_?_:_", &[condition, yes, no]) => self.conditional(condition, yes, no),
            ("_==_" | "_!=_", &[left, right]) => {
                self.declare_compared(left, right);
                self.declare_compared(right, left);
                let (one, other) = (self.value(left), self.value(right));
                self.use_optional(&one);
                self.use_optional(&other);
                self.compare(&one, &[right]);
                self.compare(&other, &[left]);
                if name == "_==_" {
                    self.compare_with_null(node, &one, (left, right));
                    self.compare_with_null(node, &other, (right, left));
                }
                let equal = match self.type_equality(&one, &other) {
                    Some(equal) if !one.outcome.is_error() && !other.outcome.is_error() => equal
                        .or_else(one.outcome.only_error())
                        .or_else(other.outcome.only_error()),
                    _ => one.outcome.equals(other.outcome),
                };
                TracedValue::unknown(if name == "_==_" { equal } else { equal.not() })
            }
            ("@in", &[left, right]) => {
                let (one, other) = (self.value(left), self.value(right));
                if let Kind::List { elements, .. } = self.ast.kind(right) {
                    let elements = self.ast.nodes(elements);
                    self.compare(&one, elements);
                    if let Some(first) = elements.first() {
                        self.declare_compared(left, *first);
                    }
                }
                if let ValueSource::At(path, schema) = &other.place
                    && let Some(items) = schema.item_schema()
                {
                    let element = TracedValue {
                        outcome: Outcomes::VALUE,
                        place: ValueSource::At(path.child(PitfallStep::Element), items),
                    };
                    self.compare(&element, &[left]);
                }
                TracedValue::unknown(one.outcome.strict(other.outcome))
            }
            ("_[_]", &[of, by]) => self.index(node, of, by),
            ("_/_" | "_%_", &[_, by])
                if self.records()
                    && matches!(
                        self.ast.kind(by),
                        Kind::Literal(Literal::Int(0) | Literal::Uint(0))
                    ) =>
            {
                self.divisions.push(ZeroDivision {
                    node,
                    operator: if name == "_/_" { '/' } else { '%' },
                });
                self.other_call(node, name, target, args)
            }
            ("_<_" | "_<=_" | "_>_" | "_>=_", &[left, right]) => {
                let (operator, turned) = match name {
                    "_<_" => ("<", ">"),
                    "_<=_" => ("<=", ">="),
                    "_>_" => (">", "<"),
                    _ => (">=", "<="),
                };
                self.order(node, (left, operator, right));
                self.order(node, (right, turned, left));
                self.order_of_named(node, operator, [left, right]);
                self.declare_compared(left, right);
                self.declare_compared(right, left);
                self.other_call(node, name, target, args)
            }
            ("_?._" | "_[?_]" | "hasValue" | "or" | "orValue" | "value", _) => {
                match self.optional_call(node, name, target, args) {
                    Some(value) => value,
                    None => self.other_call(node, name, target, args),
                }
            }
            _ => self.other_call(node, name, target, args),
        }
    }

    /// Evaluates calls that create and use optional values; `None` if it is not such a call.
    fn optional_call(
        &mut self,
        node: NodeId,
        name: &str,
        target: Option<NodeId>,
        args: &[NodeId],
    ) -> Option<TracedValue<'s>> {
        Some(match (name, target, args) {
            ("_?._", _, &[of, name]) => {
                let of = self.value(of);
                let name = self.ast.string_literal(name).unwrap_or_default();
                TracedValue {
                    outcome: of.outcome,
                    place: match of.place {
                        ValueSource::At(path, schema) | ValueSource::OptionalAt(path, schema) => {
                            optional_field(&path, schema, name)
                        }
                        _ => ValueSource::Optional,
                    },
                }
            }
            ("_[?_]", _, &[of, by]) => {
                let (of, by) = (self.value(of), self.outcome(by));
                self.use_optional(&of);
                TracedValue {
                    outcome: of.outcome.strict(by),
                    place: ValueSource::Optional,
                }
            }
            ("hasValue", Some(target), &[]) => {
                let of = self.value(target);
                if of.outcome.is_error() {
                    return Some(TracedValue::unknown(of.outcome));
                }
                let outcome = match (&of.place, self.absent) {
                    (ValueSource::OptionalAt(path, _), Some(absent)) if depends_on(path, absent) => {
                        Outcomes::FALSE
                    }
                    (ValueSource::OptionalAt(path, _), Some(absent)) if absent.is_below(path) => {
                        Outcomes::TRUE
                    }
                    _ => Outcomes::VALUE,
                };
                TracedValue::unknown(outcome.or_else(of.outcome.only_error()))
            }
            ("value", Some(target), &[]) => {
                let of = self.value(target);
                let ValueSource::OptionalAt(path, schema) = of.place else {
                    if matches!(of.place, ValueSource::At(..)) {
                        return None;
                    }
                    self.use_optional(&of);
                    return Some(TracedValue {
                        place: of.place.joined(&ValueSource::Unknown),
                        outcome: of.outcome.strict(Outcomes::VALUE),
                    });
                };
                if of.outcome.is_error() {
                    return Some(TracedValue::unknown(of.outcome));
                }
                if self.absent.is_some_and(|absent| depends_on(&path, absent)) {
                    return Some(TracedValue::unknown(Outcomes::error(node)));
                }
                self.read_optional(&path);
                TracedValue {
                    outcome: Outcomes::VALUE.or_else(of.outcome.only_error()),
                    place: ValueSource::At(path, schema),
                }
            }
            // These evaluate their argument only if it is needed.
            ("or" | "orValue", Some(target), &[other]) => {
                let optional = self.value(target);
                if let (ValueSource::OptionalAt(path, _), Some(absent), "orValue") =
                    (&optional.place, self.absent, name)
                    && depends_on(path, absent)
                    && optional.outcome == Outcomes::VALUE
                    && matches!(self.ast.kind(other), Kind::Literal(Literal::Bool(_)))
                {
                    return Some(self.value(other));
                }
                self.use_optional(&optional);
                let optional = optional.outcome;
                let other = self.outcome(other);
                if optional.is_error() {
                    return Some(TracedValue::unknown(optional));
                }
                let outcome = Outcomes::VALUE
                    .or_else(optional.only_error())
                    .or_else(other.only_error());
                TracedValue {
                    outcome,
                    place: if name == "or" {
                        ValueSource::Optional
                    } else {
                        ValueSource::Unknown
                    },
                }
            }
            _ => return None,
        })
    }

    fn other_call(
        &mut self,
        node: NodeId,
        name: &str,
        target: Option<NodeId>,
        args: &[NodeId],
    ) -> TracedValue<'s> {
        let (namespaced, target) = match target.map(|target| (target, self.ast.kind(target))) {
            Some((_, Kind::Ident(namespace))) if is_namespace(self.ast.text(namespace)) => {
                (Some(format!("{}.{name}", self.ast.text(namespace))), None)
            }
            Some((target, _)) => (None, Some(target)),
            None => (None, None),
        };
        let mut outcome = Outcomes::VALUE;
        // The result of a function of an optional value may be optional.
        let mut place = ValueSource::Unknown;
        let mut types = Vec::new();
        for argument in target.iter().chain(args) {
            let value = self.value(*argument);
            self.use_optional(&value);
            if target == Some(*argument) {
                self.compare_part(node, (name, args), &value);
            }
            if let ValueSource::At(_, schema) = &value.place
                && (name == "string" || name.starts_with("get"))
                && self.records()
            {
                let declared = match (&*schema.type_, &*schema.format) {
                    ("string", "date-time" | "date") => Some(DeclaredValue::Timestamp),
                    ("string", "duration") => Some(DeclaredValue::Duration),
                    ("boolean", _) => Some(DeclaredValue::Boolean),
                    ("integer", _) if !schema.x_int_or_string => Some(DeclaredValue::Integer),
                    _ => None,
                };
                self.declared
                    .extend(declared.map(|declared| (*argument, declared)));
            }
            place = place.joined(&value.place);
            outcome = outcome.strict(value.outcome);
            types.push(self.type_of(&value));
        }
        if self.typed.is_none() || !matches!(place, ValueSource::Unknown) {
            return TracedValue { outcome, place };
        }
        if name == "type"
            && let [Some(of)] = types.as_slice()
        {
            place = ValueSource::Type(*of);
            return TracedValue { outcome, place };
        }
        match overloads::result(namespaced.as_deref().unwrap_or(name), target.is_some(), &types) {
            CallResult::NoOverload => outcome = outcome.strict(Outcomes::error(node)),
            CallResult::Of(result) => place = ValueSource::Computed(result),
            CallResult::Unknown => {}
        }
        TracedValue { outcome, place }
    }

    pub(super) fn conditional(&mut self, condition: NodeId, yes: NodeId, no: NodeId) -> TracedValue<'s> {
        let condition = self.outcome(condition);
        if condition.is_error() {
            return TracedValue::unknown(condition);
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
        TracedValue {
            outcome,
            place: yes.place.joined(&no.place),
        }
    }

    /// Evaluates `of[by]`.
    pub(super) fn index(&mut self, node: NodeId, of: NodeId, by: NodeId) -> TracedValue<'s> {
        let (of, index) = (self.collection(of), self.value(by));
        self.use_optional(&of);
        let outcome = of.outcome.strict(index.outcome);
        let place = match (of.place, index.place) {
            (ValueSource::Optional | ValueSource::OptionalAt(..), _) => ValueSource::Optional,
            (ValueSource::At(path, schema), index) => match element_of(schema) {
                Some(element) => match (index, self.ast.kind(by)) {
                    (ValueSource::KeyOf(range), _) if range == path => {
                        ValueSource::At(path.child(PitfallStep::Element), element)
                    }
                    (_, Kind::Literal(literal)) => {
                        if matches!(literal, Literal::Int(..0))
                            && schema.item_schema().is_some()
                            && self.records()
                        {
                            self.negative_indices.push(node);
                        }
                        let path = path.child(self.written_index(schema, by));
                        if self.absent == Some(&path) {
                            return TracedValue::unknown(outcome.strict(Outcomes::error(node)));
                        }
                        self.read_element(&path, schema, by);
                        ValueSource::At(path, element)
                    }
                    _ => ValueSource::Unknown,
                },
                None => ValueSource::Unknown,
            },
            _ => ValueSource::Unknown,
        };
        TracedValue { outcome, place }
    }

    /// Returns the step to the element, by its literal index or key.
    fn written_index(&self, schema: &JsonSchemaProps, by: NodeId) -> PitfallStep {
        let span = self.ast.node(by).span.range();
        let text = self.ast.source().get(span).unwrap_or_default();
        match self.ast.string_literal(by) {
            _ if schema.item_schema().is_some() => PitfallStep::At(text.into()),
            Some(key) => PitfallStep::of_key(key),
            None => PitfallStep::Key(text.into()),
        }
    }

    /// Records that an element is read, unless the schema guarantees that it exists.
    fn read_element(&mut self, path: &ValuePath, schema: &JsonSchemaProps, by: NodeId) {
        if !self.records() || self.reads.iter().any(|read| read.path == *path) {
            return;
        }
        let may_be_absent = match path.least_elements() {
            Some(least) => schema.min_items.is_none_or(|min_items| min_items < least),
            None => self
                .ast
                .string_literal(by)
                .is_some_and(|key| !is_required(schema, key)),
        };
        if may_be_absent && schema.enum_.is_none() {
            self.reads.push(FieldRead { path: path.clone() });
        }
    }

    /// Records that the value of an optional field is read.
    fn read_optional(&mut self, path: &ValuePath) {
        let mut at = ValuePath {
            old: path.old,
            steps: Vec::new(),
        };
        let mut schema = self.node.schema;
        for step in &path.steps {
            let PitfallStep::Field(name) = step else { return };
            let Some(field) = self.field(&at, schema, name) else {
                return;
            };
            self.read_field(&field);
            (at, schema) = (field.path, field.schema);
        }
    }

    /// Records the use of an optional value.
    pub(super) fn use_optional(&mut self, value: &TracedValue<'s>) {
        if let (ValueSource::OptionalAt(path, _), Some(absent)) = (&value.place, self.absent) {
            self.is_uncertain |= depends_on(path, absent);
        }
    }
}
