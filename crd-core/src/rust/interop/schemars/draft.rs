//! An intermediate form of a JSON Schema: its keywords so far, before the type of its values is known.

use crate::model::map::Map;
use crate::model::schema::ValidationRule;
use crate::model::sort::sort;
use crate::model::structural::{
    Generic, ListType, MapType, NestedValidation, Restricted, Structural, StructuralShape, ValueValidation,
};
use crate::rust::generate::junctor::Junctor;

/// The set of JSON types that a schema accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Types(u8);

/// A schema without keywords accepts every type.
impl Default for Types {
    fn default() -> Self {
        Types::ALL
    }
}

impl Types {
    pub(super) const NONE: Types = Types(0);
    pub(super) const NULL: Types = Types(1);
    pub(super) const BOOLEAN: Types = Types(2);
    pub(super) const INTEGER: Types = Types(4);
    /// Includes integers.
    pub(super) const NUMBER: Types = Types(4 | 8);
    pub(super) const STRING: Types = Types(16);
    pub(super) const ARRAY: Types = Types(32);
    pub(super) const OBJECT: Types = Types(64);
    pub(super) const INT_OR_STRING: Types = Types(4 | 16);
    pub(super) const SCALARS: Types = Types(2 | 4 | 8 | 16);
    pub(super) const ALL: Types = Types(127);
    /// Everything but null.
    pub(super) const VALUES: Types = Types(126);

    pub(super) fn of_name(name: &str) -> Option<Types> {
        Some(match name {
            "null" => Types::NULL,
            "boolean" => Types::BOOLEAN,
            "integer" => Types::INTEGER,
            "number" => Types::NUMBER,
            "string" => Types::STRING,
            "array" => Types::ARRAY,
            "object" => Types::OBJECT,
            _ => return None,
        })
    }

    pub(super) fn of_value(value: &serde_json::Value) -> Types {
        use serde_json::Value;
        match value {
            Value::Null => Types::NULL,
            Value::Bool(_) => Types::BOOLEAN,
            Value::Number(number) if number.is_f64() => Types::NUMBER,
            Value::Number(_) => Types::INTEGER,
            Value::String(_) => Types::STRING,
            Value::Array(_) => Types::ARRAY,
            Value::Object(_) => Types::OBJECT,
        }
    }

    pub(super) fn and(self, other: Types) -> Types {
        Types(self.0 & other.0)
    }

    pub(super) fn or(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }

    pub(super) fn without(self, other: Types) -> Types {
        Types(self.0 & !other.0)
    }

    pub(super) fn is_within(self, other: Types) -> bool {
        self.0 & !other.0 == 0
    }

    pub(super) fn has_null(self) -> bool {
        self.0 & Types::NULL.0 != 0
    }

    /// Returns the names, for messages.
    pub(super) fn names(self) -> String {
        let names = [
            (Types::NULL, "null"),
            (Types::BOOLEAN, "boolean"),
            (Types::STRING, "string"),
            (Types::ARRAY, "array"),
            (Types::OBJECT, "object"),
        ];
        let mut list: Vec<&str> = names
            .iter()
            .filter(|(types, _)| types.is_within(self))
            .map(|(_, name)| *name)
            .collect();
        if Types::NUMBER.is_within(self) {
            list.push("number");
        } else if Types::INTEGER.is_within(self) {
            list.push("integer");
        }
        list.join(", ")
    }
}

/// `additionalProperties`.
#[derive(Clone, Debug)]
pub(super) enum Rest {
    /// Any value; nothing is pruned.
    Anything,
    /// Values of a schema.
    Each(Box<Draft>),
}

/// `oneOf` or `anyOf`.
#[derive(Clone, Debug)]
pub(super) struct DraftChoice {
    pub(super) junctor: Junctor,
    pub(super) branches: Vec<Draft>,
    pub(super) pointer: String,
}

