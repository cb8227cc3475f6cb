//! Calls: the types that operators, functions and methods require of their operands.

use std::ops::Range;

use crd_cel::ast::{Kind, Text};
use crd_cel::{NodeId, Type};

use super::super::bits;
use super::{Comparisons, FromSelf, PartCollector};
use crate::check::cross_type::{CallForm, RuleCall, RuleChoice, RulePart};

impl PartCollector<'_> {
    pub(super) fn call(
        &mut self,
        node: NodeId,
        function: Text,
        target: Option<NodeId>,
        args: &[NodeId],
    ) -> Option<FromSelf> {
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
                let part = self.check(RulePart::Either(RuleChoice::Condition, yes, no, span));
                Some(FromSelf { part, old })
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
                    RulePart::Index(sym.part, by, span)
                } else {
                    RulePart::OptionalIndex(sym.part, by, span)
                };
                Some(self.selected(of, sym, part))
            }
            ("optional.of" | "optional.ofNonZeroValue", _, &[Some(sym)]) => Some(FromSelf {
                part: self.part(RulePart::OptionalOf(sym.part)),
                ..sym
            }),
            ("value", _, &[Some(sym)]) => {
                self.by_signatures(node, name, CallForm::Method, &nodes, &syms);
                Some(FromSelf {
                    part: self.part(RulePart::Unwrapped(sym.part)),
                    ..sym
                })
            }
            ("orValue", &[_, other], &[Some(sym), of_other]) => {
                self.by_signatures(node, name, CallForm::Method, &nodes, &syms);
                let value = self.part(RulePart::Unwrapped(sym.part));
                let other = self.operand(other, of_other);
                let part = RulePart::Either(RuleChoice::OrValue, value, other, span);
                let part = if is_open {
                    self.check(part)
                } else {
                    self.part(part)
                };
                let old = sym.old || of_other.is_some_and(|sym| sym.old);
                Some(FromSelf { part, old })
            }
            _ if is_open => {
                let form = target.map_or(CallForm::Function, |_| CallForm::Method);
                self.by_signatures(node, name, form, &nodes, &syms)
            }
            _ => None,
        }
    }

    pub(super) fn is_none(&self, node: NodeId) -> bool {
        match self.checked.ast().kind(node) {
            Kind::Call { function, .. } => self.checked.ast().text(function) == "optional.none",
            _ => false,
        }
    }

    fn equality(
        &mut self,
        name: &str,
        (left, of_left): (NodeId, Option<FromSelf>),
        (right, of_right): (NodeId, Option<FromSelf>),
        span: Range<usize>,
    ) {
        let (one, other) = (self.operand(left, of_left), self.operand(right, of_right));
        if one == other {
            return;
        }
        let sign = name.trim_matches('_').to_owned();
        self.check(RulePart::Equal(sign, one, other, span));
        for (literal, sym) in [(right, of_left), (left, of_right)] {
            if let Some(sym) = sym {
                self.texts(sym, &[literal]);
            }
        }
    }

    fn membership(
        &mut self,
        (left, of_left): (NodeId, Option<FromSelf>),
        (right, of_right): (NodeId, Option<FromSelf>),
        span: Range<usize>,
    ) {
        let (one, other) = (self.operand(left, of_left), self.operand(right, of_right));
        self.check(RulePart::In(one, other, span));
        let ast = self.checked.ast();
        if let (Some(sym), Kind::List { elements, .. }) = (of_left, ast.kind(right)) {
            self.texts(sym, ast.nodes(elements));
        }
        if let Some(sym) = of_right.filter(|_| ast.string_literal(left).is_some()) {
            let element = self.part(RulePart::AnElement(sym.part));
            self.texts(FromSelf { part: element, ..sym }, &[left]);
        }
    }

    /// Emits the check of a value that is compared with the nodes that are string literals.
    pub(super) fn texts(&mut self, sym: FromSelf, nodes: &[NodeId]) {
        // An earlier version of the type may have had values that this one does not have.
        if sym.old || self.comparisons == Comparisons::Unchecked {
            return;
        }
        let mut texts = Vec::new();
        for node in nodes {
            if let Some(text) = self.checked.ast().string_literal(*node) {
                texts.push((text.to_owned(), self.span(*node)));
            }
        }
        if !texts.is_empty() {
            self.check(RulePart::Texts(sym.part, texts));
        }
    }

    /// Emits the check of a call of a function with the candidate signatures.
    fn by_signatures(
        &mut self,
        node: NodeId,
        name: &str,
        form: CallForm,
        nodes: &[NodeId],
        syms: &[Option<FromSelf>],
    ) -> Option<FromSelf> {
        let mut signatures: Vec<(Vec<u16>, u16)> = Vec::new();
        let mut is_same_list = true;
        for overload in self.checked.overloads(node) {
            let mut wanted = Vec::with_capacity(nodes.len());
            for (param, argument) in overload.params.iter().zip(nodes) {
                // Arguments of known types fit, since the expression is checked.
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
        let call = RuleCall {
            style: if is_operator { CallForm::Operator } else { form },
            name: if is_operator {
                name.trim_matches('_').to_owned()
            } else {
                name.to_owned()
            },
            arguments,
            signatures,
            span: self.span(node),
        };
        let part = self.check(RulePart::Call(Box::new(call)));
        if is_same_list {
            return syms.first().copied().flatten();
        }
        (self.checked.type_of(node) == Type::Dyn).then_some(FromSelf { part, old })
    }
}
