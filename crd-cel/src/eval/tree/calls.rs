//! Makes calls by the table of functions.

use super::Node;
use super::run::{Scope, Tree, plain};
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
                let only = self.value(only, scope)?;
                self.made(site, &[only])
            }
            [first, second] => {
                let args = [self.value(first, scope)?, self.value(second, scope)?];
                self.made(site, &args)
            }
            args => {
                let args: Option<Vec<Value<'a>>> = args.iter().map(|arg| self.value(arg, scope)).collect();
                self.made(site, &args?)
            }
        }
    }

    fn made(&mut self, site: &'p Site, args: &[Value<'a>]) -> Option<Value<'a>> {
        let mut call = cost::Call {
            function: site.function,
            overload: site.overload,
            args,
            result: &Value::Null,
            server: self.server,
        };
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
        let result = plain(call::call(site.function, args, &cx).ok()?)?;
        if self.equality.panicked().is_some() || is_too_large(&result) {
            return None;
        }
        call.result = &result;
        let cost = cost::of_call(&call);
        self.charge(cost)?;
        Some(result)
    }
}
