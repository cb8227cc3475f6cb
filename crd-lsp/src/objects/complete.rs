//! Completion: the members that can be added to an object, and the values that a schema lists.

use crd_core::sort::sort_by_key;
use std::cmp::Reverse;
use std::collections::BTreeMap;

use gen_lsp_types as lsp;

use super::fields::{Requirement, explained, is_deprecated, type_name};
use super::subject::{OF_ALL, SchemaSubject, Subject};
use super::{skeleton, values};
use crate::manifest::{PropertyName, names_at};
use crate::snapshot::Snapshot;
use crate::yaml::{Cursor, CursorPlace, CursorStep, LooseNode, LooseValue, Style};

/// A completion item before sorting.
struct Offer {
    label: String,
    detail: String,
    documentation: String,
    /// The text that replaces the word.
    text: String,
    /// Whether `text` has placeholders.
    is_snippet: bool,
    is_deprecated: bool,
    kind: lsp::CompletionItemKind,
    /// The sort key: how well it fits, how often the document has it elsewhere, and its position in the schema.
    rank: (u8, Reverse<usize>, usize),
}

/// Returns the completion items for a position.
pub(crate) fn complete(snapshot: &Snapshot, params: &lsp::CompletionParams) -> Vec<lsp::CompletionItem> {
    let offset = snapshot.offset(params.text_document_position_params.position);
    let Some(cursor) = Cursor::at(snapshot.content(), offset) else {
        return Vec::new();
    };
    let mut offers = offers(snapshot, &cursor).unwrap_or_default();
    let prefix = cursor.prefix.to_lowercase();
    let begins = |offer: &Offer| offer.label.to_lowercase().starts_with(&prefix);
    if offers.iter().any(begins) {
        offers.retain(begins);
    } else {
        offers.retain(|offer| offer.label.to_lowercase().contains(&prefix));
    }
    sort_by_key(&mut offers, &|offer| offer.rank);
    let range = snapshot.text.range(cursor.word.clone());
    let items = offers.into_iter().enumerate();
    items
        .map(|(index, offer)| item(snapshot, &cursor, range, index, offer))
        .collect()
}

fn item(
    snapshot: &Snapshot,
    cursor: &Cursor,
    range: lsp::Range,
    index: usize,
    offer: Offer,
) -> lsp::CompletionItem {
    let blank = if cursor.missing_blank { " " } else { "" };
    let edit = lsp::TextEdit {
        range,
        new_text: format!("{blank}{}", offer.text),
    };
    let documentation = lsp::MarkupContent {
        kind: lsp::MarkupKind::Markdown,
        value: offer.documentation,
    };
    lsp::CompletionItem {
        filter_text: Some(snapshot.content().get(cursor.word.clone()).map_or_else(
            || offer.label.clone(),
            |word| {
                let quote = word.get(..1).filter(|quote| ["'", "\""].contains(quote));
                format!("{}{}", quote.unwrap_or_default(), offer.label)
            },
        )),
        label: offer.label,
        kind: Some(offer.kind),
        detail: Some(offer.detail),
        documentation: Some(documentation.into()),
        tags: offer
            .is_deprecated
            .then(|| vec![lsp::CompletionItemTag::Deprecated]),
        sort_text: Some(format!("{index:04}")),
        insert_text_format: offer.is_snippet.then_some(lsp::InsertTextFormat::Snippet),
        text_edit: Some(edit.into()),
        ..lsp::CompletionItem::default()
    }
}

