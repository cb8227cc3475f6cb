//! The nodes of a planned expression, which the [evaluator](super::run) walks.
//!
//! ```text
//! self.replicas > 1 && has(self.zone)
//!
//! And
//!   Ints >                  charge 1, after both sides
//!     Path self.replicas    charge 2: the variable and one selection
//!     Constant 1
//!   Has self.zone           charge 1
//! ```

mod constant;
mod set;

use std::sync::Arc;

pub(super) use self::constant::{Constant, ConstantScalar};
pub(super) use self::set::ConstantSet;
use super::call::guard::Signature;
use super::cost::Price;
use super::explain::Outline;
use super::function::Function;
use super::schema::FieldHint;
use super::value::Library;
use crate::regex::Matcher;

/// An expression, planned.
#[derive(Clone, Debug)]
pub(super) struct PlannedExpr {
    pub(super) root: EvalNode,
    /// All names, concatenated.
    pub(super) names: Box<str>,
    /// Number of constants that are created once per run.
    pub(super) shared: usize,
    /// The subexpressions whose values are recorded.
    pub(super) outline: Option<Outline>,
}

/// An expression or a part of one. Each node charges for itself; its parts charge for themselves.
#[derive(Clone, Debug)]
pub(super) enum EvalNode {
    /// A constant.
    Constant(Constant),
    /// A constant list or map inside a loop, which is created once per run; `number` identifies it.
    Shared { constant: Constant, number: usize },
    /// A library value that was computed from constants, with the cost of its call.
    Known(Arc<Library>, u64),
    /// An expression that cannot be planned; its value is an error.
    Unsupported { charge: u64 },
    /// The value of a variable.
    Variable { variable: VariableRef, charge: u64 },
    /// Selections on a variable.
    Path(SelectionPath),
    /// A selection on another value.
    Select {
        of: Box<EvalNode>,
        name: SelectedName,
        step: ChainStep,
    },
    /// `value[index]`, in this order.
    Index {
        parts: Box<[EvalNode; 2]>,
        step: ChainStep,
    },
    /// A value whose cost is charged after its computation, even if it is an error.
    Charged { of: Box<EvalNode>, charge: u64 },
    /// `variable.?field.?field.orValue(default)`
    PathOrValue {
        path: OptionalPath,
        default: Box<EvalNode>,
    },
    /// `optional.or(optional)` and `optional.orValue(default)`, in this order.
    OptionalOr {
        sides: Box<[EvalNode; 2]>,
        result: OptionalResult,
    },
    /// A list of these elements. Those at the indices in `optional` may be absent.
    List {
        elements: Vec<EvalNode>,
        optional: Vec<usize>,
    },
    /// A map of these entries.
    Map(Vec<MapEntryNode>),
    /// `filter`, `map` and `transformList`
    Collect(Box<LoopNode>),
    /// The size of the list that `filter` or `map` creates, which need not be built.
    Count(Box<LoopNode>),
    /// `transformMap` and `transformMapEntry`: the nodes of a key and a value, or of a map.
    Insert {
        loop_: Box<LoopNode>,
        added: Vec<EvalNode>,
    },
    /// `all` and `exists`, which end at the first element whose condition is `value`.
    Decided { loop_: Box<LoopNode>, value: bool },
    /// `exists_one`
    One(Box<LoopNode>),
    /// A variable that a macro binds, and the expression that reads it.
    Bind(Box<Binding>),
    /// A branch of a conditional whose optional is converted again (EVAL-24).
    Renewed(Box<EvalNode>),
    /// A subexpression whose value is recorded.
    Recorded { entry: u32, of: Box<EvalNode> },
    /// The size of a value.
    Size { site: Box<CallSite>, of: Box<EvalNode> },
    /// A call through the table of functions.
    Call {
        site: Box<CallSite>,
        args: Vec<EvalNode>,
    },
    /// `condition ? yes : no`, in this order.
    If(Box<[EvalNode; 3]>),
    /// `has(variable.field.field)`
    Has(SelectionPath),
    /// `!condition`
    Not { site: Box<CallSite>, of: Box<EvalNode> },
    /// `left && right`
    And(Box<[EvalNode; 2]>),
    /// `left || right`
    Or(Box<[EvalNode; 2]>),
    /// A comparison of integers.
    Ints(Box<BinaryCall>),
    /// A comparison of bools.
    Bools(Box<BinaryCall>),
    /// A comparison of durations.
    Durations(Box<BinaryCall>),
    /// A sum, difference, product, quotient or remainder of integers.
    Arithmetic(Box<BinaryCall>),
    /// A comparison of texts, or a search in a text.
    Texts(Box<BinaryCall>),
    /// `text in list` and `text in map` of the data: the text and the list or map.
    Member(Box<BinaryCall>),
    /// `value in [constants]`
    In { set: ConstantSet, value: Box<EvalNode> },
    /// `isIP(text)` and similar functions.
    Form {
        site: Box<CallSite>,
        text: Box<EvalNode>,
    },
    /// A text matched by a constant pattern.
    Matches(Box<PatternCall>),
    /// The first match of a constant pattern in a text.
    Find(Box<PatternCall>),
    /// `text.lowerAscii()` and `text.upperAscii()`
    Cased { site: Box<CallSite>, of: Box<EvalNode> },
}

