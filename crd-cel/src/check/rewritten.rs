//! What to write instead of calls and operators whose operands match no signature.
//!
//! ```text
//! 'a' in self.object            has(self.object.a)
//! self.list.max(x, x.size)      self.list.map(x, x.size).max()
//! self.text.getHost()           url(self.text).getHost()
//! self.a ? 1 : 2                has(self.a) ? 1 : 2
//! ```

use super::TypeChecker;
use super::advice::Operands;
use super::compared::constructor;
use crate::ast::{Kind, NodeId};
use crate::decls::{Function, Overload};
use crate::escape::escape;
use crate::proposal::{converted, default_of, is_literal, short};
use crate::types::{Type, TypeId};

impl TypeChecker<'_, '_> {
    /// Returns the expression that is replaced by what was meant by a call: an operator around it, or the call itself.
    pub(super) fn replaced(&self, node: NodeId, name: &str, types: &[TypeId]) -> NodeId {
        match name {
            "!_" => self.negated_operator(node).unwrap_or(node),
            "_==_" | "_!=_" | "_<_" | "_<=_" | "_>_" | "_>=_" => {
                let is_optional = |ty: &TypeId| matches!(self.types.get(*ty), Type::Optional(_));
                let guarded = self
                    .beside_null_test(node)
                    .filter(|_| types.iter().any(is_optional));
                let whole = self.grouped_right(node).or(guarded);
                whole.map_or(node, |(whole, _)| whole)
            }
            "_+_" => self.joined(node, types).map_or(node, |(replaced, _)| replaced),
            "string" => self
                .text_of_value(node, types)
                .map_or(node, |(replaced, _)| replaced),
            "_%_" if types.contains(&TypeId::DOUBLE) => self
                .comparison_of(node)
                .map_or(node, |(comparison, _)| comparison),
            "_*_" | "_/_" | "_%_" if types.contains(&TypeId::DURATION) => self
                .comparison_around(node)
                .map_or(node, |(comparison, _)| comparison),
            "find" => self.condition_of(node),
            _ => node,
        }
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
        let own = self.own_form(node, name, of, types);
        if own.is_some() {
            return own;
        }
        if name.contains('.') {
            return None;
        }
        if let Some(sign) = name.strip_prefix('_').and_then(|name| name.strip_suffix('_')) {
            if let Some((_, text)) = self.grouped_right(node) {
                return Some(text);
            }
            return self
                .compared(sign, of, types)
                .or_else(|| self.with_conversion(node, name, of, types));
        }
        if name == "contains"
            && let Some(test) = self
                .among_elements(of, types)
                .or_else(|| self.search(name, &of.all()))
                .or_else(|| match (of.target, of.arguments) {
                    (Some(container), &[key]) => self.key_test(key, container),
                    _ => None,
                })
        {
            return Some(test);
        }
        let converted = self.converted_operands(function, of, types);
        if converted.is_some() {
            return converted;
        }
        let style = of.style();
        let has_none = !self.has_form(function, style);
        let other: Vec<&'static Overload> = function
            .overloads
            .iter()
            .filter(|overload| overload.call_style() != style && overload.is_in(self.version))
            .collect();
        let arity = |overload: &&Overload| overload.params.len() == types.len();
        // The values of fields without a type are no quantities or addresses.
        let is_opaque = |overload: &Overload| {
            overload
                .params
                .first()
                .is_some_and(|ty| constructor(*ty).is_some())
        };
        if types.first() == Some(&TypeId::DYN) && other.iter().copied().all(is_opaque) {
            return None;
        }
        let mut is_meant = has_none && other.iter().copied().any(|overload| arity(&overload));
        for overload in other {
            is_meant |= self.would_fit(overload, types);
        }
        let of = self.operands(node);
        let form = is_meant.then(|| self.in_other_form(name, of)).flatten();
        form.filter(|form| self.corrects(self.span(node), form))
            .or_else(|| self.of_texts(function, of, types))
            .or_else(|| self.of_optional(name, of, types))
            .or_else(|| self.for_each(node, name, of))
            .or_else(|| {
                matches!(name, "sum" | "min" | "max" | "join").then(|| self.of_field(node, name, of))?
            })
            .or_else(|| self.of_template(node, name, of))
            .or_else(|| of.target.is_none().then(|| self.of_self(name, of))?)
    }

    /// Returns `self.contains('x')` for `contains('x')`, and `self.all(x, x > 0)` for `all(x, x > 0)`.
    pub(super) fn of_self(&self, name: &str, of: Operands<'_>) -> Option<String> {
        short(format!("self.{name}({})", self.parts(of.arguments)))
    }