/// A reference to the schema of a value, before or after conversion.
#[derive(Clone, Copy)]
pub(super) enum SchemaView<'a> {
    Draft(&'a Draft),
    Node(&'a Structural),
}

impl<'a> SchemaView<'a> {
    fn types(self) -> Types {
        match self {
            SchemaView::Draft(draft) => draft.possible_types(),
            SchemaView::Node(node) => match node.shape {
                StructuralShape::Object(_) => Types::OBJECT,
                StructuralShape::Array(_) => Types::ARRAY,
                StructuralShape::String => Types::STRING,
                StructuralShape::Integer => Types::INTEGER,
                StructuralShape::Number => Types::NUMBER,
                StructuralShape::Boolean => Types::BOOLEAN,
                StructuralShape::IntOrString { .. } => Types::INT_OR_STRING,
                StructuralShape::Any => Types::VALUES,
            },
        }
    }

    fn property(self, name: &str) -> Option<SchemaView<'a>> {
        match self {
            SchemaView::Draft(draft) => {
                let own = draft.properties.get(name).map(SchemaView::Draft);
                own.or_else(|| draft.done.get(name).map(SchemaView::Node))
            }
            SchemaView::Node(node) => match &node.shape {
                StructuralShape::Object(object) => object.properties.get(name).map(SchemaView::Node),
                _ => None,
            },
        }
    }

    fn items(self) -> Option<SchemaView<'a>> {
        match self {
            SchemaView::Draft(draft) => draft.items.as_deref().map(SchemaView::Draft),
            SchemaView::Node(node) => match &node.shape {
                StructuralShape::Array(array) => Some(SchemaView::Node(&array.items)),
                _ => None,
            },
        }
    }
}

/// The keywords of one schema, merged with those of the schemas that it refers to. The empty draft accepts everything.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    /// Its JSON pointer, for messages.
    pub(super) pointer: String,
    pub(super) types: Types,
    /// `nullable: true`, regardless of the types.
    pub(super) nullable: bool,
    pub(super) generic: Generic,
    pub(super) validation: ValueValidation,
    pub(super) properties: Map<Draft>,
    /// Properties that were merged from alternatives.
    pub(super) done: Map<Structural>,
    pub(super) rest: Option<Rest>,
    /// `additionalProperties: false`, `unevaluatedProperties: false`.
    pub(super) closed: bool,
    pub(super) items: Option<Box<Draft>>,
    pub(super) unique: bool,
    pub(super) choices: Vec<DraftChoice>,
    pub(super) nots: Vec<Draft>,
    pub(super) rules: Vec<ValidationRule>,
    /// Whether its members are merged into an object with other members, so that they cannot be counted.
    pub(super) among: bool,
    /// Whether it has got its types from the surrounding schema.
    pub(super) typed: bool,
    pub(super) preserve: bool,
    pub(super) embedded: bool,
    pub(super) list_type: Option<ListType>,
    pub(super) map_type: Option<MapType>,
}

impl Draft {
    pub(super) fn new(pointer: String) -> Draft {
        Draft {
            pointer,
            ..Draft::default()
        }
    }

    /// Whether it accepts everything.
    pub(super) fn is_anything(&self) -> bool {
        self.types == Types::ALL
            && self.validation == ValueValidation::default()
            && self.properties.is_empty()
            && self.rest.is_none()
            && !self.closed
            && self.items.is_none()
            && self.choices.is_empty()
            && self.nots.is_empty()
    }

    /// Whether null is among its values.
    pub(super) fn accepts_null(&self) -> bool {
        self.nullable
            || self.types.has_null()
                && (self.choices.iter()).all(|choice| choice.branches.iter().any(Draft::accepts_null))
    }

    /// Returns the types that its values may have, restricted by its choices.
    pub(super) fn possible_types(&self) -> Types {
        self.choices.iter().fold(self.types, |types, choice| {
            let any = choice
                .branches
                .iter()
                .fold(Types::NONE, |any, branch| any.or(branch.possible_types()));
            types.and(any)
        })
    }

    /// Whether it is obvious that no value is valid.
    pub(super) fn is_impossible(&self) -> bool {
        let required = || self.validation.required.iter().flatten();
        let stuck = |name: &str| self.properties.get(name).is_some_and(Draft::is_impossible);
        self.types == Types::NONE || self.types == Types::OBJECT && required().any(|name| stuck(name))
    }

    /// Infers the type from keywords that apply to one type only, if no other keyword gives the type.
    pub(super) fn infer(&mut self) {
        if !Types::VALUES.is_within(self.types) {
            return;
        }
        let v = &self.validation;
        let object = !self.properties.is_empty()
            || !self.done.is_empty()
            || self.rest.is_some()
            || self.closed
            || v.restricts(Restricted::Objects);
        let array = self.items.is_some() || v.restricts(Restricted::Arrays);
        if object != array {
            let types = if object { Types::OBJECT } else { Types::ARRAY };
            self.types = self.types.and(types.or(Types::NULL));
        }
    }

