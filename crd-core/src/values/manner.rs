//! The kinds of values that are generated: random, smallest, or at the edges of bounds.

use super::limits::UnionChoice;

/// Which members an object has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberChoice {
    /// All that are required, and some others.
    Whole,
    /// Some, as in an object of server-side apply.
    Partial,
}

/// How large values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// As chance has it.
    Random,
    /// As small as the schema allows: no member that is not required, the fewest elements, the shortest texts, numbers next to 0.
    Smallest,
    /// As small, but for people to read: examples and defaults where the schema has some, and texts that say something.
    Readable,
    /// At a bound wherever there is one.
    Edges,
}

impl Extent {
    /// Whether nothing is there that need not be.
    pub(super) fn is_small(self) -> bool {
        matches!(self, Extent::Smallest | Extent::Readable)
    }
}

/// What values are like.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Which members objects have.
    pub members: MemberChoice,
    /// How large values are.
    pub extent: Extent,
    /// How many of a hundred members objects have that need not be there.
    pub optional_percent: u64,
    /// So many levels down objects have members that need not be there.
    pub optional_depth: usize,
    /// How many of a hundred scalars break their restrictions.
    pub unfit_percent: u64,
    /// Which members of unions are made.
    pub union_member: UnionChoice,
}

impl Manner {
    /// Whole objects with half of the optional members.
    pub const WHOLE: Manner = Manner {
        members: MemberChoice::Whole,
        extent: Extent::Random,
        optional_percent: 50,
        optional_depth: usize::MAX,
        unfit_percent: 0,
        union_member: UnionChoice::Random,
    };
    /// The smallest values.
    pub const SMALLEST: Manner = Manner {
        extent: Extent::Smallest,
        optional_percent: 0,
        union_member: UnionChoice::Number(0),
        ..Manner::WHOLE
    };
    /// The smallest values, for people to read.
    pub const READABLE: Manner = Manner {
        extent: Extent::Readable,
        ..Manner::SMALLEST
    };
    /// Values at the edges of what is allowed.
    pub const EDGES: Manner = Manner {
        extent: Extent::Edges,
        ..Manner::WHOLE
    };
}
