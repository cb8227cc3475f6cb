//! Reports the checker's errors: cel-go's texts, and additional hints.

use super::advice::SEARCHED;
use super::missing_fields::{undefined, unknown_field};
use super::select::field_of;
use super::unify::is_provided;
use super::{Proposals, TypeChecker};
use crate::ast::{Entry, EntryKey, Kind, NodeId, Span, Text};
use crate::decls::{Function, Overload};
use crate::mistake::{CallStyle, IssueKind, MismatchPlace, TooLarge};
use crate::proposal::short;
use crate::types::{Audience, Type, TypeId, TypeName, write_type};
use crate::version::CompatVersion;

impl TypeChecker<'_, '_> {
    #[cold]
    pub(super) fn report(&mut self, node: NodeId, span: Span, kind: IssueKind, message: String) {
        let position = Some(self.ast.node(node).position);
        self.issues.report(kind, message, span, position);
    }

    /// Returns what to write instead of a mistake, unless the expression is a proposal itself.
    pub(super) fn proposed<T>(&mut self, proposal: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.proposals == Proposals::None || self.issues.len() > SEARCHED {
            return None;
        }
        proposal(self)
    }

    pub(super) fn span(&self, node: NodeId) -> Span {
        self.ast.node(node).span
    }

    pub(super) fn text_span(&self, text: Text, node: NodeId) -> Span {
        self.ast.text_span(text).unwrap_or(self.span(node))
    }

    /// Formats a type as in the server's texts.
    pub(super) fn display(&self, ty: TypeId) -> String {
        self.write(ty, Audience::of(self.version))
    }

    /// Formats a type for people.
    pub(super) fn describe(&self, ty: TypeId) -> TypeName {
        TypeName::new(self.write(ty, Audience::People), self.types.get(ty))
    }

    fn write(&self, ty: TypeId, audience: Audience) -> String {
        let mut out = String::new();
        write_type(
            &mut out,
            ty,
            &|id| self.types.get(id),
            self.types.store,
            audience,
            0,
        );
        out
    }

    #[cold]
    pub(super) fn too_large(&mut self) {
        let span = Span::new(0, self.ast.source().len());
        let what = TooLarge::Types;
        self.issues
            .report(IssueKind::TooLarge(what), what.to_string(), span, None);
    }

    #[cold]
    pub(super) fn mismatch(&mut self, node: NodeId, expected: TypeId, found: TypeId, place: MismatchPlace) {
        let message = format!(
            "expected type '{}' but found '{}'",
            self.display(expected),
            self.display(found)
        );
        let found_name = self.describe(found);
        let is_condition = matches!(place, MismatchPlace::LogicalOperand | MismatchPlace::Condition);
        let help = if is_condition {
            self.proposed(|checker| checker.condition_help(node, &found_name))
        } else {
            None
        };
        let kind = IssueKind::TypeMismatch {
            expected: self.describe(expected),
            found: found_name,
            place,
            help,
        };
        let is_literal = matches!(self.ast.kind(node), Kind::Literal(_));
        let whole = self
            .proposed(|checker| checker.membership(node))
            .filter(|_| is_condition && is_literal);
        let span = whole.map_or(self.span(node), |(span, _)| span);
        self.report(node, span, kind, message);
    }

    #[cold]
    pub(super) fn bad_range(&mut self, node: NodeId, ty: TypeId) {
        let message = format!(
            "expression of type '{}' cannot be range of a comprehension (must be list, map, or dynamic)",
            self.display(ty)
        );
        let found = self.describe(ty);
        let element = self.proposed(|checker| checker.of_one_element(node));
        let (span, element) = element.map_or((self.span(node), None), |(span, text)| (span, Some(text)));
        let field = self.proposed(|checker| checker.list_of(node, ty));
        let kind = IssueKind::BadRange {
            found,
            field: field.filter(|_| element.is_none()),
            element,
        };
        self.report(node, span, kind, message);
    }

    /// Returns a list or map of an object: `self.listeners` for `self`.
    fn list_of(&self, node: NodeId, ty: TypeId) -> Option<String> {
        let Type::Object(object) = self.types.get(ty) else {
            return None;
        };
        for field in self.types.store.object_type(object).fields() {
            if matches!(self.types.get(field.ty), Type::List(_) | Type::Map(..)) {
                return short(format!("{}.{}", self.part(node), field.name));
            }
        }
        None
    }

    #[cold]
    pub(super) fn not_a_type(&mut self, node: NodeId, ty: TypeId) {
        let message = format!("'{}' is not a type", self.declared_name(ty));
        let found = self.describe(ty);
        self.report(node, self.span(node), IssueKind::NotAType { found }, message);
    }

    #[cold]
    pub(super) fn not_a_message(&mut self, node: NodeId, ty: TypeId) {
        let message = format!("'{}' is not a message type", self.declared_name(ty));
        let name = self.describe(ty).to_string();
        self.report(node, self.span(node), IssueKind::NotAMessage { name }, message);
    }