    /// Returns `x.orValue([]).size()` for `x.size()` of an optional list, and `x.orValue('') in list` for `x in list`.
    fn of_optional(&self, name: &str, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        let default = self.default_of_optional(*types.first()?)?;
        let operands = of.all();
        let (first, others) = operands.split_first()?;
        let (value, others) = (self.operand(*first), self.parts(others));
        short(match of.target {
            Some(_) => format!("{value}{default}.{name}({others})"),
            None if name == "@in" => format!("{value}{default} in {others}"),
            None if others.is_empty() => format!("{name}({value}{default})"),
            None => return None,
        })
    }

    /// Returns `.orValue([])` for an optional list.
    fn default_of_optional(&self, ty: TypeId) -> Option<&'static str> {
        match self.types.get(ty) {
            Type::Optional(inner) => default_of(self.types.get(inner)),
            _ => None,
        }
    }

    /// Returns the expression for functions and operators that have a form of their own.
    fn own_form(&self, node: NodeId, name: &str, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        match name {
            "!_" => self.negated(node),
            "format" => self.formatted(self.operands_of_function(node)),
            "sort" if of.arguments.len() == 2 => short(format!(
                "{}.sortBy({})",
                self.part(of.target?),
                self.parts(of.arguments)
            )),
            "matches" if of.arguments.len() == 2 && of.target.is_some() => self.with_flags(of),
            "_[_]" if matches!(types, [TypeId::STRING, TypeId::INT]) => {
                let &[text, index] = of.arguments else { return None };
                short(format!("{}.charAt({})", self.operand(text), self.part(index)))
            }
            "_[_]" => self.field_in_brackets(".", of, types),
            "slice" if types.first() == Some(&TypeId::STRING) => short(format!(
                "{}.substring({})",
                self.operand(of.target?),
                self.parts(of.arguments)
            )),
            // `contains` with a variable and a condition is the macro.
            "contains" if matches!(of.arguments, [variable, _] if matches!(self.ast.kind(*variable), Kind::Ident(_))) => {
                short(format!(
                    "{}.exists({})",
                    self.operand(of.target?),
                    self.parts(of.arguments)
                ))
            }
            "_[?_]" => self.field_in_brackets(".?", of, types),
            "@in" if types.last() == Some(&TypeId::CIDR) => {
                let &[address, range] = of.arguments else {
                    return None;
                };
                short(format!("{}.containsIP({})", self.part(range), self.part(address)))
            }
            "@in" => self
                .in_keys(of)
                .or_else(|| self.among_objects(of, types))
                .or_else(|| self.in_text(of, types))
                .or_else(|| self.key_test(*of.arguments.first()?, *of.arguments.last()?))
                .or_else(|| self.with_conversion(node, name, of, types))
                .or_else(|| self.equal_to_one(of, types)),
            "int" if *types == [TypeId::BOOL] => short(format!("({} ? 1 : 0)", self.parts(of.arguments))),
            "value" | "orValue" | "hasValue"
                if self.is_old_self(of.target)
                    && !matches!(self.types.get(*types.first()?), Type::Optional(_)) =>
            {
                Some("oldSelf".to_owned())
            }
            "orValue" | "hasValue" if !matches!(self.types.get(*types.first()?), Type::Optional(_)) => {
                let optional = self.as_optional(of.target?)?;
                let text = format!("{optional}.{name}({})", self.parts(of.arguments));
                short(text).filter(|text| self.corrects(self.span(node), text))
            }
            "orValue" if of.arguments.is_empty() => {
                let default = self.default_of_optional(*types.first()?)?;
                short(format!("{}{default}", self.part(of.target?)))
            }
            "orValue" | "or" => self.other_default(of, types),
            "_%_" if types.contains(&TypeId::DOUBLE) => self.remainder(node, of, types),
            "_*_" | "_/_" | "_%_" if types.contains(&TypeId::DURATION) => {
                self.in_seconds(node, name, of, types)
            }
            // The format of the field makes a timestamp of a date.
            "_+_"
                if types.first() == Some(&TypeId::TIMESTAMP)
                    && self.ast.string_literal(*of.arguments.last()?)?.starts_with('T') =>
            {
                Some(self.part(*of.arguments.first()?).to_owned())
            }
            "_+_" => self.joined(node, types).map(|(_, text)| text),
            "string" if of.target.is_none() => self.text_of_value(node, types).map(|(_, text)| text),
            "_?_:_" if types.first() == Some(&TypeId::BOOL) => self.with_conversion(node, name, of, types),
            "_?_:_" => self.if_set(node, of),
            "max" | "min" | "sum" if of.arguments.len() == 2 => {
                let (list, arguments) = (self.operand(of.target?), self.parts(of.arguments));
                short(format!("{list}.map({arguments}).{name}()"))
            }
            "find" => self.found(node, of),
            "size" => short(format!("size({})", self.entries_of(*of.all().first()?)?.0)),
            "join" if of.target.is_some_and(|target| self.is_text(target)) => {
                let (separator, list) = (self.part(of.target?), self.operand(*of.arguments.first()?));
                short(format!("{list}.join({separator})"))
            }
            _ => None,
        }
    }

    /// Returns `int(x) % 2 == 0` for `x % 2.0 == 0.0`, or the remainder alone.
    fn remainder(&self, node: NodeId, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        let integer = |(operand, ty): (&NodeId, &TypeId)| match self.types.get(*ty) {
            Type::Int => Some(self.operand(*operand)),
            ty => converted(self.ast, *operand, ty, Type::Int),
        };
        let mut operands = of.arguments.iter().zip(types).map(integer);
        let text = format!("{} % {}", operands.next()??, operands.next()??);
        let Some((comparison, name)) = self.comparison_of(node) else {
            return short(text);
        };
        let right = *self.operands(comparison).arguments.last()?;
        let right = converted(self.ast, right, Type::Double, Type::Int)
            .filter(|_| is_literal(self.ast, right))
            .unwrap_or_else(|| self.part(right).to_owned());
        short(format!("{text} {} {right}", name.trim_matches('_')))
    }

    /// Returns `a.getSeconds() * 2 < b.getSeconds()` for `a * 2 < b` of durations.
    fn in_seconds(&self, node: NodeId, name: &str, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        let (comparison, compared_by) = self.comparison_around(node)?;
        let mut operands = of.arguments.iter().zip(types).map(|(operand, ty)| {
            let source = self.operand(*operand);
            match *ty {
                TypeId::DURATION => format!("{source}.getSeconds()"),
                _ => source,
            }
        });
        let calculated = format!(
            "{} {} {}",
            operands.next()?,
            name.trim_matches('_'),
            operands.next()?
        );
        let &[left, right] = self.operands(comparison).arguments else {
            return None;
        };
        let sign = compared_by.trim_matches('_');
        // The other side is not checked yet.
        ["", ".getSeconds()"].into_iter().find_map(|seconds| {
            let text = if left == node {
                format!("{calculated} {sign} {}{seconds}", self.operand(right))
            } else {
                format!("{}{seconds} {sign} {calculated}", self.operand(left))
            };
            short(text).filter(|text| self.corrects(self.span(comparison), text))
        })
    }

    /// Returns the call with converted operands if the function takes values of another type than these texts, numbers or times.
    fn converted_operands(&self, function: &Function, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        let name = function.name;
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
                // For the server, the text of a number may be as long as a request.
                _ if !is_literal(self.ast, value) => None,
                _ => short(format!(
                    "{name}({})",
                    converted(self.ast, value, from, Type::String)?
                )),
            };
        }
        // A text whose length the server does not know is too expensive to search, and the end of a date is that of a time.
        let is_text =
            |ty: TypeId| !matches!(name, "matches" | "contains" | "endsWith") && ty == TypeId::TIMESTAMP;
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
        None
    }

    /// Returns `url(x).getHost()` for `x.getHost()` of a text, unless the text may stand for values of several types, as in `x.getHours()`.
    fn of_texts(&self, function: &Function, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        let target = of.target.filter(|_| types.first() == Some(&TypeId::STRING))?;
        let operands = || std::iter::once(&target).chain(of.arguments).zip(types);
        let with = |overload: &Overload| {
            let mut converted = Vec::new();
            for ((node, ty), to) in operands().zip(overload.params) {
                converted.push(match constructor(*to) {
                    Some(constructor) => self.converted(*node, *ty, *to, constructor)?,
                    None if ty == to => self.part(*node).to_owned(),
                    None => return None,
                });
            }
            let (receiver, rest) = converted.split_first()?;
            constructor(*overload.params.first()?)?;
            Some(format!("{receiver}.{}({})", function.name, rest.join(", ")))
        };
        let fitting = |overload: &&Overload| {
            overload.member && overload.params.len() == types.len() && overload.is_in(self.version)
        };
        let mut texts = function.overloads.iter().filter(fitting).filter_map(with);
        let text = texts.next()?;
        texts.all(|other| other == text).then_some(text).and_then(short)
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

    /// Returns `x.orValue(1)` for `x.orValue('1')` and `x.or(1)` of an optional number.
    fn other_default(&self, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        let (&[value], &[optional, given]) = (of.arguments, types) else {
            return None;
        };
        let Type::Optional(wanted) = self.types.get(optional) else {
            return None;
        };
        let default = if wanted == given {
            self.part(value).to_owned()
        } else if self.is_old_self(of.target) {
            "self".to_owned()
        } else {
            converted(self.ast, value, self.types.get(given), self.types.get(wanted))?
        };
        short(format!("{}.orValue({default})", self.part(of.target?)))
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

    /// Returns `has(x.field) ? a : b` for `x.field ? a : b`, and `x.field != 0 ? a : b` for a number.
    fn if_set(&self, node: NodeId, of: Operands<'_>) -> Option<String> {
        let condition = *of.arguments.first()?;
        let (whole, part) = (self.ast.node(node).span, self.ast.node(condition).span);
        if whole.start != part.start || !matches!(self.ast.kind(condition), Kind::Select { .. }) {
            return None;
        }
        let results = self.part(node).get(part.range().len()..)?;
        let condition_part = self.part(condition);
        short(match self.types.get(self.type_of(condition)) {
            Type::Int => format!("{condition_part} != 0{results}"),
            Type::Double => format!("{condition_part} != 0.0{results}"),
            _ => format!("has({condition_part}){results}"),
        })
    }

    /// Returns `self.field` for `self['field']`, and `x` for `self[x]` where `x` is an element of the list.
    fn field_in_brackets(&self, dot: &str, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        if let (&[_, element], &[list, ty]) = (of.arguments, types)
            && self.types.get(list) == Type::List(ty)
            && ty != TypeId::INT
            && matches!(self.ast.kind(element), Kind::Ident(_))
        {
            return Some(self.part(element).to_owned());
        }
        let (&[object, key], Type::Object(_)) = (of.arguments, self.types.get(*types.first()?)) else {
            return None;
        };
        let field = escape(self.ast.string_literal(key)?)?;
        short(format!("{}{dot}{field}", self.operand(object)))
    }

    /// Returns `a in map` for `a in map.keys`, and `map.exists(k, map[k] == a)` for `a in map.values`.
    fn in_keys(&self, of: Operands<'_>) -> Option<String> {
        let &[value, entries] = of.arguments else {
            return None;
        };
        let value = self.part(value);
        short(match self.entries_of(entries)? {
            (map, "keys") => format!("{value} in {map}"),
            (map, _) => format!("{map}.exists(k, {map}[k] == {value})"),
        })
    }

    /// Returns the map and the name of `map.keys` and `map.values`, which select entries of the map with these keys.
    pub(super) fn entries_of(&self, selection: NodeId) -> Option<(&str, &str)> {
        let Kind::Select { operand, field, .. } = self.ast.kind(selection) else {
            return None;
        };
        let name = self.ast.text(field);
        let is_map = matches!(self.types.get(self.type_of(operand)), Type::Map(..));
        (is_map && matches!(name, "keys" | "values")).then(|| (self.part(operand), name))
    }

    /// Returns `a in ['x', 'y']` for `a in 'x,y'`, `a in ['x']` for `a in 'x'`, and `b.contains(a)` for `a in b` of other texts.
    fn in_text(&self, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        let &[part, text] = of.arguments else { return None };
        if matches!(types, [TypeId::STRING, TypeId::STRING]) && !is_literal(self.ast, text) {
            return short(format!("{}.contains({})", self.operand(text), self.part(part)));
        }
        let literal = self.ast.string_literal(text)?;
        let texts: Vec<String> = literal
            .split([',', '|'])
            .map(|text| format!("'{}'", text.trim()))
            .collect();
        short(format!("{} in [{}]", self.part(part), texts.join(", ")))
    }

    /// Returns `a == b` for `a in b` of one value.
    fn equal_to_one(&self, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        let (&[value, other], [_, ty]) = (of.arguments, types) else {
            return None;
        };
        if matches!(self.types.get(*ty), Type::List(_) | Type::Map(..)) {
            return None;
        }
        short(format!("{} == {}", self.part(value), self.part(other)))
    }

    /// Whether one operand is a text and the other one a value that `%s` formats.
    pub(super) fn is_text_and_scalar(&self, types: &[TypeId]) -> bool {
        let is_scalar = |ty: &TypeId| {
            matches!(
                self.types.get(*ty),
                Type::Int | Type::Uint | Type::Double | Type::Bool
            )
        };
        match types {
            // A text behind a time or a duration may be a duration.
            [TypeId::STRING, TypeId::TIMESTAMP | TypeId::DURATION] => true,
            _ => types.contains(&TypeId::STRING) && types.iter().any(is_scalar),
        }
    }

    /// Returns `'%d'.format([x])`.
    pub(super) fn formatted(&self, of: Operands<'_>) -> Option<String> {
        let all = of.all();
        let literal = *all.iter().find(|operand| self.is_text(**operand))?;
        let rest: Vec<NodeId> = all.into_iter().filter(|operand| *operand != literal).collect();
        let template = self.part(literal).replace("{}", "%s").replace("%v", "%s");
        if let [list] = rest.as_slice()
            && matches!(self.ast.kind(*list), Kind::List { .. })
        {
            let is_form = of.target == Some(literal) && template == self.part(literal);
            return short(format!("{template}.format({})", self.part(*list))).filter(|_| !is_form);
        }
        short(format!("{template}.format([{}])", self.parts(&rest)))
    }
}
