//! Makes calls by the table of functions.

use super::Machine;
use super::joined::{self, Answer};
use crate::eval::call::{self, Context, guard};
use crate::eval::cost;
use crate::eval::error::{MAX_ITEMS, MAX_TEXT, Stop};
use crate::eval::function::Function;
use crate::eval::plan::Site;
use crate::eval::value::{List, Text, Value};

impl<'p: 'a, 'a> Machine<'p, 'a> {
    /// Makes a call; where to go on.
    pub(super) fn call(&mut self, site: usize) -> Result<Option<u32>, Stop> {
        let plan = self.plan;
        let Some(site) = plan.sites.get(site) else {
            return Ok(None);
        };
        let start = self.stack.len().saturating_sub(site.args as usize);
        let args = self.stack.get(start..).unwrap_or_default();
        if let Some((result, cost)) = joined::frequent(site, args) {
            self.stack.truncate(start);
            self.charge(cost)?;
            match result {
                Answer::Bool(result) => return Ok(self.give(result)),
                Answer::Int(result) => self.stack.push(Value::Int(result)),
            }
            return Ok(None);
        }
        if site.is_tracked
            && let Some(stop) = untrackable(site, args, self.server)
        {
            return Err(stop);
        }
        let error = args.iter().find(|arg| arg.is_error());
        let result = match (site.function, args) {
            (Function::NotStrictlyFalse, [value]) => match value {
                Value::Bool(value) => Value::Bool(*value),
                _ => Value::Bool(true),
            },
            (function, args) => {
                if let Some(error) = error {
                    error.clone()
                } else {
                    let left = self.limit.saturating_sub(self.cost);
                    let call = cost::Call {
                        function,
                        overload: site.overload,
                        args,
                        result: &Value::Null,
                        server: self.server,
                    };
                    if let Some(cost) = cost::too_expensive(&call, left) {
                        self.charge(cost)?;
                        return Ok(None);
                    }
                    let cx = Context {
                        patterns: &self.patterns,
                        regex: site.regex.as_ref(),
                        server: self.server,
                        equality: &self.equality,
                        overload: site.overload,
                    };
                    if guard::fits(&site.signatures, args) {
                        call::call(function, args, &cx)?
                    } else {
                        call::unfit_types(function, args, self.server)
                    }
                }
            }
        };
        if let Some(panic) = self.equality.panicked() {
            return Err(Stop::Internal(panic.to_owned()));
        }
        if is_too_large(&result) {
            return Err(Stop::TooLarge);
        }
        let cost = cost::of_call(&cost::Call {
            function: site.function,
            overload: site.overload,
            args,
            result: &result,
            server: self.server,
        });
        self.charge(cost)?;
        self.stack.truncate(start);
        self.stack.push(result);
        Ok(None)
    }
}

/// Whether a result has more than may be computed further with.
pub(in crate::eval) fn is_too_large(result: &Value<'_>) -> bool {
    match result {
        Value::String(Text::Owned(text)) => text.len() > MAX_TEXT,
        Value::List(List::Owned(list)) => list.items.len() > MAX_ITEMS,
        _ => false,
    }
}

/// The server's cost tracking looks into these arguments without asking whether they are of the type (EVAL-21).
fn untrackable(site: &Site, args: &[Value<'_>], server: u8) -> Option<Stop> {
    site.overload?;
    let (index, is_list) = match site.function {
        Function::Sort | Function::Distinct => (0, true),
        Function::SortByKeys => (1, true),
        Function::Flatten if args.len() == 2 => (1, false),
        _ => return None,
    };
    let arg = args.get(index)?;
    let type_ = call::go_type(arg, server);
    Some(Stop::Internal(match arg {
        Value::List(_) if is_list => return None,
        Value::Int(_) if !is_list => return None,
        _ if is_list => {
            let missing = if call::can_add(arg) { "Contains" } else { "Add" };
            format!("interface conversion: {type_} is not traits.Lister: missing method {missing}")
        }
        _ => format!("interface conversion: ref.Val is {type_}, not types.Int"),
    }))
}