    /// Returns a type's name without its parameters.
    fn declared_name(&self, ty: TypeId) -> String {
        match self.types.get(ty) {
            Type::List(_) => "list".to_owned(),
            Type::Map(..) => "map".to_owned(),
            Type::Optional(_) if self.version.server() <= 30 => "optional".to_owned(),
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
        call: CallStyle,
        args: &[TypeId],
    ) {
        let member = call == CallStyle::Method;
        let mut since = None;
        for overload in function.overloads {
            if overload.call_style() == call
                && !self.version.has(overload.since)
                && self.would_fit(overload, args)
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
        let mut arguments = Vec::with_capacity(args.len());
        for ty in args {
            let ty = self.types.finish(*ty);
            arguments.push(self.describe(ty));
        }
        let replaced = self.replaced(node, name, args);
        let rewritten = self
            .proposed(|checker| checker.rewritten(node, function, args))
            .and_then(|text| self.improved(replaced, self.span(replaced), text))
            // A variable that always has a value is shown in a sentence.
            .filter(|text| {
                matches!(text.as_str(), "self" | "oldSelf") || self.corrects(self.span(replaced), text)
            });
        let field = self.proposed(|checker| checker.field_named_as_a_type(node));
        let looped = match (field, rewritten) {
            (Some(field), _) => Some(field),
            (None, Some(text)) => Some((self.span(replaced), text)),
            (None, None) => self.proposed(|checker| match checker.operands(node) {
                of if name == "_[_]" => checker.element_with(node, of, args),
                _ if name.starts_with('_') => None,
                of => checker.over_elements(node, of, args),
            }),
        };
        let joined = looped
            .as_ref()
            .and_then(|(place, text)| self.joined_text(*place, text));
        let (place, rewritten) = joined
            .or(looped)
            .map_or((self.span(node), None), |(place, text)| (place, Some(text)));
        let kind = IssueKind::NoOverload {
            function: name,
            receiver: member.then(|| arguments.remove(0)),
            arguments,
            signatures: signatures(function, self.version, |ty| self.describe(ty)),
            rewritten,
            since,
        };
        self.report(node, place, kind, message);
    }

    #[cold]
    fn report_entry(&mut self, entry: &Entry, kind: IssueKind, message: String) {
        let span = match entry.key {
            EntryKey::Field(field) => self.text_span(field, entry.value),
            EntryKey::Expr(key) => self.span(key),
        };
        self.issues.report(kind, message, span, Some(entry.position));
    }

    /// Returns the type of a field of an object that a literal creates.
    pub(super) fn message_field(&mut self, entry: &Entry, object: TypeId, field: Text) -> Option<TypeId> {
        let Type::Object(id) = self.types.get(object) else {
            return None;
        };
        let object = self.types.store.object_type(id);
        if !is_provided(id) {
            return self.failed_entry(entry, object.name());
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
        let kind = undefined(name, None, known);
        self.report_entry(entry, kind, format!("undefined field '{name}'"));
    }

    #[cold]
    pub(super) fn failed_entry(&mut self, entry: &Entry, name: &str) -> Option<TypeId> {
        let name = name.strip_prefix('.').unwrap_or(name);
        let kind = IssueKind::NotAMessage {
            name: name.to_owned(),
        };
        self.report_entry(entry, kind, format!("unexpected failed resolution of '{name}'"));
        None
    }

    #[cold]
    pub(super) fn field_mismatch(&mut self, entry: &Entry, field: Text, wanted: TypeId, found: TypeId) {
        let name = self.ast.text(field);
        let message = format!(
            "expected type of field '{name}' is '{}' but provided type is '{}'",
            self.display(wanted),
            self.display(found)
        );
        let kind = IssueKind::TypeMismatch {
            expected: self.describe(wanted),
            found: self.describe(found),
            place: MismatchPlace::MessageField {
                field: name.to_owned(),
            },
            help: None,
        };
        self.report_entry(entry, kind, message);
    }
}

/// Returns the signatures of a function in a version; none for operators.
fn signatures(
    function: &Function,
    version: CompatVersion,
    describe: impl Fn(TypeId) -> TypeName,
) -> Vec<String> {
    let mut signatures = Vec::new();
    let is_named = function
        .name
        .as_bytes()
        .first()
        .is_some_and(u8::is_ascii_lowercase);
    for overload in function.overloads {
        if is_named && overload.is_in(version) {
            signatures.push(signature(function.name, overload, &describe));
        }
    }
    signatures
}

/// Formats a signature: `string.contains(string)`, `isIP(string)`.
fn signature(name: &str, overload: &Overload, describe: &impl Fn(TypeId) -> TypeName) -> String {
    let mut out = String::new();
    let mut params = overload.params;
    if let (CallStyle::Method, Some((receiver, rest))) = (overload.call_style(), params.split_first()) {
        out.push_str(describe(*receiver).as_str());
        out.push('.');
        params = rest;
    }
    out.push_str(name);
    for (at, param) in params.iter().enumerate() {
        out.push_str(if at == 0 { "(" } else { ", " });
        out.push_str(describe(*param).as_str());
    }
    out.push_str(if params.is_empty() { "()" } else { ")" });
    out
}
