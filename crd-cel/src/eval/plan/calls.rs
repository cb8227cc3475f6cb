//! Plans calls of functions and operators.

use std::sync::Arc;

use super::op::{Constant, Op, Site, StopAt};
use super::set::ConstantSet;
use super::{Planner, Task, count};
use crate::ast::{Kind, NodeId};
use crate::checked::Reference;
use crate::eval::call::{self, Context, guard, guard::Signature};
use crate::eval::cost;
use crate::eval::equal::Equality;
use crate::eval::function::Function;
use crate::eval::lib::regexes::{self, Patterns};
use crate::eval::machine::value_of;
use crate::eval::value::{Library, Value};

impl Planner<'_> {
    pub(super) fn call(&mut self, node: NodeId, name: &str, args: &[NodeId]) {
        let Some(function) = Function::named(name) else {
            self.plan.ops.push(Op::Unsupported { charge: 1 });
            return;
        };
        if let Some(set) = self.constant_set(node, function, args)
            && let [value, _] = args
        {
            let value = *value;
            self.plan.sets.push(set);
            let set = count(self.plan.sets.len() - 1);
            self.then(vec![Task::Whole(value), Task::Op(Op::InConstant { set })]);
            return;
        }
        let overload = self.overload(node, function).0;
        let site = self.site(node, function, args);
        let stops = site.ends_at_errors();
        if self.plan.outline.is_none()
            && let Some(known) = self.library_value(function, overload, args)
        {
            self.plan.known.push(known);
            let known = count(self.plan.known.len() - 1);
            self.plan.ops.push(Op::Known(known));
            return;
        }
        self.plan.sites.push(site);
        let site = count(self.plan.sites.len() - 1);
        let to = self.label();
        let mut tasks = Vec::new();
        for (below, arg) in args.iter().enumerate() {
            tasks.push(Task::Whole(*arg));
            // All arguments were evaluated where only the last one is an error.
            if stops && below + 1 < args.len() && self.may_fail(*arg) {
                tasks.push(Task::Op(Op::StopOnError(StopAt {
                    below: count(below),
                    charge: 0,
                    to,
                })));
            }
        }
        tasks.push(Task::Op(Op::Call(site)));
        tasks.push(Task::Label(to));
        self.then(tasks);
    }
}

impl Planner<'_> {
    /// The overload that a call means, where it is exactly one, and the signatures of which one must fit.
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

    /// The set of `value in [constants]`.
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

    /// What is known about a call before it is made.
    pub(super) fn site(&mut self, node: NodeId, function: Function, args: &[NodeId]) -> Site {
        let (overload, signatures) = self.overload(node, function);
        let is_regex = matches!(function, Function::Matches | Function::Find | Function::FindAll);
        let regex = match args.get(1) {
            Some(pattern) if is_regex => match self.fold(*pattern, 0).as_ref().map(value_of) {
                Some(Value::String(pattern)) => Some(self.regex(pattern.as_str())),
                _ => None,
            },
            _ => None,
        };
        Site {
            function,
            args: count(args.len()),
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

    /// A compiled pattern. The plan and the tree of an expression share it.
    fn regex(&mut self, pattern: &str) -> Result<regex::Regex, String> {
        if let Some((_, compiled)) = self.regexes.iter().find(|(known, _)| known == pattern) {
            return compiled.clone();
        }
        let compiled = regexes::compile(pattern);
        self.regexes.push((pattern.to_owned(), compiled.clone()));
        compiled
    }

    /// Whether the expression makes a map with entries.
    fn makes_maps(&self) -> bool {
        let is_map =
            |node| matches!(self.ast.kind(node), Kind::Map(entries) if !self.ast.entries(entries).is_empty());
        self.ast.ids().any(is_map)
    }

    /// The value that a library makes of a constant text, and what the call costs.
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
        // Go compares these by their addresses where they are keys of a map: each call makes another key.
        if matches!(function, F::Quantity | F::Url) && self.makes_maps() {
            return None;
        }
        let constants: Vec<Constant> = args.iter().map(|arg| self.fold(*arg, 0)).collect::<Option<_>>()?;
        if !constants
            .iter()
            .all(|constant| matches!(constant, Constant::Literal(_)))
        {
            return None;
        }
        let args: Vec<Value<'_>> = constants.iter().map(value_of).collect();
        let patterns = Patterns::default();
        let equality = Equality::on(self.server);
        let cx = Context {
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