/// A variable, as a node refers to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VariableRef {
    /// A variable of the environment, by its index.
    Given(usize),
    /// A variable of the environment that has no value on any server.
    Missing(Function),
    /// A variable of a loop or a binding, by the number of such variables in between.
    Local(usize),
}

/// Selections on a variable, none of which is written with `?`.
#[derive(Clone, Debug)]
pub(super) struct SelectionPath {
    pub(super) variable: VariableRef,
    /// The cost of reading the variable and of all selections.
    pub(super) charge: u64,
    pub(super) first: SelectedName,
    pub(super) rest: Vec<SelectedName>,
    /// The last selection.
    pub(super) end: ChainStep,
}

/// A name among those of its expression, with a cached lookup of its field.
#[derive(Clone, Debug)]
pub(super) struct SelectedName {
    start: u32,
    end: u32,
    pub(super) hint: FieldHint,
}

impl SelectedName {
    /// Creates a name that begins at a byte offset.
    pub(super) fn new(start: usize, length: usize) -> Self {
        let number = |place| u32::try_from(place).unwrap_or(u32::MAX);
        SelectedName {
            start: number(start),
            end: number(start.saturating_add(length)),
            hint: FieldHint::default(),
        }
    }

    /// Returns the text of the name; empty if it is not among these.
    pub(super) fn of<'p>(&self, names: &'p str) -> &'p str {
        names
            .get(self.start as usize..self.end as usize)
            .unwrap_or_default()
    }
}

/// Selections on a variable, some of which are written with `?`. Reading the variable costs 1, as does each
/// successful selection.
#[derive(Clone, Debug)]
pub(super) struct OptionalPath {
    pub(super) variable: VariableRef,
    pub(super) steps: Vec<(SelectedName, ChainStep)>,
}

/// How a step of a chain such as `self.ports[0].?name` looks up a member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ChainStep {
    pub(super) asks: Asks,
    pub(super) position: StepPosition,
    /// Whether it is the first step of a chain, which looks into optionals.
    pub(super) first: bool,
    /// Whether it is the first step of a chain that begins with a variable.
    pub(super) of_variable: bool,
    /// Whether its index is a variable.
    pub(super) by_variable: bool,
    /// Whether the server does not charge for it: the chain begins with a name like `.self` that is also the
    /// name of a loop variable.
    pub(super) free: bool,
}

/// The kind of lookup of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Asks {
    /// The member; it is an error if there is none.
    #[default]
    Member,
    /// Written with `?`: absence is not an error.
    Optional,
    /// `has(…)`: only presence is tested.
    Presence,
}

/// The position of a step in its chain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum StepPosition {
    /// Another step follows.
    #[default]
    Inner,
    /// The last step.
    Last,
    /// The last step of a chain that is the index of another chain.
    LastOfIndex,
}

impl ChainStep {
    /// Returns the cost of the step.
    pub(super) fn charge(self) -> u64 {
        u64::from(!self.free)
    }
}

/// The result of `or` and `orValue` for an optional with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OptionalResult {
    /// The optional.
    Optional,
    /// The value.
    Value,
}

/// An entry of a map.
#[derive(Clone, Debug)]
pub(super) struct MapEntryNode {
    pub(super) key: EvalNode,
    pub(super) value: EvalNode,
    /// Whether it is written with `?`.
    pub(super) optional: bool,
    /// Whether Go may be unable to hash the key.
    pub(super) may_be_unhashable: bool,
}

