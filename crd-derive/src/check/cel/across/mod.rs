//! Collects the requirements of a rule on types that the tokens of the item do not show.
//!
//! ```text
//! struct Spec { replicas: u32, storage: Storage }
//!
//! self.storage.size > self.replicas    [Root, Field(0, "storage"), Field(1, "size"), Known(INT), Call(">", [2, 3])]
//! self.replicas > 1                    nothing: the macro has checked it
//! ```
//!
//! The walk follows the checked tree. A value whose type has `dyn` in it, but which comes from `self`, becomes a part;
//! a check is emitted where such a value is used.

mod calls;
mod loops;

use std::ops::Range;

use crd_cel::ast::{Kind, Text};
use crd_cel::{Checked, NodeId, Purpose, Type, TypeId, is_reserved};

use super::bits;
use crate::check::cross_type::{CrossTypeCheck, PartId, RulePart, RulePurpose, reachable};

/// The maximum depth to which expressions are followed. Deeper ones are checked when the CRD is generated.
const MAX_DEPTH: usize = 400;

/// The maximum depth to which types are followed.
const MAX_TYPE_DEPTH: usize = 16;

/// Returns the parts of an expression, if any of them needs other types. `old` is the kind of `oldSelf`.
pub(super) fn collect(
    checked: &Checked<'_>,
    purpose: Purpose,
    (old, comparisons): (OldSelf, Comparisons),
) -> Option<CrossTypeCheck> {
    let root = checked.ast().root()?;
    let mut walk = PartCollector {
        checked,
        old,
        comparisons,
        parts: Vec::new(),
        checks: Vec::new(),
        scopes: Vec::new(),
        depth: 0,
    };
    let value = walk.node(root);
    if let Some(value) = value.filter(|_| checked.type_of(root) == Type::Dyn) {
        walk.check(RulePart::Whole(value.part));
    }
    if walk.checks.is_empty() {
        return None;
    }
    Some(CrossTypeCheck {
        purpose: match purpose {
            Purpose::Rule => RulePurpose::Rule,
            _ => RulePurpose::Message,
        },
        parts: reachable(walk.parts, &walk.checks),
    })
}

/// The type whose rule a field path belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PathOwner {
    /// The item under the macro, whose own fields the macro checks.
    Item,
    /// Another type.
    Other,
}

/// Returns the parts of a field path such as `.storage.size`; steps beyond names are not followed.
pub(super) fn collect_path(path: &str, owner: PathOwner) -> Option<CrossTypeCheck> {
    let mut parts = vec![RulePart::Root];
    let mut rest = path;
    while let Some(after) = rest.strip_prefix('.') {
        let start = path.len() - after.len();
        let length = after.find(['.', '[']).unwrap_or(after.len());
        let name = after.get(..length).filter(|name| !name.is_empty())?;
        parts.push(RulePart::Field(
            parts.len() - 1,
            name.to_owned(),
            start..start + length,
        ));
        rest = after.get(length..)?;
    }
    let known = match owner {
        // The first step is a field of the item.
        PathOwner::Item => 2,
        PathOwner::Other => 1,
    };
    (parts.len() > known).then_some(CrossTypeCheck {
        purpose: RulePurpose::FieldPath,
        parts,
    })
}

/// Whether texts that are compared with an enum must be values of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparisons {
    Checked,
    /// `allow("cel-never-equal")`.
    Unchecked,
}

/// The kind of `oldSelf` in a rule.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OldSelf {
    /// A value of the type of `self`.
    Value,
    /// An optional value: `optionalOldSelf`.
    Optional,
}

/// A value that comes from `self`.
#[derive(Clone, Copy, PartialEq, Eq)]
struct FromSelf {
    part: PartId,
    /// Whether it comes from `oldSelf`, which may have been written with an earlier version of the type.
    old: bool,
}

