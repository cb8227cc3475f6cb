//! The operations of a plan, and the constants, names and calls that they refer to.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::set::ConstantSet;
use crate::eval::call::guard::Signature;
use crate::eval::cost::Price;
use crate::eval::explain::Outline;
use crate::eval::function::Function;
use crate::eval::tree::Planned;
use crate::eval::value::Library;
use crate::go::Timestamp;

/// One operation.
#[derive(Clone, Copy, Debug)]
pub(in crate::eval) enum Op {
    /// Pushes a constant.
    Constant(u32),
    /// Pushes the value of a variable.
    Variable { slot: u32, charge: u32 },
    /// Begins the scope of a variable that is computed when it is first read.
    Unset { slot: u32 },
    /// Computes a variable by the operations at `init` unless it has a value.
    Force { slot: u32, init: u32 },
    /// Ends these operations.
    Forced { slot: u32 },
    /// Makes the optional on top anew, as the server does with that of a branch.
    Renew,
    /// Charges for a selection on the result of an expression.
    Charge(u32),
    /// Replaces the top by its field or member.
    Select { name: u32, step: Step },
    /// Replaces the top two, a value and an index, by the member.
    Index { step: Step },
    /// Leaves out the index where the value on top is an error or an optional without a value.
    SkipIndex { to: u32 },
    /// Replaces the arguments by the result.
    Call(u32),
    /// Leaves a call or a literal where the part on top is an error.
    StopOnError(StopAt),
    /// Leaves a literal where the part on top, written with `?`, is no optional.
    StopUnlessOptional { stop: StopAt, is_entry: bool },
    /// Stops the run where the key under the top, that of an entry of a map with these optional entries, cannot be hashed.
    Hash { entry: u32, optional: u32 },
    /// Ends `&&` where the left side decides.
    AndLeft { to: u32 },
    /// Combines both sides of `&&`.
    AndRight,
    /// Ends `||` where the left side decides.
    OrLeft { to: u32 },
    /// Combines both sides of `||`.
    OrRight,
    /// Ends `or` and `orValue` where the left side has a value; `keeps` says which of both it is.
    OptionalLeft { to: u32, keeps: bool },
    /// Takes the condition of `? :`; goes on at `else_` where it is false and at `end` where it is an error.
    Branch { else_: u32, end: u32 },
    /// Goes on elsewhere.
    Jump { to: u32 },
    /// Replaces the elements by a list; those of `optional` may be absent.
    List { count: u32, optional: u32 },
    /// Replaces keys and values by a map; those of `optional` may be absent.
    Map { count: u32, optional: u32 },
    /// Pushes the error of an expression that cannot be planned.
    Unsupported { charge: u32 },
    /// `in` with a constant list: membership costs nothing.
    InConstant { set: u32 },
    /// Takes the range of a loop; continues at `end` if it is an error or cannot be iterated.
    Range { variables: Variables, end: u32 },
    /// Takes the value of a variable.
    Store { slot: u32 },
    /// Takes the first value of an accumulator that collects elements or, until 1.31, of a variable that a macro binds. The
    /// server makes an empty list or map anew, so that the results of two loops are two keys of a map.
    Bind { slot: u32 },
    /// Sets the loop's variables to the next element, or leaves the loop.
    Next { first: u32, second: u32, done: u32 },
    /// Leaves a loop where its accumulator is decided: the condition of `all` and `exists`, in one step.
    Until {
        slot: u32,
        value: bool,
        charge: u32,
        done: u32,
    },
    /// Takes the condition of a loop; leaves it where that is false.
    LoopCondition { done: u32 },
    /// Takes the condition of a filter; takes the next element where it does not hold.
    Filter { accumulator: u32, next: u32 },
    /// Appends the value on top to the accumulator; takes the next element.
    Append {
        accumulator: u32,
        charge: u32,
        next: u32,
    },
    /// Takes the next element where the accumulator is an error.
    SkipInsert { accumulator: u32, next: u32 },
    /// Inserts the top values into the accumulator; takes the next element.
    Insert { accumulator: u32, count: u32, next: u32 },
    /// Ends a loop.
    EndLoop,
    /// A variable and the selections on it.
    Path(u32),
    /// A call whose last argument is a constant integer.
    CallWith { site: u32, constant: u32 },
    /// A library value that was computed from constants when the expression was planned.
    Known(u32),
    /// The next element of a loop whose accumulator is not decided. [`Op::DecideAndNext`] ends such a loop's body.
    NextUndecided(u32),
    /// Combines the value on top with an accumulator that is not decided; takes the next element.
    DecideAndNext {
        accumulator: u32,
        deciding: bool,
        next: u32,
    },
    /// Compares a variable with a constant integer.
    CompareVariable {
        slot: u32,
        charge: u32,
        site: u32,
        constant: u32,
    },
    /// Reads the accumulator and keeps it; takes the next element.
    KeepAndNext {
        accumulator: u32,
        charge: u32,
        next: u32,
    },
    /// Records the value on top as that of a subexpression.
    Record { entry: u32 },
    /// Records that a loop looks at the next element.
    RecordNext { entry: u32, first: u32, second: u32 },
}

