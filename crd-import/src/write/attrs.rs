//! Writes the arguments of `#[crd(…)]`.

use crd_core::schema::ValidationRule;
use crd_core::structural::{IntOrStringSpelling, ListType, MapType, NestedValidation, ValueValidation};

use super::literal::{number, plain, string};
use super::{literal, module::ModuleText};
use crate::findings::REASON;
use crate::known::{Addition, KeptDescriptions};
use crate::model::{Attrs, Unchecked};

/// Returns the arguments for the attributes of a place, except its rules.
pub(crate) fn arguments(attrs: &Attrs, module: &mut ModuleText) -> Vec<String> {
    let mut out = Vec::new();
    if !attrs.title.is_empty() {
        out.push(format!("title = {}", string(&attrs.title)));
    }
    let description = attrs.description.trim();
    if !description.is_empty() {
        out.push(format!("description = {}", string(description)));
    }
    match &attrs.descriptions {
        None => {}
        Some(KeptDescriptions::Drop) => out.push("descriptions = drop".to_owned()),
        Some(KeptDescriptions::Table(table)) => {
            out.push(format!("descriptions = {}", module.descriptions(table)));
        }
    }
    if let Some(format) = &attrs.format {
        out.push(format!("format = {}", string(format)));
    }
    restrictions(&attrs.validation, &mut out);
    let unchecked = unchecked(&attrs.unchecked);
    if !unchecked.is_empty() {
        out.push(format!("unchecked({})", unchecked.join(", ")));
    }
    out.extend(attrs.list_type.as_ref().map(list_type));
    out.extend(attrs.map_type.map(map_type));
    for (path, addition) in &attrs.at {
        let addition = match addition {
            Addition::ListType(found) => list_type(found),
            Addition::MapType(found) => map_type(*found),
            Addition::NoDefault => "no_default".to_owned(),
            Addition::RefusedNull => "unchecked(nullable)".to_owned(),
            Addition::Metadata(metadata) => {
                format!("schema_with = crd_core::interop::{}", metadata.function())
            }
        };
        out.push(format!("at({}, {addition})", string(path)));
    }
    for (name, part) in [("items", &attrs.items), ("values", &attrs.values)] {
        if let Some(part) = part {
            let mut below = arguments(part, module);
            below.extend(part.rules.iter().map(rule));
            if !below.is_empty() {
                out.push(format!("{name}({})", below.join(", ")));
            }
        }
    }
    if let Some(nullable) = attrs.nullable {
        out.push(flag("nullable", nullable));
    }
    if attrs.preserve_unknown_fields {
        out.push("preserve_unknown_fields".to_owned());
    }
    if attrs.embedded_resource {
        out.push("embedded_resource".to_owned());
    }
    if let Some(example) = &attrs.example {
        out.push(format!("example = {}", literal::json(example)));
    }
    out
}

fn list_type(list_type: &ListType) -> String {
    match list_type {
        ListType::Atomic => "list_type = atomic".to_owned(),
        ListType::Set => "list_type = set".to_owned(),
        ListType::Map(keys) => {
            let keys: Vec<String> = keys.iter().map(|key| string(key)).collect();
            format!("list_type = map, list_map_keys({})", keys.join(", "))
        }
    }
}

fn map_type(map_type: MapType) -> String {
    match map_type {
        MapType::Atomic => "map_type = atomic".to_owned(),
        MapType::Granular => "map_type = granular".to_owned(),
    }
}

fn unchecked(unchecked: &Unchecked) -> Vec<String> {
    let mut out = Vec::new();
    if !unchecked.validation.format.is_empty() {
        out.push(format!("format = {}", string(&unchecked.validation.format)));
    }
    out.extend(required(&unchecked.validation));
    restrictions(&unchecked.validation, &mut out);
    out.extend(unchecked.nullable.then(|| "nullable".to_owned()));
    match unchecked.int_or_string {
        None => {}
        Some(IntOrStringSpelling::AnyOf) => out.push("int_or_string = any_of".to_owned()),
        Some(_) => out.push("int_or_string".to_owned()),
    }
    out.extend(unchecked.items.then(|| "items".to_owned()));
    if let Some(preserve) = unchecked.preserve_unknown_fields {
        out.push(flag("preserve_unknown_fields", preserve));
    }
    out
}

/// Writes `name`, or `name = false`.
fn flag(name: &str, is_on: bool) -> String {
    if is_on {
        name.to_owned()
    } else {
        format!("{name} = false")
    }
}

