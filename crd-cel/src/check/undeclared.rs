//! Reports variables, types and functions that are not declared, with what was probably meant.
//!
//! ```text
//! port > 1                      self.port > 1
//! object.spec.replicas > 1      self.replicas > 1, at `spec`
//! exists(self.a)                has(self.a)
//! ```

use super::advice::{Operands, SEARCHED};
use super::select::field_of;
use super::{Proposals, TypeChecker};
use crate::ast::{Kind, NodeId, Span, Text};
use crate::decls;
use crate::macros::{self, MACROS, MacroName, find_macro};
use crate::mistake::{CallStyle, IssueKind};
use crate::nearest::Search;
use crate::proposal::short;
use crate::synonyms;
use crate::types::{Type, TypeId};

impl TypeChecker<'_, '_> {
    /// Reports a variable that is not declared.
    #[cold]
    pub(super) fn unknown_variable(&mut self, node: NodeId, name: &str, text: Text) {
        let plain = name.strip_prefix('.').unwrap_or(name);
        let of_loops = self.loop_variables().map(|(known, _)| known);
        let of_rule = self.variables.iter().map(|(known, _)| *known);
        let in_scope: Vec<String> = of_loops.chain(of_rule).map(str::to_owned).collect();
        let near = self.near_variable(node, plain, &in_scope);
        let is_named = near.is_some() && !decls::is_namespace(plain);
        let called = self
            .namespaced_call(node, plain)
            .filter(|(_, meant)| !is_named || self.corrects_call(node, meant.as_deref()));
        let (called, suggestion) = match called {
            Some((called, suggestion)) => (Some(called), suggestion),
            None => (None, near),
        };
        let call = match called {
            Some(_) => CallStyle::Method,
            None => CallStyle::Function,
        };
        let own = self.text_span(text, node);
        let counted = self.proposed(|checker| {
            let (called, _) = checker.enclosing_member(node)?;
            checker.counted_keys(called)
        });
        let meant = suggestion.and_then(|near| Some((self.meant_place((node, own), &near, call)?, near)));
        let text = self.proposed(|checker| {
            // A field of another type than what it is compared with.
            let is_wrong =
                |(place, near): &(Span, String)| near.starts_with("self.") && !checker.corrects(*place, near);
            let is_open = meant.as_ref().is_none_or(is_wrong);
            let key = checker.meant_key(node).filter(|(place, key)| {
                let left = checker.mistakes_with(*place, key);
                let is_worse = |(place, near): &(Span, String)| checker.mistakes_with(*place, near) > left;
                meant.as_ref().is_none_or(is_worse)
            });
            key.or_else(|| checker.meant_text(node, plain).filter(|_| is_open))
        });
        let meant = text.or(meant);
        let selected = self.proposed(|checker| checker.selected_in_brackets(node, plain));
        let presence = self.proposed(|checker| checker.compared_with_absent(node, plain));
        let meant = presence
            .or(counted.filter(|_| called.is_some()))
            .or(selected)
            .or(meant);
        let joined = self.proposed(|checker| {
            let (place, near) = meant.as_ref()?;
            checker.joined_text(*place, near)
        });
        let meant = joined.or(meant);
        let (span, suggestion) = meant.map_or((own, None), |(span, near)| (span, Some(near)));
        let kind = IssueKind::UnknownVariable {
            name: plain.to_owned(),
            suggestion,
            called,
            in_scope,
        };
        self.report(node, span, kind, undeclared(name));
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
            (Some(value), [], "exists" | "has") => match self.types.get(self.type_of(value)) {
                Type::Optional(_) => short(format!("{}.hasValue()", self.operand(value))),
                Type::List(_) | Type::Map(..) if name == "exists" => {
                    short(format!("size({}) > 0", self.part(value)))
                }
                _ => matches!(self.ast.kind(value), Kind::Select { .. })
                    .then(|| format!("has({})", self.part(value))),
            },
            (Some(list), &[element], "exists" | "has") if self.is_text(element) => self
                .key_test(element, list)
                .or_else(|| self.among_elements(of, &[self.type_of(list), TypeId::STRING]))
                .or_else(|| self.search("contains", &[list, element])),
            (Some(object), &[field], "has")
                if matches!(self.ast.kind(field), Kind::Ident(_))
                    && self.has_field(self.type_of(object), self.part(field)).is_some() =>
            {
                short(format!("has({}.{})", self.operand(object), self.part(field)))
            }
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

    /// Returns `size(map)` for `map.keys().length` and `Object.keys(map).length`, which would select a key of the map, and its place.
    fn counted_keys(&self, call: NodeId) -> Option<(Span, String)> {
        let Kind::Call { function, .. } = self.ast.kind(call) else {
            return None;
        };
        let of = self.operands(call);
        let map = of.arguments.first().copied().or(of.target)?;
        let is_of_map = matches!(self.ast.text(function), "keys" | "values" | "entries" | "items")
            && matches!(self.types.get(self.type_of(map)), Type::Map(..));
        let (counted, name) = self.enclosing_member(call).filter(|_| is_of_map)?;
        let name = self.ast.text(name);
        let is_size = name == "size" || synonyms::of_function(name) == Some("size");
        is_size.then(|| (self.span(counted), format!("size({})", self.part(map))))
    }

    /// Returns the place of what is proposed for an unknown variable, or for the call of an unknown namespace, if it has fewer mistakes
    /// there; `own` is the place of the name itself.
    fn meant_place(&self, (node, own): (NodeId, Span), near: &str, call: CallStyle) -> Option<Span> {
        let is_variable = matches!(near, "self" | "oldSelf");
        let is_usage = MACROS.iter().any(|known| known.usage == near);
        if is_variable || is_usage || self.proposals == Proposals::None || self.issues.len() > SEARCHED {
            return Some(own);
        }
        if let Some((called, name)) = self.enclosing_member(node).filter(|_| call == CallStyle::Method) {
            let mut replaced = self.span(called);
            if decls::find_any(near).is_some() {
                replaced.end = self.text_span(name, called).end;
            }
            return self.improves(called, replaced, near).then_some(replaced);
        }
        if self.is_local(near) {
            // Names of one letter are similar only by their members.
            let is_meant = match self.enclosing_member(node) {
                Some((member, _)) => self.improves(member, self.span(node), near),
                None => near.len() > 1,
            };
            return is_meant.then_some(own);
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
        let span = self.span(replaced);
        self.improves(replaced, span, near).then_some(span)
    }

    /// Whether an expression is no mistake in place of the call of a method of a variable.
    fn corrects_call(&self, variable: NodeId, meant: Option<&str>) -> bool {
        let call = self.enclosing_member(variable);
        let is_tried = self.proposals == Proposals::Tried;
        matches!((call, meant), (Some((call, _)), Some(meant)) if is_tried && self.corrects(self.span(call), meant))
    }

    /// Returns the selection from a node or the call of a method of it, and the name of the member.
    pub(super) fn enclosing_member(&self, node: NodeId) -> Option<(NodeId, Text)> {
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

    /// Returns `!has(self.field)` for `self.field == nil`, and its place.
    fn compared_with_absent(&self, variable: NodeId, name: &str) -> Option<(Span, String)> {
        if !synonyms::is_absent_value(name) {
            return None;
        }
        let (comparison, operator) = self.parent(variable)?;
        let not = match operator {
            "_==_" => "!",
            "_!=_" => "",
            _ => return None,
        };
        let operands = self.operands(comparison).arguments;
        let field = *operands.iter().find(|operand| **operand != variable)?;
        if !matches!(self.ast.kind(field), Kind::Select { test_only: false, .. }) {
            return None;
        }
        let (span, text) = (
            self.span(comparison),
            short(format!("{not}has({})", self.part(field)))?,
        );
        self.corrects(span, &text).then_some((span, text))
    }

    /// Returns `self.field` for `self[field]` of an object, and its place.
    fn selected_in_brackets(&self, variable: NodeId, name: &str) -> Option<(Span, String)> {
        self.ast.ids().find_map(|id| match self.ast.plain_call(id) {
            Some(("_[_]", &[object, index])) if index == variable => {
                let is_object = matches!(self.types.get(self.type_of(object)), Type::Object(_));
                let text = format!("{}.{name}", self.operand(object));
                (is_object && self.has_field(self.type_of(object), name).is_some())
                    .then(|| (self.span(id), text))
            }
            _ => None,
        })
    }

    fn near_variable(&self, node: NodeId, name: &str, in_scope: &[String]) -> Option<String> {
        if let Some(field) = self.field_of_self(name) {
            let selected = synonyms::of_variable(name)
                .filter(|_| self.has_other_member(node, &field))
                .and_then(|synonym| self.selected_from_object(node, synonym));
            return selected
                .or_else(|| self.similar_variable(node, name))
                .or(Some(field));
        }
        if let Some(field) = self.field_of_loop(node, name) {
            return Some(field);
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

    /// Returns the type of `self`.
    pub(super) fn type_of_self(&self) -> Option<Type> {
        let (_, ty) = self.variables.iter().find(|(known, _)| *known == "self")?;
        Some(self.types.get(*ty))
    }

    /// Returns `self.name` if `self` has the field.
    fn field_of_self(&self, name: &str) -> Option<String> {
        let Type::Object(object) = self.type_of_self()? else {
            return None;
        };
        field_of(self.types.store.object_type(object), name, self.version)
            .is_some()
            .then(|| format!("self.{name}"))
    }

    /// Returns `self.type` for the operand `type` of a call, which names a type, and its place.
    pub(super) fn field_named_as_a_type(&self, call: NodeId) -> Option<(Span, String)> {
        self.operands(call).all().into_iter().find_map(|operand| {
            let Kind::Ident(name) = self.ast.kind(operand) else {
                return None;
            };
            let name = self.ast.text(name);
            let field = self
                .field_of_self(name)
                .or_else(|| self.field_of_loop(operand, name));
            let (place, field) = (self.span(operand), field?);
            self.corrects(place, &field).then_some((place, field))
        })
    }

    /// Whether the member that is selected from a variable is one of its own, and not of the field with its name.
    fn has_other_member(&self, variable: NodeId, field: &str) -> bool {
        let member = self.enclosing_member(variable);
        self.proposals == Proposals::Tried
            && member.is_some_and(|(member, _)| !self.improves(member, self.span(variable), field))
    }

    /// Returns the variable of a macro that is similar to an unknown name, if it is no mistake in its place.
    fn similar_variable(&self, node: NodeId, name: &str) -> Option<String> {
        let mut search = Search::of(name);
        for (known, _) in self.loop_variables() {
            search.consider(known);
        }
        let near = search.found().filter(|_| self.proposals == Proposals::Tried)?;
        self.corrects(self.span(node), near).then(|| near.to_owned())
    }

    /// Reports the call of an unknown function.
    #[cold]
    pub(super) fn unknown_function(&mut self, node: NodeId, name: &str, text: Text, call: CallStyle) {
        let plain = name.strip_prefix('.').unwrap_or(name);
        let later = match decls::find_any(plain) {
            Some(function) => Some(function.since_in_call()),
            None => macro_named(plain, call).map(|known| {
                let arguments = self.operands(node).arguments.len();
                macros::since(plain, arguments, call).unwrap_or(known.since)
            }),
        };
        let since = later.filter(|since| !self.version.has(*since));
        let usage = macro_named(plain, call)
            .filter(|known| later.is_some() && self.version.has(known.since))
            .map(|known| known.usage);
        let is_other_case = plain != "exists" && plain.eq_ignore_ascii_case("exists");
        let tested = if is_other_case { "exists" } else { plain };
        let has = self
            .presence_test(tested, self.operands(node))
            .filter(|_| usage.is_some() || is_other_case);
        let form = usage.filter(|_| since.is_none() && has.is_none());
        let form = form.and_then(|_| self.proposed(|checker| checker.form_of_macro(node, plain)));
        let near = self.proposed(|checker| match (since, usage) {
            _ if has.is_some() => has,
            _ if form.is_some() => form,
            (None, None) => checker
                .of_template(node, plain, checker.operands_of_function(node))
                .or_else(|| checker.near_function(plain, checker.operands_of_function(node))),
            (Some(_), _) => {
                synonyms::of_function(plain).map(|near| checker.form(near, checker.operands(node)))
            }
            _ => None,
        });
        let name_span = self.text_span(text, node);
        let meant = near.and_then(|near| {
            let is_name = decls::find_any(&near).is_some() || MACROS.iter().any(|known| known.name == near);
            // The usage of a macro has placeholders.
            if MACROS.iter().any(|known| known.usage == near) {
                return Some((name_span, near));
            }
            let place = if is_name { name_span } else { self.span(node) };
            Some((place, self.improved(node, place, near)?))
        });
        let meant = self
            .proposed(|checker| {
                let joined = meant
                    .as_ref()
                    .and_then(|(place, near)| checker.joined_text(*place, near));
                checker.counted_keys(node).or(joined)
            })
            .or(meant);
        let (span, suggestion) = meant.map_or((name_span, None), |(place, near)| (place, Some(near)));
        let kind = IssueKind::UnknownFunction {
            name: plain.to_owned(),
            call,
            suggestion,
            since,
            usage,
        };
        self.report(node, span, kind, undeclared(name));
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
