//! What is known about values before a rule is read: their types, bounds and texts.

/// The minimum and the maximum of a number. Both may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueRange {
    /// The minimum.
    pub least: f64,
    /// The maximum.
    pub most: f64,
    /// The numbers between them.
    pub numbers: Numbers,
}

/// The numbers of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Only integers.
    Integers,
    /// All numbers. Bounds are inclusive, also where the value never reaches them.
    Reals,
}

impl ValueRange {
    /// Every number.
    pub const ANY: Self = Self::reals(f64::NEG_INFINITY, f64::INFINITY);

    /// The integers from a minimum to a maximum.
    #[must_use]
    pub const fn integers(least: f64, most: f64) -> Self {
        ValueRange {
            least,
            most,
            numbers: Numbers::Integers,
        }
    }

    /// The numbers from a minimum to a maximum.
    #[must_use]
    pub const fn reals(least: f64, most: f64) -> Self {
        ValueRange {
            least,
            most,
            numbers: Numbers::Reals,
        }
    }

    /// Whether it contains only this number.
    pub(super) fn is_at(self, number: f64) -> bool {
        self.least >= number && self.most <= number
    }

    /// Returns the range of the numbers of either.
    pub(super) fn or(self, other: Self) -> Self {
        ValueRange {
            least: self.least.min(other.least),
            most: self.most.max(other.most),
            numbers: if self.is_integers() && other.is_integers() {
                Numbers::Integers
            } else {
                Numbers::Reals
            },
        }
    }

    pub(super) fn is_integers(self) -> bool {
        self.numbers == Numbers::Integers
    }
}

/// What a schema says about the value of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DeclaredValue {
    /// It is a point in time.
    Timestamp,
    /// It is a duration.
    Duration,
    /// It is a boolean.
    Boolean,
    /// It is an integer.
    Integer,
    /// It is a number, or a size, of a range.
    Range(ValueRange),
    /// It is one of this many texts.
    OneOf(usize),
}

/// Whether values have a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberPresence {
    /// All of them have it, and it is never null.
    Always,
    /// Some of them have it, and rules never see null in its place: a declared member that is null is absent for rules. So an expression
    /// with its value is an error for the others.
    Sometimes,
    /// It may be null.
    Unknown,
}

/// The name of an element of a list, in the path of a member. It is not that of a list if it is a map.
pub const LIST_ELEMENT: &str = "[]";
/// The name of a value of a map.
pub const MAP_VALUE: &str = "{}";
/// The name of an element of a list, or of a value of a map.
pub const ELEMENT: &str = "*";

/// What is known about every value of `self`, or of a member of it.
///
/// A member is given by the names on the way to it: `self` has none, `self.a.b` has `a` and `b`, and `self.map['k']` has `map` and `k`.
/// Variables of loops have [`LIST_ELEMENT`], [`MAP_VALUE`] or [`ELEMENT`] in place of a name.
/// Except for [`presence`](Self::presence), answers are about values that are present and not null, and there are none for those that may
/// be null.
pub trait KnownValues {
    /// Returns the range of a number.
    fn numbers(&self, of: &[&str]) -> Option<ValueRange>;

    /// Returns the range of the size of a string, a list or a map.
    fn sizes(&self, of: &[&str]) -> Option<ValueRange>;

    /// Whether values have a member.
    fn presence(&self, member: &[&str]) -> MemberPresence;

    /// Returns CEL's name of the type of a value: `int`, `double`, `bool`, `string` or `list`.
    fn type_name(&self, _: &[&str]) -> Option<&'static str> {
        None
    }

    /// Whether every value equals itself: one with a null in it does not before Kubernetes 1.34.
    fn equals_itself(&self, of: &[&str]) -> bool {
        self.type_name(of).is_some_and(|name| name != "list")
    }

    /// Returns all strings that a value can be; `None` if they are not known.
    fn texts(&self, _: &[&str]) -> Option<Vec<String>> {
        None
    }

    /// Returns the only boolean that a value can be.
    fn boolean(&self, _: &[&str]) -> Option<bool> {
        None
    }
}
