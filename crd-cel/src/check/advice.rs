//! Suggestions for functions that do not exist, and the forms of those that do.
//!
//! ```text
//! contains(self.a, 'x')         self.a.contains('x')
//! strings.HasPrefix(a, 'x')     a.startsWith('x')
//! format.dns1123Labl()          format.dns1123Label
//! ```

use super::{Proposals, TypeChecker};
use crate::ast::{Kind, Literal, NodeId, Span, Text};
use crate::decls::{self, Function};
use crate::macros::{MACROS, find_macro};
use crate::mistake::CallStyle;
use crate::nearest::Search;
use crate::proposal::short;
use crate::synonyms;
use crate::types::Type;

/// The number of issues after which names are no longer searched in the whole tree.
pub(super) const SEARCHED: usize = 20;

/// The operands of a call.
#[derive(Clone, Copy)]
pub(super) struct Operands<'a> {
    pub(super) target: Option<NodeId>,
    pub(super) arguments: &'a [NodeId],
}

impl Operands<'_> {
    pub(super) fn style(self) -> CallStyle {
        match self.target {
            Some(_) => CallStyle::Method,
            None => CallStyle::Function,
        }
    }

    pub(super) fn all(self) -> Vec<NodeId> {
        self.target
            .into_iter()
            .chain(self.arguments.iter().copied())
            .collect()
    }
}

