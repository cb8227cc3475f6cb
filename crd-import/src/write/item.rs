//! Writes structs and enums.

use super::attrs::{allow, arguments, root_rule, rule};
use super::common::{derive, lower_first, next, rename_all, type_doc, visibility, without_repetition};
use super::docs::{Doc, LineBreaks, doc};
use super::literal;
use super::module::ModuleText;
use super::root;
use crate::model::{Definition, Nullability, Presence, Struct, StructField, TypeId};
use crate::names::members;
use crate::names::types::NamedType;
use crate::options::NullHandling;
use crate::plan::root::ResourceRoot;
use crate::table::TypeEntry;

/// Writes a generated type; the spec of a resource has the attributes of its root.
pub(crate) fn write(
    module: &mut ModuleText<'_>,
    id: TypeId,
    entry: &TypeEntry,
    of_root: Option<&ResourceRoot>,
) {
    let name = module
        .plan
        .names
        .get(id.0)
        .map(|named| named.name.clone())
        .unwrap_or_default();
    module.body.blank();
    match &entry.definition {
        Definition::Struct(definition) => structure(module, id, &name, entry, definition, of_root),
        Definition::Enum(values) => enumeration(module, id, &name, entry, values),
        Definition::Choice(choice) => super::choice::choice(module, id, &name, entry, choice),
    }
}

/// Writes `pub type Earlier = Name;` for each earlier name.
pub(crate) fn aliases(module: &mut ModuleText<'_>, named: &NamedType) {
    for (alias, place) in &named.aliases {
        let visibility = visibility(module);
        module.body.blank();
        module
            .body
            .docs(&[format!("The type of `{place}` in an earlier import.")]);
        module
            .body
            .line(&format!("{visibility}type {alias} = {};", named.name));
    }
}

fn structure(
    module: &mut ModuleText<'_>,
    id: TypeId,
    name: &str,
    entry: &TypeEntry,
    definition: &Struct,
    of_root: Option<&ResourceRoot>,
) {
    let descriptions = definition.fields.iter().map(|field| field.doc.as_str());
    let (own, breaks) = type_doc(entry, descriptions, module.body.indent);
    module.body.docs(&own.lines);
    let mut derives = vec!["Schema", "Serialize", "Deserialize", "Clone", "Debug"];
    if of_root.is_some() {
        derives.insert(0, "CustomResource");
        module.has_roots = true;
    }
    if definition.has_default() {
        derives.push("Default");
    }
    derives.push("PartialEq");
    derive(module, id, name, "@struct", &derives);
    if let Some(found) = of_root {
        let mut arguments = root::arguments(module, found, &own, &entry.doc());
        arguments.extend(next(module, id));
        module.body.attribute("crd", &arguments);
        for found in &found.rules {
            module.body.attribute("crd", &[root_rule(found)]);
        }
    }
    let mut type_arguments = Vec::new();
    if of_root.is_none() {
        type_arguments.extend(next(module, id));
    }
    if let Some(exact) = &own.exact {
        type_arguments.push(format!("description = {}", literal::string(exact)));
    }
    if let Some(schema) = &definition.schema {
        let function = module.schema(schema);
        type_arguments.push(format!("schema_with = {function}"));
    }
    type_arguments.extend(arguments(&definition.attrs, module));
    if breaks == LineBreaks::Kept {
        type_arguments.push("keep_line_breaks".to_owned());
    }
    module.body.attribute("crd", &type_arguments);
    module.body.attribute("crd", allow(&definition.attrs).as_slice());
    for found in &definition.attrs.rules {
        module.body.attribute("crd", &[rule(found)]);
    }
    let idents = members::fields(definition.fields.iter().map(|field| field.wire.as_str()));
    let is_camel = definition
        .fields
        .iter()
        .zip(&idents)
        .any(|(field, ident)| plain(ident) != field.wire && camel(ident) == field.wire);
    if is_camel {
        module
            .body
            .attribute("serde", &["rename_all = \"camelCase\"".to_owned()]);
    }
    let visibility = visibility(module);
    if definition.fields.is_empty() && !definition.is_open {
        module.body.line(&format!("{visibility}struct {name} {{}}"));
        return;
    }
    module.body.line(&format!("{visibility}struct {name} {{"));
    module.body.indent += 4;
    for (written, ident) in definition.fields.iter().zip(&idents) {
        let named = if is_camel {
            camel(ident)
        } else {
            plain(ident).to_owned()
        };
        let rename = (named != written.wire || !ident.is_ascii()).then_some(written.wire.as_str());
        field(module, written, ident, rename, breaks);
    }
    if definition.is_open {
        let mut name = "other".to_owned();
        while idents.contains(&name) {
            name.push_str("_members");
        }
        module.body.line("/// Fields that the schema does not declare.");
        module.body.attribute("serde", &["flatten".to_owned()]);
        let map = module.map();
        module
            .body
            .line(&format!("{visibility}{name}: {map}<String, serde_json::Value>,"));
    }
    module.body.indent -= 4;
    module.body.line("}");
}

