//! Makes calls through the table of functions.

use super::state::{Eval, Evaluator, Failed, Fault, LocalScope};
use crate::eval::call::{self, CallContext, guard};
use crate::eval::cost;
use crate::eval::error::{AbortReason, MAX_ITEMS, MAX_TEXT};
use crate::eval::function::Function;
use crate::eval::node::{BinaryCall, CallSite, EvalNode};
use crate::eval::value::{List, Text, Value};

/// A placeholder for the value of an argument that failed.
const FAILED: &str = "failed";

impl<'a> Evaluator<'_, 'a> {
    /// Evaluates the arguments, then the call.
    #[inline(never)]
    pub(super) fn call(
        &mut self,
        site: &'a CallSite,
        args: &'a [EvalNode],
        scope: LocalScope<'_, 'a>,
    ) -> Eval<Value<'a>> {
        let mut fault = None;
        match args {
            [only] => {
                let only = self.argument(only, scope, &mut fault)?;
                self.apply_unless(fault, site, &[only])
            }
            [first, second] => {
                let first = self.argument(first, scope, &mut fault)?;
                if site.ends_at_errors()
                    && let Some(fault) = fault.take()
                {
                    return self.fail(fault);
                }
                let second = self.argument(second, scope, &mut fault)?;
                self.apply_unless(fault, site, &[first, second])
            }
            args => {
                let mut values = Vec::with_capacity(args.len());
                for arg in args {
                    let value = self.argument(arg, scope, &mut fault)?;
                    values.push(value);
                    // All arguments were evaluated if only the last one is an error.
                    if values.len() < args.len()
                        && site.ends_at_errors()
                        && let Some(fault) = fault.take()
                    {
                        return self.fail(fault);
                    }
                }
                self.apply_unless(fault, site, &values)
            }
        }
    }

    /// Returns the value of an argument. If it failed, `fault` receives its fault unless an earlier argument failed.
    fn argument(
        &mut self,
        node: &'a EvalNode,
        scope: LocalScope<'_, 'a>,
        fault: &mut Option<Fault<'a>>,
    ) -> Eval<Value<'a>> {
        match self.value(node, scope) {
            Ok(value) => Ok(value),
            Err(Failed) => {
                let failed = self.fault()?;
                fault.get_or_insert(failed);
                Ok(Value::error(FAILED))
            }
        }
    }

    /// Makes a call unless an argument failed: the argument's error is then the result of the call, which is
    /// charged nevertheless.
    fn apply_unless(
        &mut self,
        fault: Option<Fault<'a>>,
        site: &'a CallSite,
        args: &[Value<'a>],
    ) -> Eval<Value<'a>> {
        let Some(fault) = fault else {
            return self.apply(site, args);
        };
        let failed: Eval<Value<'a>> = self.fail(fault);
        failed.or_else(|_| self.charge_failed(site, args))
    }

    /// Evaluates both sides of a call of two arguments with `read`. If one of them failed or has another
    /// type, this fails like the call; a result of the call is then returned as a value of another type.
    #[inline]
    pub(super) fn sides<T>(
        &mut self,
        call: &'a BinaryCall,
        scope: LocalScope<'_, 'a>,
        read: impl Fn(&mut Self, &'a EvalNode, LocalScope<'_, 'a>) -> Eval<T>,
        value: impl FnOnce(T) -> Value<'a>,
    ) -> Eval<(T, T)> {
        let [left, right] = &call.sides;
        let result = match read(self, left, scope) {
            Ok(left) => match read(self, right, scope) {
                Ok(right) => return Ok((left, right)),
                Err(Failed) => self.call_with_failed(call, value(left)),
            },
            Err(Failed) => self.call_of_failed(call, scope),
        };
        let result = result?;
        self.fail(Fault::Value(result))
    }

    /// Makes a call whose left side failed or has another type. The right side is still evaluated.
    #[cold]
    pub(super) fn call_of_failed(
        &mut self,
        call: &'a BinaryCall,
        scope: LocalScope<'_, 'a>,
    ) -> Eval<Value<'a>> {
        let [_, right] = &call.sides;
        if let Some(left) = self.take_other() {
            return match self.value(right, scope) {
                Ok(right) => self.apply(&call.site, &[left, right]),
                Err(Failed) => self.charge_failed(&call.site, &[left, Value::error(FAILED)]),
            };
        }
        if call.site.ends_at_errors() {
            return Err(Failed);
        }
        let fault = self.fault()?;
        let right = match self.value(right, scope) {
            Ok(right) => right,
            Err(Failed) => {
                self.fault()?;
                Value::error(FAILED)
            }
        };
        self.apply_unless(Some(fault), &call.site, &[Value::error(FAILED), right])
    }

    /// Makes a call whose right side failed or has another type.
    #[cold]
    pub(super) fn call_with_failed(&mut self, call: &'a BinaryCall, left: Value<'a>) -> Eval<Value<'a>> {
        match self.take_other() {
            Some(right) => self.apply(&call.site, &[left, right]),
            None => self.charge_failed(&call.site, &[left, Value::error(FAILED)]),
        }
    }

    /// Makes a call of one argument that failed or has another type.
    #[cold]
    pub(super) fn apply_to_failed(&mut self, site: &'a CallSite) -> Eval<Value<'a>> {
        match self.take_other() {
            Some(value) => self.apply(site, &[value]),
            None => self.charge_failed(site, &[Value::error(FAILED)]),
        }
    }

    /// Charges for a call with a failed argument, unless the failure ended the run.
    fn charge_failed<T>(&mut self, site: &'a CallSite, args: &[Value<'a>]) -> Eval<T> {
        if self.is_stopped() {
            return Err(Failed);
        }
        if let Some(stop) = untrackable(site, args, self.server) {
            return self.abort(stop);
        }
        self.charge(cost::of_call(&cost::Call {
            function: site.function,
            overload: site.overload,
            args,
            result: &Value::Null,
            server: self.server,
        }))?;
        Err(Failed)
    }

    /// Makes a call with arguments none of which is an error.
    pub(super) fn apply(&mut self, site: &'a CallSite, args: &[Value<'a>]) -> Eval<Value<'a>> {
        if let Some(stop) = untrackable(site, args, self.server) {
            return self.abort(stop);
        }
        let mut call = cost::Call {
            function: site.function,
            overload: site.overload,
            args,
            result: &Value::Null,
            server: self.server,
        };
        if let Some(cost) = cost::too_expensive(&call, self.limit.saturating_sub(self.cost)) {
            self.charge(cost)?;
        }
        let cx = CallContext {
            patterns: &self.patterns,
            regex: site.regex.as_ref(),
            server: self.server,
            equality: &self.equality,
            overload: site.overload,
        };
        let result = if guard::fits(&site.signatures, args) {
            match call::call(site.function, args, &cx) {
                Ok(result) => result,
                Err(stop) => return self.abort(stop),
            }
        } else {
            call::unfit_types(site.function, args, self.server)
        };
        if let Some(panic) = self.equality.panicked() {
            let panic = panic.to_owned();
            return self.abort(AbortReason::Internal(panic));
        }
        if is_too_large(&result) {
            return self.abort(AbortReason::TooLarge);
        }
        call.result = &result;
        let cost = cost::of_call(&call);
        self.charge(cost)?;
        self.checked(result)
    }
}