fn offers(snapshot: &Snapshot, cursor: &Cursor) -> Option<Vec<Offer>> {
    let root = &cursor.document.root;
    let Some(subject) = Subject::of(snapshot, root, &cursor.source, &cursor.path) else {
        return Some(without_kind(snapshot, cursor));
    };
    let place = subject.at(&cursor.path)?;
    if let (CursorPlace::Value | CursorPlace::Word, [.., CursorStep::Member(name)]) =
        (cursor.place, cursor.path.as_slice())
        && let Some(above) = cursor.path.get(..cursor.path.len() - 1)
        && subject.at(above).is_some_and(|above| above.is_resource())
        && ["apiVersion", "kind"].contains(&name.as_str())
    {
        return Some(identities(snapshot, cursor));
    }
    if subject.is_crd()
        && let Some(names) = names_at(cursor)
    {
        return Some(named_properties(cursor, names));
    }
    match cursor.place {
        CursorPlace::Block => None,
        CursorPlace::Key { .. } => Some(members(snapshot, cursor, &place)),
        CursorPlace::Word if place.is_object() => Some(members(snapshot, cursor, &place)),
        CursorPlace::Value if place.is_object() || place.is_list() => Some(Vec::new()),
        CursorPlace::Word | CursorPlace::Value => Some(named_values(cursor, &place)),
    }
}

/// Returns the names of properties, at places where a CRD names them.
fn named_properties(cursor: &Cursor, names: Vec<PropertyName>) -> Vec<Offer> {
    let each = names.into_iter().enumerate().map(|(index, name)| Offer {
        text: value_text(cursor.style, &name.label, &name.label),
        detail: name.detail,
        documentation: name.documentation,
        is_snippet: false,
        is_deprecated: false,
        kind: lsp::CompletionItemKind::Reference,
        rank: (0, Reverse(0), index),
        label: name.label,
    });
    each.collect()
}

/// Returns the members that can be added to an object.
fn members(snapshot: &Snapshot, cursor: &Cursor, place: &SchemaSubject<'_>) -> Vec<Offer> {
    let object = cursor.node(&cursor.path);
    let here = object.map(LooseNode::members).unwrap_or_default();
    let is_word = |name: &str| name.contains('\u{e000}');
    let is_set = |name: &str| {
        here.iter()
            .any(|member| member.name == name && !is_word(&member.name))
    };
    let typed = here.iter().find(|member| is_word(&member.name));
    let value = typed.map(|member| &member.value);
    let type_ = object.and_then(|object| object.text_of("type", &cursor.source));
    let mut offers = Vec::new();
    if place.is_resource() {
        for (index, (name, text)) in OF_ALL.iter().enumerate() {
            if !is_set(name) {
                offers.push(Offer {
                    label: (*name).to_owned(),
                    detail: "string, required".to_owned(),
                    documentation: (*text).to_owned(),
                    text: key_text(cursor, name, ": "),
                    is_snippet: false,
                    is_deprecated: false,
                    kind: lsp::CompletionItemKind::Property,
                    rank: (0, Reverse(0), index),
                });
            }
        }
    }
    let mut counts = BTreeMap::new();
    count(&cursor.document.root, &mut counts);
    // Members that the document has elsewhere, or that most kinds have, are more likely.
    let uses = |name: &str| {
        let usual = USUAL.iter().rev().position(|usual| *usual == name);
        10 * counts.get(name).copied().unwrap_or(0) + usual.map_or(0, |usual| usual + 1)
    };
    let excluded = excluded(place, here.iter().map(|member| member.name.as_str()));
    for (index, (name, member)) in place.members().into_iter().enumerate() {
        if is_set(name) || excluded.contains(&name) || !place.is_for_type(type_.as_deref(), name) {
            continue;
        }
        let is_required = place.requires(name);
        let is_deprecated = is_deprecated(&member);
        let is_status = place.is_resource() && name == "status";
        let fit = value.map_or(1, |value| fit(value, &member));
        let step = match (is_required, is_deprecated || is_status) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => 2,
        };
        let (text, is_snippet) = member_text(snapshot, cursor, name, &member);
        offers.push(Offer {
            label: name.to_owned(),
            detail: format!(
                "{}{}",
                type_name(&member),
                if is_required { ", required" } else { "" }
            ),
            documentation: explained(name, &member, Requirement::of(place, name)),
            text,
            is_snippet,
            is_deprecated,
            kind: lsp::CompletionItemKind::Property,
            rank: (fit * 3 + step, Reverse(uses(name)), index + 2),
        });
    }
    offers
}

