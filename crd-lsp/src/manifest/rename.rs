//! Renames a property, and finds its references.

use std::ops::Range;

use crd_core::cel::escape;
use gen_lsp_types as lsp;
use serde_json::{Value as Json, json};

use super::jsonpath;
use super::mentions::{Mention, MentionKind, declared, mentions, object_name, selected};
use super::property::{NamedProperty, PropertyStep, schema_steps, steps_of_type};
use super::uses::uses;
use crate::cel::{CrdText, PlacedExpression, parsed};
use crate::snapshot::Snapshot;
use crate::yaml::{Cursor, CursorPlace, CursorStep, LooseNode};

/// The property at a position.
struct PropertyAt {
    text: CrdText,
    version: usize,
    property: NamedProperty,
}

/// Returns the references to the property at a position.
pub(crate) fn references(snapshot: &Snapshot, params: &lsp::ReferenceParams) -> Vec<Json> {
    let offset = snapshot.offset(params.text_document_position_params.position);
    let Some(at) = property_at(snapshot, offset) else {
        return Vec::new();
    };
    let with_declaration = params.context.include_declaration;
    let found = mentions(snapshot, &at.text, &at.property).found.into_iter();
    let found = found
        .filter(|mention| with_declaration || mention.kind != MentionKind::Declaration)
        .map(|mention| json!({"uri": snapshot.uri, "range": snapshot.text.range(mention.span)}));
    found.chain(uses(snapshot, &at.text, &at.property)).collect()
}

/// Returns the name of the CRD, the version, and the path in objects, of the property that is declared at a byte offset.
pub(crate) fn declared_property(snapshot: &Snapshot, offset: usize) -> Option<(String, String, String)> {
    let at = property_at(snapshot, offset)?;
    let word =
        |node: Option<&LooseNode>, name: &str| node.and_then(|node| node.text_of(name, snapshot.content()));
    let crd = word(at.text.root().get("metadata"), "name")?;
    let versions = at.text.root().get("spec")?.get("versions")?;
    let version = word(versions.elements().get(at.version), "name")?;
    let mut path = String::new();
    for step in at.property.steps() {
        match step {
            PropertyStep::Property(name) if path.is_empty() => path.push_str(&name),
            PropertyStep::Property(name) => {
                path.push('.');
                path.push_str(&name);
            }
            PropertyStep::Items => path.push_str("[]"),
            PropertyStep::Values => path.push_str(".*"),
        }
    }
    Some((crd, version, path))
}

/// Returns the range of the name that would be renamed.
pub(crate) fn prepare_rename(snapshot: &Snapshot, params: &lsp::PrepareRenameParams) -> Option<Json> {
    let offset = snapshot.offset(params.text_document_position_params.position);
    let at = property_at(snapshot, offset)?;
    let found = mentions(snapshot, &at.text, &at.property).found;
    let here = found
        .into_iter()
        .find(|mention| mention.span.start <= offset && offset <= mention.span.end)?;
    let span = unquoted(snapshot.content(), &here);
    Some(json!({"range": snapshot.text.range(span), "placeholder": at.property.name}))
}

/// Returns the edits that rename the property at a position.
///
/// # Errors
/// Returns an error if the property cannot be renamed.
pub(crate) fn rename(snapshot: &Snapshot, params: &lsp::RenameParams) -> Result<Json, String> {
    let offset = snapshot.offset(params.text_document_position_params.position);
    let at = property_at(snapshot, offset)
        .ok_or("there is no property of a CRD here; put the cursor on its name")?;
    let new = params.new_name.as_str();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-.$/".contains(c);
    if new.is_empty() || !new.chars().all(is_plain) {
        return Err(format!(
            "`{new}` is not a valid name of a property; use letters, digits, `_` and `-`"
        ));
    }
    if declared(&at.text, at.version, &at.property.object)
        .iter()
        .any(|name| name == new)
    {
        return Err(format!(
            "there is already a property `{new}` in this object; choose another name"
        ));
    }
    let mentions = mentions(snapshot, &at.text, &at.property);
    if let Some(span) = mentions.unreadable.first() {
        let line = snapshot.text.line_of(span.start) + 1;
        return Err(format!(
            "the expression in line {line} does not parse, but may use this property; fix it first"
        ));
    }
    let in_expressions = escape(new);
    let mut edits = Vec::new();
    for mention in &mentions.found {
        let span = unquoted(snapshot.content(), mention);
        let is_quoted = span != mention.span;
        let text = match mention.kind {
            MentionKind::Expression => in_expressions
                .clone()
                .ok_or_else(|| format!("rules cannot access a property `{new}`; choose another name"))?,
            MentionKind::JsonPath => new.replace('.', "\\."),
            MentionKind::Declaration | MentionKind::Yaml if is_quoted => new.to_owned(),
            MentionKind::Declaration | MentionKind::Yaml => crd_core::yaml::to_string(&json!(new))
                .unwrap_or_default()
                .trim_end()
                .to_owned(),
        };
        edits.push(json!({"range": snapshot.text.range(span), "newText": text}));
    }
    Ok(json!({"changes": {snapshot.uri.as_str(): edits}}))
}

