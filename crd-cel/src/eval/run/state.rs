//! The state of a run: its cost, its variables, and the fault of the last failed node.

use std::cell::OnceCell;

use serde_json::Value as Json;

use crate::eval::equal::{Equality, NO_OVERLOAD};
use crate::eval::error::{AbortReason, EvalError};
use crate::eval::explain::Trace;
use crate::eval::lib::regexes::ComputedPatterns;
use crate::eval::node::{EvalNode, PlannedExpr};
use crate::eval::schema::DataSchema;
use crate::eval::value::Value;

/// The state of a run.
pub(super) struct Evaluator<'v, 'a> {
    /// The variables of the environment.
    pub(super) given: &'v [Value<'a>],
    pub(super) names: &'a str,
    pub(super) server: u8,
    pub(super) cost: u64,
    pub(super) limit: u64,
    pub(super) patterns: ComputedPatterns,
    pub(super) equality: Equality,
    /// The fault of the last node that failed.
    fault: Fault<'a>,
    /// The constants that are created once per run, and their number.
    shared: Vec<OnceCell<Value<'a>>>,
    shared_count: usize,
    pub(super) trace: Option<&'v mut Trace<'a>>,
}

/// The result of an evaluation. The reason of a failure is kept in the evaluator, so that results are small.
pub(super) type Eval<T> = Result<T, Failed>;

/// A node failed; the evaluator has its fault.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failed;

/// The reason why a node has no result.
#[derive(Clone, Debug)]
pub(super) enum Fault<'a> {
    /// The error of an absent member; its text is created on demand.
    NoSuchKey(&'a str),
    Error(EvalError),
    /// The error of an element of a list, which the next step of a chain examines.
    Element(EvalError),
    /// Not an error: a value of another type than the requested one, such as null.
    Value(Value<'a>),
    /// The run ends.
    Abort(AbortReason),
}

impl<'a> Fault<'a> {
    /// Returns the error, or the value of another type than the requested one.
    fn into_value(self) -> Value<'a> {
        match self {
            Fault::NoSuchKey(key) => Value::error(["no such key: ", key].concat()),
            Fault::Error(error) | Fault::Element(error) => Value::Error(error),
            Fault::Value(value) => value,
            Fault::Abort(stop) => Value::error(stop.to_string()),
        }
    }
}

/// The value of a variable or a part of one; never an error.
#[derive(Clone, Debug)]
pub(super) enum Datum<'a> {
    /// JSON that is converted to a value on demand. That value may be an error.
    Data(&'a Json, &'a DataSchema),
    Value(Value<'a>),
}

/// The variables of the loops and bindings around a node, innermost first.
#[derive(Clone, Copy)]
pub(super) struct LocalScope<'e, 'a>(Option<&'e Local<'e, 'a>>);

/// The variable of a loop or a binding.
pub(super) struct Local<'e, 'a> {
    pub(super) value: LocalValue<'e, 'a>,
    pub(super) around: LocalScope<'e, 'a>,
}

/// The value of a [`Local`].
pub(super) enum LocalValue<'e, 'a> {
    Data(&'a Json, &'a DataSchema),
    /// A value, which may be an error.
    Value(Value<'a>),
    Lazy(&'e LazyValue<'a>),
}

/// A value that is computed when it is first read, and may be an error.
pub(super) struct LazyValue<'a> {
    pub(super) init: &'a EvalNode,
    pub(super) value: OnceCell<Value<'a>>,
}

impl<'e, 'a> LocalScope<'e, 'a> {
    pub(super) const EMPTY: Self = LocalScope(None);

    /// Returns a variable, by the number of variables in between.
    pub(super) fn at(self, hops: usize) -> Option<&'e Local<'e, 'a>> {
        let mut local = self.0?;
        for _ in 0..hops {
            local = local.around.0?;
        }
        Some(local)
    }

    /// Adds a variable.
    pub(super) fn local(self, value: LocalValue<'e, 'a>) -> Local<'e, 'a> {
        Local { value, around: self }
    }
}

impl<'e, 'a> Local<'e, 'a> {
    pub(super) fn scope(&'e self) -> LocalScope<'e, 'a> {
        LocalScope(Some(self))
    }
}

