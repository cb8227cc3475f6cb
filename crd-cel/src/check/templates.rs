//! Calls of functions of other languages whose counterpart in CEL is no single function.
//!
//! ```text
//! self.list.isEmpty()           size(self.list) == 0
//! max(self.a, self.b)           [self.a, self.b].max()
//! self.map.get('k', 'none')     self.map[?'k'].orValue('none')
//! ```

use super::TypeChecker;
use super::advice::Operands;
use crate::ast::{Kind, NodeId};
use crate::escape::escape;
use crate::proposal::short;
use crate::synonyms;
use crate::types::Type;

impl TypeChecker<'_, '_> {
    /// Returns the expression for a call of a function of another language, if it compiles in its place.
    pub(super) fn of_template(&self, node: NodeId, name: &str, of: Operands<'_>) -> Option<String> {
        let span = self.span(node);
        let mut instances = self.instances(name, of);
        // The first ones are conditions, of which no other member is selected.
        if self.enclosing_member(node).is_some() {
            instances.reverse();
        }
        if instances.len() > 1
            && let Some(best) = self.best_of(span, &instances)
        {
            instances.swap(0, best);
        }
        instances
            .into_iter()
            .find_map(|text| self.improved(node, span, text))
    }

    /// Returns the expressions that a call of a function of another language may mean, the most probable one first.
    pub(super) fn instances(&self, name: &str, of: Operands<'_>) -> Vec<String> {
        let operands = of.all();
        let mut found = Vec::new();
        if let ("keys" | "values", &[map]) = (name, operands.as_slice())
            && matches!(self.types.get(self.type_of(map)), Type::Map(..))
        {
            let keys = self.part(map);
            found.push(match name {
                "values" => format!("{keys}.map(k, {keys}[k])"),
                _ => keys.to_owned(),
            });
        }
        if let ("get" | "getordefault", [object, key, default @ ..]) =
            (&*name.to_ascii_lowercase(), operands.as_slice())
            && let Type::Object(_) = self.types.get(self.type_of(*object))
            && let Some(field) = self.ast.string_literal(*key).and_then(escape)
        {
            let object = self.operand(*object);
            found.extend(short(match default {
                [] => format!("{object}.{field}"),
                _ => format!("{object}.?{field}.orValue({})", self.parts(default)),
            }));
        }
        if matches!(&*name.to_ascii_lowercase(), "sprintf" | "printf") {
            found.extend(self.formatted(of));
        }
        let is_optional = operands
            .first()
            .is_some_and(|first| matches!(self.types.get(self.type_of(*first)), Type::Optional(_)));
        for template in synonyms::templates(name, operands.len()) {
            // Only conditions have one result for a list of one element.
            if template.contains(".all(#1, #3)")
                && operands
                    .last()
                    .is_some_and(|condition| !self.is_condition(*condition))
            {
                continue;
            }
            // A value of an unknown type is no optional.
            if is_optional || !template.ends_with("alue()") {
                found.extend(self.instance(template, &operands));
            }
        }
        found
    }

    /// Whether a node is a comparison or another operator whose result is `bool`.
    fn is_condition(&self, node: NodeId) -> bool {
        self.ast
            .plain_call(node)
            .is_some_and(|(name, _)| name.contains(['=', '<', '>', '!', '&', '|']) || name == "@in")
    }

    /// Returns a template with the operands in place of `#1`, `#2` and `#3`, the first one as an optional in place of `#?`, all but the
    /// first one in place of `#*`, and the last one without its sign in place of `#-`; `None` if it is not negative.
    fn instance(&self, template: &str, operands: &[NodeId]) -> Option<String> {
        let mut parts = template.split('#');
        let mut text = parts.next()?.to_owned();
        for part in parts {
            let (place, rest) = part.split_at_checked(1)?;
            match place.parse::<usize>() {
                Ok(number) => {
                    let operand = *operands.get(number.checked_sub(1)?)?;
                    let is_argument = text.ends_with(['(', '[', ' ']) && rest.starts_with([')', ']', ',']);
                    if is_argument && !text.ends_with("in ") {
                        text.push_str(self.part(operand));
                    } else {
                        text.push_str(&self.operand(operand));
                    }
                }
                Err(_) if place == "-" => text.push_str(self.part(*operands.last()?).strip_prefix('-')?),
                Err(_) if place == "*" => text.push_str(&self.parts(operands.get(1..)?)),
                Err(_) => text.push_str(&self.as_optional(*operands.first()?)?),
            }
            text.push_str(rest);
        }
        short(text)
    }

    /// Returns `self.?field` for `self.field`, and an optional value itself.
    pub(super) fn as_optional(&self, node: NodeId) -> Option<String> {
        let source = self.part(node);
        if matches!(self.types.get(self.type_of(node)), Type::Optional(_)) {
            return Some(source.to_owned());
        }
        let Kind::Select { test_only: false, .. } = self.ast.kind(node) else {
            return None;
        };
        let (value, field) = source.rsplit_once('.')?;
        Some(format!("{value}.?{field}"))
    }
}
