//! Reports selections of fields that do not exist, with what was probably meant.
//!
//! ```text
//! self.list.length              self.list.size()
//! self.fail-open                self.fail__dash__open
//! self.labels.a.b/c             self.labels['a.b/c']
//! ```

use super::TypeChecker;
use super::select::field_of;
use crate::ast::{Kind, NodeId, Span, Text};
use crate::decls;
use crate::escape::escape;
use crate::mistake::IssueKind;
use crate::nearest::Search;
use crate::proposal::short;
use crate::synonyms;
use crate::types::{ObjectType, Type, TypeId};

impl TypeChecker<'_, '_> {
    #[cold]
    pub(super) fn undefined_field(&mut self, node: NodeId, field: Text, object: &ObjectType) {
        let name = self.ast.text(field);
        let span = self.text_span(field, node);
        let mut kind = unknown_field(name, object);
        if let IssueKind::UndefinedField { suggestion, .. } = &mut kind {
            let near = suggestion.take();
            *suggestion = self.proposed(|checker| {
                let escaped = checker.field_of_other_characters(span, object);
                escaped
                    .or(near)
                    .filter(|near| match checker.enclosing_member(node) {
                        Some((member, _)) => checker.improves(member, span, near),
                        None => true,
                    })
            });
        }
        self.report(node, span, kind, format!("undefined field '{name}'"));
    }

    /// Returns the field `a__dash__b` for the selection `self.a-b`, and `a__dot__b` for `self.a.b`.
    fn field_of_other_characters(&self, span: Span, object: &ObjectType) -> Option<String> {
        let mut name = self.name_of_other_characters(span)?;
        while name.contains(is_other) {
            if let Some(escaped) = escape(name).filter(|escaped| object.field(escaped).is_some()) {
                return Some(escaped);
            }
            (name, _) = name.rsplit_once(is_other)?;
        }
        None
    }