impl TypeChecker<'_, '_> {
    /// Returns the operands of the call at a node.
    pub(super) fn operands(&self, node: NodeId) -> Operands<'_> {
        match self.ast.kind(node) {
            Kind::Call { target, args, .. } => Operands {
                target,
                arguments: self.ast.nodes(args),
            },
            _ => Operands {
                target: None,
                arguments: &[],
            },
        }
    }

    /// Returns the operands of the call at a node, without the name of a type: `string.IsNullOrEmpty(x)`.
    pub(super) fn operands_of_function(&self, node: NodeId) -> Operands<'_> {
        let of = self.operands(node);
        let is_value = |target: &NodeId| !matches!(self.types.get(self.type_of(*target)), Type::Type(_));
        Operands {
            target: of.target.filter(is_value),
            ..of
        }
    }

    /// Returns the function that was probably meant by an unknown one, or a call of it if it has another form.
    pub(super) fn near_function(&self, name: &str, of: Operands<'_>) -> Option<String> {
        if let Some(synonym) = synonyms::of_function(name) {
            return Some(self.form(synonym, of));
        }
        if let &[container, key] = of.all().as_slice()
            && synonyms::is_key_test(name)
        {
            return self.key_test(key, container);
        }
        let is_same = |function: &Function| function.name.eq_ignore_ascii_case(name);
        if let Some(target) = of.target
            && let Type::List(_) = self.types.get(self.type_of(target))
            && let Some(function) =
                decls::functions().find(|function| is_same(function) && self.has_form(function, of.style()))
        {
            return Some(function.name.to_owned());
        }
        if synonyms::without_function(name).is_some() {
            return None;
        }
        for function in decls::functions() {
            if synonyms::is_format(name, function.name) && function.is_in(self.version) {
                let value = of.all().first().map_or("x", |value| self.part(*value));
                return Some(format!("!{}().validate({value}).hasValue()", function.name));
            }
        }
        let functions = || decls::functions().filter(|function| function.is_in(self.version));
        let is_member =
            |function: &&Function| matches!(function.name.split_once('.'), Some((_, last)) if last == name);
        if let Some(function) = functions().find(is_member) {
            // `ip(x).isCanonical()` is `ip.isCanonical(x)`.
            let namespace = function.name.strip_suffix(name).unwrap_or_default();
            let converted = of.target.and_then(|target| match self.ast.plain_call(target) {
                Some((constructor, [text])) if namespace.strip_suffix('.') == Some(constructor) => {
                    Some(*text)
                }
                _ => None,
            });
            let operands = converted.map_or_else(|| of.all(), |text| vec![text]);
            return short(format!("{}({})", function.name, self.parts(&operands)));
        }
        if of.target.is_some()
            && let Some(getter) = self.getter(name)
        {
            return Some(getter.name.to_owned());
        }
        if let Some(function) = functions().find(|function| is_same(function)) {
            return Some(self.form(function.name, of));
        }
        let style = of.style();
        let other = match style {
            CallStyle::Function => CallStyle::Method,
            CallStyle::Method => CallStyle::Function,
        };
        let near = self.near_of(name, style).or_else(|| self.near_of(name, other));
        Some(self.form(near?, of))
    }

    /// Returns the function `getHost` for `host`.
    pub(super) fn getter(&self, name: &str) -> Option<&'static Function> {
        let first = name.get(..1)?.to_ascii_uppercase();
        decls::find(&format!("get{first}{}", name.get(1..)?), self.version)
    }

    /// Returns the function or macro of a form with the most similar name.
    fn near_of(&self, name: &str, style: CallStyle) -> Option<&'static str> {
        let mut search = Search::of(name);
        for function in decls::functions() {
            let is_named = function
                .name
                .as_bytes()
                .first()
                .is_some_and(u8::is_ascii_lowercase);
            if is_named && self.has_form(function, style) {
                search.consider(function.name);
            }
        }
        for known in MACROS {
            if known.call == style && self.version.has(known.since) {
                search.consider(known.name);
            }
        }
        search.found()
    }

    pub(super) fn has_form(&self, function: &Function, style: CallStyle) -> bool {
        let mut overloads = function.overloads.iter();
        overloads.any(|overload| overload.call_style() == style && overload.is_in(self.version))
    }

    /// Returns `x in list` for `contains` on a list or map.
    pub(super) fn search(&self, name: &str, operands: &[NodeId]) -> Option<String> {
        let &[container, element] = operands else {
            return None;
        };
        let is_collection = matches!(
            self.types.get(self.type_of(container)),
            Type::List(_) | Type::Map(..)
        );
        let text = format!("{} in {}", self.part(element), self.part(container));
        (name == "contains" && is_collection)
            .then_some(text)
            .and_then(short)
    }

    /// Returns a function's name, or the call with the form of the function if it has another.
    pub(super) fn form(&self, name: &str, of: Operands<'_>) -> String {
        let style = of.style();
        if let Some(search) = self.search(name, &of.all()) {
            return search;
        }
        if let Some(function) = decls::find(name, self.version) {
            // Some languages have the pattern first.
            let is_swapped =
                matches!(of.arguments, [first, second] if self.is_text(*first) && !self.is_text(*second));
            if self.has_form(function, style) && !(name == "matches" && is_swapped) {
                return name.to_owned();
            }
            return self.in_other_form(name, of).unwrap_or_else(|| name.to_owned());
        }
        if find_macro(name, style).is_none() {
            for known in MACROS {
                if known.name == name {
                    return known.usage.to_owned();
                }
            }
        }
        name.to_owned()
    }

    /// Returns `a.f(b)` for `f(a, b)` and the other way around.
    pub(super) fn in_other_form(&self, name: &str, of: Operands<'_>) -> Option<String> {
        let mut operands = of.all();
        if of.target.is_some() {
            return short(format!("{name}({})", self.parts(&operands)));
        }
        // Some languages have the pattern or part first.
        if let [first, second] = operands.as_mut_slice()
            && self.is_text(*first)
            && !self.is_text(*second)
        {
            std::mem::swap(first, second);
        }
        if let Some(search) = self.search(name, &operands) {
            return Some(search);
        }
        let (receiver, rest) = operands.split_first()?;
        short(format!(
            "{}.{name}({})",
            self.operand(*receiver),
            self.parts(rest)
        ))
    }

    pub(super) fn is_text(&self, node: NodeId) -> bool {
        matches!(self.ast.kind(node), Kind::Literal(Literal::String(_)))
    }

    /// Returns the source of a node.
    pub(super) fn part(&self, node: NodeId) -> &str {
        self.ast.source_of(node)
    }

    pub(super) fn is_old_self(&self, node: Option<NodeId>) -> bool {
        node.is_some_and(
            |node| matches!(self.ast.kind(node), Kind::Ident(name) if self.ast.text(name) == "oldSelf"),
        )
    }

    /// Returns the source of a node, in parentheses if it is an operator.
    pub(super) fn operand(&self, node: NodeId) -> String {
        let source = self.part(node);
        let is_operator = match self.ast.kind(node) {
            Kind::Call {
                function: Text::OPT_SELECT,
                ..
            } => false,
            Kind::Call {
                function,
                target: None,
                ..
            } => !self
                .ast
                .text(function)
                .starts_with(|c: char| c.is_ascii_alphabetic()),
            _ => false,
        };
        if is_operator && !source.ends_with(']') {
            format!("({source})")
        } else {
            source.to_owned()
        }
    }

    pub(super) fn parts(&self, nodes: &[NodeId]) -> String {
        let mut out = String::new();
        for (at, node) in nodes.iter().enumerate() {
            out.push_str(if at > 0 { ", " } else { "" });
            out.push_str(self.part(*node));
        }
        out
    }

    /// For an unknown variable that is used as a namespace, returns the full name of the function that is called, and what was
    /// probably meant.
    pub(super) fn namespaced_call(&self, node: NodeId, namespace: &str) -> Option<(String, Option<String>)> {
        if self.issues.len() > SEARCHED {
            return None;
        }
        let is_namespace = decls::is_namespace(namespace);
        for parent in self.ast.ids() {
            let (name, of) = match self.ast.kind(parent) {
                Kind::Call {
                    function,
                    target: Some(target),
                    args,
                } if target == node => {
                    let arguments = self.ast.nodes(args);
                    let of = Operands {
                        target: None,
                        arguments,
                    };
                    (function, Some(of))
                }
                Kind::Select { operand, field, .. } if operand == node && is_namespace => (field, None),
                _ => continue,
            };
            let name = self.ast.text(name);
            let full = format!("{namespace}.{name}");
            let near = self.near_in_namespace(&full, name, self.span(parent), of);
            let is_called = is_namespace
                || near.is_some()
                || synonyms::without_function(name).is_some()
                || !decls::functions().any(|function| function.name == name)
                    && find_macro(name, CallStyle::Method).is_none();
            return is_called.then_some((full, near));
        }
        None
    }

    fn near_in_namespace(
        &self,
        full: &str,
        name: &str,
        place: Span,
        of: Option<Operands<'_>>,
    ) -> Option<String> {
        let mut search = Search::of(full);
        for function in decls::functions() {
            if function.name.contains('.') && function.is_in(self.version) {
                if function.name == full && of.is_none() {
                    return Some(format!("{full}()"));
                }
                search.consider(function.name);
            }
        }
        if let Some(near) = search.found() {
            return Some(near.to_owned());
        }
        let of = of?;
        let mut instances = self.instances(name, of);
        if !instances.is_empty() {
            let best = match self.proposals {
                Proposals::Tried => self.best_of(place, &instances),
                Proposals::None => None,
            };
            return Some(instances.swap_remove(best.unwrap_or(0)));
        }
        let namespace = full.strip_suffix(name)?.strip_suffix('.')?;
        if decls::find(name, self.version)
            .is_some_and(|function| self.has_form(function, CallStyle::Function))
        {
            return short(format!("{name}({})", self.parts(of.arguments)));
        }
        // The package of quantities in Go.
        let constructor = if namespace == "resource" && of.arguments.len() == 1 {
            "quantity"
        } else {
            namespace
        };
        let known = decls::find(constructor, self.version);
        if known.is_some_and(|function| self.has_form(function, CallStyle::Function)) {
            return short(format!("{constructor}({})", self.parts(of.arguments)));
        }
        // `strings.ToLower(x)` has its receiver as the first argument.
        let is_foreign = namespace.starts_with(|c: char| c.is_ascii_uppercase())
            || decls::is_namespace(namespace)
            || is_library(namespace);
        if is_foreign && !of.arguments.is_empty() && synonyms::without_function(name).is_none() {
            let near = synonyms::of_function(name).or_else(|| {
                let mut all = decls::functions();
                Some(
                    all.find(|function| function.name.eq_ignore_ascii_case(name))?
                        .name,
                )
            })?;
            let is_method = decls::find(near, self.version).is_some_and(|function| {
                self.has_form(function, CallStyle::Method) && !self.has_form(function, CallStyle::Function)
            });
            return if is_method {
                self.in_other_form(near, of)
            } else {
                Some(self.form(near, of))
            };
        }
        None
    }
}

/// Checks whether a name is that of a package of another language whose functions take a text first.
fn is_library(name: &str) -> bool {
    matches!(
        name,
        "strings"
            | "slices"
            | "regexp"
            | "regex"
            | "re"
            | "str"
            | "strconv"
            | "string"
            | "time"
            | "net"
            | "maps"
    )
}
