//! Macros that are called in another form than theirs, and loops over what is no list or map.
//!
//! ```text
//! all(self.list, x, x > 0)          self.list.all(x, x > 0)
//! self.list.all(x.size > 0)         self.list.all(x, x.size > 0)
//! has(self.a, self.b)               has(self.a) && has(self.b)
//! self.list.existsOne(x, x > 0)     self.list.exists_one(x, x > 0)
//! self.all(x, x.size > 0)           self.size > 0, in a rule of the elements
//! ```

use super::TypeChecker;
use crate::ast::{Kind, NodeId, Span};
use crate::macros::find_macro;
use crate::mistake::CallStyle;
use crate::proposal::short;
use crate::types::{Type, TypeId};

impl TypeChecker<'_, '_> {
    /// Returns the call of a macro with the form that it has.
    pub(super) fn form_of_macro(&self, node: NodeId, name: &str) -> Option<String> {
        let of = self.operands(node);
        let is_field = |node: &NodeId| matches!(self.ast.kind(*node), Kind::Select { .. });
        match (of.target, of.arguments) {
            (None, &[object, key]) if name == "has" && self.is_text(key) => self.key_test(key, object),
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
            (None, [_, _]) if matches!(self.type_of_self(), Some(Type::List(_) | Type::Map(..))) => {
                self.of_self(name, of)
            }
            (Some(list), &[body]) => self.with_variable(list, name, body),
            (Some(list), arguments @ [_, _]) if name == "existsOne" => short(format!(
                "{}.exists_one({})",
                self.operand(list),
                self.parts(arguments)
            )),
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

    /// Returns `self.size > 0` for `self.all(x, x.size > 0)` of an object, which is one element of the list that is meant, and its place;
    /// `map.all(x, map[x].size > 0)` for `map.values.all(x, x.size > 0)`.
    pub(super) fn of_one_element(&self, range: NodeId) -> Option<(Span, String)> {
        let (whole, rest) = self.loop_over(range)?;
        let (head, condition) = rest.strip_suffix(')')?.split_once(',')?;
        let (name, variable) = head.strip_prefix('.')?.split_once('(')?;
        let condition = condition.trim_start();
        let map = self.entries_of(range);
        let value = match map {
            Some((map, "keys")) => return self.corrected(self.span(range), map.to_owned()),
            Some((map, _)) => format!("{map}[{variable}]"),
            None if !matches!(name, "all" | "exists") => return None,
            None if self.type_of(range) == TypeId::STRING => {
                return self.of_characters(range, (name, variable), condition);
            }
            None => self.part(range).to_owned(),
        };
        let end = (self.span(whole).end as usize).checked_sub(1)?;
        let mut written = end.checked_sub(condition.len())?;
        let is_variable =
            |id: &NodeId| matches!(self.ast.kind(*id), Kind::Ident(name) if self.ast.text(name) == variable);
        let uses = self.ast.ids().filter(is_variable).map(|id| self.span(id));
        let mut uses: Vec<Span> = uses
            .filter(|place| written <= place.start as usize && place.end as usize <= end)
            .collect();
        uses.sort_unstable();
        uses.dedup();
        let mut text = String::new();
        for place in &uses {
            text.push_str(self.ast.source().get(written..place.start as usize)?);
            text.push_str(&value);
            written = place.end as usize;
        }
        text.push_str(self.ast.source().get(written..end)?);
        let is_key = text.contains(&format!("[{value}]"));
        let text = match map {
            Some((map, _)) => format!("{map}{head}, {text})"),
            None if uses.is_empty() || is_key => return None,
            None => text,
        };
        self.corrected(self.span(whole), text)
    }

    /// Returns `text.contains('a')` for `text.exists(c, c == 'a')`, and `!text.contains('a')` for `text.all(c, c != 'a')`, which are about the
    /// characters of a text.
    fn of_characters(
        &self,
        text: NodeId,
        (name, variable): (&str, &str),
        condition: &str,
    ) -> Option<(Span, String)> {
        let (not, sign) = match name {
            "all" => ("!", "!="),
            _ => ("", "=="),
        };
        let literal = condition
            .strip_prefix(variable)?
            .trim_start()
            .strip_prefix(sign)?
            .trim_start();
        let is_character = matches!(literal.as_bytes(), [b'\'' | b'"', c, _] if c.is_ascii_graphic());
        let (whole, _) = self.loop_over(text).filter(|_| is_character)?;
        self.corrected(
            self.span(whole),
            format!("{not}{}.contains({literal})", self.operand(text)),
        )
    }

    /// Returns a proposal and its place, unless it is a mistake there.
    fn corrected(&self, place: Span, text: String) -> Option<(Span, String)> {
        let text = short(text).filter(|text| self.corrects(place, text))?;
        Some((place, text))
    }
}

#[cfg(test)]
mod tests {
    use crate::{CompatVersion, Env, ObjectType, TypeId};

    #[test]
    fn the_value_of_a_loop_over_an_object() {
        let mut env = Env::new(CompatVersion::of_server(36));
        let fields = [("size".to_owned(), TypeId::INT)];
        let object = env.add_object(ObjectType::new("Spec", fields));
        env.declare("self", object);
        for (rule, expected) in [
            ("self.all(x, x.size > 0)", "self.size > 0"),
            (
                "self.all(x, x.size > 0 && x.size < 9)",
                "self.size > 0 && self.size < 9",
            ),
            // Another loop with the same variable.
            ("self.all(x, x.size > 0) && [1].all(x, x > 0)", "self.size > 0"),
            ("[1].all(x, x > 0) && self.all(x, x.size > 0)", "self.size > 0"),
        ] {
            let issues = env.compile(rule).unwrap_err();
            let described = issues.list()[0].describe().one_line();
            assert!(
                described.contains(&format!("`{expected}`")),
                "{rule}: {described}"
            );
        }
    }
}