/// Returns the range of the name without its quotes.
fn unquoted(content: &str, mention: &Mention) -> Range<usize> {
    let written = content.get(mention.span.clone()).unwrap_or_default();
    if written.len() > 1 && written.starts_with(['"', '\'', '`']) {
        mention.span.start + 1..mention.span.end - 1
    } else {
        mention.span.clone()
    }
}

/// Returns the property that is declared or named at a byte offset.
fn property_at(snapshot: &Snapshot, offset: usize) -> Option<PropertyAt> {
    if let Some((text, placed)) = CrdText::at(snapshot, offset) {
        return in_expression(snapshot, text, &placed, offset);
    }
    let text = CrdText::around(snapshot, offset)?;
    let cursor = Cursor::at(snapshot.content(), offset)?;
    let word = snapshot.content().get(cursor.word.clone())?;
    let word = word.trim_matches(['"', '\'']);
    let (version, property) = match (cursor.place, cursor.path.as_slice()) {
        (CursorPlace::Key { .. }, [above @ .., CursorStep::Member(properties)])
            if properties == "properties" =>
        {
            let (version, steps) = schema_steps(above)?;
            (version, named(steps, word))
        }
        (_, [above @ .., CursorStep::Member(keyword), CursorStep::Element(_)]) if keyword == "required" => {
            let (version, steps) = schema_steps(above)?;
            (version, named(steps, word))
        }
        (_, [above @ .., CursorStep::Member(keyword), CursorStep::Element(_)])
            if keyword == "x-kubernetes-list-map-keys" =>
        {
            let (version, mut steps) = schema_steps(above)?;
            steps.push(PropertyStep::Items);
            (version, named(steps, word))
        }
        (CursorPlace::Value, [spec, versions, CursorStep::Element(version), ..])
            if *spec == CursorStep::Member("spec".to_owned())
                && *versions == CursorStep::Member("versions".to_owned())
                && word.starts_with(['.', '{', '$']) =>
        {
            let inside = offset.checked_sub(cursor.word.start)?;
            let quote = usize::from(
                snapshot
                    .content()
                    .get(cursor.word.clone())?
                    .starts_with(['"', '\'']),
            );
            let steps = jsonpath::steps_at(word, inside.checked_sub(quote)?)?;
            (*version, NamedProperty::of(steps)?)
        }
        _ => return None,
    };
    let is_declared = declared(&text, version, &property.object).contains(&property.name);
    is_declared.then_some(PropertyAt {
        text,
        version,
        property,
    })
}

fn named(object: Vec<PropertyStep>, name: &str) -> NamedProperty {
    NamedProperty {
        object,
        name: name.to_owned(),
    }
}

/// Returns the property that an expression names at a byte offset.
fn in_expression(
    snapshot: &Snapshot,
    text: CrdText,
    placed: &PlacedExpression,
    offset: usize,
) -> Option<PropertyAt> {
    let (version, mut steps) = schema_steps(placed.path.get(..placed.path.len().checked_sub(3)?)?)?;
    let source = text.source(snapshot, placed);
    let inner = source.inner(offset);
    let (type_name, field) = parsed(snapshot, &text, placed, &source, |checked| {
        let ast = checked.ast();
        ast.ids().find_map(|id| {
            let (operand, name, span) = selected(ast, id)?;
            let is_here = span.start <= inner && inner <= span.end;
            is_here.then_some(())?;
            Some((object_name(checked, operand)?, name.to_owned()))
        })
    })??;
    let node = steps.clone();
    let names = |below: &[PropertyStep]| {
        let mut whole = node.clone();
        whole.extend_from_slice(below);
        declared(&text, version, &whole)
    };
    let below = steps_of_type(&type_name, &names)?;
    let name = names(&below)
        .into_iter()
        .find(|name| escape(name).as_deref() == Some(field.as_str()))?;
    steps.extend(below);
    let property = NamedProperty { object: steps, name };
    Some(PropertyAt {
        text,
        version,
        property,
    })
}
