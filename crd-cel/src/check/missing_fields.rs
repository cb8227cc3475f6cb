//! Reports selections of fields that do not exist, with what was probably meant.
//!
//! ```text
//! self.list.length              self.list.size()
//! self.fail-open                self.fail__dash__open
//! self.labels.a.b/c             self.labels['a.b/c']
//! ```

use super::TypeChecker;
use super::select::field_of;
use super::unify::is_provided;
use crate::ast::{Kind, NodeId, Span, Text};
use crate::decls;
use crate::escape::escape;
use crate::mistake::{IssueKind, MeantSelection};
use crate::nearest::Search;
use crate::proposal::short;
use crate::synonyms;
use crate::types::{ObjectType, Type, TypeId};

impl TypeChecker<'_, '_> {
    #[cold]
    pub(super) fn undefined_field(&mut self, node: NodeId, field: Text, object: &ObjectType) {
        let name = self.ast.text(field);
        let mut span = self.text_span(field, node);
        let mut kind = unknown_field(name, object);
        if let IssueKind::UndefinedField {
            suggestion, known, ..
        } = &mut kind
        {
            let near = suggestion.take();
            let meant = self.proposed(|checker| {
                let escaped = checker.field_of_other_characters(span, object);
                let of_optional = || checker.method_of_optional(node, span, name);
                let selection = Span {
                    start: checker.operand_span(node).start,
                    ..span
                };
                let of_loop = || {
                    let field = checker.field_in_loop(node, name)?;
                    checker.corrects(selection, &field).then_some((selection, field))
                };
                escaped.or_else(of_optional).or_else(of_loop).or_else(|| {
                    let near = near.or_else(|| checker.field_of_a_field(name, object))?;
                    let fits = |near: &str| checker.improves_around(node, span, near);
                    let near = match of_other_style(name, known) {
                        Some(other) if fits(other) && !fits(&near) => other.to_owned(),
                        _ => near,
                    };
                    let is_meant = match checker.enclosing_member(node) {
                        // The members may be written in another case, too.
                        Some((member, _)) => {
                            near.eq_ignore_ascii_case(name) || checker.improves(member, span, &near)
                        }
                        // Short names are similar to many others.
                        None => name.len() > 2 || checker.corrects(span, &near),
                    };
                    is_meant.then_some((span, near))
                })
            });
            if let Some((place, near)) = meant {
                (span, *suggestion) = (place, Some(near));
            }
        }
        self.report(node, span, kind, format!("undefined field '{name}'"));
    }

    /// Whether a name in place of a field is no mistake in the member or operator around it.
    fn improves_around(&self, selection: NodeId, field: Span, name: &str) -> bool {
        let member = self.enclosing_member(selection).map(|(member, _)| member);
        let around = member.or_else(|| Some(self.parent(selection)?.0));
        around.is_some_and(|around| self.improves(around, field, name))
    }

    /// Returns `item.name` for `self.name` if a variable of a loop has the field.
    fn field_in_loop(&self, selection: NodeId, name: &str) -> Option<String> {
        // An old value is not compared with itself.
        self.rule_variable(selection)
            .filter(|variable| *variable == "self")?;
        self.field_of_loop(selection, name)
    }

    /// Returns the field with a name of the innermost variable of a loop that has one and is not compared with it: `x.port` for `port`.
    pub(super) fn field_of_loop(&self, node: NodeId, name: &str) -> Option<String> {
        let comparison = self.comparison_around(node);
        let compared = comparison.map_or(&[][..], |(comparison, _)| self.operands(comparison).arguments);
        self.loop_variables().find_map(|(variable, ty)| {
            let is_object = matches!(self.types.get(ty), Type::Object(_));
            let field = format!("{variable}.{name}");
            let is_other = !compared.iter().any(|side| self.part(*side) == field);
            (is_object && is_other && self.has_field(ty, name).is_some()).then_some(field)
        })
    }

    /// Returns `hasValue()` for `hasValue` of an optional object, `x.hasValue()` for `has(x.value)`, and their places.
    fn method_of_optional(&self, selection: NodeId, field: Span, name: &str) -> Option<(Span, String)> {
        let Kind::Select {
            operand, test_only, ..
        } = self.ast.kind(selection)
        else {
            return None;
        };
        let is_optional = matches!(self.types.get(self.type_of(operand)), Type::Optional(_));
        let is_method = is_optional && matches!(name, "hasValue" | "value");
        is_method.then(|| {
            if test_only {
                let call = format!("{}.hasValue()", self.operand(operand));
                (self.span(selection), call)
            } else {
                (field, format!("{name}()"))
            }
        })
    }

