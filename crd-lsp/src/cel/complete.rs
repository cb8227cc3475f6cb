//! Completion in expressions: members, methods, macros, functions and variables.

use crd_cel::Type;
use crd_core::sort::sort_by_key;
use gen_lsp_types as lsp;
use serde_json::{Value as Json, json};

use super::cost;
use super::names::{self, signature, since, smallest_arguments};
use super::place::{CrdText, ExpressionText};
use super::scan::{ExpressionCursor, Tokens};
use super::scope::{ExpressionScope, TypedPiece, property_of};
use crate::snapshot::Snapshot;

/// A completion item.
struct CelOffer {
    label: String,
    detail: String,
    documentation: String,
    /// The inserted text, with `$0` at the position of the caret.
    text: String,
    kind: lsp::CompletionItemKind,
}

/// Returns the completion items for a position; `None` outside of expressions.
pub(crate) fn complete(snapshot: &Snapshot, params: &lsp::CompletionParams) -> Option<Vec<Json>> {
    let offset = snapshot.offset(params.text_document_position_params.position);
    let (text, placed) = CrdText::at(snapshot, offset)?;
    let source = text.source(snapshot, &placed);
    let scope = ExpressionScope::of(snapshot, &text, &placed);
    let (Some(scope), inner) = (scope, source.inner(offset)) else {
        return Some(Vec::new());
    };
    let tokens = Tokens::new(&source.text, scope.version());
    let Some(cursor) = tokens.at(inner).filter(|cursor| !cursor.is_variable_name) else {
        return Some(Vec::new());
    };
    let typed = source.text.get(cursor.word.start..inner).unwrap_or_default();
    let mut offers = offers(&scope, &source.text, &cursor);
    let begins = |offer: &CelOffer| offer.label.to_lowercase().starts_with(&typed.to_lowercase());
    if offers.iter().any(begins) {
        offers.retain(begins);
    } else {
        offers.retain(|offer| offer.label.to_lowercase().contains(&typed.to_lowercase()));
    }
    let items = offers.into_iter().enumerate();
    Some(
        items
            .map(|(index, offer)| item(snapshot, &source, &cursor, index, offer))
            .collect(),
    )
}

fn item(
    snapshot: &Snapshot,
    source: &ExpressionText,
    cursor: &ExpressionCursor,
    index: usize,
    offer: CelOffer,
) -> Json {
    let is_snippet = snapshot.client.takes_snippets && offer.text.contains('$');
    // A call that already has a parenthesis keeps it.
    let text = match offer.text.find('(') {
        Some(bracket) if cursor.opens_call.is_some() => {
            offer.text.get(..bracket).unwrap_or_default().to_owned()
        }
        _ if is_snippet => offer.text,
        _ => offer.text.replace("$0", ""),
    };
    let range = snapshot.text.range(source.outer(cursor.word.clone()));
    let mut item = json!({
        "label": offer.label,
        "kind": offer.kind,
        "detail": offer.detail,
        "sortText": format!("{index:04}"),
        "textEdit": {"range": range, "newText": text},
    });
    if !offer.documentation.is_empty() {
        item["documentation"] = json!({"kind": "markdown", "value": offer.documentation});
    }
    if is_snippet && text_has_place(&item) {
        item["insertTextFormat"] = json!(lsp::InsertTextFormat::Snippet);
    }
    item
}

fn text_has_place(item: &Json) -> bool {
    let text = item.pointer("/textEdit/newText").and_then(Json::as_str);
    text.is_some_and(|text| text.contains('$'))
}

fn offers(scope: &ExpressionScope<'_>, source: &str, cursor: &ExpressionCursor) -> Vec<CelOffer> {
    let Some(receiver) = &cursor.receiver else {
        return without_receiver(scope, source, cursor);
    };
    let receiver = source.get(receiver.clone()).unwrap_or_default();
    let mut offers = in_namespace(scope, receiver);
    if !offers.is_empty() {
        return offers;
    }
    let Some(piece) = scope.piece(source, &cursor.macros, receiver) else {
        return Vec::new();
    };
    offers = fields(scope, &piece, cursor);
    let is_presence = cursor
        .call
        .as_ref()
        .is_some_and(|call| call.receiver.is_none() && source.get(call.name.clone()) == Some("has"));
    if cursor.is_optional || is_presence {
        return offers;
    }
    offers.extend(macros(scope, source, cursor, receiver, &piece));
    offers.extend(methods(scope, source, cursor, receiver, &piece));
    offers
}

/// Returns the fields of an object, or of the value of an optional.
fn fields(scope: &ExpressionScope<'_>, piece: &TypedPiece<'_>, cursor: &ExpressionCursor) -> Vec<CelOffer> {
    let checked = &piece.checked;
    let object = match piece.type_() {
        Type::Optional(inner) => match checked.get(inner) {
            Type::Object(object) => object,
            _ => return Vec::new(),
        },
        Type::Object(object) => object,
        _ => return Vec::new(),
    };
    let object = checked.store().object_type(object);
    let schema = scope.schema_of(object.name());
    let each = object.fields().iter().map(|field| {
        let property = schema.and_then(|schema| property_of(schema, &field.name));
        CelOffer {
            label: field.name.clone(),
            detail: checked.describe(field.ty).as_str().to_owned(),
            documentation: property.map_or(String::new(), |property| property.description.to_string()),
            text: field.name.clone(),
            kind: lsp::CompletionItemKind::Field,
        }
    });
    let mut offers: Vec<CelOffer> = each.collect();
    let is_required = |offer: &CelOffer| {
        let required = schema
            .and_then(|schema| schema.required.as_deref())
            .unwrap_or_default();
        required.iter().any(|name| **name == *offer.label)
    };
    // `has` and `.?` are for optional fields.
    if cursor.is_optional {
        sort_by_key(&mut offers, &is_required);
    }
    offers
}

