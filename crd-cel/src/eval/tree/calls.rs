//! Makes calls by the table of functions.

use super::Node;
use super::failures::Failure;
use super::run::{Scope, Tree};
use crate::eval::call::{self, Context, guard};
use crate::eval::cost;
use crate::eval::machine::is_too_large;
use crate::eval::plan::Site;
use crate::eval::value::Value;

impl<'p: 'a, 'a> Tree<'_, 'a> {
    /// Evaluates the arguments on the stack, then the call.
    pub(super) fn call(
        &mut self,
        site: &'p Site,
        args: &'p [Node],
        scope: Scope<'_, 'a>,
    ) -> Option<Value<'a>> {
        match args {
            [only] => {
                let only = self.value(only, scope);
                let only = self.or_error(only)?;
                self.made(site, &[only])
            }
            [first, second] => {
                let Some(first) = self.value(first, scope) else {
                    return self.first_failed(site, second, scope);
                };
                let second = self.value(second, scope);
                let second = self.or_error(second)?;
                self.made(site, &[first, second])
            }
            args => {
                let args: Option<Vec<Value<'a>>> = args.iter().map(|arg| self.value(arg, scope)).collect();
                let args = self.unless_failed(args)?;
                self.made(site, &args)
            }
        }
    }

    /// A call of two arguments, of which the first failed.
    #[cold]
    fn first_failed(&mut self, site: &'p Site, second: &'p Node, scope: Scope<'_, 'a>) -> Option<Value<'a>> {
        if site.ends_at_errors() {
            return None;
        }
        let first = self.or_error(None)?;
        let second = self.value(second, scope);
        let second = self.or_error(second)?;
        self.made(site, &[first, second])
    }

    /// Makes a call. The first argument that is an error is its error.
    pub(super) fn made(&mut self, site: &'p Site, args: &[Value<'a>]) -> Option<Value<'a>> {
        let mut call = cost::Call {
            function: site.function,
            overload: site.overload,
            args,
            result: &Value::Null,
            server: self.server,
        };
        if let Some(Value::Error(error)) = args.iter().find(|arg| arg.is_error()) {
            self.charge(cost::of_call(&call))?;
            return self.fail(Failure::Error(error.clone()));
        }
        if cost::too_expensive(&call, self.limit.saturating_sub(self.cost)).is_some()
            || !guard::fits(&site.signatures, args)
        {
            return None;
        }
        let cx = Context {
            patterns: &self.patterns,
            regex: site.regex.as_ref(),
            server: self.server,
            equality: &self.equality,
            overload: site.overload,
        };
        let result = call::call(site.function, args, &cx).ok()?;
        if matches!(result, Value::Optional(_)) {
            return None;
        }
        if self.equality.panicked().is_some() || is_too_large(&result) {
            return None;
        }
        call.result = &result;
        let cost = cost::of_call(&call);
        self.charge(cost)?;
        match result {
            Value::Error(error) => self.fail(Failure::Error(error)),
            result => Some(result),
        }
    }
}
