//! Macros that are called in another form than theirs, and loops over what is no list or map.
//!
//! ```text
//! all(self.list, x, x > 0)          self.list.all(x, x > 0)
//! self.list.all(x.size > 0)         self.list.all(x, x.size > 0)
//! has(self.a, self.b)               has(self.a) && has(self.b)
//! self.all(x, x.size > 0)           self.size > 0, in a rule of the elements
//! ```

use super::TypeChecker;
use crate::ast::{Kind, NodeId, Span};
use crate::macros::find_macro;
use crate::mistake::CallStyle;
use crate::proposal::short;
use crate::types::Type;

impl TypeChecker<'_, '_> {
    /// Returns the call of a macro with the form that it has.
    pub(super) fn form_of_macro(&self, node: NodeId, name: &str) -> Option<String> {
        let of = self.operands(node);
        let is_field = |node: &NodeId| matches!(self.ast.kind(*node), Kind::Select { .. });
        match (of.target, of.arguments) {
            (None, fields @ [_, _, ..]) if name == "has" => {
                let mut tests = Vec::new();
                for field in fields {
                    is_field(field).then(|| tests.push(format!("has({})", self.part(*field))))?;
                }
                short(tests.join(" && "))
            }
            (None, [list, rest @ ..]) if rest.len() > 1 && find_macro(name, CallStyle::Method).is_some() => {
                short(format!("{}.{name}({})", self.operand(*list), self.parts(rest)))
            }
            (Some(list), &[body]) => self.with_variable(list, name, body),
            _ => None,
        }
    }

    /// Returns `list.all(x, x.size > 0)` for `list.all(x.size > 0)` and `list.all(size > 0)`.
    fn with_variable(&self, list: NodeId, name: &str, body: NodeId) -> Option<String> {
        let (node, used) = self.undeclared_in(body).filter(|(node, _)| *node != body)?;
        let (list_part, part) = (self.operand(list), self.part(body));
        let Type::List(element) = self.types.get(self.type_of(list)) else {
            return None;
        };
        if self.enclosing_member(node).is_some() || self.has_field(element, used).is_none() {
            return short(format!("{list_part}.{name}({used}, {part})"));
        }
        let variable = self.free_variable()?;
        let start = self
            .span(node)
            .range()
            .start
            .checked_sub(self.span(body).range().start)?;
        let (before, after) = part.split_at_checked(start)?;
        short(format!(
            "{list_part}.{name}({variable}, {before}{variable}.{after})"
        ))
    }

    /// Returns the only name in an expression that is not declared, and its first node: `x` of `x.size > 0`.
    fn undeclared_in(&self, body: NodeId) -> Option<(NodeId, &str)> {
        let place = self.span(body);
        let is_within = |span: Span| place.start <= span.start && span.end <= place.end;
        let mut found: Option<(NodeId, &str)> = None;
        for id in self.ast.ids() {
            let Kind::Ident(name) = self.ast.kind(id) else {
                continue;
            };
            let name = self.ast.text(name);
            let is_declared =
                self.is_local(name) || self.variables.iter().any(|(variable, _)| *variable == name);
            if is_declared || !is_within(self.span(id)) {
                continue;
            }
            match found {
                Some((_, found)) if found != name => return None,
                Some(_) => {}
                None => found = Some((id, name)),
            }
        }
        found
    }

    /// Returns the loop over a value, and its source after the value: `.all(x, x > 0)`.
    pub(super) fn loop_over(&self, range: NodeId) -> Option<(NodeId, &str)> {
        let whole = self.ast.ids().find(|id| match self.ast.kind(*id) {
            Kind::Comprehension(id) => self
                .ast
                .comprehension(id)
                .is_some_and(|of| of.iter_range == range),
            _ => false,
        })?;
        Some((whole, self.part(whole).strip_prefix(self.part(range))?))
    }

    /// Returns `self.size > 0` for `self.all(x, x.size > 0)` of an object, which is one element of the list that is meant, and its place.
    pub(super) fn of_one_element(&self, range: NodeId) -> Option<(Span, String)> {
        let (whole, rest) = self.loop_over(range)?;
        let is_loop = rest.starts_with(".all(") || rest.starts_with(".exists(");
        let (_, condition) = rest.strip_suffix(')').filter(|_| is_loop)?.split_once(',')?;
        let (value, condition) = (self.part(range), condition.trim_start());
        let start = (self.span(whole).end as usize).checked_sub(condition.len() + 1)?;
        let Kind::Comprehension(inside) = self.ast.kind(whole) else {
            return None;
        };
        let variable = self.ast.text(self.ast.comprehension(inside)?.iter_var);
        let is_variable =
            |id: &NodeId| matches!(self.ast.kind(*id), Kind::Ident(name) if self.ast.text(name) == variable);
        let uses = self.ast.ids().filter(is_variable).map(|id| self.span(id).range());
        let mut places: Vec<_> = uses.filter(|place| place.start >= start).collect();
        // The last one first, so that the places of the others stay the same.
        places.sort_unstable_by_key(|place| std::cmp::Reverse(place.start));
        let mut text = condition.to_owned();
        for place in &places {
            text.replace_range(place.start - start..place.end - start, value);
        }
        let is_key = text.contains(&format!("[{value}]"));
        let text = short(text)
            .filter(|text| !places.is_empty() && !is_key && self.corrects(self.span(whole), text))?;
        Some((self.span(whole), text))
    }
}
