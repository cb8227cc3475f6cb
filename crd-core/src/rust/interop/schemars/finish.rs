//! Turns a finished [`Draft`] into a structural schema: decides the type, builds the children, and moves keywords into
//! branches that a structural schema allows only there.

use std::net::{IpAddr, Ipv4Addr};

use crd_cel::syntax::STRING_FORMATS;

use super::draft::{Draft, Rest, SchemaView, Types, restrict};
use super::lift::{INSTEAD, SchemarsImport};
use crate::model::sort::sort;
use crate::model::structural::{
    Additional, Array, IntOrStringSpelling, ListType, NestedValidation, Object, Structural, StructuralShape,
    ValueValidation,
};
use crate::model::text::InternedText;
use crate::rust::generate::junctor::{Junctor, add_not, nested};
use crate::rust::generate::simple::integer;
use crate::rust::generate::{Profile, structural};
use crate::rust::shape::Schema as _;

impl SchemarsImport<'_> {
    /// Builds the structural schema of a draft whose keywords are all read.
    pub(super) fn finish(&mut self, mut draft: Draft) -> Structural {
        if !self.may_finish(&draft.pointer) {
            return Structural::new(StructuralShape::Any);
        }
        self.choose(&mut draft);
        draft.infer();
        let nots = std::mem::take(&mut draft.nots);
        let mut refused = Vec::new();
        for not in nots {
            refused.extend(self.negate(&mut draft, not));
        }
        let values = draft.types.without(Types::NULL);
        let nullable = draft.nullable || draft.types.has_null();
        let pointer = std::mem::take(&mut draft.pointer);
        let mut node = match values {
            Types::NONE if nullable => nothing(),
            Types::BOOLEAN => Structural::new(StructuralShape::Boolean),
            Types::STRING => string(&mut draft),
            Types::INTEGER => self.integer(&mut draft, &pointer),
            Types::NUMBER => number(&mut draft),
            Types::INT_OR_STRING => int_or_string(&mut draft),
            Types::ARRAY => self.array(&mut draft, &pointer),
            Types::OBJECT => self.object(&mut draft, &pointer),
            Types::VALUES => {
                if draft.validation != ValueValidation::default() || !refused.is_empty() {
                    self.problem(
                        &pointer,
                        format!("it restricts values, but has no `type`; {INSTEAD}"),
                    );
                }
                Structural::new(StructuralShape::Any)
            }
            Types::NONE => {
                self.problem(&pointer, format!("no value can have both types; {INSTEAD}"));
                Structural::new(StructuralShape::Any)
            }
            types => {
                self.problem(
                    &pointer,
                    format!(
                        "values may be {}, but a structural schema has one type; {INSTEAD}",
                        types.names()
                    ),
                );
                Structural::new(StructuralShape::Any)
            }
        };
        restrict(&mut node.validation, plain(&mut draft.validation));
        node.validation.all_of.append(&mut draft.validation.all_of);
        Junctor::AnyOf.add(&mut node.validation, draft.validation.any_of);
        Junctor::OneOf.add(&mut node.validation, draft.validation.one_of);
        for not in refused {
            add_not(&mut node.validation, not);
        }
        if let Some(required) = &mut node.validation.required {
            sort(required);
            required.dedup();
        }
        if draft.preserve {
            node.preserve_unknown_fields = true;
        }
        node.generic = draft.generic;
        node.generic.nullable = nullable;
        node.rules = draft.rules;
        node
    }

    fn object(&mut self, draft: &mut Draft, pointer: &str) -> Structural {
        let mut properties = std::mem::take(&mut draft.done);
        for (name, property) in std::mem::take(&mut draft.properties) {
            let node = self.finish(property);
            properties.insert(name, node);
        }
        let mut preserve = false;
        let mut additional = None;
        match draft.rest.take() {
            Some(Rest::Anything) if !properties.is_empty() => preserve = true,
            Some(Rest::Anything) => {
                let mut values = Structural::new(StructuralShape::Any);
                values.generic.nullable = true;
                additional = Some(Additional::Schema(Box::new(values)));
            }
            Some(Rest::Each(values)) => {
                if !properties.is_empty() {
                    self.problem(
                        pointer,
                        format!(
                            "it has named properties and a map, but the API server does not accept both \
                             `properties` and `additionalProperties`; {INSTEAD}"
                        ),
                    );
                }
                additional = Some(Additional::Schema(Box::new(self.finish(*values))));
            }
            None => {}
        }
        if draft.embedded && properties.is_empty() {
            preserve = true;
        }
        Structural {
            preserve_unknown_fields: preserve,
            ..Structural::new(StructuralShape::Object(Object {
                properties,
                additional,
                embedded_resource: draft.embedded,
                map_type: draft.map_type,
            }))
        }
    }

    fn array(&mut self, draft: &mut Draft, pointer: &str) -> Structural {
        let items = if let Some(items) = draft.items.take() {
            self.finish(*items)
        } else {
            let mut items = Structural::new(StructuralShape::Any);
            items.generic.nullable = true;
            items
        };
        let mut list_type = draft.list_type.take();
        if draft.unique && list_type.is_none() {
            let scalar = !matches!(
                items.shape,
                StructuralShape::Object(_) | StructuralShape::Array(_) | StructuralShape::Any
            );
            if scalar && !items.generic.nullable {
                list_type = Some(ListType::Set);
            } else {
                self.problem(
                    &format!("{pointer}/uniqueItems"),
                    format!("only lists of strings, numbers and booleans can be sets; {INSTEAD}"),
                );
            }
        }
        Structural::new(StructuralShape::Array(Array {
            items: Box::new(items),
            list_type,
        }))
    }

    /// Builds an integer with the range of a Rust type, which schemars writes as the format.
    fn integer(&mut self, draft: &mut Draft, pointer: &str) -> Structural {
        let format = std::mem::take(&mut draft.validation.format);
        let (minimum, maximum) = match &*format {
            "int8" => (i8::MIN.into(), i8::MAX.into()),
            "int16" => (i16::MIN.into(), i16::MAX.into()),
            "int32" => (i32::MIN.into(), i32::MAX.into()),
            "int" | "int64" => (i64::MIN.into(), i64::MAX.into()),
            "uint8" => (0, u8::MAX.into()),
            "uint16" => (0, u16::MAX.into()),
            "uint32" => (0, u32::MAX.into()),
            "uint" | "uint64" => (0, u64::MAX.into()),
            "int128" | "uint128" => {
                self.problem(
                    &format!("{pointer}/format"),
                    format!(
                        "integers of 128 bits do not fit the 64 bits of the API server; use a string, or \
                         {INSTEAD}"
                    ),
                );
                (i64::MIN.into(), i64::MAX.into())
            }
            _ => return Structural::new(StructuralShape::Integer),
        };
        let mut node = integer(minimum, maximum);
        // The format itself implies the bounds of its range.
        let bounds = &mut draft.validation;
        if node.validation.minimum.is_none() && bounds.minimum.is_some_and(|bound| bound <= as_float(minimum))
        {
            bounds.minimum = None;
        }
        if node.validation.maximum.is_none() && bounds.maximum.is_some_and(|bound| bound >= as_float(maximum))
        {
            bounds.maximum = None;
        }
        node.validation.exclusive_minimum = false;
        node
    }

    /// Evaluates `not`, now that the types are known.
    fn negate(&mut self, draft: &mut Draft, mut not: Draft) -> Option<NestedValidation> {
        let pointer = not.pointer.clone();
        if !not.typed && !not.typed_by(SchemaView::Draft(draft)) {
            self.problem(
                &pointer,
                format!("`not` names properties that the schema itself does not have; {INSTEAD}"),
            );
        }
        let values = draft.types.without(Types::NULL);
        let whole = Draft {
            types: Types::ALL,
            ..not.clone()
        };
        if whole.is_anything() {
            // `not` only restricts types.
            draft.types = draft.types.without(not.types);
            return None;
        }
        not.types = not.types.and(values);
        let mut required = draft.validation.required.iter().flatten();
        if not.is_impossible()
            || required.any(|name| not.properties.get(name).is_some_and(Draft::is_impossible))
        {
            return None;
        }
        if not.types != values || values == Types::VALUES {
            self.problem(
                &pointer,
                format!(
                    "`not` depends on the type of the value, which a structural schema cannot express; \
                     {INSTEAD}"
                ),
            );
            return None;
        }
        let node = self.finish(not);
        Some(restrictions(node))
    }
}

