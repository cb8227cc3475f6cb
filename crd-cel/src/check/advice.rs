//! Suggestions for calls and operators that the checker rejects.
//!
//! ```text
//! contains(self.a, 'x')         self.a.contains('x')
//! strings.HasPrefix(a, 'x')     a.startsWith('x')
//! format.dns1123Labl()          format.dns1123Label
//! quantity(self.a) < 5          quantity(self.a).isLessThan(quantity('5'))
//! ```

use super::TypeChecker;
use crate::ast::{Kind, Literal, NodeId, Text};
use crate::decls::{self, Function, Overload};
use crate::escape::escape;
use crate::macros::{MACROS, find_macro};
use crate::mistake::CallStyle;
use crate::nearest::Search;
use crate::proposal::{converted, short};
use crate::synonyms;
use crate::types::{Type, TypeId};

/// The number of issues after which names are no longer searched in the whole tree.
pub(super) const SEARCHED: usize = 20;

/// The operands of a call.
#[derive(Clone, Copy)]
pub(super) struct Operands<'a> {
    pub(super) target: Option<NodeId>,
    pub(super) arguments: &'a [NodeId],
}

impl Operands<'_> {
    fn style(self) -> CallStyle {
        match self.target {
            Some(_) => CallStyle::Method,
            None => CallStyle::Function,
        }
    }

    fn all(self) -> Vec<NodeId> {
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

    /// Returns the function that was probably meant by an unknown one, or a call of it if it has another form.
    pub(super) fn near_function(&self, name: &str, of: Operands<'_>) -> Option<String> {
        if let (Some(list), [_, _], "count") = (of.target, of.arguments, name) {
            let (list, arguments) = (self.operand(list), self.parts(of.arguments));
            return short(format!("{list}.filter({arguments}).size()"));
        }
        if let Some(synonym) = synonyms::of_function(name) {
            return Some(self.form(synonym, of));
        }
        if let (Some(container), &[key]) = (of.target, of.arguments)
            && synonyms::is_key_test(name)
        {
            return self.key_test(key, container);
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
        let is_same = |function: &&Function| function.name.eq_ignore_ascii_case(name);
        if let Some(function) = functions().find(is_same) {
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

    fn has_form(&self, function: &Function, style: CallStyle) -> bool {
        let mut overloads = function.overloads.iter();
        overloads.any(|overload| overload.call_style() == style && overload.is_in(self.version))
    }

    /// Returns `x in list` for `contains` on a list or map.
    fn search(&self, name: &str, operands: &[NodeId]) -> Option<String> {
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
    fn in_other_form(&self, name: &str, of: Operands<'_>) -> Option<String> {
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

    /// Returns the source of a node, in parentheses if it is an operator.
    fn operand(&self, node: NodeId) -> String {
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

    fn parts(&self, nodes: &[NodeId]) -> String {
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
            let near = self.near_in_namespace(&full, name, of);
            let is_called = is_namespace
                || near.is_some()
                || synonyms::without_function(name).is_some()
                || !decls::functions().any(|function| function.name == name)
                    && find_macro(name, CallStyle::Method).is_none();
            return is_called.then_some((full, near));
        }
        None
    }

    fn near_in_namespace(&self, full: &str, name: &str, of: Option<Operands<'_>>) -> Option<String> {
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
        let namespace = full.strip_suffix(name)?.strip_suffix('.')?;
        let known = decls::find(namespace, self.version);
        if known.is_some_and(|function| self.has_form(function, CallStyle::Function)) {
            return short(format!("{namespace}({})", self.parts(of.arguments)));
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
            let is_method = decls::find(near, self.version)
                .is_some_and(|function| self.has_form(function, CallStyle::Method));
            return if is_method {
                self.in_other_form(near, of)
            } else {
                Some(self.form(near, of))
            };
        }
        None
    }

    /// Returns the expression that was probably meant by a call that matches no signature.
    pub(super) fn rewritten(
        &mut self,
        node: NodeId,
        function: &'static Function,
        types: &[TypeId],
    ) -> Option<String> {
        let of = self.operands(node);
        let name = function.name;
        match name {
            "!_" => return self.negated(node),
            "-_" => return self.negative(of, types),
            "format" => return self.formatted(of),
            "contains" if self.search(name, &of.all()).is_some() => return self.search(name, &of.all()),
            "sort" if of.arguments.len() == 2 => {
                return short(format!(
                    "{}.sortBy({})",
                    self.part(of.target?),
                    self.parts(of.arguments)
                ));
            }
            "matches" if of.arguments.len() == 2 && of.target.is_some() => return self.with_flags(of),
            "@in" if types.last() == Some(&TypeId::CIDR) => {
                let &[address, range] = of.arguments else {
                    return None;
                };
                return short(format!("{}.containsIP({})", self.part(range), self.part(address)));
            }
            "@in" => {
                return self
                    .among_objects(of, types)
                    .or_else(|| self.each_in(of, types))
                    .or_else(|| self.key_test(*of.arguments.first()?, *of.arguments.last()?))
                    .or_else(|| self.with_conversion(node, name, of, types));
            }
            "value" | "orValue" if self.is_old_self(of.target) => return Some("oldSelf".to_owned()),
            "orValue" => return self.other_default(of, types),
            "_+_" if self.is_text_and_scalar(types) => {
                return short(self.ast.as_format(self.ast.whole_concatenation(node))?);
            }
            "_?_:_" if types.first() == Some(&TypeId::BOOL) => {
                return self.with_conversion(node, name, of, types);
            }
            "_?_:_" => return self.if_set(node, of),
            "max" | "min" | "sum" if of.arguments.len() == 2 => {
                let (list, arguments) = (self.operand(of.target?), self.parts(of.arguments));
                return short(format!("{list}.map({arguments}).{name}()"));
            }
            "join" if of.target.is_some_and(|target| self.is_text(target)) => {
                let (separator, list) = (self.part(of.target?), self.operand(*of.arguments.first()?));
                return short(format!("{list}.join({separator})"));
            }
            _ if name.contains('.') => return None,
            _ => {}
        }
        if let Some(sign) = name.strip_prefix('_').and_then(|name| name.strip_suffix('_')) {
            return self
                .compared(sign, of, types)
                .or_else(|| self.with_conversion(node, name, of, types));
        }
        if let (Some(container), &[key], "contains") = (of.target, of.arguments, name)
            && let Some(test) = self
                .search(name, &of.all())
                .or_else(|| self.key_test(key, container))
        {
            return Some(test);
        }
        if let (Some(target), &[argument], &[ty, given]) = (of.target, of.arguments, types)
            && let Some(constructor) = constructor(ty)
            && function
                .overloads
                .iter()
                .any(|overload| overload.params == [ty, ty])
        {
            let argument = self.converted(argument, given, ty, constructor)?;
            return short(format!("{}.{name}({argument})", self.operand(target)));
        }
        if let (None, &[value], &[TypeId::INT | TypeId::DOUBLE]) = (of.target, of.arguments, types)
            && let Some(of_text) = function
                .overloads
                .first()
                .filter(|overload| overload.params == [TypeId::STRING])
            && constructor(of_text.result).is_some()
        {
            let (from, to) = (
                self.types.get(types.first().copied()?),
                self.types.get(of_text.result),
            );
            return match to {
                Type::Duration => converted(self.ast, value, from, to),
                Type::Timestamp => None,
                _ => short(format!(
                    "{name}({})",
                    converted(self.ast, value, from, Type::String)?
                )),
            };
        }
        // A text whose length the server does not know is too expensive to search.
        let is_text = |ty: TypeId| {
            !matches!(name, "matches" | "contains") && matches!(ty, TypeId::DURATION | TypeId::TIMESTAMP)
        };
        if let Some(target) = of.target
            && types.first().copied().is_some_and(is_text)
            && function
                .overloads
                .iter()
                .any(|overload| overload.params.first() == Some(&TypeId::STRING))
        {
            let arguments = self.parts(of.arguments);
            return short(format!("string({}).{name}({arguments})", self.part(target)));
        }
        let style = of.style();
        let has_none = !self.has_form(function, style);
        let other: Vec<&'static Overload> = function
            .overloads
            .iter()
            .filter(|overload| overload.call_style() != style && overload.is_in(self.version))
            .collect();
        let arity = |overload: &&Overload| overload.params.len() == types.len();
        let mut is_meant = has_none && other.iter().copied().any(|overload| arity(&overload));
        for overload in other {
            is_meant |= self.fits(overload, types).is_some();
        }
        let of = self.operands(node);
        if is_meant {
            return self.in_other_form(name, of);
        }
        self.of_texts(function, of, types)
            .or_else(|| self.for_each(name, of, types))
    }

    /// Returns `url(x).getHost()` for `x.getHost()` of a text.
    fn of_texts(&self, function: &Function, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        let target = of.target.filter(|_| types.first() == Some(&TypeId::STRING))?;
        let overload = function.overloads.iter().find(|overload| overload.member)?;
        let mut converted = Vec::new();
        for (node, (ty, to)) in std::iter::once(&target)
            .chain(of.arguments)
            .zip(types.iter().zip(overload.params))
        {
            let source = match constructor(*to) {
                Some(constructor) => self.converted(*node, *ty, *to, constructor)?,
                None => self.part(*node).to_owned(),
            };
            converted.push(source);
        }
        let (receiver, rest) = converted.split_first()?;
        constructor(*overload.params.first()?)?;
        short(format!("{receiver}.{}({})", function.name, rest.join(", ")))
    }

    /// Returns `text.matches('(?i)^a')` for `text.matches('^a', 'i')`.
    fn with_flags(&self, of: Operands<'_>) -> Option<String> {
        let (target, &[pattern, flags]) = (of.target?, of.arguments) else {
            return None;
        };
        let flags = self.ast.string_literal(flags)?;
        let inside = self.part(pattern).strip_prefix(['\'', '"'])?;
        let quote = self.part(pattern).strip_suffix(inside)?;
        flags
            .chars()
            .all(|flag| matches!(flag, 'i' | 'm' | 's'))
            .then(|| format!("{}.matches({quote}(?{flags}){inside})", self.operand(target)))
            .and_then(short)
    }

    /// Returns `['a', 'b'].exists(x, text.startsWith(x))` for `text.startsWith(['a', 'b'])` and `text.startsWith('a', 'b')`.
    fn for_each(&self, name: &str, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        let target = self.operand(of.target?);
        if self.types.get(*types.first()?) == Type::Dyn {
            return None;
        }
        let list = match (of.arguments, types) {
            (&[list], &[_, ty]) if matches!(self.types.get(ty), Type::List(_)) => self.operand(list),
            ([first, second, ..], _) if self.is_text(*first) && self.is_text(*second) => {
                format!("[{}]", self.parts(of.arguments))
            }
            _ => return None,
        };
        let variable = ["x", "y", "z"].into_iter().find(|name| !self.is_local(name))?;
        short(format!("{list}.exists({variable}, {target}.{name}({variable}))"))
    }

    /// Returns `x.orValue(1)` for `x.orValue('1')` of an optional number.
    fn other_default(&self, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        let (&[value], &[optional, given]) = (of.arguments, types) else {
            return None;
        };
        let Type::Optional(wanted) = self.types.get(optional) else {
            return None;
        };
        let default = converted(self.ast, value, self.types.get(given), self.types.get(wanted))?;
        short(format!("{}.orValue({default})", self.part(of.target?)))
    }

    /// Returns `-int(x)` for `-x` of a text.
    fn negative(&self, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        let (&[value], &[ty]) = (of.arguments, types) else {
            return None;
        };
        let number = match self.types.get(ty) {
            Type::Optional(of) if matches!(of, TypeId::INT | TypeId::DOUBLE) => {
                let zero = if of == TypeId::INT { "0" } else { "0.0" };
                format!("{}.orValue({zero})", self.operand(value))
            }
            from => converted(self.ast, value, from, Type::Int)?,
        };
        short(format!("-{number}"))
    }

    /// Returns the test of a key: `has(x.field)` of an object, `'key' in x` of a map.
    pub(super) fn key_test(&self, key: NodeId, container: NodeId) -> Option<String> {
        let operand = self.operand(container);
        short(match self.types.get(self.type_of(container)) {
            Type::Object(_) => format!("has({operand}.{})", escape(self.ast.string_literal(key)?)?),
            Type::Map(..) => format!("{} in {operand}", self.part(key)),
            _ => return None,
        })
    }

    /// Returns `has(x.field) ? a : b` for `x.field ? a : b`.
    fn if_set(&self, node: NodeId, of: Operands<'_>) -> Option<String> {
        let condition = *of.arguments.first()?;
        let (whole, part) = (self.ast.node(node).span, self.ast.node(condition).span);
        if whole.start != part.start || !matches!(self.ast.kind(condition), Kind::Select { .. }) {
            return None;
        }
        let results = self.part(node).get(part.range().len()..)?;
        short(format!("has({}){results}", self.part(condition)))
    }

    /// Returns `a.all(x, x in b)` for `a in b`, if both are lists.
    fn each_in(&self, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        let (&[list, among], &[left, right]) = (of.arguments, types) else {
            return None;
        };
        let is_list = left == right && matches!(self.types.get(left), Type::List(_));
        let text = format!("{}.all(x, x in {})", self.operand(list), self.operand(among));
        is_list.then_some(text).and_then(short)
    }

    /// Returns `list.exists(x, x.name == value)` for `value in list`, if the elements have a field of the value's type.
    fn among_objects(&self, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        let (&[value, list], &[value_type, list_type]) = (of.arguments, types) else {
            return None;
        };
        let Type::List(element) = self.types.get(list_type) else {
            return None;
        };
        let Type::Object(object) = self.types.get(element) else {
            return None;
        };
        let fields = self.types.store.object_type(object).fields();
        let field = fields
            .iter()
            .filter(|field| field.ty == value_type)
            .min_by_key(|field| field.name != "name")?;
        let (list, value) = (self.operand(list), self.operand(value));
        short(format!("{list}.exists(x, x.{} == {value})", field.name))
    }

    fn is_old_self(&self, node: Option<NodeId>) -> bool {
        node.is_some_and(
            |node| matches!(self.ast.kind(node), Kind::Ident(name) if self.ast.text(name) == "oldSelf"),
        )
    }

    /// Whether one operand is a text and the other one a value that `%s` formats.
    fn is_text_and_scalar(&self, types: &[TypeId]) -> bool {
        let is_scalar = |ty: &TypeId| {
            matches!(
                self.types.get(*ty),
                Type::Int | Type::Uint | Type::Double | Type::Bool
            )
        };
        types.contains(&TypeId::STRING) && types.iter().any(is_scalar)
    }

    /// Returns `'%d'.format([x])`.
    fn formatted(&self, of: Operands<'_>) -> Option<String> {
        let all = of.all();
        let literal = *all.iter().find(|operand| self.is_text(**operand))?;
        let rest: Vec<NodeId> = all.into_iter().filter(|operand| *operand != literal).collect();
        if let [list] = rest.as_slice()
            && matches!(self.ast.kind(*list), Kind::List { .. })
        {
            return None;
        }
        let template = self.part(literal);
        let template = if template.contains('%') {
            template.to_owned()
        } else {
            template.replace("{}", "%s")
        };
        short(format!("{template}.format([{}])", self.parts(&rest)))
    }

    /// Returns the operators or functions that compare the operands of an operator.
    fn compared(&self, sign: &str, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        let (&[left, right], &[left_type, right_type]) = (of.arguments, types) else {
            return None;
        };
        if matches!(sign, "==" | "!=") {
            if types.contains(&TypeId::NULL)
                && let Some(name @ ("self" | "oldSelf")) = [left, right]
                    .map(|operand| self.part(operand))
                    .into_iter()
                    .find(|operand| *operand != "null")
            {
                return Some(name.to_owned());
            }
            if let Some(("!_", [_])) = self.ast.plain_call(left) {
                return self.negated(left);
            }
            if let (TypeId::BOOL, Some(text @ ("true" | "false"))) =
                (left_type, self.ast.string_literal(right))
            {
                return short(format!("{} {sign} {text}", self.part(left)));
            }
        }
        if let Some(compared) = self.compared_size(sign, of, types) {
            return Some(compared);
        }
        if matches!(sign, "<" | "<=" | ">" | ">=")
            && left_type == TypeId::BOOL
            && let Kind::Call { function, args, .. } = self.ast.kind(left)
            && matches!(
                function,
                Text::LESS | Text::LESS_EQUALS | Text::GREATER | Text::GREATER_EQUALS
            )
            && let &[_, middle] = self.ast.nodes(args)
        {
            let (left, middle, right) = (self.part(left), self.part(middle), self.part(right));
            return short(format!("{left} && {middle} {sign} {right}"));
        }
        if let Some(unwrapped) = self.unwrapped(sign, of, types) {
            return Some(unwrapped);
        }
        let opaque = [left_type, right_type]
            .into_iter()
            .find_map(|ty| Some((ty, constructor(ty)?)));
        let (ty, constructor) = opaque?;
        let is_of_time = matches!(ty, TypeId::DURATION | TypeId::TIMESTAMP);
        if (left_type, right_type) == (TypeId::TIMESTAMP, TypeId::INT) && matches!(sign, "+" | "-") {
            let seconds = converted(self.ast, right, Type::Int, Type::Duration)?;
            return short(format!("{} {sign} {seconds}", self.part(left)));
        }
        let left = self.converted(left, left_type, ty, constructor)?;
        let right = self.converted(right, right_type, ty, constructor)?;
        let is_ordered = matches!(ty, TypeId::QUANTITY | TypeId::SEMVER);
        short(match sign {
            "==" | "!=" => format!("{left} {sign} {right}"),
            "<" if is_ordered => format!("{left}.isLessThan({right})"),
            ">" if is_ordered => format!("{left}.isGreaterThan({right})"),
            "<=" | ">=" if is_ordered => format!("{left}.compareTo({right}) {sign} 0"),
            "+" if ty == TypeId::QUANTITY => format!("{left}.add({right})"),
            "-" if ty == TypeId::QUANTITY => format!("{left}.sub({right})"),
            "<" | "<=" | ">" | ">=" if is_of_time => {
                format!("{left} {sign} {right}")
            }
            _ => return None,
        })
    }

    /// Returns `size(x) > 3` for `x.size > 3` of a map, which selects a key, and `size(x) == 0` for `x == ''` of a list or map.
    fn compared_size(&self, sign: &str, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        let (&[left, right], &[left_type, right_type]) = (of.arguments, types) else {
            return None;
        };
        if let Kind::Select { operand, field, .. } = self.ast.kind(left)
            && matches!(self.types.get(self.type_of(operand)), Type::Map(..))
            && right_type == TypeId::INT
            && matches!(self.ast.text(field), "size" | "length" | "len" | "count")
        {
            return short(format!(
                "size({}) {sign} {}",
                self.part(operand),
                self.part(right)
            ));
        }
        let is_collection = matches!(self.types.get(left_type), Type::List(_) | Type::Map(..));
        let sign = match sign {
            "==" => "==",
            "!=" => ">",
            _ => return None,
        };
        (is_collection && self.ast.string_literal(right) == Some(""))
            .then(|| format!("size({}) {sign} 0", self.part(left)))
            .and_then(short)
    }

    /// Returns `x.orValue(0) > 1` for `x > 1` of an optional, and a test for a missing `oldSelf`, which accepts all new objects.
    fn unwrapped(&self, sign: &str, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        let (&[left, right], &[left_type, right_type]) = (of.arguments, types) else {
            return None;
        };
        let (optional, is_left) = match (self.types.get(left_type), self.types.get(right_type)) {
            (Type::Optional(of), other) if self.types.get(of) == other => (other, true),
            (other, Type::Optional(of)) if self.types.get(of) == other => (other, false),
            _ => return None,
        };
        let mut of_optional = if is_left { left } else { right };
        while let Kind::Select { operand, .. } = self.ast.kind(of_optional) {
            of_optional = operand;
        }
        let is_old = self.is_old_self(Some(of_optional));
        let root = self.ast.root().and_then(|root| self.ast.plain_call(root));
        let is_whole = root.is_some_and(|(_, operands)| operands == of.arguments);
        let (before, after) = match (is_old, is_whole) {
            _ if self.ast.source().contains("oldSelf.hasValue()") => ("", ""),
            (true, true) => ("!oldSelf.hasValue() || ", ""),
            (true, false) => ("(!oldSelf.hasValue() || ", ")"),
            _ => ("", ""),
        };
        let value = match optional {
            _ if is_old => ".value()",
            Type::Bool => ".orValue(false)",
            Type::Int => ".orValue(0)",
            Type::Double => ".orValue(0.0)",
            Type::String => ".orValue('')",
            Type::List(_) => ".orValue([])",
            Type::Map(..) => ".orValue({})",
            _ => return None,
        };
        let (of_left, of_right) = if is_left { (value, "") } else { ("", value) };
        let (left, right) = (self.operand(left), self.operand(right));
        short(format!("{before}{left}{of_left} {sign} {right}{of_right}{after}"))
    }

    /// Returns the source of an operand, converted to an opaque type.
    fn converted(&self, node: NodeId, ty: TypeId, to: TypeId, constructor: &str) -> Option<String> {
        let source = self.operand(node);
        if ty == to {
            return Some(source);
        }
        let is_literal = matches!(self.ast.kind(node), Kind::Literal(_));
        if is_literal && matches!(to, TypeId::DURATION | TypeId::TIMESTAMP) {
            // The text may be in another form.
            return converted(self.ast, node, self.types.get(ty), self.types.get(to));
        }
        Some(match self.types.get(ty) {
            Type::String => format!("{constructor}({source})"),
            Type::Int | Type::Uint | Type::Double | Type::Dyn if to != TypeId::QUANTITY => return None,
            Type::Int | Type::Uint | Type::Double if is_literal => format!("{constructor}('{source}')"),
            Type::Int | Type::Uint | Type::Double | Type::Dyn => format!("{constructor}(string({source}))"),
            _ => return None,
        })
    }
}

/// Returns the function that creates a value of an opaque type from a text.
fn constructor(ty: TypeId) -> Option<&'static str> {
    Some(match ty {
        TypeId::QUANTITY => "quantity",
        TypeId::SEMVER => "semver",
        TypeId::IP => "ip",
        TypeId::CIDR => "cidr",
        TypeId::URL => "url",
        TypeId::DURATION => "duration",
        TypeId::TIMESTAMP => "timestamp",
        _ => return None,
    })
}

/// Checks whether a name is that of a package of another language whose functions take a text first.
fn is_library(name: &str) -> bool {
    matches!(
        name,
        "strings" | "slices" | "regexp" | "regex" | "re" | "str" | "strconv" | "string" | "time"
    )
}