    /// Returns the text from a name up to the first character that no key of a label contains.
    fn name_of_other_characters(&self, span: Span) -> Option<&str> {
        let rest = self.ast.source().get(span.start as usize..)?;
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && !is_other(c));
        rest.get(..end.unwrap_or(rest.len()))
    }

    /// Returns `self.labels['a.b/c']` for a selection from the text that `self.labels.a` is in `self.labels.a.b/c`.
    fn key_of_other_characters(&self, selection: NodeId) -> Option<String> {
        let Kind::Select { operand, .. } = self.ast.kind(selection) else {
            return None;
        };
        let Kind::Select {
            operand: map, field, ..
        } = self.ast.kind(operand)
        else {
            return None;
        };
        let mut key = self.name_of_other_characters(self.text_span(field, operand))?;
        if self.ast.source().contains(&format!("{key}(")) {
            (key, _) = key.rsplit_once('.')?;
        }
        matches!(self.types.get(self.type_of(map)), Type::Map(..))
            .then(|| format!("{}['{key}']", self.part(map)))
            .and_then(short)
    }

    #[cold]
    pub(super) fn failed_resolution(&mut self, node: NodeId, field: Text, ty: TypeId) {
        let message = format!("unexpected failed resolution of '{}'", self.display(ty));
        let kind = self.no_fields(node, field, ty, ty);
        self.report(node, self.span(node), kind, message);
    }

    #[cold]
    pub(super) fn not_selectable(&mut self, node: NodeId, field: Text, ty: TypeId, operand: TypeId) {
        let message = format!("type '{}' does not support field selection", self.display(ty));
        let kind = self.no_fields(node, field, ty, operand);
        self.report(node, self.text_span(field, node), kind, message);
    }

    /// Describes a field of a value without fields; `operand` is an optional of the type, or the type itself.
    fn no_fields(&mut self, node: NodeId, field: Text, ty: TypeId, operand: TypeId) -> IssueKind {
        let field = self.ast.text(field);
        let name = synonyms::of_function(field).unwrap_or(field);
        let mut method = None;
        let known = [decls::find(name, self.version), self.getter(name)];
        for function in known.into_iter().flatten() {
            for overload in function.overloads {
                if let (true, [receiver]) = (overload.member, overload.params)
                    && is_alike(self.types.get(*receiver), self.types.get(operand))
                {
                    method = Some(function.name.to_owned());
                }
            }
        }
        let variable = match self.types.get(ty) {
            Type::List(element) => match self.types.get(element) {
                Type::Object(object) => field_of(self.types.store.object_type(object), field, self.version),
                Type::Map(_, value) => Some(value),
                _ => None,
            }
            .map(|_| "x".to_owned()),
            _ => self.of_self(node).or_else(|| {
                self.proposed(|checker| checker.meant_variable(node))
                    .filter(|variable| self.improves(node, self.operand_span(node), variable))
                    .or_else(|| self.key_of_other_characters(node))
            }),
        };
        IssueKind::NotSelectable {
            field: field.to_owned(),
            found: self.describe(ty),
            method,
            variable,
        }
    }

    /// Returns the variable of the rule that a member is selected from.
    fn of_self(&self, selection: NodeId) -> Option<String> {
        let Kind::Select { operand, .. } = self.ast.kind(selection) else {
            return None;
        };
        match self.ast.kind(operand) {
            Kind::Ident(name) if matches!(self.ast.text(name), "self" | "oldSelf") => {
                Some(self.ast.text(name).to_owned())
            }
            _ => None,
        }
    }

    fn operand_span(&self, selection: NodeId) -> Span {
        match self.ast.kind(selection) {
            Kind::Select { operand, .. } => self.span(operand),
            _ => self.span(selection),
        }
    }

    /// Returns the value of a map for a selection from its key, and the element of a list for one from its index.
    fn meant_variable(&self, selection: NodeId) -> Option<String> {
        let Kind::Select { operand, .. } = self.ast.kind(selection) else {
            return None;
        };
        let Kind::Ident(name) = self.ast.kind(operand) else {
            return None;
        };
        let name = self.ast.text(name);
        let place = self.span(selection);
        let around = self.ast.ids().filter_map(|id| match self.ast.kind(id) {
            Kind::Comprehension(loops) => Some((self.span(id), self.ast.comprehension(loops)?)),
            _ => None,
        });
        let (_, inner) = around
            .filter(|(span, inner)| {
                span.start <= place.start && place.end <= span.end && self.ast.text(inner.iter_var) == name
            })
            .min_by_key(|(span, _)| span.end - span.start)?;
        match inner.iter_var2 {
            Some(second) => Some(self.ast.text(second).to_owned()),
            None if matches!(self.types.get(self.type_of(inner.iter_range)), Type::Map(..)) => {
                Some(format!("{}[{name}]", self.part(inner.iter_range)))
            }
            None => None,
        }
    }
}

fn is_other(c: char) -> bool {
    matches!(c, '-' | '.' | '/')
}

/// Checks whether two types are the same except for the element types of lists, maps and optionals.
fn is_alike(left: Type, right: Type) -> bool {
    match (left, right) {
        (Type::List(_), Type::List(_))
        | (Type::Map(..), Type::Map(..))
        | (Type::Optional(_), Type::Optional(_)) => true,
        _ => left == right,
    }
}

pub(super) fn unknown_field(name: &str, object: &ObjectType) -> IssueKind {
    let mut known = Vec::new();
    for field in object.fields() {
        known.push(field.name.clone());
    }
    undefined(name, object.given_name(), known)
}

pub(super) fn undefined(field: &str, object: Option<&str>, known: Vec<String>) -> IssueKind {
    let mut search = Search::of(field);
    for known in &known {
        search.consider(known);
    }
    let suggestion = search.found().map(str::to_owned);
    IssueKind::UndefinedField {
        field: field.to_owned(),
        object: object.map(str::to_owned),
        suggestion,
        known,
    }
}