    /// Returns `spec.replicas` for `replicas` if one field of the object has a field of this name, or else a field of one of its fields.
    fn field_of_a_field(&self, name: &str, object: &ObjectType) -> Option<String> {
        /// The number of levels below the object that are searched.
        const DEPTH: usize = 3;
        let mut level = vec![(String::new(), object)];
        for _ in 0..DEPTH {
            let mut below = Vec::new();
            let mut found = Vec::new();
            for (path, object) in level {
                for field in object.fields() {
                    let Type::Object(inner) = self.types.get(field.ty) else {
                        continue;
                    };
                    if !is_provided(inner) {
                        continue;
                    }
                    let inner = self.types.store.object_type(inner);
                    let path = format!("{path}{}.", field.name);
                    if field_of(inner, name, self.version).is_some() {
                        found.push(format!("{path}{name}"));
                    }
                    below.push((path, inner));
                }
            }
            if !found.is_empty() {
                return found.pop().filter(|_| found.is_empty());
            }
            level = below;
        }
        None
    }

    /// Returns the field `a__dash__b` for the selection `self.a-b`, and `a__dot__b` for `self.a.b`.
    fn field_of_other_characters(&self, span: Span, object: &ObjectType) -> Option<(Span, String)> {
        let mut name = self.name_of_other_characters(span)?;
        while name.contains(is_other) {
            if let Some(escaped) = escape(name).filter(|escaped| object.field(escaped).is_some()) {
                let start = span.start as usize;
                return Some((Span::new(start, start + name.len()), escaped));
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

    /// Returns `self.labels['a.b/c']` for `self.labels.a.b/c`, where `selected` is `self.labels.a`, and the span that it replaces.
    fn key_of_other_characters(&self, selected: NodeId) -> Option<(Span, String)> {
        let Kind::Select {
            operand: map, field, ..
        } = self.ast.kind(selected)
        else {
            return None;
        };
        let field = self.text_span(field, selected);
        let mut key = self.name_of_other_characters(field)?;
        if self.ast.source().contains(&format!("{key}(")) {
            (key, _) = key.rsplit_once('.')?;
        }
        let Type::Map(_, value) = self.types.get(self.type_of(map)) else {
            return None;
        };
        // Only labels have names with dots.
        if value != TypeId::STRING {
            (key, _) = key.split_once('.').unwrap_or((key, ""));
        }
        let span = Span::new(self.span(map).start as usize, field.start as usize + key.len());
        let text = short(format!("{}['{key}']", self.part(map)))?;
        key.contains(is_other).then_some((span, text))
    }

    /// Returns `self.labels['a-b']` for the unknown variable `b` in `self.labels.a-b`.
    pub(super) fn meant_key(&self, variable: NodeId) -> Option<(Span, String)> {
        let place = self.span(variable);
        let (selected, difference) = self.ast.ids().find_map(|id| match self.ast.plain_call(id) {
            Some(("_-_" | "_/_", [left, right])) if self.span(*right).start == place.start => {
                Some((*left, id))
            }
            _ => None,
        })?;
        let (span, key) = self.key_of_other_characters(selected)?;
        (span.end >= place.end && self.improves(difference, span, &key)).then_some((span, key))
    }

    #[cold]
    pub(super) fn failed_resolution(&mut self, node: NodeId, field: Text, ty: TypeId) {
        let message = format!("unexpected failed resolution of '{}'", self.display(ty));
        self.no_fields(node, field, (ty, ty), message);
    }

    #[cold]
    pub(super) fn not_selectable(&mut self, node: NodeId, field: Text, ty: TypeId, operand: TypeId) {
        let message = format!("type '{}' does not support field selection", self.display(ty));
        self.no_fields(node, field, (ty, operand), message);
    }

    /// Reports a field of a value without fields; `types` are its type, and the type itself or an optional of it.
    fn no_fields(&mut self, node: NodeId, field: Text, types: (TypeId, TypeId), message: String) {
        let name = self.ast.text(field);
        let (ty, operand) = types;
        let span = self.text_span(field, node);
        let meant = self
            .proposed(|checker| match checker.types.get(ty) {
                Type::List(element) => checker
                    .named_element(node, element, name)
                    .or_else(|| checker.of_elements(node, element, name))
                    .or_else(|| {
                        checker
                            .of_rule(node)
                            .filter(|(_, meant)| *meant != MeantSelection::OfParent)
                    }),
                _ => checker.of_rule(node).or_else(|| checker.of_value(node, name)),
            })
            .or_else(|| match self.ast.kind(node) {
                Kind::Select { operand, .. } => {
                    let (place, key) = self.key_of_other_characters(operand)?;
                    Some((place, MeantSelection::Key(key)))
                }
                _ => None,
            });
        let is_elsewhere = |(place, meant): &(Span, MeantSelection)| {
            *place != span
                || matches!(
                    meant,
                    MeantSelection::OfElements { .. } | MeantSelection::Element(_)
                )
        };
        let method = || Some((span, MeantSelection::Method(self.method(name, operand)?)));
        let meant = match meant {
            Some(meant) if is_elsewhere(&meant) => Some(meant),
            meant => method().or(meant),
        };
        let is_of_optional = ty != operand
            && matches!(&meant, Some((_, MeantSelection::Method(method))) if matches!(method.as_str(), "value" | "hasValue" | "orValue"));
        let (span, meant) = meant.map_or((span, None), |(place, meant)| (place, Some(meant)));
        let kind = IssueKind::NotSelectable {
            field: name.to_owned(),
            found: self.describe(if is_of_optional { operand } else { ty }),
            meant,
        };
        self.report(node, span, kind, message);
    }

    /// Returns the function without arguments that is meant by a field: `size` for `length`.
    fn method(&self, field: &str, operand: TypeId) -> Option<String> {
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
        method
    }

    /// Returns the type of a field of an object, or of a key of a map.
    pub(super) fn has_field(&self, ty: TypeId, field: &str) -> Option<TypeId> {
        match self.types.get(ty) {
            Type::Object(object) if is_provided(object) => {
                field_of(self.types.store.object_type(object), field, self.version)
            }
            Type::Map(_, value) => Some(value),
            _ => None,
        }
    }

    /// Returns `self.list.all(x, x.name != '')` for `self.list.name != ''`, and its place.
    fn of_elements(&self, selection: NodeId, element: TypeId, field: &str) -> Option<(Span, MeantSelection)> {
        self.has_field(element, field)?;
        // The loop is already there: `self.all(l, self.port > 0)`.
        let other = self.field_of_loop(selection, field);
        let is_other = |name: &str| {
            let other = other.as_ref().and_then(|other| other.strip_prefix(name));
            other.is_some_and(|rest| rest.starts_with('.'))
        };
        if let Some((variable, _)) = self
            .loop_variables()
            .find(|(name, ty)| *ty == element && is_other(name) && self.is_variable_of(name, selection))
        {
            let place = Span {
                start: self.operand_span(selection).start,
                ..self.field_span(selection)
            };
            let written = short(format!("{variable}.{field}"));
            return Some((place, MeantSelection::OfElements { written }));
        }
        let written = self.written_for_elements(selection, field);
        let place = written
            .as_ref()
            .map_or(self.field_span(selection), |(place, _)| *place);
        let written = written.map(|(_, text)| text);
        Some((place, MeantSelection::OfElements { written }))
    }

    fn written_for_elements(&self, selection: NodeId, field: &str) -> Option<(Span, String)> {
        let Kind::Select {
            operand: list,
            test_only,
            ..
        } = self.ast.kind(selection)
        else {
            return None;
        };
        let place = self.span(selection);
        if test_only {
            return self.looped(list, place, "all");
        }
        // In another loop, one of the elements is meant.
        let is_in_loop = self.loop_variables().next().is_some();
        let compared = self.comparison_around(selection).filter(|_| is_in_loop);
        if let Some((comparison, _)) = compared
            && let Some(found) = self.looped(list, self.span(comparison), "exists")
        {
            return Some(found);
        }
        let whole = self.span(self.condition_of(selection));
        let all = || self.looped(list, whole, "all");
        let starts = whole.start == place.start;
        starts.then(all).flatten().or_else(|| {
            let (list, variable) = (self.part(list), self.free_variable()?);
            let text = short(format!("{list}.map({variable}, {variable}.{field})"))?;
            self.corrects(place, &text).then_some((place, text))
        })
    }

    /// Whether a variable stands for the elements of the list from which a member is selected.
    fn is_variable_of(&self, variable: &str, selection: NodeId) -> bool {
        let Kind::Select { operand, .. } = self.ast.kind(selection) else {
            return false;
        };
        self.ast.ids().any(|id| match self.ast.kind(id) {
            Kind::Comprehension(id) => self.ast.comprehension(id).is_some_and(|inner| {
                let is_named = |name| self.ast.text(name) == variable;
                (is_named(inner.iter_var) || inner.iter_var2.is_some_and(is_named))
                    && self.part(inner.iter_range) == self.part(operand)
            }),
            _ => false,
        })
    }

    /// Whether a member is selected from a variable of the rule.
    fn rule_variable(&self, selection: NodeId) -> Option<&str> {
        let Kind::Select { operand, .. } = self.ast.kind(selection) else {
            return None;
        };
        match self.ast.kind(operand) {
            Kind::Ident(name) => Some(self.ast.text(name)).filter(|name| matches!(*name, "self" | "oldSelf")),
            _ => None,
        }
    }

    /// Returns the variable of the rule that a member is selected from, unless the variable cannot stand for it.
    fn of_rule(&self, selection: NodeId) -> Option<(Span, MeantSelection)> {
        let variable = self.rule_variable(selection)?;
        let field = self.field_span(selection);
        let name = self.ast.source().get(field.range()).unwrap_or_default();
        let place = self.span(selection);
        if synonyms::of_variable(name) == Some("oldSelf") && self.corrects(place, "oldSelf") {
            return Some((place, MeantSelection::OldValue));
        }
        let written = |span: Span| self.ast.source().get(span.range());
        // In `self <= self.max`, the author knows what `self` is; in `self.min <= self.max`, it is the object above.
        let is_used_otherwise = self.ast.ids().any(|id| {
            matches!(self.ast.kind(id), Kind::Ident(name) if self.ast.text(name) == variable)
                && self.enclosing_member(id).is_none_or(|(member, _)| {
                    matches!(self.ast.kind(member), Kind::Select { .. })
                        && written(self.field_span(member)) != written(field)
                })
        });
        let meant = if !is_used_otherwise && self.corrects(self.span(selection), variable) {
            MeantSelection::Itself(variable.to_owned())
        } else {
            MeantSelection::OfParent
        };
        Some((self.field_span(selection), meant))
    }

    /// Returns the span of the name of a selected field.
    fn field_span(&self, selection: NodeId) -> Span {
        match self.ast.kind(selection) {
            Kind::Select { field, .. } => self.text_span(field, selection),
            _ => self.span(selection),
        }
    }

    fn operand_span(&self, selection: NodeId) -> Span {
        match self.ast.kind(selection) {
            Kind::Select { operand, .. } => self.span(operand),
            _ => self.span(selection),
        }
    }

    /// Returns `self.map[k].name` for `k.name`, and the element of a list for its index.
    fn of_value(&self, selection: NodeId, field: &str) -> Option<(Span, MeantSelection)> {
        let Kind::Select { operand, .. } = self.ast.kind(selection) else {
            return None;
        };
        let place = self.span(selection);
        let itself = self.part(operand);
        let Some(value) = self.value_of_key(operand) else {
            let is_element = self.loop_variables().any(|(name, _)| name == itself);
            let meant = MeantSelection::Itself(itself.to_owned());
            return (is_element && self.corrects(place, itself)).then(|| (self.field_span(selection), meant));
        };
        let text = if self.improves(selection, self.span(operand), &value) {
            format!("{value}.{field}")
        } else {
            // In other languages, loops pass entries.
            match &*field.to_ascii_lowercase() {
                "value" => value,
                "key" | "name" | "id" => itself.to_owned(),
                _ => return None,
            }
        };
        self.improves(selection, place, &text)
            .then_some((place, MeantSelection::OfValue(text)))
    }

    /// Returns the value of a map for the variable of its key, and the element of a list for that of its index.
    pub(super) fn value_of_key(&self, variable: NodeId) -> Option<String> {
        let Kind::Ident(name) = self.ast.kind(variable) else {
            return None;
        };
        let name = self.ast.text(name);
        let place = self.span(variable);
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
    let suggestion = search
        .found()
        .or_else(|| of_other_style(field, &known))
        .map(str::to_owned);
    IssueKind::UndefinedField {
        field: field.to_owned(),
        object: object.map(str::to_owned),
        suggestion,
        known,
    }
}

/// Returns the only field that is a name in another style, or that a name abbreviates: `max__dash__size` for `maxSize`, `priority` for `prio`.
fn of_other_style<'k>(name: &str, known: &'k [String]) -> Option<&'k str> {
    let letters = |name: &str| {
        let name = name
            .replace("__dash__", "")
            .replace("__dot__", "")
            .to_ascii_lowercase();
        name.replace(['_', '-'], "")
    };
    let name = letters(name);
    let mut similar = known.iter().filter(|known| letters(known).starts_with(&name));
    match (similar.next(), similar.next()) {
        (Some(only), None) if name.len() >= 3 => Some(only),
        _ => None,
    }
}