struct PartCollector<'c> {
    checked: &'c Checked<'c>,
    old: OldSelf,
    comparisons: Comparisons,
    parts: Vec<RulePart>,
    /// The parts that must hold; all others exist only because these refer to them.
    checks: Vec<PartId>,
    /// The variables of loops, innermost last.
    scopes: Vec<(Text, Option<FromSelf>)>,
    depth: usize,
}

impl PartCollector<'_> {
    /// Returns the index of a part; adds the part if it is new.
    fn part(&mut self, part: RulePart) -> PartId {
        if let Some(at) = self.parts.iter().position(|known| *known == part) {
            return at;
        }
        self.parts.push(part);
        self.parts.len() - 1
    }

    fn check(&mut self, part: RulePart) -> PartId {
        let id = self.part(part);
        if !self.checks.contains(&id) {
            self.checks.push(id);
        }
        id
    }

    fn span(&self, node: NodeId) -> Range<usize> {
        self.checked.ast().node(node).span.range()
    }

    /// Returns the span of the last occurrence of a name within a node, which is the name of its field.
    fn span_of_name(&self, node: NodeId, name: &str) -> Range<usize> {
        let whole = self.span(node);
        let text = self.checked.ast().source().get(whole.clone()).unwrap_or_default();
        match text.rfind(name) {
            Some(at) => whole.start + at..whole.start + at + name.len(),
            None => whole,
        }
    }

    /// Whether the type of a node is not fully known to the macro.
    fn is_open(&self, node: NodeId) -> bool {
        self.has_dyn(self.checked.type_id(node), 0)
    }

    fn has_dyn(&self, ty: TypeId, depth: usize) -> bool {
        match self.checked.get(ty) {
            Type::Dyn | Type::Any | Type::Var(_) | Type::Param(_) | Type::Error => true,
            Type::List(inner) | Type::Map(_, inner) | Type::Optional(inner) => {
                depth < MAX_TYPE_DEPTH && self.has_dyn(inner, depth + 1)
            }
            _ => false,
        }
    }

    /// Returns the part of a node: the value that it is or, if that is unknown, its type.
    fn operand(&mut self, node: NodeId, sym: Option<FromSelf>) -> PartId {
        if let Some(sym) = sym {
            return sym.part;
        }
        let ast = self.checked.ast();
        match ast.kind(node) {
            Kind::List { elements, .. } if ast.nodes(elements).is_empty() => {
                return self.part(RulePart::Known(bits::LIST, "[]".to_owned()));
            }
            Kind::Map(entries) if ast.entries(entries).is_empty() => {
                return self.part(RulePart::Known(bits::MAP, "{}".to_owned()));
            }
            _ => {}
        }
        self.of_type(self.checked.type_id(node), 0)
    }

    fn of_type(&mut self, ty: TypeId, depth: usize) -> PartId {
        let kind = self.checked.get(ty);
        match kind {
            Type::List(inner) if depth < MAX_TYPE_DEPTH => {
                let inner = self.of_type(inner, depth + 1);
                self.part(RulePart::ListOf(inner))
            }
            Type::Optional(inner) if depth < MAX_TYPE_DEPTH => {
                let inner = self.of_type(inner, depth + 1);
                self.part(RulePart::OptionalOf(inner))
            }
            _ => match bits::of(self.checked.store(), kind) {
                bits::ANY => self.part(RulePart::Known(bits::ANY, String::new())),
                bit => {
                    let name = self.checked.describe(ty).as_str().to_owned();
                    self.part(RulePart::Known(bit, name))
                }
            },
        }
    }

    /// Walks a node; returns its value if it comes from `self`.
    fn node(&mut self, node: NodeId) -> Option<FromSelf> {
        if self.depth > MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let sym = self.node_within(node);
        self.depth -= 1;
        sym
    }

    /// Adds a part that is selected from an operand.
    fn selected(&mut self, operand: NodeId, of: FromSelf, part: RulePart) -> FromSelf {
        let part = if self.is_open(operand) {
            self.check(part)
        } else {
            self.part(part)
        };
        FromSelf { part, ..of }
    }

    fn node_within(&mut self, node: NodeId) -> Option<FromSelf> {
        let ast = self.checked.ast();
        match ast.kind(node) {
            Kind::Unspecified | Kind::Literal(_) => None,
            Kind::Ident(name) => self.ident(name),
            Kind::Select { operand, field, .. } => {
                let of = self.node(operand)?;
                let name = ast.text(field);
                let span = self.span_of_name(node, name);
                let part = RulePart::Field(of.part, property_name(name)?, span);
                Some(self.selected(operand, of, part))
            }
            Kind::Call {
                function: Text::OPT_SELECT,
                args,
                ..
            } => {
                let &[operand, name] = ast.nodes(args) else {
                    return None;
                };
                let of = self.node(operand)?;
                let name = ast.string_literal(name)?;
                let span = self.span_of_name(node, name);
                let part = RulePart::OptionalField(of.part, property_name(name)?, span);
                Some(self.selected(operand, of, part))
            }
            Kind::Call {
                function,
                target,
                args,
            } => self.call(node, function, target, ast.nodes(args)),
            Kind::List { elements, .. } => {
                let elements = ast.nodes(elements);
                let mut first = None;
                for element in elements {
                    let sym = self.node(*element);
                    first = first.or(sym);
                }
                let [only] = elements else { return None };
                let sym = first.filter(|_| self.is_open(*only))?;
                Some(FromSelf {
                    part: self.part(RulePart::ListOf(sym.part)),
                    ..sym
                })
            }
            Kind::Map(entries) | Kind::Struct { entries, .. } => {
                for entry in ast.entries(entries) {
                    if let crd_cel::ast::EntryKey::Expr(key) = entry.key {
                        self.node(key);
                    }
                    self.node(entry.value);
                }
                None
            }
            Kind::Comprehension(id) => {
                let lap = *ast.comprehension(id)?;
                self.comprehension(lap)
            }
        }
    }

    fn ident(&mut self, name: Text) -> Option<FromSelf> {
        for (known, sym) in self.scopes.iter().rev() {
            if self.checked.ast().text(*known) == self.checked.ast().text(name) {
                return *sym;
            }
        }
        let old = match self.checked.ast().text(name).trim_start_matches('.') {
            "self" => false,
            "oldSelf" => true,
            _ => return None,
        };
        let mut part = self.part(RulePart::Root);
        if old && self.old == OldSelf::Optional {
            part = self.part(RulePart::OptionalOf(part));
        }
        Some(FromSelf { part, old })
    }
}

