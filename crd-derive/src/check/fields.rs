//! Checks the fields of a struct or variant: names, presence, serde attributes, groups and unions.

use quote::ToTokens as _;
use syn::Path;

use super::lifecycle;
use crate::attr::attrs::{Attrs, SchemaSource};
use crate::attr::input::why_missing;
use crate::attr::input::{Input, InputField, ItemBody};
use crate::attr::json_literal::JsonLiteral;
use crate::attr::keys;
use crate::attr::serde::DefaultFrom;
use crate::attr::unquoted::source_of;
use crate::attr::value::{ListedName, Quotes};
use crate::errors::{Errors, report};
use crate::rust_type::{self, StdType};

/// Checks the fields of one struct or variant.
pub(super) fn check(
    cx: &Errors,
    input: &Input<'_>,
    fields: &[InputField<'_>],
    container_default: Option<&DefaultFrom>,
) {
    for field in fields {
        if field.is_skipped() {
            skipped(cx, field);
            if container_default.is_none() && !input.attrs.replaces_schema() {
                skipped_but_required(cx, field);
            }
        } else {
            serde_forms(cx, field);
            list_of_bytes(cx, field);
            flatten(cx, field);
            if let (true, Some(flatten)) = (input.serde.deny_unknown_fields, &field.serde.flatten) {
                report!(cx, flatten => SERDE_INEXPRESSIBLE,
                    "serde does not support `flatten` together with `deny_unknown_fields`; remove one of \
                     them; the server prunes unknown fields by itself");
            }
            if let (true, Some(skip)) = (input.serde.deny_unknown_fields, &field.serde.skip_deserializing) {
                report!(cx, skip => SERDE_INEXPRESSIBLE,
                    "serde writes `{}`, but `deny_unknown_fields` rejects it when reading; remove one of \
                     them", field.name.value);
            }
            null(cx, field);
            presence(cx, field, container_default);
            if matches!(input.data, ItemBody::Struct(..))
                && matches!(field.serde.default, Some(DefaultFrom::Trait))
                && has_default_of_serde(field)
                && !field.attrs.replaces_schema()
            {
                super::attrs::serde_default_in_bounds(
                    cx,
                    &field.attrs,
                    field.ty,
                    field.serde.default_ident.as_ref(),
                );
            }
            lifecycle::check_in_type(cx, &field.attrs.lifecycle, input.attrs.feature_gates.as_deref());
        }
        super::types::check(cx, input, field);
    }
    duplicates(cx, fields);
}

/// Reports the format of base64 on a list of bytes, which serde writes as numbers.
fn list_of_bytes(cx: &Errors, field: &InputField<'_>) {
    if let Some(format) = &field.attrs.validation.format
        && format.value == "byte"
        && !field.attrs.replaces_schema()
        && rust_type::element(field.ty).and_then(rust_type::name).as_deref() == Some("u8")
    {
        report!(cx, format => CONSTRAINT_UNSUITED,
            "serde writes a list of `u8` as a list of numbers; for base64, use `k8s_openapi::ByteString`, with the feature \
             `k8s-openapi` of crd-core, or functions with `#[serde(with = \"…\")] #[crd(schema_as = String)]`");
    }
}

/// Reports `with` and similar attributes, which hide the JSON form.
fn serde_forms(cx: &Errors, field: &InputField<'_>) {
    if let Some(custom) = &field.serde.custom
        && !field.attrs.replaces_schema()
    {
        report!(cx, custom => SERDE_INEXPRESSIBLE,
            "`{custom}` makes the JSON form unknown: name a type with the same form in `#[crd(schema_as = \
             String)]`, or provide the schema with `#[crd(schema_with = path)]`");
    }
}

/// Reports schema attributes on a field that is not in the schema.
fn skipped(cx: &Errors, field: &InputField<'_>) {
    for given in &field.given {
        if given != keys::SKIP && given != keys::NEXT {
            report!(cx, given => ATTRIBUTE_CONTRADICTION,
                "`{given}` has no effect, because the field is skipped; remove it, or `skip`");
        }
    }
}

/// Reports a field that is not in the schema, so that the server prunes it, and that serde requires.
fn skipped_but_required(cx: &Errors, field: &InputField<'_>) {
    if let Some(skip) = &field.attrs.skip
        && field.serde.skip_deserializing.is_none()
        && field.serde.default.is_none()
        && !rust_type::is_option(field.ty)
    {
        report!(cx, skip => ATTRIBUTE_CONTRADICTION,
            "`skip` leaves `{name}` out of the schema, so the server removes it from every object, but serde cannot read \
             an object without it; write `#[serde(skip)]` instead, or add `#[serde(default)]`",
            name = field.name.value);
    }
}

fn flatten(cx: &Errors, field: &InputField<'_>) {
    let Some(flatten) = &field.serde.flatten else {
        return;
    };
    let attrs = &field.attrs;
    let other = match rust_type::known_json(field.ty) {
        Some("lists") => Some("a list"),
        Some("strings") => Some("a string"),
        Some("numbers") => Some("a number"),
        Some("integers") => Some("an integer"),
        Some("booleans") => Some("a boolean"),
        _ => None,
    };
    if let Some(other) = other
        && !attrs.replaces_schema()
        && field.serde.custom.is_none()
    {
        report!(cx, flatten => SERDE_INEXPRESSIBLE,
            "only an object can be flattened, but `{}` is {other}; remove `flatten`", field.rust_name);
        return;
    }
    let has_schema_attributes = !attrs.validation.keywords.is_empty()
        || attrs.items.is_some()
        || attrs.values.is_some()
        || attrs.list_type.is_some()
        || !attrs.rules.is_empty()
        || attrs.default.is_some()
        || !attrs.columns.is_empty()
        || attrs.selectable.is_some()
        || attrs.immutable.is_some();
    if has_schema_attributes {
        report!(cx, flatten => ATTRIBUTE_CONTRADICTION,
            "`#[crd(…)]` has no effect on `{}`, because a flattened field is not a property; put it on the \
             fields of its type, or put rules on this struct", field.rust_name);
    }
}

/// Reports `nullable = false` on fields for which serde writes null.
fn null(cx: &Errors, field: &InputField<'_>) {
    if field.attrs.nullable == Some(false)
        && rust_type::is_option(field.ty)
        && field.serde.skip_serializing_if.is_none()
    {
        report!(cx, field.name => ATTRIBUTE_CONTRADICTION,
            "`nullable = false`, but serde writes null for `None`; add `#[serde(skip_serializing_if = \
             \"Option::is_none\")]`, which implies `nullable = false`");
    }
}

/// Reports fields that serde may omit when it serializes but requires when it deserializes, and contradictory defaults.
fn presence(cx: &Errors, field: &InputField<'_>, container_default: Option<&DefaultFrom>) {
    let option = rust_type::is_option(field.ty);
    // The server sets the default before it checks `required`.
    let must_be_written = field.attrs.required.is_some() && field.attrs.default.is_none();
    if let (Some((_, ident)), true) = (&field.serde.skip_serializing_if, must_be_written) {
        report!(cx, ident => ATTRIBUTE_CONTRADICTION,
            "serde can omit this field, so it cannot be `required`; remove one of the two");
    }
    if let (Some(alias), Some(default)) = (field.serde.aliases.first(), &field.attrs.default_ident) {
        report!(cx, default => ATTRIBUTE_CONTRADICTION,
            "if an object has `{}`, an alias of `{}`, the server also sets this default, and serde rejects \
             both together; use `#[serde(default)]`, or remove the alias", alias.value, field.name.value);
    }
    let has_default = field.serde.default.is_some() || container_default.is_some();
    // With a custom function, serde requires the field: not even an `Option` may be absent.
    let custom = field.serde.reads_by_function.is_some();
    let defaulted = has_default || (field.attrs.replaces_schema() && !custom);
    let option = option && !custom;
    if let Some((path, ident)) = &field.serde.skip_serializing_if
        && let Some(words) = of_another_type(field, path)
    {
        report!(cx, ident => SERDE_INEXPRESSIBLE, "{words}");
        return;
    }
    if let Some((path, ident)) = &field.serde.skip_serializing_if
        && !defaulted
        && !option
        && (custom || rust_type::last_segment(path) != "is_none")
    {
        report!(cx, ident => SERDE_INEXPRESSIBLE,
            "serde can omit `{}` but fails to read an object without it; add `#[serde(default)]`",
            field.name.value);
    }
    if let (Some(skip), None, false) = (
        &field.serde.skip_serializing,
        &field.serde.skip_deserializing,
        defaulted || option,
    ) {
        report!(cx, skip => SERDE_INEXPRESSIBLE,
            "serde never writes `{}` but fails to read an object without it; add `#[serde(default)]`", field.name.value);
    }
    if let (Some(SchemaSource::With(_) | SchemaSource::Schemars(_)), Some(default)) =
        (&field.attrs.source, &field.attrs.default_ident)
        && field.serde.flatten.is_some()
    {
        report!(cx, default => ATTRIBUTE_CONTRADICTION,
            "a flattened field cannot have its own default; remove it");
    }
}

/// Returns what is wrong about a function of `skip_serializing_if` that is one of another type, such as `Vec::is_empty` for an `Option`.
fn of_another_type(field: &InputField<'_>, path: &Path) -> Option<String> {
    let mut segments = path
        .segments
        .iter()
        .rev()
        .map(|segment| segment.ident.to_string());
    let (function, owner) = (segments.next()?, segments.next()?);
    let own = rust_type::name(field.ty)?;
    let function_of = |owner: &str| match owner {
        "Option" => Some("is_none"),
        "Vec" | "VecDeque" | "String" | "BTreeMap" | "HashMap" | "BTreeSet" | "HashSet" => Some("is_empty"),
        _ => None,
    };
    // A reference to a pointer is one to its content, too.
    if matches!(rust_type::std_type(field.ty)?, StdType::Pointer(_)) {
        return None;
    }
    if owner == own || function_of(&owner) != Some(&function) {
        return None;
    }
    let mut ways = Vec::new();
    if owner == "Option" {
        let ty = source_of(field.ty.to_token_stream());
        ways.push(format!("make `{}` an `Option<{ty}>`", field.name.value));
    }
    ways.push(match function_of(&own) {
        Some(function) if own == "Option" || field.serde.default.is_some() => {
            format!("write `{own}::{function}`")
        }
        Some(function) => format!("write `{own}::{function}`, with `#[serde(default)]`"),
        None => "remove `skip_serializing_if`".to_owned(),
    });
    let ways = ways.join(", or ");
    Some(format!(
        "`{owner}::{function}` is for {} `{owner}`; {ways}",
        if owner == "Option" { "an" } else { "a" }
    ))
}

/// Reports two fields with the same name in JSON.
fn duplicates(cx: &Errors, fields: &[InputField<'_>]) {
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for field in fields
        .iter()
        .filter(|field| !field.is_skipped() && field.serde.flatten.is_none())
    {
        let names = std::iter::once(&field.name).chain(&field.serde.aliases);
        for name in names {
            if let Some((_, owner)) = seen.iter().find(|(taken, _)| *taken == name.value) {
                if *owner != field.rust_name {
                    report!(cx, name => PROPERTY_DUPLICATE,
                        "field `{owner}` already has the name `{}`; rename one of the two", name.value);
                }
            } else {
                seen.push((&name.value, &field.rust_name));
            }
        }
    }
}

/// Checks the names of fields in the attributes of their struct, and the union that the fields form.
pub(super) fn names(cx: &Errors, input: &Input<'_>, fields: &[InputField<'_>]) {
    let on_wire: Vec<&InputField<'_>> = fields.iter().filter(|field| !field.is_skipped()).collect();
    let open = on_wire.iter().any(|field| field.serde.flatten.is_some());
    for group in &input.attrs.groups {
        if group.fields.len() == 1 {
            report!(cx, group.meta.ident => ATTRIBUTE_CONTRADICTION,
                "`{}` needs at least two fields", group.meta.name);
        }
        for (index, ListedName { name, quotes }) in group.fields.iter().enumerate() {
            if group
                .fields
                .iter()
                .take(index)
                .any(|earlier| earlier.name.value == name.value)
            {
                report!(cx, name => ATTRIBUTE_DUPLICATE, "`{}` is listed twice; keep one", name.value);
            }
            let found = on_wire.iter().find(|field| {
                field.name.value == name.value || (*quotes == Quotes::Bare && field.rust_name == name.value)
            });
            match found {
                None if !open => {
                    let known = on_wire.iter().map(|field| field.name.value.as_str());
                    let why = why_missing(&name.value, fields, known);
                    report!(cx, name => FIELD_UNKNOWN,
                        "`{}` is not a field of `{}`{why}", name.value, input.ident);
                }
                Some(field) if has_default(field) => {
                    report!(cx, name => ATTRIBUTE_CONTRADICTION,
                        "`{}` has a default, so it is always set, but `{}` is for optional fields; make it \
                         `Option` without a default",
                        name.value, group.meta.name);
                }
                Some(field) if is_required(field, input.serde.default.as_ref()) => {
                    report!(cx, name => ATTRIBUTE_CONTRADICTION,
                        "`{}` is always set, but `{}` is for optional fields; make it `Option`",
                        name.value, group.meta.name);
                }
                _ => {}
            }
        }
    }
    unions(cx, &on_wire);
}

/// Checks the `discriminator` and the members (`union`) of a union as in KEP-2335.
fn unions(cx: &Errors, fields: &[&InputField<'_>]) {
    let discriminators: Vec<&&InputField<'_>> = fields
        .iter()
        .filter(|field| field.attrs.discriminator.is_some())
        .collect();
    let members: Vec<&&InputField<'_>> = fields
        .iter()
        .filter(|field| field.attrs.union.is_some())
        .collect();
    if let Some(second) = discriminators
        .get(1)
        .and_then(|field| field.attrs.discriminator.as_ref())
    {
        report!(cx, second => UNION_MEMBERS, "a struct can have only one discriminator; remove this one");
    }
    if let (Some(discriminator), true) = (
        discriminators
            .first()
            .and_then(|field| field.attrs.discriminator.as_ref()),
        members.is_empty(),
    ) {
        report!(cx, discriminator => UNION_MEMBERS,
            "a discriminator needs members: mark the fields of the union with `#[crd(union)]`");
    }
    if let ([only], true) = (members.as_slice(), discriminators.is_empty())
        && let Some(member) = &only.attrs.union
    {
        report!(cx, member.ident => UNION_MEMBERS,
            "a union without a discriminator needs at least two members: mark the others with `union`, or remove it here if \
             the type of the field is the union");
    }
    for (index, field) in members.iter().enumerate() {
        let earlier = members
            .iter()
            .take(index)
            .find(|earlier| earlier.member_value() == field.member_value());
        if let (Some(earlier), Some(member)) = (earlier, &field.attrs.union) {
            report!(cx, member.ident => UNION_MEMBERS,
                "member `{}` has the same discriminator value as `{}`; choose another with `union = \"…\"`",
                field.name.value, earlier.name.value);
        }
    }
    for field in members {
        if let Some(member) = &field.attrs.union
            && is_required(field, None)
        {
            report!(cx, member.ident => UNION_MEMBERS,
                "member `{}` must be `Option`, since at most one member is set", field.name.value);
        }
    }
}

/// Whether the tokens show that a field is always present.
fn is_required(field: &InputField<'_>, container_default: Option<&DefaultFrom>) -> bool {
    let Attrs {
        optional, default, ..
    } = &field.attrs;
    !rust_type::is_option(field.ty)
        && field.serde.default.is_none()
        && field.serde.skip_serializing_if.is_none()
        && optional.is_none()
        && default.is_none()
        && container_default.is_none()
        && is_well_known(field)
}

/// Whether the tokens show that the schema of a field has a default.
fn has_default(field: &InputField<'_>) -> bool {
    match &field.attrs.default {
        Some(default) => !matches!(default.value.value(), JsonLiteral::Null),
        None => has_default_of_serde(field) && !rust_type::is_option(field.ty) && is_well_known(field),
    }
}

/// Whether the default of the schema is that of serde.
fn has_default_of_serde(field: &InputField<'_>) -> bool {
    field.serde.default.is_some()
        && field.serde.skip_serializing_if.is_none()
        && field.serde.aliases.is_empty()
        && field.serde.flatten.is_none()
        && field.attrs.default.is_none()
        && field.attrs.no_default.is_none()
        && field.attrs.required.is_none()
}

/// Whether the type is well known, and so not an alias of `Option`.
fn is_well_known(field: &InputField<'_>) -> bool {
    match rust_type::std_type(field.ty) {
        Some(StdType::Option(_) | StdType::Pointer(_)) => false,
        Some(_) => true,
        None => matches!(
            rust_type::name(field.ty).as_deref(),
            Some("IntOrString" | "Quantity")
        ),
    }
}
