//! The CEL types of Rust types, as far as their names tell.

use crd_cel::{Env, ObjectType, TypeId};
use syn::Type;

use super::{MAX_DEPTH, is_open, on_wire};
use crate::attr::attrs::Attrs;
use crate::attr::input::{Input, ItemBody, Style};
use crate::rust_type;

/// The type of the whole struct or enum.
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

/// The CEL type of a Rust type; `dyn` if the Rust type is not well known.
pub(super) fn type_of(env: &mut Env, ty: Option<&Type>, attrs: &Attrs, depth: usize) -> TypeId {
    let Some(ty) = ty else { return TypeId::DYN };
    if depth > MAX_DEPTH || attrs.replaces_schema() || attrs.embedded_resource.is_some() {
        return TypeId::DYN;
    }
    let ty = without_wrappers(ty);
    let plain = Attrs::default();
    let nested = |nested: &Option<Box<Attrs>>| nested.as_deref().cloned();
    match ty {
        Type::Array(array) => {
            let element = type_of(
                env,
                Some(&array.elem),
                &nested(&attrs.items).unwrap_or(plain),
                depth + 1,
            );
            return env.types_mut().list(element);
        }
        Type::Slice(slice) => {
            let element = type_of(
                env,
                Some(&slice.elem),
                &nested(&attrs.items).unwrap_or(plain),
                depth + 1,
            );
            return env.types_mut().list(element);
        }
        _ => {}
    }
    let Some(name) = rust_type::name(ty) else {
        return TypeId::DYN;
    };
    let arguments = rust_type::arguments(ty);
    match (name.as_str(), arguments.as_slice()) {
        ("bool", []) => TypeId::BOOL,
        ("u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize", []) => TypeId::INT,
        ("f32" | "f64", []) => TypeId::DOUBLE,
        ("String" | "str" | "char", []) => match attrs
            .validation
            .format
            .as_ref()
            .map(|format| format.value.as_str())
        {
            Some("byte") => TypeId::BYTES,
            Some("duration") => TypeId::DURATION,
            Some("date" | "date-time") => TypeId::TIMESTAMP,
            _ => TypeId::STRING,
        },
        ("Vec" | "VecDeque" | "BTreeSet" | "HashSet", [element]) => {
            let element = type_of(
                env,
                Some(element),
                &nested(&attrs.items).unwrap_or(plain),
                depth + 1,
            );
            env.types_mut().list(element)
        }
        ("BTreeMap" | "HashMap", [_, value]) => {
            let value = type_of(
                env,
                Some(value),
                &nested(&attrs.values).unwrap_or(plain),
                depth + 1,
            );
            env.types_mut().map(TypeId::STRING, value)
        }
        _ => TypeId::DYN,
    }
}

/// The type inside references, boxes and options, which do not change the type of the schema.
pub(super) fn without_wrappers(ty: &Type) -> &Type {
    let mut ty = ty;
    for _ in 0..MAX_DEPTH {
        ty = match ty {
            Type::Reference(reference) => &reference.elem,
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            _ => match (
                rust_type::name(ty).as_deref(),
                rust_type::arguments(ty).as_slice(),
            ) {
                (Some("Option" | "Box" | "Rc" | "Arc"), [inner]) => inner,
                _ => return ty,
            },
        };
    }
    ty
}

/// The names of a property in rules: none if rules cannot name it, two for reserved words.
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