fn field(
    module: &mut ModuleText<'_>,
    field: &StructField,
    ident: &str,
    rename: Option<&str>,
    breaks: LineBreaks,
) {
    let Doc { lines, exact } = doc(&field.doc, breaks, module.body.indent);
    module.body.docs(&lines);
    let mut crd = Vec::new();
    if let Some(exact) = exact {
        crd.push(format!("description = {}", literal::string(&exact)));
    }
    if let Some(schema) = &field.schema {
        let function = module.schema(schema);
        crd.push(format!("schema_with = {function}"));
    }
    let keeps_null = module.plan.options.null == NullHandling::Preserve
        && field.null == Nullability::Admitted
        && field.is_skipped_when_none();
    let mut attrs = field.attrs.clone();
    without_repetition(module, &field.ty, &mut attrs);
    crd.extend(arguments(&attrs, module));
    if field.presence == Presence::Required && field.is_option() {
        crd.push("required".to_owned());
    }
    if let Some(default) = &field.default {
        crd.push(format!("default = {}", literal::json(default)));
    }
    if field.null == Nullability::Admitted && (field.is_skipped_when_none() || field.schema.is_some()) {
        crd.push("nullable".to_owned());
    }
    if keeps_null && field.default.is_none() {
        crd.push("no_default".to_owned());
    }
    module.body.attribute("crd", &crd);
    module.body.attribute("crd", allow(&field.attrs).as_slice());
    for found in &field.attrs.rules {
        module.body.attribute("crd", &[rule(found)]);
    }
    let mut serde = Vec::new();
    if let Some(rename) = rename {
        serde.push(format!("rename = {}", literal::string(rename)));
    }
    if keeps_null {
        serde.push("default".to_owned());
        serde.push("skip_serializing_if = \"Nullable::is_absent\"".to_owned());
    } else if field.is_option() && field.is_skipped_when_none() {
        serde.push("skip_serializing_if = \"Option::is_none\"".to_owned());
    }
    module.body.attribute("serde", &serde);
    let ty = module.type_text(&field.ty);
    let ty = if keeps_null {
        format!("{}<{ty}>", module.nullable())
    } else if field.is_option() {
        format!("Option<{ty}>")
    } else {
        ty
    };
    let visibility = visibility(module);
    let line = format!("{visibility}{ident}: {ty},");
    if module.body.fits(&line) {
        module.body.line(&line);
    } else {
        module.body.line(&format!("{visibility}{ident}:"));
        module.body.line(&format!("    {ty},"));
    }
}

fn enumeration(module: &mut ModuleText<'_>, id: TypeId, name: &str, entry: &TypeEntry, values: &[String]) {
    let (own, breaks) = type_doc(entry, std::iter::empty(), module.body.indent);
    module.body.docs(&own.lines);
    derive(
        module,
        id,
        name,
        "@enum",
        &[
            "Schema",
            "Serialize",
            "Deserialize",
            "Clone",
            "Copy",
            "Debug",
            "PartialEq",
            "Eq",
            "Hash",
        ],
    );
    let mut crd = Vec::new();
    crd.extend(next(module, id));
    if let Some(exact) = &own.exact {
        crd.push(format!("description = {}", literal::string(exact)));
    }
    if breaks == LineBreaks::Kept {
        crd.push("keep_line_breaks".to_owned());
    }
    module.body.attribute("crd", &crd);
    let idents = members::variants(values.iter().map(String::as_str));
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    let case = rename_all(&values, &idents);
    module.body.attribute("serde", case.as_slice());
    let visibility = visibility(module);
    module.body.line(&format!("{visibility}enum {name} {{"));
    module.body.indent += 4;
    for (value, ident) in values.into_iter().zip(&idents) {
        if case.is_none() && (value != ident || !ident.is_ascii()) {
            module
                .body
                .attribute("serde", &[format!("rename = {}", literal::string(value))]);
        }
        module.body.line(&format!("{ident},"));
    }
    module.body.indent -= 4;
    module.body.line("}");
}

/// Returns an identifier without `r#`.
fn plain(ident: &str) -> &str {
    ident.strip_prefix("r#").unwrap_or(ident)
}

/// Converts a field to serde's `camelCase`.
fn camel(ident: &str) -> String {
    let mut out = String::new();
    let mut is_start = false;
    for c in plain(ident).chars() {
        match c {
            '_' => is_start = true,
            c if is_start => {
                out.push(c.to_ascii_uppercase());
                is_start = false;
            }
            c => out.push(c),
        }
    }
    lower_first(&out)
}