/// Checks whether a result exceeds the size limits of computed values.
fn is_too_large(result: &Value<'_>) -> bool {
    match result {
        Value::String(Text::Owned(text)) => text.len() > MAX_TEXT,
        Value::List(List::Owned(list)) => list.items.len() > MAX_ITEMS,
        _ => false,
    }
}

/// Returns the reason to stop if the server's cost tracking fails: it reads these arguments without checking
/// their type (EVAL-21).
fn untrackable(site: &CallSite, args: &[Value<'_>], server: u8) -> Option<AbortReason> {
    if !site.is_tracked {
        return None;
    }
    site.overload?;
    let (index, is_list) = match site.function {
        Function::Sort | Function::Distinct => (0, true),
        Function::SortByKeys => (1, true),
        Function::Flatten if args.len() == 2 => (1, false),
        _ => return None,
    };
    let arg = args.get(index)?;
    let type_ = call::go_type(arg, server);
    Some(AbortReason::Internal(match arg {
        Value::List(_) if is_list => return None,
        Value::Int(_) if !is_list => return None,
        _ if is_list => {
            let missing = if call::can_add(arg) { "Contains" } else { "Add" };
            format!("interface conversion: {type_} is not traits.Lister: missing method {missing}")
        }
        _ => format!("interface conversion: ref.Val is {type_}, not types.Int"),
    }))
}