/// Returns the name of the property that expressions refer to as `name`; `None` if no property has this name in expressions.
fn property_name(name: &str) -> Option<String> {
    if is_reserved(name) {
        return Some(name.to_owned());
    }
    let inner = name.strip_prefix("__").and_then(|name| name.strip_suffix("__"));
    if let Some(inner) = inner.filter(|inner| is_reserved(inner)) {
        return Some(inner.to_owned());
    }
    let mut property = String::with_capacity(name.len());
    let mut rest = name;
    'next: while let Some(first) = rest.chars().next() {
        for (escaped, plain) in [
            ("__underscores__", "__"),
            ("__dash__", "-"),
            ("__dot__", "."),
            ("__slash__", "/"),
        ] {
            if let Some(after) = rest.strip_prefix(escaped) {
                property.push_str(plain);
                rest = after;
                continue 'next;
            }
        }
        property.push(first);
        rest = rest.get(first.len_utf8()..).unwrap_or_default();
    }
    (crd_cel::escape(&property).as_deref() == Some(name)).then_some(property)
}

#[cfg(test)]
mod tests {
    use super::property_name;

    #[test]
    fn properties_by_their_names_in_rules() {
        for (name, expected) in [
            ("a", Some("a")),
            ("a__dash__b__dot__c", Some("a-b.c")),
            ("a__underscores__b", Some("a__b")),
            ("namespace", Some("namespace")),
            ("__namespace__", Some("namespace")),
            ("a__b", None),
        ] {
            assert_eq!(property_name(name).as_deref(), expected, "{name}");
        }
    }
}
