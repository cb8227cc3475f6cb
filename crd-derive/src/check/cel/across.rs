//! Collects what a rule needs of types that the tokens of the item do not show.
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

use std::ops::Range;

use crd_cel::ast::{Comprehension, Kind, Text};
use crd_cel::{Checked, NodeId, Purpose, Type, TypeId, is_reserved};

use super::bits;
use crate::attr::across::{Across, AcrossPurpose, Call, CallForm, Choice, Part, PartId, reachable};

/// How deep expressions are followed. Deeper ones are checked when the CRD is generated.
const MAX_DEPTH: usize = 400;

/// How deep types are followed.
const MAX_TYPE_DEPTH: usize = 16;

/// The parts of an expression, if any of them needs other types. `old` says what `oldSelf` is.
pub(super) fn collect(checked: &Checked<'_>, purpose: Purpose, old: OldSelf) -> Option<Across> {
    let root = checked.ast().root()?;
    let mut walk = Walk {
        checked,
        old,
        parts: Vec::new(),
        checks: Vec::new(),
        scopes: Vec::new(),
        depth: 0,
    };
    let value = walk.node(root);
    if let Some(value) = value.filter(|_| checked.type_of(root) == Type::Dyn) {
        walk.check(Part::Whole(value.part));
    }
    if walk.checks.is_empty() {
        return None;
    }
    Some(Across {
        purpose: match purpose {
            Purpose::Rule => AcrossPurpose::Rule,
            _ => AcrossPurpose::Message,
        },
        parts: reachable(walk.parts, &walk.checks),
    })
}

/// The parts of a field path such as `.storage.size`; steps beyond names are not followed.
pub(super) fn collect_path(path: &str) -> Option<Across> {
    let mut parts = vec![Part::Root];
    let mut rest = path;
    while let Some(after) = rest.strip_prefix('.') {
        let start = path.len() - after.len();
        let length = after.find(['.', '[']).unwrap_or(after.len());
        let name = after.get(..length).filter(|name| !name.is_empty())?;
        parts.push(Part::Field(
            parts.len() - 1,
            name.to_owned(),
            start..start + length,
        ));
        rest = after.get(length..)?;
    }
    // The first step is a field of the item.
    (parts.len() > 2).then_some(Across {
        purpose: AcrossPurpose::FieldPath,
        parts,
    })
}

/// What `oldSelf` is in a rule.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OldSelf {
    /// A value of the type of `self`.
    Value,
    /// An optional one: `optionalOldSelf`.
    Optional,
}

/// A value that comes from `self`.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Sym {
    part: PartId,
    /// Whether it comes from `oldSelf`, which an earlier version of the type may have written.
    old: bool,
}

struct Walk<'c> {
    checked: &'c Checked<'c>,
    old: OldSelf,
    parts: Vec<Part>,
    /// The parts that must hold; all others are only there for these.
    checks: Vec<PartId>,
    /// The variables of loops, innermost last.
    scopes: Vec<(Text, Option<Sym>)>,
    depth: usize,
}

