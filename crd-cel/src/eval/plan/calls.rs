//! Plans calls of functions and operators.

use std::sync::Arc;

use super::op::{Constant, Op, Plain, Site, StopAt};
use super::set::ConstantSet;
use super::{Planner, Task, count};
use crate::ast::{Kind, NodeId};
use crate::checked::Reference;
use crate::eval::call::{self, Context, guard};
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
        let (overload, signatures) = match self.checked.reference(node) {
            Reference::Call(candidates) => (
                match candidates {
                    [only] => Some(only.id),
                    _ => None,
                },
                guard::signatures(function, candidates, self.server),
            ),
            _ => (None, Vec::new()),
        };
        if function == Function::In
            && overload == Some("in_list")
            && let [value, list] = args
            && let Some(constant @ Constant::List(_)) = self.fold(*list, 0)
            && let Some(set) = ConstantSet::of(&constant)
            && matches!(self.ast.kind(*list), Kind::List { .. })
        {
            let value = *value;
            if matches!(&constant, Constant::List(items) if items.is_empty()) {
                let never = self.constant(Constant::Literal(Plain::Bool(false)));
                self.plan.ops.push(never);
                return;
            }
            self.plan.sets.push(set);
            let set = count(self.plan.sets.len() - 1);
            self.then(vec![Task::Whole(value), Task::Op(Op::InConstant { set })]);
            return;
        }
        let is_regex = matches!(function, Function::Matches | Function::Find | Function::FindAll);
        let regex = match args.get(1) {
            Some(pattern) if is_regex => match self.fold(*pattern, 0).as_ref().map(value_of) {
                Some(Value::String(pattern)) => Some(regexes::compile(pattern.as_str())),
                _ => None,
            },
            _ => None,
        };
        // These are left at the first argument that is an error, without being charged.
        let stops = args.len() >= 3
            || regex.is_some()
            || function == Function::Format
            || overload.is_none() && !signatures.is_empty();
        if self.plan.outline.is_none()
            && let Some(known) = self.library_value(function, overload, args)
        {
            self.plan.known.push(known);
            let known = count(self.plan.known.len() - 1);
            self.plan.ops.push(Op::Known(known));
            return;
        }
        self.plan.sites.push(Site {
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
        });
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
    /// The value that a library makes of a constant text, and what the call costs.
    fn library_value(
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
