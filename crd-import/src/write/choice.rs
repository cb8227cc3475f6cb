//! Writes enums with data.

use super::attrs::{allow, arguments, rule};
use super::common::{derive, lower_first, next, rename_all, type_doc, visibility, without_repetition};
use super::docs::{Doc, LineBreaks, doc};
use super::literal;
use super::module::ModuleText;
use crate::model::{Alternative, Choice, Enforcement, StructField, TypeId};
use crate::names::members;
use crate::table::TypeEntry;

pub(super) fn choice(
    module: &mut ModuleText<'_>,
    id: TypeId,
    name: &str,
    entry: &TypeEntry,
    choice: &Choice,
) {
    let contents = || choice.alternatives.iter().filter_map(|one| one.content.as_ref());
    let descriptions = contents().map(|field| field.doc.as_str());
    let (own, breaks) = type_doc(entry, descriptions, module.body.indent);
    module.body.docs(&own.lines);
    if choice.discriminator.is_some() {
        module.has_unions = true;
        derive(
            module,
            id,
            name,
            "@union",
            &["Union", "Clone", "Debug", "PartialEq"],
        );
    } else {
        let derives = [
            "Schema",
            "Serialize",
            "Deserialize",
            "Clone",
            "Debug",
            "PartialEq",
        ];
        derive(module, id, name, "@union", &derives);
    }
    let mut crd = Vec::new();
    crd.extend(next(module, id));
    if let Some(discriminator) = &choice.discriminator {
        if discriminator.wire != "type" {
            crd.push(format!(
                "discriminator = {}",
                literal::string(&discriminator.wire)
            ));
        }
        crd.push(format!(
            "discriminator_description = {}",
            literal::string(&discriminator.doc)
        ));
    }
    if let Some(exact) = &own.exact {
        crd.push(format!("description = {}", literal::string(exact)));
    }
    if choice.enforcement == Enforcement::Attributes {
        crd.push("no_derived_rules".to_owned());
    }
    crd.extend(arguments(&choice.attrs, module));
    if breaks == LineBreaks::Kept {
        crd.push("keep_line_breaks".to_owned());
    }
    module.body.attribute("crd", &crd);
    module.body.attribute("crd", allow(&choice.attrs).as_slice());
    for found in &choice.attrs.rules {
        module.body.attribute("crd", &[rule(found)]);
    }
    let values: Vec<&str> = choice.alternatives.iter().map(|one| one.value.as_str()).collect();
    let idents = members::variants(values.iter().copied());
    let case = match &choice.discriminator {
        Some(_) => None,
        None => rename_all(&values, &idents).or_else(|| mostly_camel(&values, &idents)),
    };
    module.body.attribute("serde", case.as_slice());
    let visibility = visibility(module);
    module.body.line(&format!("{visibility}enum {name} {{"));
    module.body.indent += 4;
    for (alternative, ident) in choice.alternatives.iter().zip(&idents) {
        let Names { crd, serde } = match &choice.discriminator {
            Some(_) => of_union(alternative, ident),
            None => Names {
                crd: None,
                serde: is_renamed(&alternative.value, ident, case.as_deref())
                    .then(|| rename(&alternative.value)),
            },
        };
        variant(module, alternative, ident, Names { crd, serde }, breaks);
    }
    module.body.indent -= 4;
    module.body.line("}");
}

/// The arguments that name a variant in JSON.
#[derive(Default)]
struct Names {
    crd: Option<String>,
    serde: Option<String>,
}

const CAMEL: &str = "rename_all = \"camelCase\"";

/// Returns serde's camelCase if it names most variants.
fn mostly_camel(values: &[&str], idents: &[String]) -> Option<String> {
    let camel = values
        .iter()
        .zip(idents)
        .filter(|(value, ident)| lower_first(ident) == **value);
    (camel.count() * 2 > values.len()).then(|| CAMEL.to_owned())
}

/// Whether a variant needs a name of its own. All cases but camelCase name every variant.
fn is_renamed(value: &str, ident: &str, case: Option<&str>) -> bool {
    match case {
        Some(CAMEL) => lower_first(ident) != value || !ident.is_ascii(),
        Some(_) => false,
        None => ident != value || !ident.is_ascii(),
    }
}

fn rename(name: &str) -> String {
    format!("rename = {}", literal::string(name))
}

/// Returns the names of a member of a union, where they differ from those that the derive makes of the variant.
fn of_union(alternative: &Alternative, ident: &str) -> Names {
    let value = &alternative.value;
    let field = alternative.content.as_ref().map(|field| &field.wire);
    Names {
        crd: (*value != ident || !ident.is_ascii()).then(|| format!("value = {}", literal::string(value))),
        serde: field
            .filter(|field| **field != lower_first(ident) || !ident.is_ascii())
            .map(|field| rename(field)),
    }
}

fn variant(
    module: &mut ModuleText<'_>,
    alternative: &Alternative,
    ident: &str,
    names: Names,
    breaks: LineBreaks,
) {
    let mut crd = Vec::new();
    let Some(field) = &alternative.content else {
        crd.extend(names.crd);
        module.body.attribute("crd", &crd);
        module.body.line(&format!("{ident},"));
        return;
    };
    let Doc { lines, exact } = doc(&field.doc, breaks, module.body.indent);
    module.body.docs(&lines);
    if let Some(exact) = exact {
        crd.push(format!("description = {}", literal::string(&exact)));
    }
    crd.extend(names.crd);
    module.body.attribute("crd", &crd);
    module.body.attribute("serde", names.serde.as_slice());
    let arguments = of_content(module, field);
    let ty = module.type_text(&field.ty);
    let line = if arguments.is_empty() {
        format!("{ident}({ty}),")
    } else {
        format!("{ident}(#[crd({})] {ty}),", arguments.join(", "))
    };
    if module.body.fits(&line) || arguments.is_empty() {
        module.body.line(&line);
    } else {
        module.body.line(&format!("{ident}("));
        module.body.indent += 4;
        module.body.attribute("crd", &arguments);
        module.body.line(&format!("{ty},"));
        module.body.indent -= 4;
        module.body.line("),");
    }
}

/// Returns the arguments of the content of a variant.
fn of_content(module: &mut ModuleText<'_>, field: &StructField) -> Vec<String> {
    let mut out = Vec::new();
    if let Some(schema) = &field.schema {
        out.push(format!("schema_with = {}", module.schema(schema)));
    }
    let mut attrs = field.attrs.clone();
    without_repetition(module, &field.ty, &mut attrs);
    out.extend(arguments(&attrs, module));
    out.extend(allow(&attrs));
    out.extend(attrs.rules.iter().map(rule));
    out
}