/// A loop over the elements of a list or the keys of a map.
#[derive(Clone, Debug)]
pub(super) struct LoopNode {
    pub(super) range: LoopRange,
    pub(super) variables: LoopVariables,
    /// The condition on an element; all elements are included if there is none.
    pub(super) condition: Option<EvalNode>,
    /// The result of `map` for an element; the element itself if it is `None`.
    pub(super) element: Option<EvalNode>,
    /// The cost of creating the list that is appended for an element.
    pub(super) list_cost: u64,
    /// The entry of the loop, if its elements are recorded.
    pub(super) entry: Option<u32>,
}

/// The range of a loop.
#[derive(Clone, Debug)]
pub(super) enum LoopRange {
    /// A value.
    Of(EvalNode),
    /// A literal list, which is not built.
    Elements(Vec<EvalNode>),
    /// A constant list.
    Constants(Vec<Constant>),
}

/// The variables of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoopVariables {
    /// The element of a list or the key of a map.
    One,
    /// The index and the element of a list, or the key and the value of a map.
    Two,
}

/// A variable that a macro such as `optMap` binds to a value.
#[derive(Clone, Debug)]
pub(super) struct Binding {
    pub(super) init: EvalNode,
    pub(super) body: EvalNode,
    pub(super) computed: BindingTime,
}

/// The time at which the value of a binding is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BindingTime {
    /// When the variable is read first.
    Lazily,
    /// Immediately.
    Eagerly,
}

/// A call with two arguments whose types are known.
#[derive(Clone, Debug)]
pub(super) struct BinaryCall {
    pub(super) site: CallSite,
    pub(super) sides: [EvalNode; 2],
}

/// A text matched by a constant pattern.
#[derive(Clone, Debug)]
pub(super) struct PatternCall {
    pub(super) site: CallSite,
    pub(super) text: EvalNode,
    pub(super) pattern: String,
    pub(super) regex: Matcher,
    /// A quarter of the pattern's size; `None` if a match costs 1.
    pub(super) quarter: Option<u64>,
}

/// The properties of a call that are known when it is planned.
#[derive(Clone, Debug)]
pub(super) struct CallSite {
    pub(super) function: Function,
    pub(super) args: usize,
    pub(super) overload: Option<&'static str>,
    /// The signatures of which one must match the arguments at the call; empty if the types are not compared.
    pub(super) signatures: Vec<Signature>,
    pub(super) regex: Option<Result<Matcher, String>>,
    /// Whether the server's cost tracking may fail on its arguments.
    pub(super) is_tracked: bool,
    /// How its cost is determined.
    pub(super) price: Price,
}

impl CallSite {
    /// Checks whether the call stops at the first argument that is an error, without being charged, unless
    /// that is the last one.
    pub(super) fn ends_at_errors(&self) -> bool {
        let is_dynamic = self.overload.is_none() && !self.signatures.is_empty();
        self.args >= 3 || self.regex.is_some() || self.function == Function::Format || is_dynamic
    }
}

/// Matches the nodes whose values are always bools, as a pattern.
macro_rules! condition {
    () => {
        EvalNode::Has(_)
            | EvalNode::Not { .. }
            | EvalNode::And(_)
            | EvalNode::Or(_)
            | EvalNode::Ints(_)
            | EvalNode::Bools(_)
            | EvalNode::Durations(_)
            | EvalNode::Texts(_)
            | EvalNode::In { .. }
            | EvalNode::Member(_)
            | EvalNode::Form { .. }
            | EvalNode::Matches(_)
            | EvalNode::Decided { .. }
            | EvalNode::One(_)
    };
}
pub(super) use condition;

impl EvalNode {
    /// Checks whether it is a text that can be read without an intermediate value.
    pub(super) fn is_direct(&self) -> bool {
        matches!(
            self,
            EvalNode::Path(_)
                | EvalNode::Variable { .. }
                | EvalNode::Constant(Constant::ConstantScalar(ConstantScalar::String(_)))
        )
    }

    /// Checks whether it is a bool that is computed as one.
    pub(super) fn is_condition(&self) -> bool {
        match self {
            EvalNode::Constant(constant) => {
                matches!(constant, Constant::ConstantScalar(ConstantScalar::Bool(_)))
            }
            EvalNode::If(parts) => parts.iter().all(EvalNode::is_condition),
            other => matches!(other, condition!()),
        }
    }
}
