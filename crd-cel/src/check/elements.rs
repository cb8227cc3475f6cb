//! What to write instead of functions and operators of elements that are used on whole lists and maps.
//!
//! ```text
//! self.names.startsWith('a')                        self.names.all(x, x.startsWith('a'))
//! self.name.startsWith('a', 'b')                    ['a', 'b'].exists(x, self.name.startsWith(x))
//! self.items.find(x, x.name == 'a').size > 1        self.items.exists(x, x.name == 'a' && x.size > 1)
//! self.names == 'a'                                 'a' in self.names
//! ```

use super::TypeChecker;
use super::advice::Operands;
use crate::ast::{Kind, NodeId, Span};
use crate::mistake::MeantSelection;
use crate::proposal::short;
use crate::types::{Type, TypeId};

impl TypeChecker<'_, '_> {
    /// Returns a name for a variable of a loop that no loop around has.
    pub(super) fn free_variable(&self) -> Option<&'static str> {
        ["x", "y", "z"].into_iter().find(|name| !self.is_local(name))
    }

    /// Returns the comparison of members of a value, or else the last of them: `x.size > 1` for the first `x`.
    pub(super) fn condition_of(&self, value: NodeId) -> NodeId {
        let mut member = value;
        let enclosing = |member| match self.enclosing_member(member) {
            Some((enclosing, _)) => Some(enclosing),
            None => self.loop_over(member).map(|(whole, _)| whole),
        };
        while let Some(enclosing) = enclosing(member) {
            member = enclosing;
        }
        self.comparison_of(member)
            .map_or(member, |(comparison, _)| comparison)
    }

    /// Returns `list.exists(x, x.name == 'a' && x.size > 1)` for `list.find(x, x.name == 'a').size > 1`.
    pub(super) fn found(&self, node: NodeId, of: Operands<'_>) -> Option<String> {
        let (target, &[variable, condition]) = (of.target?, of.arguments) else {
            return None;
        };
        let whole = self.span(self.condition_of(node));
        let rest = self
            .ast
            .source()
            .get(self.span(node).end as usize..whole.end as usize)?;
        let (list, variable) = (self.operand(target), self.part(variable));
        let mut condition = self.part(condition).to_owned();
        if condition.contains("||") || condition.contains('?') {
            condition = format!("({condition})");
        }
        let mut nothing = rest.replace(' ', "");
        for other in ["undefined", "None", "nil"] {
            nothing = nothing.replace(other, "null");
        }
        short(match nothing.as_str() {
            "==null" => format!("!{list}.exists({variable}, {condition})"),
            "!=null" | "" => format!("{list}.exists({variable}, {condition})"),
            _ => format!("{list}.exists({variable}, {condition} && {variable}{rest})"),
        })
    }

    /// Returns `['a', 'b'].exists(x, text.startsWith(x))` for `text.startsWith('a', 'b')`.
    pub(super) fn for_each(&self, call: NodeId, name: &str, of: Operands<'_>) -> Option<String> {
        let target = self.operand(of.target?);
        // The second text of `matches` is for flags.
        let has_texts = of.arguments.len() > 1 && of.arguments.iter().all(|argument| self.is_text(*argument));
        if name == "matches" || !has_texts {
            return None;
        }
        let list = self.parts(of.arguments);
        let text = short(format!("[{list}].exists(x, {target}.{name}(x))"))?;
        self.corrects(self.span(call), &text).then_some(text)
    }

    /// Returns a loop over a list in place of a part of the expression with it, and the part: `list.all(x, x.name != '')` for
    /// `list.name != ''`.
    pub(super) fn looped(&self, list: NodeId, whole: Span, quantifier: &str) -> Option<(Span, String)> {
        let (variable, part) = (self.free_variable()?, self.span(list));
        let source = self.ast.source();
        let before = source.get(whole.start as usize..part.start as usize)?;
        let after = source.get(part.end as usize..whole.end as usize)?;
        let list = self.operand(list);
        let text = short(format!(
            "{list}.{quantifier}({variable}, {before}{variable}{after})"
        ))?;
        self.corrects(whole, &text).then_some((whole, text))
    }

    /// Returns `list.all(x, ip(x).family() == 4)` for `ip(list).family() == 4`, `list.exists(x, text.startsWith(x))` for
    /// `text.startsWith(list)`, and their places.
    pub(super) fn over_elements(
        &self,
        call: NodeId,
        of: Operands<'_>,
        types: &[TypeId],
    ) -> Option<(Span, String)> {
        if types.contains(&TypeId::DYN) || types.contains(&TypeId::ERROR) {
            return None;
        }
        let at = types
            .iter()
            .position(|ty| matches!(self.types.get(*ty), Type::List(_)))?;
        let quantifier = if at == 0 { "all" } else { "exists" };
        let whole = self.span(self.condition_of(call));
        self.looped(*of.all().get(at)?, whole, quantifier)
    }

    /// Returns `list.exists(x, x.name == 'a' && x.size > 1)` for `list['a'].size > 1`, `list[0]` for `list['0']`, and its place.
    pub(super) fn element_with(
        &self,
        index: NodeId,
        of: Operands<'_>,
        types: &[TypeId],
    ) -> Option<(Span, String)> {
        let (&[list, key], &[list_type, key_type]) = (of.arguments, types) else {
            return None;
        };
        // An index in quotes.
        if let Some(number) = self
            .ast
            .string_literal(key)
            .filter(|text| text.parse::<u32>().is_ok())
        {
            let text = short(format!("{}[{number}]", self.operand(list)))?;
            let place = self.span(index);
            return self.corrects(place, &text).then_some((place, text));
        }
        let reversed = Operands {
            target: None,
            arguments: &[key, list],
        };
        let search = self.among_objects(reversed, &[key_type, list_type])?;
        let (whole, place) = (self.span(self.condition_of(index)), self.span(index));
        let rest = self.ast.source().get(place.end as usize..whole.end as usize)?;
        let text = short(format!("{} && x{rest})", search.strip_suffix(')')?))?;
        self.corrects(whole, &text).then_some((whole, text))
    }

    /// Returns `list.map(x, x.size).sum()` for `list.sum()` of objects, if only one field fits, or that is the name;
    /// `list.map(x, double(x)).sum()` for texts, and `list.filter(x, x).size()` for conditions.
    pub(super) fn of_field(&self, call: NodeId, name: &str, of: Operands<'_>) -> Option<String> {
        let list = of.target?;
        let Type::List(element) = self.types.get(self.type_of(list)) else {
            return None;
        };
        let object = match self.types.get(element) {
            Type::Object(object) => object,
            Type::String if name == "sum" => {
                return short(format!("{}.map(x, double(x)).sum()", self.operand(list)));
            }
            Type::Bool if name == "sum" => {
                return short(format!("{}.filter(x, x).size()", self.operand(list)));
            }
            _ => return None,
        };
        // The server does not know the lengths of the texts, except in a message, which `format` makes of them.
        let whole = self.ast.whole_concatenation(call);
        let is_message = name == "join" && whole != call && self.ast.root() == Some(whole);
        let rest = self.part(call).strip_prefix(self.part(list))?;
        let list = self.operand(list);
        let fields = self.types.store.object_type(object).fields().iter();
        let fields = fields.filter(|field| is_message || field.ty != TypeId::STRING);
        let mut fitting: Vec<(&str, String)> = Vec::new();
        for field in fields {
            let text = short(format!("{list}.map(x, x.{}){rest}", field.name));
            let text = text.filter(|text| self.corrects(self.span(call), text));
            fitting.extend(text.map(|text| (&*field.name, text)));
        }
        let named = fitting.iter().position(|(name, _)| *name == "name");
        let only = (fitting.len() == 1).then_some(0);
        Some(fitting.swap_remove(named.or(only)?).1)
    }

    /// Returns `list.exists(x, x.name == value)` for `list.contains(value)`, if the elements have a field of the value's type.
    pub(super) fn among_elements(&self, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        let (Some(list), &[value], &[list_type, value_type]) = (of.target, of.arguments, types) else {
            return None;
        };
        let of = Operands {
            target: None,
            arguments: &[value, list],
        };
        self.among_objects(of, &[value_type, list_type])
    }

    /// Returns `list.exists(x, x.name == value)` for `value in list`, if the elements have a field of the value's type.
    pub(super) fn among_objects(&self, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        let (&[value, list], &[value_type, list_type]) = (of.arguments, types) else {
            return None;
        };
        let Type::List(element) = self.types.get(list_type) else {
            return None;
        };
        let Type::Object(object) = self.types.get(element) else {
            return None;
        };
        let field = self
            .types
            .store
            .object_type(object)
            .name_of_elements(value_type)?;
        let (list, value) = (self.operand(list), self.operand(value));
        short(format!("{list}.exists(x, x.{field} == {value})"))
    }

    /// Returns `list.all(x, x.size < 10)` for `list.map(x, x.size) < 10`.
    fn each_mapped(&self, mapped: NodeId, sign: &str, value: NodeId) -> Option<String> {
        let Kind::Comprehension(id) = self.ast.kind(mapped) else {
            return None;
        };
        let list = self.part(self.ast.comprehension(id)?.iter_range);
        let arguments = self.part(mapped).strip_prefix(list)?.strip_prefix(".map(")?;
        let (variable, mapped) = arguments.strip_suffix(')')?.split_once(", ")?;
        let value = self.part(value);
        let is_mapped = !mapped.contains(',');
        is_mapped
            .then(|| format!("{list}.all({variable}, {mapped} {sign} {value})"))
            .and_then(short)
    }

    /// Returns `'a' in list` for `has(list.a)` of a list of texts, and its place.
    pub(super) fn named_element(
        &self,
        selection: NodeId,
        element: TypeId,
        field: &str,
    ) -> Option<(Span, MeantSelection)> {
        let Kind::Select {
            operand,
            test_only: true,
            ..
        } = self.ast.kind(selection)
        else {
            return None;
        };
        let search = short(format!("'{field}' in {}", self.part(operand)))?;
        let span = self.span(selection);
        (element == TypeId::STRING && self.corrects(span, &search))
            .then_some((span, MeantSelection::Element(search)))
    }

    /// Returns `x in list` for `list == x` and `x == list`, and `map.all(k, map[k].field > 1)` for `map.field > 1`.
    pub(super) fn compared_elements(&self, sign: &str, of: Operands<'_>, types: &[TypeId]) -> Option<String> {
        let (&[left, right], &[left_type, right_type]) = (of.arguments, types) else {
            return None;
        };
        if let Kind::Select { operand, field, .. } = self.ast.kind(left)
            && let Type::Map(_, value) = self.types.get(self.type_of(operand))
        {
            let (map, field) = (self.part(operand), self.ast.text(field));
            let key = ["k", "key"].into_iter().find(|name| !self.is_local(name))?;
            self.has_field(value, field)?;
            let right = self.part(right);
            return short(format!("{map}.all({key}, {map}[{key}].{field} {sign} {right})"));
        }
        let (element, list) = match (self.types.get(left_type), self.types.get(right_type)) {
            (Type::List(of), _) if of == right_type => (right, left),
            (_, Type::List(of)) if of == left_type => (left, right),
            _ => return None,
        };
        let search = format!("{} in {}", self.part(element), self.operand(list));
        match sign {
            "==" => short(search),
            "!=" => short(format!("!({search})")),
            _ if list == left => self.each_mapped(list, sign, element),
            _ => None,
        }
    }
}