impl<'v, 'a> Evaluator<'v, 'a> {
    #[inline]
    pub(super) fn new(
        planned: &'a PlannedExpr,
        given: &'v [Value<'a>],
        server: u8,
        limit: u64,
        trace: Option<&'v mut Trace<'a>>,
    ) -> Self {
        Evaluator {
            given,
            names: &planned.names,
            server,
            cost: 0,
            limit,
            patterns: ComputedPatterns::default(),
            equality: Equality::on(server),
            fault: Fault::Value(Value::Null),
            shared: Vec::new(),
            shared_count: planned.shared,
            trace,
        }
    }

    /// Charges for one operation.
    #[inline]
    pub(super) fn charge(&mut self, cost: u64) -> Eval<()> {
        self.cost = self.cost.saturating_add(cost);
        if self.cost <= self.limit {
            return Ok(());
        }
        self.abort(AbortReason::CostLimit)
    }

    /// Charges for `count` operations that cost 1 each, any of which may exceed the limit.
    #[inline]
    pub(super) fn charge_each(&mut self, count: u64) -> Eval<()> {
        let cost = self.cost.saturating_add(count);
        if cost <= self.limit {
            self.cost = cost;
            return Ok(());
        }
        self.cost = self.limit.saturating_add(1);
        self.abort(AbortReason::CostLimit)
    }

    #[cold]
    pub(super) fn fail<T>(&mut self, fault: Fault<'a>) -> Eval<T> {
        self.fault = fault;
        Err(Failed)
    }

    #[cold]
    pub(super) fn abort<T>(&mut self, stop: AbortReason) -> Eval<T> {
        self.fail(Fault::Abort(stop))
    }

    /// Fails with an error of this text.
    #[cold]
    pub(super) fn error<T>(&mut self, text: &'static str) -> Eval<T> {
        self.fail(Fault::Error(EvalError::new(text)))
    }

    /// Checks whether the fault of a failed node ends the run.
    pub(super) fn is_stopped(&self) -> bool {
        matches!(self.fault, Fault::Abort(_))
    }

    /// Takes the value of a failed node, if it has another type than the requested one.
    pub(super) fn take_other(&mut self) -> Option<Value<'a>> {
        match &mut self.fault {
            Fault::Value(value) => Some(std::mem::replace(value, Value::Null)),
            _ => None,
        }
    }

    /// Takes the fault of a failed node, unless it ends the run.
    #[cold]
    pub(super) fn fault(&mut self) -> Eval<Fault<'a>> {
        match std::mem::replace(&mut self.fault, Fault::Value(Value::Null)) {
            Fault::Abort(stop) => self.abort(stop),
            fault => Ok(fault),
        }
    }

    /// Returns the value of a failed node: its error, or the value of another type than the requested one.
    #[cold]
    pub(super) fn failed_value(&mut self) -> Eval<Value<'a>> {
        Ok(self.fault()?.into_value())
    }

    /// Returns the value, or its error as a value.
    pub(super) fn or_error(&mut self, result: Eval<Value<'a>>) -> Eval<Value<'a>> {
        match result {
            Ok(value) => Ok(value),
            Err(Failed) => self.failed_value(),
        }
    }

    /// Returns the value of another type than the requested one; fails if the node failed otherwise.
    #[cold]
    pub(super) fn other(&mut self) -> Eval<Value<'a>> {
        self.take_other().ok_or(Failed)
    }

    /// Fails where a bool is required: a value of another type matches no overload.
    #[cold]
    pub(super) fn not_bool<T>(&mut self) -> Eval<T> {
        match self.take_other() {
            Some(_) => self.error(NO_OVERLOAD),
            None => Err(Failed),
        }
    }

    /// Returns a value; fails if it is an error.
    pub(super) fn checked(&mut self, value: Value<'a>) -> Eval<Value<'a>> {
        match value {
            Value::Error(error) => self.fail(Fault::Error(error)),
            value => Ok(value),
        }
    }

    /// Converts a datum to a value.
    pub(super) fn made(&mut self, datum: Datum<'a>) -> Eval<Value<'a>> {
        match datum {
            Datum::Data(json, schema) => self.checked(schema.value(json)),
            Datum::Value(value) => Ok(value),
        }
    }

    /// Converts a value to a bool; any other value is a fault.
    pub(super) fn bool_of(&mut self, value: Eval<Value<'a>>) -> Eval<bool> {
        match value? {
            Value::Bool(value) => Ok(value),
            value => self.fail(Fault::Value(value)),
        }
    }

    /// Converts a value to an integer; any other value is a fault.
    pub(super) fn int_of(&mut self, value: Eval<Value<'a>>) -> Eval<i64> {
        match value? {
            Value::Int(value) => Ok(value),
            value => self.fail(Fault::Value(value)),
        }
    }

    /// Returns a constant that is created once per run.
    pub(super) fn shared(&mut self, number: usize, make: impl FnOnce() -> Value<'a>) -> Eval<Value<'a>> {
        if self.shared.is_empty() {
            self.shared.resize(self.shared_count, OnceCell::new());
        }
        let value = match self.shared.get(number) {
            Some(cell) => cell.get_or_init(make).clone(),
            None => make(),
        };
        self.checked(value)
    }

    /// Records the value of a subexpression, or its error.
    pub(super) fn record(&mut self, entry: u32, result: Eval<Value<'a>>) -> Eval<Value<'a>> {
        let (recorded, result) = match result {
            Ok(value) => (value.clone(), Ok(value)),
            Err(Failed) => {
                let fault = self.fault()?;
                (fault.clone().into_value(), self.fail(fault))
            }
        };
        if let Some(trace) = &mut self.trace {
            trace.record(entry, recorded);
        }
        result
    }

    /// Returns the result of a run that failed: an error or a stop.
    #[cold]
    pub(super) fn finish(&mut self) -> Result<Value<'a>, AbortReason> {
        if let Ok(value) = self.failed_value() {
            return Ok(value);
        }
        match std::mem::replace(&mut self.fault, Fault::Value(Value::Null)) {
            Fault::Abort(stop) => Err(stop),
            _ => Ok(Value::Null),
        }
    }
}