impl Walk<'_> {
    /// The index of a part, which is added when it is new.
    fn part(&mut self, part: Part) -> PartId {
        if let Some(at) = self.parts.iter().position(|known| *known == part) {
            return at;
        }
        self.parts.push(part);
        self.parts.len() - 1
    }

    fn check(&mut self, part: Part) -> PartId {
        let id = self.part(part);
        if !self.checks.contains(&id) {
            self.checks.push(id);
        }
        id
    }

    fn span(&self, node: NodeId) -> Range<usize> {
        self.checked.ast().node(node).span.range()
    }

    /// The last mention of a name within a node, which is the name of its field.
    fn span_of_name(&self, node: NodeId, name: &str) -> Range<usize> {
        let whole = self.span(node);
        let text = self.checked.ast().source().get(whole.clone()).unwrap_or_default();
        match text.rfind(name) {
            Some(at) => whole.start + at..whole.start + at + name.len(),
            None => whole,
        }
    }

    /// Whether the macro does not know the type of a node in full.
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

    /// The part of a node: what it is a value of or, where nothing is known of that, its type.
    fn operand(&mut self, node: NodeId, sym: Option<Sym>) -> PartId {
        if let Some(sym) = sym {
            return sym.part;
        }
        let ast = self.checked.ast();
        match ast.kind(node) {
            Kind::List { elements, .. } if ast.nodes(elements).is_empty() => {
                return self.part(Part::Known(bits::LIST, "[]".to_owned()));
            }
            Kind::Map(entries) if ast.entries(entries).is_empty() => {
                return self.part(Part::Known(bits::MAP, "{}".to_owned()));
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
                self.part(Part::ListOf(inner))
            }
            Type::Optional(inner) if depth < MAX_TYPE_DEPTH => {
                let inner = self.of_type(inner, depth + 1);
                self.part(Part::OptionalOf(inner))
            }
            _ => match bits::of(self.checked.store(), kind) {
                bits::ANY => self.part(Part::Known(bits::ANY, String::new())),
                bit => {
                    let name = self.checked.describe(ty).as_str().to_owned();
                    self.part(Part::Known(bit, name))
                }
            },
        }
    }

    /// Walks a node; returns what it is a value of.
    fn node(&mut self, node: NodeId) -> Option<Sym> {
        if self.depth > MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let sym = self.node_within(node);
        self.depth -= 1;
        sym
    }

    fn node_within(&mut self, node: NodeId) -> Option<Sym> {
        let ast = self.checked.ast();
        match ast.kind(node) {
            Kind::Unspecified | Kind::Literal(_) => None,
            Kind::Ident(name) => self.ident(name),
            Kind::Select { operand, field, .. } => {
                let of = self.node(operand)?;
                let is_open = self.is_open(operand);
                let name = ast.text(field);
                let span = self.span_of_name(node, name);
                let part = Part::Field(of.part, property_name(name)?, span);
                let part = if is_open {
                    self.check(part)
                } else {
                    self.part(part)
                };
                Some(Sym { part, ..of })
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
                let is_open = self.is_open(operand);
                let name = ast.string_literal(name)?;
                let span = self.span_of_name(node, name);
                let part = Part::OptionalField(of.part, property_name(name)?, span);
                let part = if is_open {
                    self.check(part)
                } else {
                    self.part(part)
                };
                Some(Sym { part, ..of })
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
                Some(Sym {
                    part: self.part(Part::ListOf(sym.part)),
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

    fn ident(&mut self, name: Text) -> Option<Sym> {
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
        let mut part = self.part(Part::Root);
        if old && self.old == OldSelf::Optional {
            part = self.part(Part::OptionalOf(part));
        }
        Some(Sym { part, old })
    }

    /// Emits the check that a node may be a condition.
    fn condition(&mut self, node: NodeId, sym: Option<Sym>) {
        if let Some(sym) = sym.filter(|_| self.is_open(node)) {
            let span = self.span(node);
            self.check(Part::Condition(sym.part, span));
        }
    }

    fn comprehension(&mut self, lap: Comprehension) -> Option<Sym> {
        let outer = self.scopes.len();
        let range = self.node(lap.iter_range);
        let accumulator = self.node(lap.accu_init);
        if let Some(range) = range {
            let span = self.span(lap.iter_range);
            let is_open = self.is_open(lap.iter_range);
            let variables = match lap.iter_var2 {
                None => [Some((lap.iter_var, Part::Element(range.part, span))), None],
                Some(second) => [
                    Some((lap.iter_var, Part::Key(range.part, span.clone()))),
                    Some((second, Part::Value(range.part, span))),
                ],
            };
            for (place, (name, part)) in variables.into_iter().flatten().enumerate() {
                // Both variables of a wrong range would say the same.
                let part = if is_open && place == 0 {
                    self.check(part)
                } else {
                    self.part(part)
                };
                self.scopes.push((name, Some(Sym { part, ..range })));
            }
        } else {
            self.scopes.push((lap.iter_var, None));
            self.scopes.extend(lap.iter_var2.map(|name| (name, None)));
        }
        let collected = self.step(lap.loop_step);
        // The step sees the accumulator under the name that no expression can write, or not at all.
        self.scopes.push((lap.accu_var, accumulator));
        let result = self.node(lap.result);
        self.scopes.truncate(outer);
        collected.or(result)
    }

    /// The step of a loop, in one of the forms that macros make. Returns the list that it collects.
    fn step(&mut self, step: NodeId) -> Option<Sym> {
        let ast = self.checked.ast();
        let Kind::Call { function, args, .. } = ast.kind(step) else {
            return None;
        };
        match (function, ast.nodes(args)) {
            (Text::LOGICAL_AND | Text::LOGICAL_OR, &[_, body]) => {
                let sym = self.node(body);
                self.condition(body, sym);
                None
            }
            (Text::CONDITIONAL, &[condition, yes, _]) => {
                let sym = self.node(condition);
                self.condition(condition, sym);
                self.step(yes)
            }
            (Text::ADD, &[_, added]) => match ast.kind(added) {
                Kind::List { .. } => self.node(added),
                _ => None,
            },
            (Text::MAP_INSERT, &[_, ref inserted @ ..]) => {
                for inserted in inserted {
                    self.node(*inserted);
                }
                None
            }
            _ => None,
        }
    }

    fn call(&mut self, node: NodeId, function: Text, target: Option<NodeId>, args: &[NodeId]) -> Option<Sym> {
        let mut nodes: Vec<NodeId> = target.into_iter().collect();
        nodes.extend_from_slice(args);
        let mut syms = Vec::with_capacity(nodes.len());
        for argument in &nodes {
            let sym = self.node(*argument);
            syms.push(sym);
        }
        let name = self.checked.ast().text(function);
        let mut is_open = false;
        for (argument, sym) in nodes.iter().zip(&syms) {
            is_open |= sym.is_some() && self.is_open(*argument);
        }
        let span = self.span(node);
        match (name, nodes.as_slice(), syms.as_slice()) {
            ("_&&_" | "_||_" | "!_", ..) => {
                for (argument, sym) in nodes.iter().zip(&syms) {
                    self.condition(*argument, *sym);
                }
                None
            }
            ("_?_:_", &[condition, yes, no], &[of_condition, of_yes, of_no]) => {
                self.condition(condition, of_condition);
                if self.is_none(no) {
                    return of_yes;
                }
                if self.is_none(yes) {
                    return of_no;
                }
                if of_yes.is_none() && of_no.is_none() || !self.is_open(yes) && !self.is_open(no) {
                    return None;
                }
                let old = [of_yes, of_no].iter().flatten().any(|sym| sym.old);
                let (yes, no) = (self.operand(yes, of_yes), self.operand(no, of_no));
                let part = self.check(Part::Either(Choice::Condition, yes, no, span));
                Some(Sym { part, old })
            }
            ("_==_" | "_!=_", &[left, right], &[of_left, of_right]) => {
                if is_open {
                    self.equality(name, (left, of_left), (right, of_right), span);
                }
                None
            }
            ("@in", &[left, right], &[of_left, of_right]) => {
                if is_open {
                    self.membership((left, of_left), (right, of_right), span);
                }
                None
            }
            ("_[_]" | "_[?_]", &[of, by], &[of_sym, by_sym]) => {
                let sym = of_sym?;
                let by = self.operand(by, by_sym);
                let part = if name == "_[_]" {
                    Part::Index(sym.part, by, span)
                } else {
                    Part::OptionalIndex(sym.part, by, span)
                };
                let part = if is_open && self.is_open(of) {
                    self.check(part)
                } else {
                    self.part(part)
                };
                Some(Sym { part, ..sym })
            }
            ("optional.of" | "optional.ofNonZeroValue", _, &[Some(sym)]) => Some(Sym {
                part: self.part(Part::OptionalOf(sym.part)),
                ..sym
            }),
            ("value", _, &[Some(sym)]) => {
                self.by_signatures(node, name, true, &nodes, &syms);
                Some(Sym {
                    part: self.part(Part::Unwrapped(sym.part)),
                    ..sym
                })
            }
            ("orValue", &[_, other], &[Some(sym), of_other]) => {
                self.by_signatures(node, name, true, &nodes, &syms);
                let value = self.part(Part::Unwrapped(sym.part));
                let other = self.operand(other, of_other);
                let part = Part::Either(Choice::OrValue, value, other, span);
                let part = if is_open {
                    self.check(part)
                } else {
                    self.part(part)
                };
                let old = sym.old || of_other.is_some_and(|sym| sym.old);
                Some(Sym { part, old })
            }
            _ if is_open => self.by_signatures(node, name, target.is_some(), &nodes, &syms),
            _ => None,
        }
    }

    fn is_none(&self, node: NodeId) -> bool {
        match self.checked.ast().kind(node) {
            Kind::Call { function, .. } => self.checked.ast().text(function) == "optional.none",
            _ => false,
        }
    }

    fn equality(
        &mut self,
        name: &str,
        (left, of_left): (NodeId, Option<Sym>),
        (right, of_right): (NodeId, Option<Sym>),
        span: Range<usize>,
    ) {
        let (one, other) = (self.operand(left, of_left), self.operand(right, of_right));
        if one == other {
            return;
        }
        let sign = name.trim_matches('_').to_owned();
        self.check(Part::Equal(sign, one, other, span));
        for (literal, sym) in [(right, of_left), (left, of_right)] {
            if let Some(sym) = sym {
                self.texts(sym, &[literal]);
            }
        }
    }

    fn membership(
        &mut self,
        (left, of_left): (NodeId, Option<Sym>),
        (right, of_right): (NodeId, Option<Sym>),
        span: Range<usize>,
    ) {
        let (one, other) = (self.operand(left, of_left), self.operand(right, of_right));
        self.check(Part::In(one, other, span));
        let ast = self.checked.ast();
        if let (Some(sym), Kind::List { elements, .. }) = (of_left, ast.kind(right)) {
            self.texts(sym, ast.nodes(elements));
        }
        if let Some(sym) = of_right.filter(|_| ast.string_literal(left).is_some()) {
            let element = self.part(Part::AnElement(sym.part));
            self.texts(Sym { part: element, ..sym }, &[left]);
        }
    }

    /// A value is compared with those of the nodes that are texts.
    fn texts(&mut self, sym: Sym, nodes: &[NodeId]) {
        // An earlier version of the type may have had values that this one lacks.
        if sym.old {
            return;
        }
        let mut texts = Vec::new();
        for node in nodes {
            if let Some(text) = self.checked.ast().string_literal(*node) {
                texts.push((text.to_owned(), self.span(*node)));
            }
        }
        if !texts.is_empty() {
            self.check(Part::Texts(sym.part, texts));
        }
    }

    /// A call of a function, by the signatures that may be meant.
    fn by_signatures(
        &mut self,
        node: NodeId,
        name: &str,
        is_method: bool,
        nodes: &[NodeId],
        syms: &[Option<Sym>],
    ) -> Option<Sym> {
        let mut signatures: Vec<(Vec<u16>, u16)> = Vec::new();
        let mut is_same_list = true;
        for overload in self.checked.overloads(node) {
            let mut wanted = Vec::with_capacity(nodes.len());
            for (param, argument) in overload.params.iter().zip(nodes) {
                // What the macro knows fits, as the expression is checked.
                wanted.push(if self.is_open(*argument) {
                    bits::of(self.checked.store(), self.checked.get(*param))
                } else {
                    bits::ANY
                });
            }
            is_same_list &= overload.params.first() == Some(&overload.result)
                && matches!(self.checked.get(overload.result), Type::List(_));
            let gives = bits::of(self.checked.store(), self.checked.get(overload.result));
            if !signatures.contains(&(wanted.clone(), gives)) {
                signatures.push((wanted, gives));
            }
        }
        let old = syms.iter().flatten().any(|sym| sym.old);
        let takes_anything = signatures
            .iter()
            .any(|(wanted, _)| wanted.iter().all(|bits| *bits == bits::ANY));
        if signatures.is_empty() || (takes_anything && signatures.len() == 1) {
            return None;
        }
        let mut arguments = Vec::with_capacity(nodes.len());
        for (argument, sym) in nodes.iter().zip(syms) {
            arguments.push(self.operand(*argument, *sym));
        }
        let is_operator = name.contains('_') && !name.starts_with(|first: char| first.is_ascii_alphabetic());
        let call = Call {
            style: if is_operator {
                CallForm::Operator
            } else if is_method {
                CallForm::Method
            } else {
                CallForm::Function
            },
            name: if is_operator {
                name.trim_matches('_').to_owned()
            } else {
                name.to_owned()
            },
            arguments,
            signatures,
            span: self.span(node),
        };
        let part = self.check(Part::Call(Box::new(call)));
        if is_same_list {
            return syms.first().copied().flatten();
        }
        (self.checked.type_of(node) == Type::Dyn).then_some(Sym { part, old })
    }
}

/// The name of the property that an expression writes as `name`; `None` if no property has this name there.
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
