//! Comparisons of values that are no numbers or texts.
//!
//! ```text
//! quantity(self.a) < 5          quantity(self.a).isLessThan(quantity('5'))
//! 1 < self.a < 5                1 < self.a && self.a < 5
//! has(self.a) == self.b == 'x'  has(self.a) == (self.b == 'x')
//! self.list != ''               size(self.list) > 0
//! self.count != ''              has(self.count)
//! ```

use super::advice::Operands;
use super::{Proposals, TypeChecker};
use crate::ast::{Kind, Literal, NodeId, Text};
use crate::proposal::{converted, default_of, is_literal, short};
use crate::types::{Type, TypeId};

impl TypeChecker<'_, '_> {
    /// Returns the operators or functions that compare the operands of an operator.
    pub(super) fn compared(&self, sign: &str, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        self.equal(sign, of, types)
            .or_else(|| self.compared_size(sign, of, types))
            .or_else(|| self.compared_elements(sign, of, types))
            .or_else(|| self.between(sign, of, types))
            .or_else(|| self.unwrapped(sign, of, types))
            .or_else(|| self.compared_opaque(sign, of, types))
    }

    /// Returns `a == (b == c)` for `a == b == c`, which is `(a == b) == c`, and the node of all of it.
    pub(super) fn grouped_right(&self, node: NodeId) -> Option<(NodeId, String)> {
        if self.proposals == Proposals::None {
            return None;
        }
        let (whole, outer) = self.comparison_of(node)?;
        let (inner, &[left, middle]) = self.ast.plain_call(node)? else {
            return None;
        };
        let right = *self.operands(whole).arguments.last()?;
        let is_equality = |name: &str| matches!(name, "_==_" | "_!=_");
        if !is_equality(inner) || !is_equality(outer) || self.part(node).starts_with('(') {
            return None;
        }
        let text = short(format!(
            "{} {} ({} {} {})",
            self.part(left),
            inner.trim_matches('_'),
            self.part(middle),
            outer.trim_matches('_'),
            self.part(right)
        ))?;
        self.corrects(self.span(whole), &text).then_some((whole, text))
    }

    /// Returns the form of `==` and `!=` for null, conditions, types, booleans, and positions in texts.
    fn equal(&self, sign: &str, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        let (&[left, right], &[left_type, _]) = (of.arguments, types) else {
            return None;
        };
        if !matches!(sign, "==" | "!=") {
            return None;
        }
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
        if let (Type::Type(_), Some(ty)) = (self.types.get(left_type), self.ast.string_literal(right)) {
            return short(format!("{} {sign} {ty}", self.part(left)));
        }
        if left_type == TypeId::BOOL
            && let Some(value) = self.as_bool(right)
        {
            return short(format!("{} {sign} {value}", self.part(left)));
        }
        if let (TypeId::STRING, Kind::Literal(Literal::Bool(value))) = (left_type, self.ast.kind(right)) {
            return short(format!("{} {sign} '{value}'", self.part(left)));
        }
        self.compared_with_nothing(sign, of, types)
    }

    /// Returns `1 < x && x < 5` for `1 < x < 5`.
    fn between(&self, sign: &str, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        let (&[left, right], Some(&TypeId::BOOL)) = (of.arguments, types.first()) else {
            return None;
        };
        let Kind::Call { function, args, .. } = self.ast.kind(left) else {
            return None;
        };
        let is_order = matches!(
            function,
            Text::LESS | Text::LESS_EQUALS | Text::GREATER | Text::GREATER_EQUALS
        );
        let &[_, middle] = self.ast.nodes(args) else {
            return None;
        };
        if !is_order || !matches!(sign, "<" | "<=" | ">" | ">=") {
            return None;
        }
        let (whole, right) = (self.part(left), self.part(right));
        // In `x > 0 + y > 0`, `+` stands for `&&`.
        if let Some(("_+_", &[first, second])) = self.ast.plain_call(middle)
            && is_literal(self.ast, first)
        {
            let before = whole.strip_suffix(self.part(middle))?;
            let (first, second) = (self.part(first), self.part(second));
            return short(format!("{before}{first} && {second} {sign} {right}"));
        }
        short(format!("{whole} && {} {sign} {right}", self.part(middle)))
    }

