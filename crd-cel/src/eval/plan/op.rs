//! The operations of a plan, and the constants, names and calls that they refer to.

use super::set::ConstantSet;
use crate::decls::Overload;
use crate::eval::explain::Outline;
use crate::eval::function::Function;

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
    /// Where the argument on top is an error, drops the `below` values under it, charges and goes on at `to`.
    StopOnError { below: u32, charge: u32, to: u32 },
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
    /// Records the value on top as that of a subexpression.
    Record { entry: u32 },
    /// Records that a loop looks at the next element.
    RecordNext { entry: u32, first: u32, second: u32 },
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
    /// `has(…)`: only presence is tested.
    pub(in crate::eval) test: bool,
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
    /// `conversion(constant)`, computed when it is first needed.
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
    /// The signatures that the arguments are compared with when it is called.
    pub(in crate::eval) signatures: Vec<&'static Overload>,
    pub(in crate::eval) regex: Option<Result<regex::Regex, String>>,
}

/// An expression, planned.
#[derive(Clone, Debug, Default)]
pub(in crate::eval) struct Plan {
    pub(in crate::eval) ops: Vec<Op>,
    pub(in crate::eval) constants: Vec<Constant>,
    pub(in crate::eval) names: Vec<String>,
    pub(in crate::eval) sites: Vec<Site>,
    /// The constant lists of `in`.
    pub(in crate::eval) sets: Vec<ConstantSet>,
    /// For lists and maps with optional elements: which are.
    pub(in crate::eval) optional: Vec<Vec<u32>>,
    /// How many variables there are, those of the environment first.
    pub(in crate::eval) slots: u32,
    /// The subexpressions whose values are recorded.
    pub(in crate::eval) outline: Option<Outline>,
}
