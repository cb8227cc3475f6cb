//! Plans calls of functions and operators.

use std::sync::Arc;

use super::ExprPlanner;
use crate::ast::{Kind, NodeId};
use crate::checked::Reference;
use crate::eval::call::{self, CallContext, guard, guard::Signature};
use crate::eval::cost;
use crate::eval::equal::Equality;
use crate::eval::function::Function;
use crate::eval::lib::regexes::{self, ComputedPatterns};
use crate::eval::node::{BinaryCall, CallSite, Constant, ConstantScalar, ConstantSet, EvalNode, PatternCall};
use crate::eval::value::{Library, Value, count_chars};
use crate::types::Type;

impl ExprPlanner<'_> {
    pub(super) fn call(&mut self, node: NodeId, name: &str, args: &[NodeId]) -> EvalNode {
        use Function as F;
        let Some(function) = Function::named(name) else {
            return EvalNode::Unsupported { charge: 1 };
        };
        if let Some(set) = self.constant_set(node, function, args)
            && let [value, _] = args
        {
            let value = self.boxed(*value);
            return EvalNode::In { set, value };
        }
        let site = self.site(node, function, args);
        if let Some((library, cost)) = self.library_value(function, site.overload, args) {
            return EvalNode::Known(library, cost);
        }
        if let [left, right] = args
            && let Some(make) = self.typed(function, site.overload, [*left, *right])
        {
            let sides = [self.node(*left, 1), self.node(*right, 1)];
            return make(Box::new(BinaryCall { site, sides }));
        }
        if let (F::Matches | F::Find, [text, pattern]) = (function, args)
            && self.ty(*text) == Type::String
            && let Some(Ok(_)) = &site.regex
        {
            return self.match_of(site, *text, *pattern);
        }
        let site = Box::new(site);
        match args {
            [only] => {
                let only = self.node(*only, 1);
                unary(site, only)
            }
            args => EvalNode::Call {
                site,
                args: self.nodes(args),
            },
        }
    }

    /// Plans a match against a constant pattern.
    fn match_of(&mut self, site: CallSite, text: NodeId, pattern: NodeId) -> EvalNode {
        let function = site.function;
        let (Some(Constant::ConstantScalar(ConstantScalar::String(pattern))), Some(Ok(regex))) =
            (self.fold(pattern, 0), site.regex.clone())
        else {
            return EvalNode::Unsupported { charge: 0 };
        };
        let is_free = function == Function::Matches && cost::is_match_free(site.overload, self.server);
        let call = Box::new(PatternCall {
            text: self.node(text, 1),
            quarter: (!is_free).then(|| cost::quarter(count_chars(&pattern) as u64)),
            site,
            pattern,
            regex,
        });
        match function {
            Function::Find => EvalNode::Find(call),
            _ => EvalNode::Matches(call),
        }
    }
}

/// Plans a call with one argument.
fn unary(site: Box<CallSite>, of: EvalNode) -> EvalNode {
    use Function as F;
    match (site.function, of) {
        (F::Size, EvalNode::Collect(loop_)) => EvalNode::Count(loop_),
        (F::IsIp | F::IsCidr | F::IsUrl, text) if text.is_direct() => EvalNode::Form {
            site,
            text: Box::new(text),
        },
        (function, of) => {
            let of = Box::new(of);
            match function {
                F::Not => EvalNode::Not { site, of },
                F::Size => EvalNode::Size { site, of },
                F::LowerAscii | F::UpperAscii => EvalNode::Cased { site, of },
                _ => EvalNode::Call {
                    site,
                    args: vec![*of],
                },
            }
        }
    }
}

impl ExprPlanner<'_> {
    /// Returns the overload that a call refers to, if it is exactly one, and the signatures of which one must match.
    pub(super) fn overload(
        &self,
        node: NodeId,
        function: Function,
    ) -> (Option<&'static str>, Vec<Signature>) {
        match self.checked.reference(node) {
            Reference::Call(candidates) => (
                match candidates {
                    [only] => Some(only.id),
                    _ => None,
                },
                guard::signatures(function, candidates, self.server),
            ),
            _ => (None, Vec::new()),
        }
    }

    /// Returns the set of `value in [constants]`.
    pub(super) fn constant_set(
        &self,
        node: NodeId,
        function: Function,
        args: &[NodeId],
    ) -> Option<ConstantSet> {
        let (Function::In, [_, list]) = (function, args) else {
            return None;
        };
        if self.overload(node, function).0 != Some("in_list")
            || !matches!(self.ast.kind(*list), Kind::List { .. })
        {
            return None;
        }
        ConstantSet::of(&self.fold(*list, 0)?)
    }

    /// Returns the properties of a call that are known when it is planned.
    fn site(&self, node: NodeId, function: Function, args: &[NodeId]) -> CallSite {
        let (overload, signatures) = self.overload(node, function);
        let is_regex = matches!(function, Function::Matches | Function::Find | Function::FindAll);
        let regex = match args.get(1) {
            Some(pattern) if is_regex => match self.fold(*pattern, 0).as_ref().map(Constant::value) {
                Some(Value::String(pattern)) => Some(regexes::compile(pattern.as_str())),
                _ => None,
            },
            _ => None,
        };
        CallSite {
            function,
            args: args.len(),
            overload,
            // A constant pattern replaces the function.
            signatures: if regex.is_some() { Vec::new() } else { signatures },
            regex,
            is_tracked: matches!(
                function,
                Function::Sort | Function::SortByKeys | Function::Distinct | Function::Flatten
            ),
            price: cost::price(function, overload, self.server),
        }
    }

    /// Checks whether the expression creates a map with entries.
    fn makes_maps(&self) -> bool {
        let is_map =
            |node| matches!(self.ast.kind(node), Kind::Map(entries) if !self.ast.entries(entries).is_empty());
        self.ast.ids().any(is_map)
    }

    /// Returns the library value of a call with constant arguments, and the cost of the call.
    pub(super) fn library_value(
        &self,
        function: Function,
        overload: Option<&'static str>,
        args: &[NodeId],
    ) -> Option<(Arc<Library>, u64)> {
        use Function as F;
        if !matches!(
            function,
            F::Quantity | F::Ip | F::Cidr | F::Url | F::Semver | F::FormatNamed
        ) {
            return None;
        }
        // Go compares these by their addresses if they are keys of a map: each call creates another key.
        if matches!(function, F::Quantity | F::Url) && self.makes_maps() {
            return None;
        }
        let constants: Vec<Constant> = args.iter().map(|arg| self.fold(*arg, 0)).collect::<Option<_>>()?;
        if !constants
            .iter()
            .all(|constant| matches!(constant, Constant::ConstantScalar(_)))
        {
            return None;
        }
        let args: Vec<Value<'_>> = constants.iter().map(Constant::value).collect();
        let patterns = ComputedPatterns::default();
        let equality = Equality::on(self.server);
        let cx = CallContext {
            patterns: &patterns,
            regex: None,
            server: self.server,
            equality: &equality,
            overload,
        };
        let result = call::call(function, &args, &cx).ok()?;
        let cost = cost::of_call(&cost::Call {
            function,
            overload,
            args: &args,
            result: &result,
            server: self.server,
        });
        match result {
            Value::Library(library) => Some((library, cost)),
            _ => None,
        }
    }
}
