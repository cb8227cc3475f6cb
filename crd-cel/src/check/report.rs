//! Reports the checker's errors: cel-go's texts, and additional hints.

use super::advice::{Operands, SEARCHED};
use super::select::field_of;
use super::unify::is_provided;
use super::{Proposals, TypeChecker};
use crate::ast::{Entry, EntryKey, Kind, NodeId, Span, Text};
use crate::decls::{self, Function, Overload};
use crate::escape::escape;
use crate::macros::{MACROS, MacroName, find_macro};
use crate::mistake::{CallStyle, IssueKind, MismatchPlace, TooLarge};
use crate::nearest::Search;
use crate::proposal::short;
use crate::synonyms;
use crate::types::{Audience, ObjectType, Type, TypeId, TypeName, write_type};
use crate::version::CompatVersion;

impl TypeChecker<'_, '_> {
    #[cold]
    fn report(&mut self, node: NodeId, span: Span, kind: IssueKind, message: String) {
        let position = Some(self.ast.node(node).position);
        self.issues.report(kind, message, span, position);
    }

    /// Returns what to write instead of a mistake, unless the expression is a proposal itself.
    fn proposed(&mut self, proposal: impl FnOnce(&mut Self) -> Option<String>) -> Option<String> {
        if self.proposals == Proposals::None || self.issues.len() > SEARCHED {
            return None;
        }
        proposal(self)
    }

    fn span(&self, node: NodeId) -> Span {
        self.ast.node(node).span
    }

    fn text_span(&self, text: Text, node: NodeId) -> Span {
        self.ast.text_span(text).unwrap_or(self.span(node))
    }

    /// Formats a type as in the server's texts.
    fn display(&self, ty: TypeId) -> String {
        self.write(ty, Audience::of(self.version))
    }