fn restrictions(v: &ValueValidation, out: &mut Vec<String>) {
    if let Some(minimum) = v.minimum {
        let name = if v.exclusive_minimum {
            "exclusive_minimum"
        } else {
            "minimum"
        };
        out.push(format!("{name} = {}", number(minimum)));
    }
    if let Some(maximum) = v.maximum {
        let name = if v.exclusive_maximum {
            "exclusive_maximum"
        } else {
            "maximum"
        };
        out.push(format!("{name} = {}", number(maximum)));
    }
    if let Some(multiple_of) = v.multiple_of {
        out.push(format!("multiple_of = {}", number(multiple_of)));
    }
    for (name, count) in [
        ("min_length", v.min_length),
        ("max_length", v.max_length),
        ("min_items", v.min_items),
        ("max_items", v.max_items),
        ("min_properties", v.min_properties),
        ("max_properties", v.max_properties),
    ] {
        if let Some(count) = count {
            out.push(format!("{name} = {count}"));
        }
    }
    if !v.pattern.is_empty() {
        out.push(format!("pattern = {}", string(&v.pattern)));
    }
    if let Some(values) = &v.enum_ {
        let values: Vec<String> = values.iter().map(plain).collect();
        out.push(format!("enum({})", values.join(", ")));
    }
    for (name, branches) in [
        ("all_of", &v.all_of),
        ("any_of", &v.any_of),
        ("one_of", &v.one_of),
    ] {
        if !branches.is_empty() {
            let branches: Vec<String> = branches
                .iter()
                .map(|branch| format!("({})", nested(branch)))
                .collect();
            out.push(format!("{name}({})", branches.join(", ")));
        }
    }
    if let Some(not) = &v.not {
        out.push(format!("not({})", nested(not)));
    }
}

fn required(v: &ValueValidation) -> Option<String> {
    let names = v.required.as_ref().filter(|names| !names.is_empty())?;
    let names: Vec<String> = names.iter().map(|name| string(name)).collect();
    Some(format!("required({})", names.join(", ")))
}

fn nested(nested: &NestedValidation) -> String {
    let mut out = Vec::new();
    let v = &nested.validation;
    if !v.format.is_empty() {
        out.push(format!("format = {}", string(&v.format)));
    }
    out.extend(required(v));
    restrictions(v, &mut out);
    if !nested.properties.is_empty() {
        let members = nested.properties.iter();
        let members: Vec<String> = members
            .map(|(name, member)| format!("{name}({})", self::nested(member)))
            .collect();
        out.push(format!("properties({})", members.join(", ")));
    }
    if let Some(items) = &nested.items {
        out.push(format!("items({})", self::nested(items)));
    }
    out.join(", ")
}

/// Writes `allow("…", reason = "…")`, if the place has findings.
pub(crate) fn allow(attrs: &Attrs) -> Option<String> {
    if attrs.allows.is_empty() {
        return None;
    }
    let mut parts: Vec<String> = attrs.allows.iter().map(|name| string(name)).collect();
    parts.push(format!("reason = {}", string(REASON)));
    Some(format!("allow({})", parts.join(", ")))
}

/// Writes `rule("…", message = "…")`.
pub(crate) fn rule(rule: &ValidationRule) -> String {
    format!("rule({})", rule_parts(rule).join(", "))
}

/// Writes `root_rule("…", message = "…")`.
pub(crate) fn root_rule(rule: &ValidationRule) -> String {
    format!("root_rule({})", rule_parts(rule).join(", "))
}

/// Returns the arguments of a rule.
fn rule_parts(rule: &ValidationRule) -> Vec<String> {
    let mut parts = vec![string(&rule.rule)];
    if !rule.message.is_empty() {
        parts.push(format!("message = {}", string(&rule.message)));
    }
    if !rule.message_expression.is_empty() {
        parts.push(format!(
            "message_expression = {}",
            string(&rule.message_expression)
        ));
    }
    if let Some(reason) = &rule.reason {
        parts.push(format!("reason = {reason}"));
    }
    if !rule.field_path.is_empty() {
        parts.push(format!("field_path = {}", string(&rule.field_path)));
    }
    match rule.optional_old_self {
        Some(true) => parts.push("optional_old_self".to_owned()),
        Some(false) => parts.push("optional_old_self = false".to_owned()),
        None => {}
    }
    parts
}
