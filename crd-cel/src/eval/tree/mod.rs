//! Evaluates most expressions as trees, without a stack of values and without allocation: a third of the time that the
//! [machine](super::machine) takes.
//!
//! ```text
//! self.replicas > 1 && has(self.zone)
//!
//! And
//!   Ints >                  charge 1
//!     Path self.replicas    charge 2: the variable and one selection
//!     Constant 1
//!   Has self.zone           charge 1
//! ```
//!
//! A tree knows runs in which nothing goes wrong, and the errors that rules meet most: absent members and calls that fail
//! ([`failures`]). Whatever else happens (another error value, an optional, a value that does not fit its schema, a cost over
//! the limit) ends it without a result, and the machine runs the expression from the start: runs have no effects. So the
//! order of charges does not matter here, only their sum. Expressions that have a part without a node here are left to the
//! machine as well.

/// The nodes that are always bools, as a pattern.
macro_rules! condition {
    () => {
        Node::Has(_)
            | Node::Not(_)
            | Node::And(_)
            | Node::Or(_)
            | Node::Ints { .. }
            | Node::Bools { .. }
            | Node::Durations { .. }
            | Node::Texts { .. }
            | Node::In { .. }
            | Node::Member(_)
            | Node::Form { .. }
            | Node::Matches(_)
            | Node::Decided { .. }
            | Node::One(_)
    };
}

mod calls;
mod conditions;
mod direct;
mod failures;
mod loops;
mod numbers;
mod read;
mod run;
mod searches;
#[cfg(test)]
mod tests;
mod texts;

use std::sync::Arc;

use super::function::Function;
use super::plan::{Constant, ConstantSet, Hint, Site};
use super::value::Library;

pub(super) use self::run::run;

/// An expression.
#[derive(Clone, Debug)]
pub(super) struct Planned {
    pub(super) root: Node,
    /// All names, side by side.
    pub(super) names: Box<str>,
}

/// An expression or a part of one. Each node charges for itself; its parts charge for themselves.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// A constant.
    Constant(Constant),
    /// A library value that was computed from constants, with the cost of its call.
    Known(Arc<Library>, u64),
    /// The value of a variable.
    Variable { place: Place, charge: u64 },
    /// Selections on a variable.
    Path(Path),
    /// A selection on another value.
    Select { of: Box<Node>, name: Name, charge: u64 },
    /// `value[index]`; both in this order.
    Index { parts: Box<[Node; 2]>, charge: u64 },
    /// `variable.?field.?field.orValue(default)`
    OrValue { path: OptionalPath, default: Box<Node> },
    /// A list of these elements.
    List(Vec<Node>),
    /// `filter` or `map`.
    Loop(Box<Loop>),
    /// The size of what `filter` or `map` makes, which need not be made.
    Count(Box<Loop>),
    /// The size of a value.
    Size(Box<Node>),
    /// A call by the table of functions.
    Call { site: Box<Site>, args: Vec<Node> },
    /// `condition ? yes : no`, in this order.
    If(Box<[Node; 3]>),
    /// `has(variable.field.field)`
    Has(Path),
    /// `!condition`
    Not(Box<Node>),
    /// `left && right`
    And(Box<[Node; 2]>),
    /// `left || right`
    Or(Box<[Node; 2]>),
    /// A comparison of integers.
    Ints {
        function: Function,
        sides: Box<[Node; 2]>,
    },
    /// A comparison of bools.
    Bools {
        function: Function,
        sides: Box<[Node; 2]>,
    },
    /// A comparison of durations.
    Durations {
        function: Function,
        sides: Box<[Node; 2]>,
    },
    /// A sum, difference, product, quotient or remainder of integers.
    Arithmetic {
        function: Function,
        sides: Box<[Node; 2]>,
    },
    /// A comparison of texts, or a search in one.
    Texts { site: Box<Site>, sides: Box<[Node; 2]> },
    /// `value in [constants]`
    In { set: ConstantSet, value: Box<Node> },
    /// `text in list` and `text in map`, of the data: the text and the list or map.
    Member(Box<[Node; 2]>),
    /// `isIP(text)` and the like.
    Form { site: Box<Site>, text: Box<Node> },
    /// The first part of a text that a constant pattern matches.
    Find(Box<Matches>),
    /// `text.lowerAscii()` and `text.upperAscii()`
    Cased { function: Function, of: Box<Node> },
    /// `text.split(separator).join()` or, with a third node, `join(third)`
    Rejoined(Vec<Node>),
    /// A text matched by a constant pattern.
    Matches(Box<Matches>),
    /// `all` and `exists`, which end at the first element whose condition is `value`.
    Decided { loop_: Box<Loop>, value: bool },
    /// `exists_one`
    One(Box<Loop>),
}

/// Where a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Among the variables of the environment.
    Given(usize),
    /// The variable of a loop, by the number of loops between.
    Loop(usize),
}

/// Selections on a variable.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub(super) place: Place,
    /// What reading the variable and all selections cost.
    pub(super) charge: u64,
    pub(super) first: Name,
    pub(super) rest: Vec<Name>,
}

/// A name among those of its tree, with the field that it was the last time.
#[derive(Clone, Debug)]
pub(super) struct Name {
    start: u32,
    end: u32,
    pub(super) hint: Hint,
}

impl Name {
    /// The name that begins at a byte.
    pub(super) fn new(start: usize, length: usize) -> Self {
        let number = |place| u32::try_from(place).unwrap_or(u32::MAX);
        Name {
            start: number(start),
            end: number(start.saturating_add(length)),
            hint: Hint::default(),
        }
    }

    /// The name itself; empty if it is not among these.
    pub(super) fn of<'p>(&self, names: &'p str) -> &'p str {
        names
            .get(self.start as usize..self.end as usize)
            .unwrap_or_default()
    }
}

/// Selections on a variable of which some are written with `?`.
#[derive(Clone, Debug)]
pub(super) struct OptionalPath {
    pub(super) place: Place,
    /// What reading the variable costs; each selection that finds something costs 1.
    pub(super) charge: u64,
    /// The names, and whether each is written with `?`.
    pub(super) names: Vec<(Name, bool)>,
}

/// A loop over the elements of a list or the keys of a map.
#[derive(Clone, Debug)]
pub(super) struct Loop {
    pub(super) range: Range,
    /// The condition of an element; all are taken where there is none.
    pub(super) condition: Option<Node>,
    /// What `map` makes of an element; the element itself where it is `None`.
    pub(super) element: Option<Node>,
    /// What each element costs besides its condition.
    pub(super) each: u64,
    /// What each element that is taken costs besides what is made of it.
    pub(super) taken: u64,
    /// What the result costs.
    pub(super) result: u64,
}

/// What a loop is over.
#[derive(Clone, Debug)]
pub(super) enum Range {
    /// A value.
    Of(Node),
    /// A literal list, which is not built.
    Elements(Vec<Node>),
    /// A constant list.
    Constants(Vec<Constant>),
}

/// A text matched by a constant pattern.
#[derive(Clone, Debug)]
pub(super) struct Matches {
    pub(super) text: Node,
    pub(super) regex: regex::Regex,
    /// A quarter of the pattern's size; `None` where a match costs 1.
    pub(super) quarter: Option<u64>,
}