/// Returns a schema that accepts only null, which serde writes for unit types.
fn nothing() -> Structural {
    let mut node = Structural::new(StructuralShape::Object(Object::default()));
    // As in the schema of `()`: no object is valid.
    node.validation.min_properties = Some(1);
    node.validation.max_properties = Some(0);
    node
}

fn string(draft: &mut Draft) -> Structural {
    let format = std::mem::take(&mut draft.validation.format);
    // The server accepts leading zeros, Rust's address types do not.
    let address = match &*format {
        "ip" => Some(IpAddr::SHAPE),
        "ipv4" => Some(Ipv4Addr::SHAPE),
        _ => None,
    };
    if let Some(Ok(node)) = address.map(|shape| structural(&shape, Profile::ApiServer)) {
        return node;
    }
    let mut node = Structural::new(StructuralShape::String);
    // The server's `duration` is Go's, that of JSON Schema is ISO 8601.
    if &*format != "duration" && STRING_FORMATS.contains(&&*format) {
        node.validation.format = format;
    }
    node
}

fn number(draft: &mut Draft) -> Structural {
    let mut node = Structural::new(StructuralShape::Number);
    let format = std::mem::take(&mut draft.validation.format);
    if matches!(&*format, "float" | "double") {
        node.validation.format = format;
    }
    node
}

fn int_or_string(draft: &mut Draft) -> Structural {
    draft.validation.format = InternedText::default();
    let spelled = if draft.validation.any_of.is_empty() {
        IntOrStringSpelling::AnyOf
    } else {
        IntOrStringSpelling::AllOf
    };
    Structural::new(StructuralShape::IntOrString { spelled })
}

/// Takes everything except the junctors out of the validation.
fn plain(validation: &mut ValueValidation) -> ValueValidation {
    let mut plain = std::mem::take(validation);
    validation.all_of = std::mem::take(&mut plain.all_of);
    validation.any_of = std::mem::take(&mut plain.any_of);
    validation.one_of = std::mem::take(&mut plain.one_of);
    plain
}

/// Converts a schema to a restriction under a junctor: its structure is declared outside.
pub(super) fn restrictions(node: Structural) -> NestedValidation {
    let mut here = nested(node.validation);
    match node.shape {
        StructuralShape::Object(object) => {
            for (name, property) in object.properties {
                let property = restrictions(property);
                if property != NestedValidation::default() {
                    here.properties.insert(name, property);
                }
            }
        }
        StructuralShape::Array(array) => {
            let items = restrictions(*array.items);
            if items != NestedValidation::default() {
                here.items = Some(Box::new(items));
            }
        }
        _ => {}
    }
    here
}

#[expect(
    clippy::cast_precision_loss,
    reason = "compared with what JSON says, which is a float too"
)]
fn as_float(bound: i128) -> f64 {
    bound as f64
}