impl Op {
    /// Calls `each` with every operation that this one may lead to.
    pub(super) fn each_target(&mut self, mut each: impl FnMut(&mut u32)) {
        match self {
            Op::SkipIndex { to }
            | Op::StopOnError(StopAt { to, .. })
            | Op::StopUnlessOptional {
                stop: StopAt { to, .. },
                ..
            }
            | Op::AndLeft { to }
            | Op::OrLeft { to }
            | Op::OptionalLeft { to, .. }
            | Op::Jump { to }
            | Op::Force { init: to, .. } => each(to),
            Op::Branch { else_, end } => {
                each(else_);
                each(end);
            }
            Op::Range { end, .. } => each(end),
            Op::Next { done, .. } | Op::LoopCondition { done } | Op::Until { done, .. } => each(done),
            Op::Filter { next, .. }
            | Op::Append { next, .. }
            | Op::SkipInsert { next, .. }
            | Op::Insert { next, .. }
            | Op::DecideAndNext { next, .. }
            | Op::KeepAndNext { next, .. } => each(next),
            Op::Constant(_)
            | Op::Variable { .. }
            | Op::Unset { .. }
            | Op::Forced { .. }
            | Op::Renew
            | Op::Hash { .. }
            | Op::Charge(_)
            | Op::Select { .. }
            | Op::Index { .. }
            | Op::Call(_)
            | Op::AndRight
            | Op::OrRight
            | Op::List { .. }
            | Op::Map { .. }
            | Op::Unsupported { .. }
            | Op::InConstant { .. }
            | Op::Store { .. }
            | Op::Bind { .. }
            | Op::EndLoop
            | Op::Path(_)
            | Op::CallWith { .. }
            | Op::CompareVariable { .. }
            | Op::Known(_)
            | Op::NextUndecided(_)
            | Op::Record { .. }
            | Op::RecordNext { .. } => {}
        }
    }
}

/// A variable and the selections on it.
#[derive(Clone, Debug)]
pub(in crate::eval) struct Path {
    pub(in crate::eval) slot: u32,
    /// What reading the variable costs.
    pub(in crate::eval) charge: u32,
    pub(in crate::eval) selections: Vec<Selection>,
}

/// A selection of a [`Path`].
#[derive(Clone, Debug)]
pub(in crate::eval) struct Selection {
    pub(in crate::eval) name: u32,
    pub(in crate::eval) step: Step,
    pub(in crate::eval) hint: Hint,
}

/// The field that a name was found to be the last time.
#[derive(Debug, Default)]
pub(in crate::eval) struct Hint(AtomicU64);

/// A field of an object's schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::eval) struct Found {
    /// The id of the schema.
    pub(in crate::eval) schema: u32,
    /// The place among its fields.
    pub(in crate::eval) place: u16,
    /// Whether its name is the same in JSON.
    pub(in crate::eval) is_plain: bool,
}

impl Hint {
    pub(in crate::eval) fn get(&self) -> Found {
        let all = self.0.load(Ordering::Relaxed);
        Found {
            schema: u32::try_from(all >> 32).unwrap_or_default(),
            place: u16::try_from((all >> 16) & 0xffff).unwrap_or_default(),
            is_plain: all & 1 != 0,
        }
    }

    pub(in crate::eval) fn set(&self, found: Found) {
        let all = u64::from(found.schema) << 32 | u64::from(found.place) << 16 | u64::from(found.is_plain);
        self.0.store(all, Ordering::Relaxed);
    }
}

impl Clone for Hint {
    fn clone(&self) -> Self {
        Self(AtomicU64::new(self.0.load(Ordering::Relaxed)))
    }
}

/// The head of a loop that ends when its accumulator is decided.
#[derive(Clone, Copy, Debug)]
pub(in crate::eval) struct LoopHead {
    pub(in crate::eval) first: u32,
    pub(in crate::eval) second: u32,
    pub(in crate::eval) accumulator: u32,
    /// The value of the accumulator that decides.
    pub(in crate::eval) value: bool,
    /// What the condition costs.
    pub(in crate::eval) deciding: u32,
    /// What reading the accumulator costs.
    pub(in crate::eval) reading: u32,
    pub(in crate::eval) done: u32,
}

