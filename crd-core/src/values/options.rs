//! Options for generated values: random, smallest, or at bounds.

use super::limits::UnionChoice;

/// The members of a generated object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberChoice {
    /// All required members, and some others.
    Whole,
    /// Some members, as in an object of server-side apply.
    Partial,
}

/// The size of generated values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueSize {
    /// Random.
    Random,
    /// As small as the schema allows: no optional members, the fewest elements, the shortest strings, numbers closest to 0.
    Smallest,
    /// As small, but readable: examples and defaults if the schema has them, and meaningful strings.
    Readable,
    /// At the bounds, if there are any.
    Edges,
}

impl ValueSize {
    /// Whether optional parts are left out.
    pub(super) fn is_small(self) -> bool {
        matches!(self, ValueSize::Smallest | ValueSize::Readable)
    }
}

/// Options for generated values.
#[derive(Clone, Copy, Debug)]
pub struct ValueOptions {
    /// The members that objects have.
    pub members: MemberChoice,
    /// The size of generated values.
    pub size: ValueSize,
    /// Percentage of optional members that are generated.
    pub optional_percent: u64,
    /// Depth to which optional members are generated.
    pub optional_depth: usize,
    /// Percentage of scalars that violate their restrictions.
    pub unfit_percent: u64,
    /// The members of unions that are generated.
    pub union_member: UnionChoice,
}

impl ValueOptions {
    /// Whole objects with half of the optional members.
    pub const WHOLE: ValueOptions = ValueOptions {
        members: MemberChoice::Whole,
        size: ValueSize::Random,
        optional_percent: 50,
        optional_depth: usize::MAX,
        unfit_percent: 0,
        union_member: UnionChoice::Random,
    };
    /// The smallest values.
    pub const SMALLEST: ValueOptions = ValueOptions {
        size: ValueSize::Smallest,
        optional_percent: 0,
        union_member: UnionChoice::Number(0),
        ..ValueOptions::WHOLE
    };
    /// The smallest readable values.
    pub const READABLE: ValueOptions = ValueOptions {
        size: ValueSize::Readable,
        ..ValueOptions::SMALLEST
    };
    /// Values at the bounds.
    pub const EDGES: ValueOptions = ValueOptions {
        size: ValueSize::Edges,
        ..ValueOptions::WHOLE
    };
}
