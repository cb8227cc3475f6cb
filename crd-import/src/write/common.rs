//! Parts of types that structs and enums have in common.

use super::docs::{Doc, LineBreaks, doc, for_readers, needs_line_breaks};
use super::module::ModuleText;
use crate::model::{Attrs, Definition, RustType, TypeId};
use crate::table::{TypeEntry, TypeTable};

/// Returns `next = super::v1::Part`.
pub(super) fn next(module: &mut ModuleText<'_>, id: TypeId) -> Option<String> {
    let next = *module.plan.successors.get(&id)?;
    let ty = module.type_text(&RustType::Own(next));
    Some(format!("next = {ty}"))
}

pub(super) fn visibility(module: &ModuleText<'_>) -> String {
    match module.plan.options.visibility.as_str() {
        "" => String::new(),
        visibility => format!("{visibility} "),
    }
}

/// Whether a type has a default that can be derived. The recursion depth is that of the types.
fn has_default(types: &TypeTable, ty: &RustType) -> bool {
    let RustType::Own(id) = ty else {
        return true;
    };
    match types.get(*id).map(|entry| &entry.definition) {
        Some(Definition::Struct(definition)) => definition
            .fields
            .iter()
            .all(|field| field.is_option() || has_default(types, &field.ty)),
        _ => false,
    }
}

/// Whether a type contains no float: floats have no total order, and no hash. The recursion depth is that of the types.
fn is_without_floats(types: &TypeTable, ty: &RustType) -> bool {
    match ty {
        RustType::F32 | RustType::F64 => false,
        RustType::List(inner) | RustType::Map(inner) | RustType::Nullable(inner) => {
            is_without_floats(types, inner)
        }
        RustType::Own(id) => {
            let definition = types.get(*id).map(|entry| &entry.definition);
            let mut fields = definition.into_iter().flat_map(Definition::fields);
            fields.all(|field| is_without_floats(types, &field.ty))
        }
        _ => true,
    }
}

/// Writes the derives of a type; `kind` selects those of the configuration.
pub(super) fn derive(module: &mut ModuleText<'_>, id: TypeId, name: &str, kind: &str, derives: &[&str]) {
    module.has_schemas |= derives.contains(&"Schema");
    let options = module.plan.options;
    let mut all: Vec<String> = derives.iter().map(|name| (*name).to_owned()).collect();
    let of_type = [kind, name]
        .into_iter()
        .filter_map(|of| options.derives_of.get(of));
    let (types, own) = (&module.plan.types, RustType::Own(id));
    let can_derive = |name: &&String| match name.as_str() {
        "Default" => has_default(types, &own),
        "Eq" | "Ord" | "Hash" => is_without_floats(types, &own),
        _ => true,
    };
    let of_all = options.derives.iter().filter(can_derive);
    for more in of_all.chain(of_type.flatten()) {
        if !all.contains(more) {
            all.push(more.clone());
        }
    }
    module.body.derive(&all);
}

/// Returns the doc comment of a type, and whether the line breaks of the type and of its fields are kept.
pub(super) fn type_doc<'a>(
    entry: &TypeEntry,
    of_fields: impl Iterator<Item = &'a str>,
    indent: usize,
) -> (Doc, LineBreaks) {
    let of_type = entry.doc();
    let is_for_readers = entry.is_for_readers();
    let is_kept =
        needs_line_breaks(of_fields) || (!is_for_readers && needs_line_breaks([&*of_type].into_iter()));
    let breaks = if is_kept {
        LineBreaks::Kept
    } else {
        LineBreaks::Joined
    };
    let own = if is_for_readers {
        for_readers(&of_type, indent)
    } else {
        doc(&of_type, breaks, indent)
    };
    (own, breaks)
}

/// Removes descriptions of elements that equal the description of their type.
pub(super) fn without_repetition(module: &ModuleText<'_>, ty: &RustType, attrs: &mut Attrs) {
    let (part, inner) = match ty {
        RustType::List(inner) => (&mut attrs.items, inner),
        RustType::Map(inner) => (&mut attrs.values, inner),
        RustType::Nullable(inner) => return without_repetition(module, inner, attrs),
        _ => return,
    };
    let Some(of_elements) = part else { return };
    let own = match &**inner {
        RustType::Own(id) => Some(*id),
        RustType::Nullable(inner) => match &**inner {
            RustType::Own(id) => Some(*id),
            _ => None,
        },
        _ => None,
    };
    if let Some(entry) = own.and_then(|id| module.plan.types.get(id))
        && entry.doc().trim() == of_elements.description.trim()
    {
        of_elements.description.clear();
    }
    without_repetition(module, inner, of_elements);
    if of_elements.is_empty() {
        *part = None;
    }
}

/// Returns `rename_all = "…"` if a case gives the values of all variants. serde panics if a name does not start with an ASCII letter, and
/// rustc normalizes identifiers, so names beyond ASCII are always written as texts.
pub(super) fn rename_all(values: &[&str], idents: &[String]) -> Option<String> {
    let pairs = || values.iter().zip(idents);
    let is_plain = pairs().all(|(value, ident)| value == ident);
    let found = CASES
        .iter()
        .find(|(_, case)| pairs().all(|(value, ident)| ident.is_ascii() && case(ident) == *value));
    let (case, _) = found.filter(|_| !is_plain)?;
    Some(format!("rename_all = \"{case}\""))
}

/// A case of serde's `rename_all`, with its conversion.
type Case = (&'static str, fn(&str) -> String);

const CASES: &[Case] = &[
    ("lowercase", |name| name.to_ascii_lowercase()),
    ("UPPERCASE", |name| name.to_ascii_uppercase()),
    ("camelCase", lower_first),
    ("snake_case", snake),
    ("kebab-case", |name| snake(name).replace('_', "-")),
    ("SCREAMING_SNAKE_CASE", |name| snake(name).to_ascii_uppercase()),
];

/// Converts a variant to serde's `snake_case`: an underscore before each capital letter.
fn snake(name: &str) -> String {
    let mut out = String::new();
    for (index, c) in name.char_indices() {
        if index > 0 && c.is_uppercase() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

pub(super) fn lower_first(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}