/// How a call or a literal is left before all its parts are evaluated: drops the `below` values under the top, charges and
/// goes on at `to`.
#[derive(Clone, Copy, Debug)]
pub(in crate::eval) struct StopAt {
    pub(in crate::eval) below: u32,
    pub(in crate::eval) charge: u32,
    pub(in crate::eval) to: u32,
}

/// The variables of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::eval) enum Variables {
    /// The element of a list or the key of a map.
    One,
    /// The index and the element of a list, or the key and the value of a map.
    Two,
}

/// How a member is looked up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::eval) struct Step {
    /// Written with `?`: what is absent is no error.
    pub(in crate::eval) optional: bool,
    /// The first step of a chain, where an optional is looked into.
    pub(in crate::eval) first: bool,
    /// The last step of a chain.
    pub(in crate::eval) last: bool,
    /// The last step of a chain that is the index of another one.
    pub(in crate::eval) qualifier: bool,
    /// Its index is a variable.
    pub(in crate::eval) by_variable: bool,
    /// The first step of a chain that begins with a variable.
    pub(in crate::eval) of_variable: bool,
    /// `has(…)`: only presence is tested.
    pub(in crate::eval) test: bool,
    /// The server does not count it: the chain begins with a name like `.self` that is also that of a variable of a loop.
    pub(in crate::eval) free: bool,
}

impl Step {
    /// What it costs.
    pub(in crate::eval) fn charge(self) -> u64 {
        u64::from(!self.free)
    }

    /// Whether what is absent is an error.
    pub(in crate::eval) fn is_plain(self) -> bool {
        !self.optional && !self.test
    }
}

/// The slot of the second variable of a loop that has only one.
pub(in crate::eval) const NO_SLOT: u32 = u32::MAX;
/// No element is optional.
pub(in crate::eval) const NONE_OPTIONAL: u32 = u32::MAX;

/// A constant, independent of any object.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::eval) enum Constant {
    Literal(Plain),
    List(Vec<Constant>),
    Map(Vec<(Constant, Constant)>),
    Duration(i64),
    Timestamp(Timestamp),
    /// `conversion(constant)` of what has no other form, computed when it is first needed.
    Conversion(Function, Box<Constant>),
    Type(String),
}

/// A literal with its text.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::eval) enum Plain {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(f64),
    String(String),
    Bytes(Vec<u8>),
}

/// A call.
#[derive(Clone, Debug)]
pub(in crate::eval) struct Site {
    pub(in crate::eval) function: Function,
    pub(in crate::eval) args: u32,
    pub(in crate::eval) overload: Option<&'static str>,
    /// The signatures of which one must fit the arguments when it is called; none where nothing is compared.
    pub(in crate::eval) signatures: Vec<Signature>,
    pub(in crate::eval) regex: Option<Result<regex::Regex, String>>,
    /// Whether the server's cost tracking may fail on its arguments.
    pub(in crate::eval) is_tracked: bool,
    /// How its cost is found.
    pub(in crate::eval) price: Price,
}

impl Site {
    /// Whether the call ends at the first argument that is an error, without being charged, if that is not the last one.
    pub(in crate::eval) fn ends_at_errors(&self) -> bool {
        let is_dynamic = self.overload.is_none() && !self.signatures.is_empty();
        self.args >= 3 || self.regex.is_some() || self.function == Function::Format || is_dynamic
    }
}

/// An expression, planned.
#[derive(Clone, Debug, Default)]
pub(in crate::eval) struct Plan {
    pub(in crate::eval) ops: Vec<Op>,
    pub(in crate::eval) constants: Vec<Constant>,
    pub(in crate::eval) names: Vec<String>,
    pub(in crate::eval) sites: Vec<Site>,
    pub(in crate::eval) paths: Vec<Path>,
    pub(in crate::eval) loops: Vec<LoopHead>,
    /// Library values made of constants, and what their calls cost.
    pub(in crate::eval) known: Vec<(Arc<Library>, u64)>,
    /// The constant lists of `in`.
    pub(in crate::eval) sets: Vec<ConstantSet>,
    /// For lists and maps with optional elements: which are.
    pub(in crate::eval) optional: Vec<Vec<u32>>,
    /// How many variables there are, those of the environment first.
    pub(in crate::eval) slots: u32,
    /// The variables that have no value on any server, with their names.
    pub(in crate::eval) missing: Vec<(u32, &'static str)>,
    /// The same expression as a tree, if it can be one.
    pub(in crate::eval) tree: Option<Planned>,
    /// The subexpressions whose values are recorded.
    pub(in crate::eval) outline: Option<Outline>,
}