/// The most common names of members, the most frequent first.
const USUAL: [&str; 24] = [
    "metadata",
    "spec",
    "name",
    "replicas",
    "selector",
    "template",
    "kind",
    "group",
    "type",
    "value",
    "image",
    "port",
    "namespace",
    "labels",
    "containers",
    "resources",
    "requests",
    "limits",
    "storage",
    "size",
    "key",
    "version",
    "config",
    "description",
];

/// Counts the names of members, except for the incomplete one.
fn count<'a>(node: &'a LooseNode, counts: &mut BTreeMap<&'a str, usize>) {
    for member in node.members() {
        if !member.name.contains('\u{e000}') {
            *counts.entry(&member.name).or_default() += 1;
        }
        count(&member.value, counts);
    }
    for element in node.elements() {
        count(element, counts);
    }
}

/// Returns how well an existing value fits: 0 if its members are those of the schema, 2 if it has another type.
fn fit(value: &LooseNode, place: &SchemaSubject<'_>) -> u8 {
    match &value.value {
        LooseValue::Missing => 1,
        LooseValue::Mapping(members) if place.is_object() => {
            let is_known = |name: &str| place.child(&CursorStep::Member(name.to_owned())).is_some();
            let count = members.iter().filter(|member| is_known(&member.name)).count();
            u8::from(count == 0 || count < members.len())
        }
        LooseValue::Sequence(elements) if place.is_list() => {
            let item = place.child(&CursorStep::Element(0));
            match (elements.first(), item) {
                (Some(first), Some(item)) => fit(first, &item),
                _ => 1,
            }
        }
        LooseValue::Scalar(_) if !place.is_object() && !place.is_list() => 0,
        _ if place.is_open() => 1,
        _ => 2,
    }
}

/// Returns the members of the other branches, if only one branch is allowed and the object has one.
fn excluded<'a>(place: &SchemaSubject<'a>, present: impl Iterator<Item = impl AsRef<str>>) -> Vec<&'a str> {
    let branches = place.schema.one_of.as_deref().unwrap_or_default();
    let only: Vec<&str> = branches
        .iter()
        .filter_map(|branch| match branch.required.as_deref() {
            Some([name]) if branch.properties.is_none() => Some(&**name),
            _ => None,
        })
        .collect();
    let is_union = only.len() == branches.len();
    for name in present {
        if is_union && only.contains(&name.as_ref()) {
            return only;
        }
    }
    Vec::new()
}

/// Returns the name of a member with the text after it.
fn member_text(
    snapshot: &Snapshot,
    cursor: &Cursor,
    name: &str,
    place: &SchemaSubject<'_>,
) -> (String, bool) {
    let has_colon = matches!(cursor.place, CursorPlace::Key { has_colon: true });
    if has_colon || cursor.is_flow || cursor.style != Style::Plain {
        return (key_text(cursor, name, ": "), false);
    }
    let line = snapshot.text.line(snapshot.text.line_of(cursor.word.start));
    let indent = " ".repeat(cursor.word.start.saturating_sub(line.start) + 2);
    let takes_snippets = snapshot.client.takes_snippets;
    match (place.is_list(), place.is_object()) {
        (true, _) if takes_snippets => (format!("{name}:\n{indent}- $0"), true),
        (_, true) if takes_snippets => (format!("{name}:\n{indent}$0"), true),
        (true, _) | (_, true) => (format!("{name}:"), false),
        _ => (format!("{name}: "), false),
    }
}

fn key_text(cursor: &Cursor, name: &str, colon: &str) -> String {
    let colon = match cursor.place {
        CursorPlace::Key { has_colon: true } => "",
        _ => colon,
    };
    match cursor.style {
        Style::Double => format!("\"{name}\"{colon}"),
        Style::Single => format!("'{name}'{colon}"),
        Style::Plain | Style::Block => format!("{name}{colon}"),
    }
}

/// Returns the values that the schema lists.
fn named_values(cursor: &Cursor, place: &SchemaSubject<'_>) -> Vec<Offer> {
    let values = values::of(place);
    let default = place.schema.default.as_ref();
    let each = values.into_iter().enumerate().map(|(index, value)| {
        let label = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let is_default = default == Some(&value);
        Offer {
            detail: if is_default { "default" } else { "" }.to_owned(),
            documentation: place.schema.description.to_string(),
            text: value_text(cursor.style, &label, &values::written(&value)),
            is_snippet: false,
            is_deprecated: false,
            kind: lsp::CompletionItemKind::EnumMember,
            rank: (u8::from(!is_default), Reverse(0), index),
            label,
        }
    });
    each.collect()
}