    /// Returns the comparison, sum or difference of values that are created from texts: quantities, versions, times and addresses.
    fn compared_opaque(&self, sign: &str, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        let (&[left, right], &[left_type, right_type]) = (of.arguments, types) else {
            return None;
        };
        let opaque = [left_type, right_type]
            .into_iter()
            .find_map(|ty| Some((ty, constructor(ty)?)));
        let (ty, constructor) = opaque?;
        let is_of_time = matches!(ty, TypeId::DURATION | TypeId::TIMESTAMP);
        let is_duration = matches!(right_type, TypeId::INT | TypeId::STRING);
        if left_type == TypeId::TIMESTAMP
            && is_duration
            && matches!(sign, "+" | "-")
            && let Some(duration) = converted(self.ast, right, self.types.get(right_type), Type::Duration)
        {
            return short(format!("{} {sign} {duration}", self.part(left)));
        }
        if ty == TypeId::DURATION && types.contains(&TypeId::INT) && sign.starts_with(['<', '>', '=', '!']) {
            let sides = [(left, left_type), (right, right_type)];
            if !sides.iter().any(|(side, _)| is_literal(self.ast, *side)) {
                let seconds = sides.map(|(side, ty)| match ty {
                    TypeId::DURATION => format!("{}.getSeconds()", self.operand(side)),
                    _ => self.operand(side),
                });
                return short(seconds.join(&format!(" {sign} ")));
            }
        }
        let left = self.converted(left, left_type, ty, constructor)?;
        let right = self.converted(right, right_type, ty, constructor)?;
        let is_ordered = matches!(ty, TypeId::QUANTITY | TypeId::SEMVER);
        short(match sign {
            // For the server, the operands of `!=` may be of any length.
            "!=" if !is_of_time && ty != TypeId::URL => format!("!({left} == {right})"),
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

    /// Returns the boolean that is meant by a literal of another type.
    fn as_bool(&self, literal: NodeId) -> Option<bool> {
        let text = match self.ast.kind(literal) {
            Kind::Literal(_) => self.ast.string_literal(literal).unwrap_or(self.part(literal)),
            _ => return None,
        };
        match text.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" | "1" => Some(true),
            "false" | "no" | "off" | "0" => Some(false),
            _ => None,
        }
    }

    /// Returns `!has(x.field)` for `x.field == null`, and for `x.field == {}` of an object.
    fn compared_with_nothing(&self, sign: &str, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        let (&[mut left, mut right], &[mut left_type, mut right_type]) = (of.arguments, types) else {
            return None;
        };
        let is_none = |node: NodeId| self.part(node) == "optional.none()";
        if left_type == TypeId::NULL || is_none(left) {
            (left, right, left_type, right_type) = (right, left, right_type, left_type);
        }
        let is_object = matches!(self.types.get(left_type), Type::Object(_));
        let is_nothing =
            right_type == TypeId::NULL || is_none(right) || is_object && self.part(right) == "{}";
        let is_field = matches!(self.ast.kind(left), Kind::Select { test_only: false, .. });
        let not = if sign == "==" { "!" } else { "" };
        // A condition is never null or empty.
        let is_condition = left_type == TypeId::BOOL
            && !is_field
            && !matches!(self.ast.kind(left), Kind::Ident(_) | Kind::Literal(_))
            && !self.part(left).ends_with(']');
        if is_condition && (right_type == TypeId::NULL || self.is_empty(right)) {
            return short(format!("{not}{}", self.operand(left)));
        }
        if is_nothing
            && matches!(
                self.ast.kind(left),
                Kind::Call { target: Some(_), .. } | Kind::Comprehension(_)
            )
        {
            // A function always returns a value.
            let returned = self.part(left);
            let size = if sign == "==" { "==" } else { ">" };
            return short(match self.types.get(left_type) {
                Type::String => format!("{returned} {sign} ''"),
                Type::List(_) | Type::Map(..) => format!("size({returned}) {size} 0"),
                Type::Optional(_) => format!("{not}{returned}.hasValue()"),
                _ => return None,
            });
        }
        (is_nothing && is_field)
            .then(|| format!("{not}has({})", self.part(left)))
            .and_then(short)
    }

    /// Returns `size(x) > 3` for `x.size > 3` of a map, which selects a key, `size(x) == 0` for `x == ''` of a list or map,
    /// and `!has(x)` for `x == ''` of other values.
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
        let (sign, not) = match sign {
            "==" => ("==", "!"),
            "!=" => (">", ""),
            _ => return None,
        };
        if !self.is_empty(right) {
            return None;
        }
        let left_part = self.part(left);
        short(match self.types.get(left_type) {
            Type::List(_) | Type::Map(..) => format!("size({left_part}) {sign} 0"),
            // They are never empty, so this asks whether there is one.
            Type::Int | Type::Double | Type::Bool | Type::Timestamp | Type::Duration
                if right_type == TypeId::STRING && matches!(self.ast.kind(left), Kind::Select { .. }) =>
            {
                format!("{not}has({left_part})")
            }
            _ => return None,
        })
    }

    /// Whether a node is `''`, `[]` or `{}`.
    fn is_empty(&self, node: NodeId) -> bool {
        self.ast.string_literal(node) == Some("") || matches!(self.part(node), "[]" | "{}")
    }

    /// Returns `x.orValue(0) > 1` for `x > 1` of an optional, and a test for a missing `oldSelf`, which accepts all new objects.
    fn unwrapped(&self, sign: &str, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        let (&[left, right], &[left_type, right_type]) = (of.arguments, types) else {
            return None;
        };
        let (optional, is_left) = match (self.types.get(left_type), self.types.get(right_type)) {
            (Type::Optional(_), Type::Optional(_)) => return self.if_all_set(sign, of.arguments),
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
        let node = self.parent(left).map(|(node, _)| node);
        let guard = node.and_then(|node| self.beside_null_test(node));
        let (before, after) = match (is_old, is_whole) {
            _ if self.ast.source().contains("oldSelf.hasValue()") => ("", ""),
            _ if let Some((_, guard)) = guard.as_ref().filter(|_| is_old) => (guard.as_str(), ""),
            (true, true) => ("!oldSelf.hasValue() || ", ""),
            (true, false) => ("(!oldSelf.hasValue() || ", ")"),
            _ => ("", ""),
        };
        let value = match optional {
            _ if is_old => ".value()",
            _ => match default_of(optional) {
                Some(value) => value,
                None => return self.if_all_set(sign, of.arguments),
            },
        };
        let (of_left, of_right) = if is_left { (value, "") } else { ("", value) };
        let (left, right) = (self.operand(left), self.operand(right));
        short(format!("{before}{left}{of_left} {sign} {right}{of_right}{after}"))
    }

    /// For a comparison beside `oldSelf == null ||`, which is never true of an optional, returns the operator that joins both, and what is
    /// meant before the comparison.
    pub(super) fn beside_null_test(&self, comparison: NodeId) -> Option<(NodeId, String)> {
        let (joined, operator) = self.parent(comparison)?;
        let &[test, right] = self.operands(joined).arguments else {
            return None;
        };
        let (equality, &[old, null]) = self.ast.plain_call(test)? else {
            return None;
        };
        let not = match equality {
            "_==_" => "!",
            "_!=_" => "",
            _ => return None,
        };
        let sign = match operator {
            "_||_" => "||",
            "_&&_" => "&&",
            _ => return None,
        };
        let is_test = right == comparison && self.is_old_self(Some(old)) && self.part(null) == "null";
        is_test.then(|| (joined, format!("{not}oldSelf.hasValue() {sign} ")))
    }

    /// Returns `!has(self.a) || self.a.b < self.c` for `self.?a.b < self.c`.
    fn if_all_set(&self, sign: &str, operands: &[NodeId]) -> Option<String> {
        let mut text = String::new();
        let mut values = Vec::new();
        for operand in operands {
            let source = self.part(*operand);
            if source.contains(['(', '[', '\'', '"']) && source.contains(".?") {
                return None;
            }
            let mut at = 0;
            while let Some(start) = source.get(at..)?.find(".?") {
                at += start + ".?".len();
                let name = source.get(at..)?.split('.').next()?;
                let field = source.get(..at + name.len())?.replace(".?", ".");
                let test = format!("!has({field}) || ");
                if !text.contains(&test) {
                    text.push_str(&test);
                }
            }
            values.push(source.replace(".?", "."));
        }
        short(format!("{text}{}", values.join(&format!(" {sign} "))))
    }

    /// Returns the source of an operand, converted to an opaque type.
    pub(super) fn converted(
        &self,
        node: NodeId,
        ty: TypeId,
        to: TypeId,
        constructor: &str,
    ) -> Option<String> {
        let source = self.operand(node);
        if ty == to {
            return Some(source);
        }
        let is_literal = matches!(self.ast.kind(node), Kind::Literal(_));
        if is_literal && matches!(to, TypeId::DURATION | TypeId::TIMESTAMP) {
            // The text may be in another form.
            return converted(self.ast, node, self.types.get(ty), self.types.get(to));
        }
        // A version has three numbers.
        let is_other = |text: &str| match (to, text.split('.').count()) {
            (TypeId::QUANTITY, parts) => parts > 2 || !text.contains(|c: char| c.is_ascii_digit()),
            (TypeId::SEMVER, parts) => parts < 3,
            _ => false,
        };
        if self.ast.string_literal(node).is_some_and(is_other) {
            return None;
        }
        Some(match self.types.get(ty) {
            Type::String => format!("{constructor}({source})"),
            Type::Int | Type::Uint | Type::Double | Type::Dyn if to != TypeId::QUANTITY => return None,
            Type::Int | Type::Uint | Type::Double if is_literal => format!("{constructor}('{source}')"),
            // For the server, the text of a number may be as long as a request.
            Type::Dyn => format!("{constructor}(string({source}))"),
            _ => return None,
        })
    }
}

/// Returns the function that creates a value of an opaque type from a text.
pub(super) fn constructor(ty: TypeId) -> Option<&'static str> {
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
