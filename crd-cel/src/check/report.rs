//! The checker's errors: cel-go's texts, and what helps beyond them.

use super::Checker;
use super::select::field_of;
use super::unify::is_provided;
use crate::ast::{Entry, EntryKey, NodeId, Span, Text};
use crate::decls::{self, Function};
use crate::issue::{Issue, IssueKind};
use crate::macros::{MACROS, macro_since};
use crate::nearest::Search;
use crate::types::{ObjectType, Type, TypeId, write_type};

impl Checker<'_, '_> {
    #[cold]
    fn report(&mut self, node: NodeId, span: Span, kind: IssueKind, message: String) {
        let position = Some(self.ast.node(node).position);
        self.issues.push(Issue {
            kind,
            message,
            span,
            position,
        });
    }

    fn span(&self, node: NodeId) -> Span {
        self.ast.node(node).span
    }

    fn text_span(&self, text: Text, node: NodeId) -> Span {
        self.ast.text_span(text).unwrap_or(self.span(node))
    }

    fn display(&self, ty: TypeId) -> String {
        let mut out = String::new();
        write_type(&mut out, ty, &|id| self.types.get(id), self.types.store, 0);
        out
    }

    #[cold]
    pub(super) fn too_large(&mut self) {
        let span = Span::new(0, self.ast.source().len());
        let message = "the types in this expression grow beyond all bounds".to_owned();
        self.issues.push(Issue {
            kind: IssueKind::TooLarge,
            message,
            span,
            position: None,
        });
    }

    /// An unknown name; for calls, whether there was a receiver.
    #[cold]
    pub(super) fn undeclared(&mut self, node: NodeId, name: &str, text: Text, call: Option<bool>) {
        let message = format!("undeclared reference to '{name}' (in container '')");
        let plain = name.strip_prefix('.').unwrap_or(name);
        let since = call.and_then(|receiver| {
            decls::find_any(plain)
                .map(Function::since)
                .or_else(|| macro_since(plain, receiver))
        });
        let suggestion = match call {
            _ if since.is_some() => None,
            Some(receiver) => self.near_function(plain, receiver),
            None => self.near_name(plain),
        };
        let kind = IssueKind::Undeclared {
            name: plain.to_owned(),
            function: call.is_some(),
            suggestion,
            since,
        };
        self.report(node, self.text_span(text, node), kind, message);
    }

    fn near_name(&self, name: &str) -> Option<String> {
        let mut search = Search::of(name);
        for (known, _) in &self.scopes {
            let known = self.ast.text(*known);
            if !matches!(known.as_bytes().first(), Some(b'@' | b'#')) {
                search.consider(known);
            }
        }
        for (known, _) in self.variables {
            search.consider(known);
        }
        search.found().map(str::to_owned)
    }

    fn near_function(&self, name: &str, receiver: bool) -> Option<String> {
        let version = self.version;
        let mut search = Search::of(name);
        for function in decls::functions() {
            let mut fits = false;
            for overload in function.overloads {
                fits |= overload.member == receiver && version.offers(overload);
            }
            if fits
                && function
                    .name
                    .as_bytes()
                    .first()
                    .is_some_and(u8::is_ascii_lowercase)
            {
                search.consider(function.name);
            }
        }
        for known in MACROS {
            if known.receiver == receiver && version.has(known.since) {
                search.consider(known.name);
            }
        }
        search.found().map(str::to_owned)
    }

    #[cold]
    pub(super) fn undefined_field(&mut self, node: NodeId, field: Text, object: &ObjectType) {
        let name = self.ast.text(field);
        self.report(
            node,
            self.text_span(field, node),
            unknown_field(name, object),
            format!("undefined field '{name}'"),
        );
    }

    #[cold]
    pub(super) fn failed_resolution(&mut self, node: NodeId, object: &str) {
        let message = format!("unexpected failed resolution of '{object}'");
        self.report(node, self.span(node), IssueKind::NotSelectable, message);
    }

    #[cold]
    pub(super) fn not_selectable(&mut self, node: NodeId, field: Text, ty: TypeId) {
        let message = format!("type '{}' does not support field selection", self.display(ty));
        self.report(
            node,
            self.text_span(field, node),
            IssueKind::NotSelectable,
            message,
        );
    }

    #[cold]
    pub(super) fn mismatch(&mut self, node: NodeId, expected: TypeId, found: TypeId) {
        let (expected, found) = (self.display(expected), self.display(found));
        let message = format!("expected type '{expected}' but found '{found}'");
        self.report(
            node,
            self.span(node),
            IssueKind::TypeMismatch { expected, found },
            message,
        );
    }

    #[cold]
    pub(super) fn bad_range(&mut self, node: NodeId, ty: TypeId) {
        let ty = self.display(ty);
        let message = format!(
            "expression of type '{ty}' cannot be range of a comprehension (must be list, map, or dynamic)"
        );
        self.report(node, self.span(node), IssueKind::BadRange, message);
    }