    /// Formats a type for people.
    fn describe(&self, ty: TypeId) -> TypeName {
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

    /// Reports a variable that is not declared.
    #[cold]
    pub(super) fn unknown_variable(&mut self, node: NodeId, name: &str, text: Text) {
        let plain = name.strip_prefix('.').unwrap_or(name);
        let mut in_scope = Vec::new();
        for (known, _) in self.scopes.iter().rev() {
            let known = self.ast.text(*known);
            // Macros declare variables of their own, whose names no expression can contain.
            if !matches!(known.as_bytes().first(), Some(b'@' | b'#')) {
                in_scope.push(known.to_owned());
            }
        }
        for (known, _) in self.variables {
            in_scope.push((*known).to_owned());
        }
        let (called, suggestion) = match self.near_variable(node, plain, &in_scope) {
            Some(near) if !decls::is_namespace(plain) => (None, Some(near)),
            near => match self.namespaced_call(node, plain) {
                Some((called, suggestion)) => (Some(called), suggestion),
                None => (None, near),
            },
        };
        let call = match called {
            Some(_) => CallStyle::Method,
            None => CallStyle::Function,
        };
        let suggestion = suggestion
            .filter(|near| self.is_meant(node, near, call))
            .or_else(|| self.proposed(|checker| checker.meant_text(node, plain)));
        let kind = IssueKind::UnknownVariable {
            name: plain.to_owned(),
            suggestion,
            called,
            in_scope,
        };
        self.report(node, self.text_span(text, node), kind, undeclared(name));
    }

    #[cold]
    pub(super) fn unknown_type(&mut self, node: NodeId, name: &str, text: Text) {
        let kind = IssueKind::UnknownType {
            name: name.strip_prefix('.').unwrap_or(name).to_owned(),
        };
        self.report(node, self.text_span(text, node), kind, undeclared(name));
    }

    /// Returns `has(self.a)` for `exists(self.a)`, `'key' in self.a` for `self.a.has('key')`, and `self.a.exists(x, x > 0)` for
    /// `self.a.has(x, x > 0)`.
    fn presence_test(&self, name: &str, of: Operands<'_>) -> Option<String> {
        match (of.target, of.arguments, name) {
            (None, &[field], "exists") => matches!(self.ast.kind(field), Kind::Select { .. })
                .then(|| format!("has({})", self.part(field))),
            (Some(container), &[key], "exists" | "has") => self.key_test(key, container),
            (Some(_), [_, _], "has") => Some("exists".to_owned()),
            _ => None,
        }
    }

    /// Returns the selection that is meant by one from `object`: `self.replicas` for `object.spec.replicas` at `spec`.
    fn selected_from_object(&self, node: NodeId, variable: &str) -> Option<String> {
        let Some((_, ty)) = self.variables.iter().find(|(name, _)| *name == variable) else {
            return Some(variable.to_owned());
        };
        let mut at = node;
        let mut is_first = true;
        loop {
            let parent = self.ast.ids().find_map(|id| match self.ast.kind(id) {
                Kind::Select { operand, field, .. } if operand == at => Some((id, field)),
                _ => None,
            });
            let Some((parent, field)) = parent else {
                return is_first.then(|| variable.to_owned());
            };
            let Type::Object(object) = self.types.get(*ty) else {
                return None;
            };
            let object = self.types.store.object_type(object);
            let field = self.ast.text(field);
            if field_of(object, field, self.version).is_some() {
                return Some(if is_first {
                    variable.to_owned()
                } else {
                    format!("{variable}.{field}")
                });
            }
            (at, is_first) = (parent, false);
        }
    }

    /// Whether what is proposed for an unknown variable, or for the call of an unknown namespace, has fewer mistakes in its place.
    fn is_meant(&self, node: NodeId, near: &str, call: CallStyle) -> bool {
        let is_variable = matches!(near, "self" | "oldSelf");
        let is_usage = MACROS.iter().any(|known| known.usage == near);
        if is_variable || is_usage || self.proposals == Proposals::None || self.issues.len() > SEARCHED {
            return true;
        }
        if let Some((called, name)) = self.enclosing_member(node).filter(|_| call == CallStyle::Method) {
            let mut replaced = self.span(called);
            if near.chars().all(|c| c.is_ascii_alphanumeric() || c == '.') {
                replaced.end = self.text_span(name, called).end;
            }
            return self.improves(called, replaced, near);
        }
        if self.is_local(near) {
            // Names of one letter are similar only by their members.
            return match self.enclosing_member(node) {
                Some((member, _)) => self.improves(member, self.span(node), near),
                None => near.len() > 1,
            };
        }
        // `self.replicas` stands for all of `object.spec.replicas`.
        let (mut replaced, mut at) = (node, node);
        while let Some((parent, name)) = self.enclosing_member(at) {
            at = parent;
            if near.rsplit('.').next() == Some(self.ast.text(name)) {
                replaced = parent;
                break;
            }
        }
        self.improves(replaced, self.span(replaced), near)
    }

    /// Returns the selection from a node or the call of a method of it, and the name of the member.
    fn enclosing_member(&self, node: NodeId) -> Option<(NodeId, Text)> {
        self.ast.ids().find_map(|id| match self.ast.kind(id) {
            Kind::Select { operand, field, .. } if operand == node => Some((id, field)),
            Kind::Call {
                function,
                target: Some(target),
                ..
            } if target == node => Some((id, function)),
            _ => None,
        })
    }

    fn near_variable(&self, node: NodeId, name: &str, in_scope: &[String]) -> Option<String> {
        let self_field = format!("self.{name}");
        for (known, ty) in self.variables {
            if *known == "self"
                && let Type::Object(object) = self.types.get(*ty)
                && field_of(self.types.store.object_type(object), name, self.version).is_some()
            {
                return Some(self_field);
            }
        }
        if let Some(synonym) = synonyms::of_variable(name) {
            return match synonym {
                "self" | "oldSelf" => self.selected_from_object(node, synonym),
                _ => Some(synonym.to_owned()),
            };
        }
        let mut search = Search::of(name);
        for known in in_scope {
            search.consider(known);
        }
        search.found().map(str::to_owned)
    }

    /// Reports the call of an unknown function.
    #[cold]
    pub(super) fn unknown_function(&mut self, node: NodeId, name: &str, text: Text, call: CallStyle) {
        let plain = name.strip_prefix('.').unwrap_or(name);
        let later = match decls::find_any(plain) {
            Some(function) => Some(function.since_in_call()),
            None => macro_named(plain, call).map(|known| known.since),
        };
        let since = later.filter(|since| !self.version.has(*since));
        let usage = match later {
            Some(_) if since.is_none() => macro_named(plain, call).map(|known| known.usage),
            _ => None,
        };
        let has = self
            .presence_test(plain, self.operands(node))
            .filter(|_| usage.is_some());
        let near = self.proposed(|checker| match (since, usage) {
            _ if has.is_some() => has,
            (None, None) => checker.near_function(plain, checker.operands(node)),
            (Some(_), _) => {
                synonyms::of_function(plain).map(|near| checker.form(near, checker.operands(node)))
            }
            _ => None,
        });
        let span = self.text_span(text, node);
        let suggestion = near.and_then(|near| {
            let is_name = near.chars().all(|c| c.is_ascii_alphanumeric());
            let place = if is_name { span } else { self.span(node) };
            // The usage of a macro has placeholders.
            if MACROS.iter().any(|known| known.usage == near) {
                return Some(near);
            }
            self.improved(node, place, near)
        });
        let kind = IssueKind::UnknownFunction {
            name: plain.to_owned(),
            call,
            suggestion,
            since,
            usage,
        };
        self.report(node, self.text_span(text, node), kind, undeclared(name));
    }

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
        self.report(node, self.span(node), kind, message);
    }

    #[cold]
    pub(super) fn bad_range(&mut self, node: NodeId, ty: TypeId) {
        let message = format!(
            "expression of type '{}' cannot be range of a comprehension (must be list, map, or dynamic)",
            self.display(ty)
        );
        let found = self.describe(ty);
        let field = self.proposed(|checker| checker.list_of(node, ty));
        self.report(
            node,
            self.span(node),
            IssueKind::BadRange { found, field },
            message,
        );
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
        let mut arguments = Vec::with_capacity(args.len());
        for ty in args {
            let ty = self.types.finish(*ty);
            arguments.push(self.describe(ty));
        }
        let kind = IssueKind::NoOverload {
            function: name,
            receiver: member.then(|| arguments.remove(0)),
            arguments,
            signatures: signatures(function, self.version, |ty| self.describe(ty)),
            rewritten: self
                .proposed(|checker| checker.rewritten(node, function, args))
                .and_then(|text| self.improved(node, self.span(node), text)),
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

/// Returns the macro of a name, also if it has another form than the call.
fn macro_named(name: &str, call: CallStyle) -> Option<&'static MacroName> {
    find_macro(name, call)
        .or_else(|| find_macro(name, CallStyle::Function))
        .or_else(|| find_macro(name, CallStyle::Method))
}

/// Returns cel-go's text for any unknown name.
fn undeclared(name: &str) -> String {
    format!("undeclared reference to '{name}' (in container '')")
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

fn unknown_field(name: &str, object: &ObjectType) -> IssueKind {
    let mut known = Vec::new();
    for field in object.fields() {
        known.push(field.name.clone());
    }
    undefined(name, object.given_name(), known)
}

fn undefined(field: &str, object: Option<&str>, known: Vec<String>) -> IssueKind {
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