fn value_text(style: Style, label: &str, written: &str) -> String {
    match style {
        Style::Double => format!("\"{label}\""),
        Style::Single => format!("'{label}'"),
        Style::Plain | Style::Block => written.to_owned(),
    }
}

/// Returns the values of `apiVersion` or `kind` that match the other one.
fn identities(snapshot: &Snapshot, cursor: &Cursor) -> Vec<Offer> {
    let Some((CursorStep::Member(name), above)) = cursor.path.split_last() else {
        return Vec::new();
    };
    let other = if name == "kind" { "apiVersion" } else { "kind" };
    let object = cursor.node(above);
    let known = object.and_then(|object| object.text_of(other, &cursor.source));
    let crds = snapshot.crds();
    let mut pairs: Vec<(String, String)> = crds
        .declarations()
        .filter(crd_core::check::objects::Declaration::is_served)
        .map(|declaration| (declaration.api_version(), declaration.kind().to_owned()))
        .collect();
    pairs.push((
        "apiextensions.k8s.io/v1".to_owned(),
        "CustomResourceDefinition".to_owned(),
    ));
    let mut offers: Vec<Offer> = Vec::new();
    for (api_version, kind) in pairs {
        let (label, fixed) = if name == "kind" {
            (kind, api_version)
        } else {
            (api_version, kind)
        };
        if offers.iter().any(|offer| offer.label == label) {
            continue;
        }
        let fits = known.as_ref().is_none_or(|known| *known == fixed);
        offers.push(Offer {
            text: value_text(cursor.style, &label, &label),
            detail: fixed,
            documentation: String::new(),
            is_snippet: false,
            is_deprecated: false,
            kind: lsp::CompletionItemKind::Class,
            rank: (u8::from(!fits), Reverse(0), offers.len()),
            label,
        });
    }
    offers
}

/// Returns the completion items in a document whose kind is not yet known.
fn without_kind(snapshot: &Snapshot, cursor: &Cursor) -> Vec<Offer> {
    match (cursor.path.as_slice(), cursor.place) {
        ([CursorStep::Member(name)], CursorPlace::Value) if name == "apiVersion" || name == "kind" => {
            identities(snapshot, cursor)
        }
        ([], _) => {
            let here = cursor.document.root.members();
            let names = OF_ALL.iter().enumerate();
            let left = names.filter(|(_, (name, _))| here.iter().all(|member| member.name != *name));
            let each = left.map(|(index, (name, text))| Offer {
                label: (*name).to_owned(),
                detail: "string".to_owned(),
                documentation: (*text).to_owned(),
                text: key_text(cursor, name, ": "),
                is_snippet: false,
                is_deprecated: false,
                kind: lsp::CompletionItemKind::Property,
                rank: (0, Reverse(0), index),
            });
            each.chain(skeletons(snapshot, cursor)).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns whole objects, in an otherwise empty document.
fn skeletons(snapshot: &Snapshot, cursor: &Cursor) -> Vec<Offer> {
    let is_typed = |name: &str| name.contains('\u{e000}');
    if cursor.is_flow
        || cursor
            .document
            .root
            .members()
            .iter()
            .any(|member| !is_typed(&member.name))
    {
        return Vec::new();
    }
    let skeletons = skeleton::skeletons(snapshot, &cursor.prefix).into_iter();
    let each = skeletons.enumerate().map(|(index, skeleton)| Offer {
        label: skeleton.kind,
        detail: skeleton.api_version,
        documentation: format!(
            "The smallest object that the API server accepts:\n\n```yaml\n{}```",
            skeleton.text
        ),
        text: skeleton.text,
        is_snippet: false,
        is_deprecated: false,
        kind: lsp::CompletionItemKind::Snippet,
        rank: (1, Reverse(0), index),
    });
    each.collect()
}
