//! What expressions see besides the types of a schema: the name of the type of `self`, and the form of `oldSelf`.

/// The name of the type of `self` in error texts; the server's ends in random digits.
pub(super) const SELF_TYPE: &str = "selfType1";
