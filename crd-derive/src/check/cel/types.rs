//! The CEL types of Rust types, as far as they follow from the names.

use crd_cel::{Env, ObjectType, TypeId};
use syn::Type;

use super::{MAX_DEPTH, is_open, on_wire};
use crate::attr::attrs::Attrs;
use crate::attr::input::{Input, ItemBody, Style};
use crate::rust_type::{self, StdType};

/// Returns the CEL type of the whole struct or enum.
pub(super) fn own_type(env: &mut Env, input: &Input<'_>) -> TypeId {
    if input.attrs.replaces_schema() || input.serde.into.is_some() {
        return TypeId::DYN;
    }
    match &input.data {
        ItemBody::Struct(Style::Named, members) if !is_open(input, members) => {
            let mut fields = Vec::new();
            for field in on_wire(members) {
                let ty = type_of(env, Some(field.ty), &field.attrs, 0);
                fields.extend(
                    names_in_rules(&field.name.value)
                        .into_iter()
                        .map(|name| (name, ty)),
                );
            }
            env.add_object(ObjectType::new(input.ident.to_string(), fields))
        }
        ItemBody::Struct(Style::Tuple, members) => match members.as_slice() {
            [field] => type_of(env, Some(field.ty), &field.attrs, 0),
            _ => TypeId::DYN,
        },
        ItemBody::Enum(variants)
            if input.serde.tag.is_none()
                && input.serde.untagged.is_none()
                && variants.iter().all(|variant| variant.style == Style::Unit) =>
        {
            TypeId::STRING
        }
        _ => TypeId::DYN,
    }
}

/// Returns the CEL type of a Rust type; `dyn` if the Rust type is not well known.
pub(super) fn type_of(env: &mut Env, ty: Option<&Type>, attrs: &Attrs, depth: usize) -> TypeId {
    let Some(ty) = ty else { return TypeId::DYN };
    if depth > MAX_DEPTH || attrs.replaces_schema() || attrs.embedded_resource.is_some() {
        return TypeId::DYN;
    }
    let ty = without_wrappers(ty);
    let mut element_type = |element: &Type, nested: Option<&Attrs>| {
        let plain = Attrs::default();
        type_of(env, Some(element), nested.unwrap_or(&plain), depth + 1)
    };
    let (items, values) = (attrs.items.as_deref(), attrs.values.as_deref());
    let list_of = match ty {
        Type::Array(array) => Some(&*array.elem),
        Type::Slice(slice) => Some(&*slice.elem),
        _ => None,
    };
    match list_of.map(StdType::List).or_else(|| rust_type::std_type(ty)) {
        Some(StdType::Bool) => TypeId::BOOL,
        Some(StdType::Integer(..)) => TypeId::INT,
        Some(StdType::Float) => TypeId::DOUBLE,
        Some(StdType::Text | StdType::Char) => {
            match attrs
                .validation
                .format
                .as_ref()
                .map(|format| format.value.as_str())
            {
                Some("byte") => TypeId::BYTES,
                Some("duration") => TypeId::DURATION,
                Some("date" | "date-time") => TypeId::TIMESTAMP,
                _ => TypeId::STRING,
            }
        }
        Some(StdType::List(element)) => {
            let element = element_type(element, items);
            env.types_mut().list(element)
        }
        Some(StdType::Map(value)) => {
            let value = element_type(value, values);
            env.types_mut().map(TypeId::STRING, value)
        }
        Some(StdType::Option(_) | StdType::Pointer(_)) | None => TypeId::DYN,
    }
}

/// Removes references, boxes and options, which do not change the type of the schema.
pub(super) fn without_wrappers(ty: &Type) -> &Type {
    let mut ty = ty;
    for _ in 0..MAX_DEPTH {
        ty = match ty {
            Type::Reference(reference) => &reference.elem,
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            _ => match rust_type::std_type(ty) {
                Some(StdType::Option(inner) | StdType::Pointer(inner)) => inner,
                _ => return ty,
            },
        };
    }
    ty
}

/// Returns the names of a property in rules: none if rules cannot name it, two for reserved words.
pub(super) fn names_in_rules(name: &str) -> Vec<String> {
    let mut names: Vec<String> = crd_cel::escape(name).into_iter().collect();
    if crd_cel::is_reserved(name) {
        names.insert(0, name.to_owned());
    }
    names
}

#[cfg(test)]
mod tests {
    use super::names_in_rules;

    #[test]
    fn property_names() {
        for (name, expected) in [
            ("a", vec!["a"]),
            ("a-b.c/d", vec!["a__dash__b__dot__c__slash__d"]),
            ("a__b", vec!["a__underscores__b"]),
            ("namespace", vec!["namespace", "__namespace__"]),
            ("1a", vec![]),
            ("a b", vec![]),
        ] {
            assert_eq!(names_in_rules(name), expected, "{name}");
        }
    }
}