    #[cold]
    pub(super) fn not_a_type(&mut self, node: NodeId, ty: TypeId) {
        let message = format!("'{}' is not a type", self.declared_name(ty));
        self.report(node, self.span(node), IssueKind::Other, message);
    }

    #[cold]
    pub(super) fn not_a_message(&mut self, node: NodeId, ty: TypeId) {
        let message = format!("'{}' is not a message type", self.declared_name(ty));
        self.report(node, self.span(node), IssueKind::Other, message);
    }

    /// A type's name without its parameters.
    fn declared_name(&self, ty: TypeId) -> String {
        match self.types.get(ty) {
            Type::List(_) => "list".to_owned(),
            Type::Map(..) => "map".to_owned(),
            Type::Optional(_) => "optional_type".to_owned(),
            Type::Type(_) => "type".to_owned(),
            Type::Null => "null_type".to_owned(),
            Type::Duration => "google.protobuf.Duration".to_owned(),
            Type::Timestamp => "google.protobuf.Timestamp".to_owned(),
            Type::Any => "google.protobuf.Any".to_owned(),
            _ => self.display(ty),
        }
    }

    #[cold]
    pub(super) fn no_overload(
        &mut self,
        node: NodeId,
        function: &'static Function,
        member: bool,
        args: &[TypeId],
    ) {
        let mut since = None;
        for overload in function.overloads {
            if overload.member == member
                && !self.version.has(overload.since)
                && self.fits(overload, args).is_some()
                && since.is_none_or(|since| overload.since < since)
            {
                since = Some(overload.since);
            }
        }
        let mut signature = String::new();
        for (i, ty) in args.iter().enumerate() {
            let ty = self.types.finish(*ty);
            signature.push_str(match i {
                0 if !member => "(",
                0 => "",
                1 if member => ".(",
                _ => ", ",
            });
            signature.push_str(&self.display(ty));
        }
        match (member, args.len()) {
            (false, 0) => signature.push('('),
            (true, 1) => signature.push_str(".("),
            _ => {}
        }
        let name = function.name;
        let message = format!("found no matching overload for '{name}' applied to '{signature})'");
        let kind = IssueKind::NoOverload {
            function: name.to_owned(),
            suggestion: None,
            since,
        };
        self.report(node, self.span(node), kind, message);
    }

    #[cold]
    fn report_entry(&mut self, entry: &Entry, kind: IssueKind, message: String) {
        let span = match entry.key {
            EntryKey::Field(field) => self.text_span(field, entry.value),
            EntryKey::Expr(key) => self.span(key),
        };
        self.issues.push(Issue {
            kind,
            message,
            span,
            position: Some(entry.position),
        });
    }

    /// The type of a field of an object that is made by a literal.
    pub(super) fn message_field(&mut self, entry: &Entry, object: TypeId, field: Text) -> Option<TypeId> {
        let Type::Object(id) = self.types.get(object) else {
            return None;
        };
        let object = self.types.store.object_type(id);
        if !is_provided(id) {
            return self.failed_entry(entry, field, object.name());
        }
        let name = self.ast.text(field);
        let found = field_of(object, name, self.version);
        if found.is_none() {
            self.report_entry(
                entry,
                unknown_field(name, object),
                format!("undefined field '{name}'"),
            );
        }
        found
    }

    #[cold]
    pub(super) fn undefined_message_field(&mut self, entry: &Entry, field: Text, fields: &[(&str, TypeId)]) {
        let name = self.ast.text(field);
        let mut known = Vec::new();
        for (field, _) in fields {
            known.push((*field).to_owned());
        }
        let kind = undefined(name, "", known);
        self.report_entry(entry, kind, format!("undefined field '{name}'"));
    }

    #[cold]
    pub(super) fn failed_entry(&mut self, entry: &Entry, _field: Text, message: &str) -> Option<TypeId> {
        let message = message.strip_prefix('.').unwrap_or(message);
        self.report_entry(
            entry,
            IssueKind::Other,
            format!("unexpected failed resolution of '{message}'"),
        );
        None
    }

    #[cold]
    pub(super) fn field_mismatch(&mut self, entry: &Entry, field: Text, wanted: TypeId, found: TypeId) {
        let (expected, found) = (self.display(wanted), self.display(found));
        let name = self.ast.text(field);
        let message =
            format!("expected type of field '{name}' is '{expected}' but provided type is '{found}'");
        self.report_entry(entry, IssueKind::TypeMismatch { expected, found }, message);
    }
}

fn unknown_field(name: &str, object: &ObjectType) -> IssueKind {
    let mut known = Vec::new();
    for field in object.fields() {
        known.push(field.name.clone());
    }
    undefined(name, object.name(), known)
}

fn undefined(field: &str, object: &str, known: Vec<String>) -> IssueKind {
    let mut search = Search::of(field);
    for known in &known {
        search.consider(known);
    }
    IssueKind::UndefinedField {
        field: field.to_owned(),
        object: object.to_owned(),
        suggestion: search.found().map(str::to_owned),
        known,
    }
}
