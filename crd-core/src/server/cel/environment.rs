//! What expressions see besides the types of a schema: the name of the type of `self`, and the form of `oldSelf`.

/// The name of the type of `self` in error texts; the server's ends in random digits.
pub(super) const SELF_TYPE: &str = "selfType1";

/// What `oldSelf` is in an expression.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OldSelf {
    /// The old value; the expression runs on updates only if it uses it.
    #[default]
    Value,
    /// An optional, empty on create, as in rules with `optionalOldSelf: true`.
    Optional,
}