    /// Takes over types from the schema `known` of the same values; returns false if it names properties that `known`
    /// does not have.
    pub(super) fn typed_by(&mut self, known: SchemaView<'_>) -> bool {
        self.typed = true;
        if Types::VALUES.is_within(self.types) {
            self.types = self.types.and(known.types().or(Types::NULL));
        }
        let mut all = true;
        for (name, property) in self.properties.iter_mut() {
            all &= known.property(name).is_some_and(|known| property.typed_by(known));
        }
        if let Some(items) = &mut self.items {
            all &= known.items().is_some_and(|known| items.typed_by(known));
        }
        let branches = self.choices.iter_mut().flat_map(|choice| &mut choice.branches);
        for part in self.nots.iter_mut().chain(branches) {
            all &= part.typed_by(known);
        }
        all
    }

    /// Adds the constraints of another schema of the same values; annotations of this one take precedence.
    pub(super) fn intersect(&mut self, other: Draft) {
        self.types = self.types.and(other.types);
        self.nullable |= other.nullable;
        describe(&mut self.generic, other.generic);
        restrict(&mut self.validation, other.validation);
        if self.validation.enum_.as_ref().is_some_and(Vec::is_empty) {
            self.validation.enum_ = None;
            self.types = Types::NONE;
        }
        for (name, property) in other.properties {
            match self.properties.get_mut(&name) {
                Some(here) => here.intersect(property),
                None => drop(self.properties.insert(name, property)),
            }
        }
        for (name, node) in other.done {
            if !self.done.contains_key(&name) {
                self.done.insert(name, node);
            }
        }
        self.rest = match (self.rest.take(), other.rest) {
            (Some(Rest::Each(mut here)), Some(Rest::Each(there))) => {
                here.intersect(*there);
                Some(Rest::Each(here))
            }
            (Some(Rest::Anything) | None, Some(rest)) | (Some(rest), _) => Some(rest),
            (None, None) => None,
        };
        self.closed |= other.closed;
        self.items = match (self.items.take(), other.items) {
            (Some(mut here), Some(there)) => {
                here.intersect(*there);
                Some(here)
            }
            (here, there) => here.or(there),
        };
        self.unique |= other.unique;
        self.choices.extend(other.choices);
        self.nots.extend(other.nots);
        self.rules.extend(other.rules);
        self.among |= other.among;
        self.preserve |= other.preserve;
        self.embedded |= other.embedded;
        self.list_type = self.list_type.take().or(other.list_type);
        self.map_type = self.map_type.or(other.map_type);
    }
}

fn describe(to: &mut Generic, from: Generic) {
    if to.title.is_empty() {
        to.title = from.title;
    }
    if to.description.is_empty() {
        to.description = from.description;
    }
    to.default = to.default.take().or(from.default);
    to.example = to.example.take().or(from.example);
    to.external_docs = to.external_docs.take().or(from.external_docs);
}

/// Combines two restrictions: the tighter bound, both patterns.
pub(super) fn restrict(to: &mut ValueValidation, from: ValueValidation) {
    to.restrict_counts(from.counts().map(|(_, count)| count));
    let mut also = ValueValidation::default();
    for (here, there, extra) in [
        (&mut to.format, from.format, &mut also.format),
        (&mut to.pattern, from.pattern, &mut also.pattern),
    ] {
        if here.is_empty() {
            *here = there;
        } else if *here != there {
            *extra = there;
        }
    }
    if let Some(bound) = from.minimum
        && to
            .minimum
            .is_none_or(|here| bound > here || (bound >= here && from.exclusive_minimum))
    {
        (to.minimum, to.exclusive_minimum) = (Some(bound), from.exclusive_minimum);
    }
    if let Some(bound) = from.maximum
        && to
            .maximum
            .is_none_or(|here| bound < here || (bound <= here && from.exclusive_maximum))
    {
        (to.maximum, to.exclusive_maximum) = (Some(bound), from.exclusive_maximum);
    }
    match (to.multiple_of, from.multiple_of) {
        (None, factor) => to.multiple_of = factor,
        (Some(here), Some(there)) if here.to_bits() != there.to_bits() => also.multiple_of = Some(there),
        _ => {}
    }
    if let Some(names) = from.required {
        let required = to.required.get_or_insert_default();
        required.extend(names);
        sort(required);
        required.dedup();
    }
    to.enum_ = match (to.enum_.take(), from.enum_) {
        (Some(mut here), Some(there)) => {
            here.retain(|value| there.contains(value));
            Some(here)
        }
        (here, there) => here.or(there),
    };
    to.all_of.extend(from.all_of);
    if also != ValueValidation::default() {
        to.all_of.push(NestedValidation {
            validation: also,
            ..NestedValidation::default()
        });
    }
}
