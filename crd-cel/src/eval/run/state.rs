//! The state of a run: its cost, its variables, and the error of what failed.

use std::cell::OnceCell;

use serde_json::Value as Json;

use crate::eval::equal::{Equality, NO_OVERLOAD};
use crate::eval::error::{EvalError, Stop};
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
    /// Why the last node that failed did so.
    fault: Fault<'a>,
    /// The constants that are made once, and how many there are.
    shared: Vec<OnceCell<Value<'a>>>,
    shared_count: usize,
    pub(super) trace: Option<&'v mut Trace<'a>>,
}

/// What evaluation comes to. Why it failed is kept in the evaluator, so that results are small.
pub(super) type Eval<T> = Result<T, Failed>;

/// A node failed; the evaluator has its fault.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failed;

/// Why a node has no result.
#[derive(Clone, Debug)]
pub(super) enum Fault<'a> {
    /// The error of a member that is absent; its text is made when it is needed.
    NoSuchKey(&'a str),
    Error(EvalError),
    /// The error of an element of a list, into which the next step of a chain looks.
    Element(EvalError),
    /// No error: a value of another type than the one that was asked for, such as null.
    Value(Value<'a>),
    /// The run ends.
    Stop(Stop),
}

impl<'a> Fault<'a> {
    /// The error, or the value that is of another type than the one that was asked for.
    fn into_value(self) -> Value<'a> {
        match self {
            Fault::NoSuchKey(key) => Value::error(["no such key: ", key].concat()),
            Fault::Error(error) | Fault::Element(error) => Value::Error(error),
            Fault::Value(value) => value,
            Fault::Stop(stop) => Value::error(stop.to_string()),
        }
    }
}

/// The value of a variable or a part of one; never an error.
#[derive(Clone, Debug)]
pub(super) enum Datum<'a> {
    /// JSON, of which a value is made when it is needed. That may be an error.
    Data(&'a Json, &'a DataSchema),
    Value(Value<'a>),
}

/// The variables of the loops and bindings around a node, the innermost first.
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

    /// A variable, by the number of variables between.
    pub(super) fn at(self, hops: usize) -> Option<&'e Local<'e, 'a>> {
        let mut local = self.0?;
        for _ in 0..hops {
            local = local.around.0?;
        }
        Some(local)
    }

    /// With one more variable.
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
        self.stop(Stop::CostLimit)
    }

    /// Charges for so many operations that cost 1 each, of which each may exceed the limit.
    #[inline]
    pub(super) fn charge_each(&mut self, count: u64) -> Eval<()> {
        let cost = self.cost.saturating_add(count);
        if cost <= self.limit {
            self.cost = cost;
            return Ok(());
        }
        self.cost = self.limit.saturating_add(1);
        self.stop(Stop::CostLimit)
    }

    #[cold]
    pub(super) fn fail<T>(&mut self, fault: Fault<'a>) -> Eval<T> {
        self.fault = fault;
        Err(Failed)
    }

    #[cold]
    pub(super) fn stop<T>(&mut self, stop: Stop) -> Eval<T> {
        self.fail(Fault::Stop(stop))
    }

    /// Fails with an error of this text.
    #[cold]
    pub(super) fn error<T>(&mut self, text: &'static str) -> Eval<T> {
        self.fail(Fault::Error(EvalError::new(text)))
    }

    /// Whether the fault of a node that failed ends the run.
    pub(super) fn is_stopped(&self) -> bool {
        matches!(self.fault, Fault::Stop(_))
    }

    /// The value that a node which failed has, where it is of another type than the one that was asked for.
    pub(super) fn take_other(&mut self) -> Option<Value<'a>> {
        match &mut self.fault {
            Fault::Value(value) => Some(std::mem::replace(value, Value::Null)),
            _ => None,
        }
    }

    /// Takes the fault of a node that failed, unless it ends the run.
    #[cold]
    pub(super) fn fault(&mut self) -> Eval<Fault<'a>> {
        match std::mem::replace(&mut self.fault, Fault::Value(Value::Null)) {
            Fault::Stop(stop) => self.stop(stop),
            fault => Ok(fault),
        }
    }

    /// The value of a node that failed: its error, or the value that is of another type than the one that was asked for.
    #[cold]
    pub(super) fn failed_value(&mut self) -> Eval<Value<'a>> {
        Ok(self.fault()?.into_value())
    }

    /// The value, or its error as a value.
    pub(super) fn or_error(&mut self, result: Eval<Value<'a>>) -> Eval<Value<'a>> {
        match result {
            Ok(value) => Ok(value),
            Err(Failed) => self.failed_value(),
        }
    }

    /// The value that is of another type than the one that was asked for; fails where the node failed otherwise.
    #[cold]
    pub(super) fn other(&mut self) -> Eval<Value<'a>> {
        self.take_other().ok_or(Failed)
    }

    /// The error of what should be a bool: a value of another type has no overload.
    #[cold]
    pub(super) fn not_bool<T>(&mut self) -> Eval<T> {
        match self.take_other() {
            Some(_) => self.error(NO_OVERLOAD),
            None => Err(Failed),
        }
    }

    /// A value, which fails if it is an error.
    pub(super) fn checked(&mut self, value: Value<'a>) -> Eval<Value<'a>> {
        match value {
            Value::Error(error) => self.fail(Fault::Error(error)),
            value => Ok(value),
        }
    }

    /// The value of a datum.
    pub(super) fn made(&mut self, datum: Datum<'a>) -> Eval<Value<'a>> {
        match datum {
            Datum::Data(json, schema) => self.checked(schema.value(json)),
            Datum::Value(value) => Ok(value),
        }
    }

    /// A bool; any other value fails as such.
    pub(super) fn bool_of(&mut self, value: Eval<Value<'a>>) -> Eval<bool> {
        match value? {
            Value::Bool(value) => Ok(value),
            value => self.fail(Fault::Value(value)),
        }
    }

    /// An integer; any other value fails as such.
    pub(super) fn int_of(&mut self, value: Eval<Value<'a>>) -> Eval<i64> {
        match value? {
            Value::Int(value) => Ok(value),
            value => self.fail(Fault::Value(value)),
        }
    }

    /// A constant that is made once.
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

    /// What a run came to that failed: an error or a stop.
    #[cold]
    pub(super) fn finish(&mut self) -> Result<Value<'a>, Stop> {
        if let Ok(value) = self.failed_value() {
            return Ok(value);
        }
        match std::mem::replace(&mut self.fault, Fault::Value(Value::Null)) {
            Fault::Stop(stop) => Err(stop),
            _ => Ok(Value::Null),
        }
    }
}