fn macros(
    scope: &ExpressionScope<'_>,
    source: &str,
    cursor: &ExpressionCursor,
    receiver: &str,
    piece: &TypedPiece<'_>,
) -> Vec<CelOffer> {
    let known = names::macros_of(piece.type_(), scope.version());
    if known.is_empty() {
        return Vec::new();
    }
    let runs = cost::of_loop(scope, source, &cursor.macros, receiver).unwrap_or_default();
    let each = known.into_iter().map(|known| {
        let variables = known.usage.matches(", ").count();
        let names = if variables > 1 { "i, x, " } else { "x, " };
        CelOffer {
            label: known.name.to_owned(),
            detail: known.usage.to_owned(),
            documentation: format!("A macro: `{}`.\n\n{runs}", known.usage),
            text: format!("{}({names}$0)", known.name),
            kind: lsp::CompletionItemKind::Keyword,
        }
    });
    each.collect()
}

fn methods(
    scope: &ExpressionScope<'_>,
    source: &str,
    cursor: &ExpressionCursor,
    receiver: &str,
    piece: &TypedPiece<'_>,
) -> Vec<CelOffer> {
    if matches!(piece.type_(), Type::Dyn | Type::Error) {
        return Vec::new();
    }
    let type_id = piece.checked.type_id(piece.node);
    let methods = names::methods(&piece.checked, type_id, scope.version()).into_iter();
    let each = methods.map(|(function, overloads)| {
        let cost = overloads.first().and_then(|overload| {
            let arguments = smallest_arguments(overload, receiver);
            let call = format!("{receiver}.{}({arguments})", function.name);
            cost::of_call(scope, source, &cursor.macros, &call)
        });
        offer_of(function.name, &overloads, cost)
    });
    each.collect()
}

fn offer_of(name: &str, overloads: &[&crd_cel::Overload], cost: Option<String>) -> CelOffer {
    let signatures: Vec<String> = overloads
        .iter()
        .map(|overload| signature(name, overload).0)
        .collect();
    let mut documentation = format!("```\n{}\n```\n", signatures.join("\n"));
    for line in overloads
        .iter()
        .find_map(|overload| since(overload))
        .into_iter()
        .chain(cost)
    {
        documentation.push_str(&format!("\n{line}\n"));
    }
    let has_parameters = overloads
        .iter()
        .any(|overload| overload.params.len() > usize::from(overload.member));
    CelOffer {
        label: name.to_owned(),
        detail: signatures.into_iter().next().unwrap_or_default(),
        documentation,
        text: format!("{name}({})", if has_parameters { "$0" } else { "" }),
        kind: lsp::CompletionItemKind::Method,
    }
}

/// Returns the functions of a library, such as `sets`.
fn in_namespace(scope: &ExpressionScope<'_>, namespace: &str) -> Vec<CelOffer> {
    let functions = names::free(scope.version()).into_iter();
    let inside = functions.filter_map(|(function, overloads)| {
        let name = function.name.strip_prefix(namespace)?.strip_prefix('.')?;
        let mut offer = offer_of(name, &overloads, None);
        offer.detail = signature(function.name, overloads.first()?).0;
        Some(offer)
    });
    inside.collect()
}

fn without_receiver(scope: &ExpressionScope<'_>, source: &str, cursor: &ExpressionCursor) -> Vec<CelOffer> {
    let variable = |name: &str| {
        let piece = scope.piece(source, &cursor.macros, name);
        CelOffer {
            label: name.to_owned(),
            detail: piece.map_or(String::new(), |piece| piece.described()),
            documentation: match name {
                "self" => "The value that the rule validates.".to_owned(),
                "oldSelf" => {
                    "The value before the update; a rule that uses it only runs on updates.".to_owned()
                }
                _ => String::new(),
            },
            text: name.to_owned(),
            kind: lsp::CompletionItemKind::Variable,
        }
    };
    let mut offers: Vec<CelOffer> = Vec::new();
    for open in cursor.macros.iter().rev() {
        for range in &open.variables {
            offers.extend(source.get(range.clone()).map(variable));
        }
    }
    offers.push(variable("self"));
    offers.push(variable("oldSelf"));
    offers.push(CelOffer {
        label: "has".to_owned(),
        detail: "has(self.field)".to_owned(),
        documentation: "Whether a field is set.".to_owned(),
        text: "has($0)".to_owned(),
        kind: lsp::CompletionItemKind::Keyword,
    });
    let mut namespaces: Vec<&str> = Vec::new();
    for (function, overloads) in names::free(scope.version()) {
        match function.name.split_once('.') {
            Some((namespace, _)) if !namespaces.contains(&namespace) => namespaces.push(namespace),
            Some(_) => {}
            None => {
                let mut offer = offer_of(function.name, &overloads, None);
                offer.kind = lsp::CompletionItemKind::Function;
                offers.push(offer);
            }
        }
    }
    offers.extend(namespaces.into_iter().map(|namespace| CelOffer {
        label: namespace.to_owned(),
        detail: format!("functions `{namespace}.…`"),
        documentation: String::new(),
        text: namespace.to_owned(),
        kind: lsp::CompletionItemKind::Module,
    }));
    offers.extend(["true", "false", "null"].map(|word| CelOffer {
        label: word.to_owned(),
        detail: String::new(),
        documentation: String::new(),
        text: word.to_owned(),
        kind: lsp::CompletionItemKind::Constant,
    }));
    offers
}
