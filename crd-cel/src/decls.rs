//! The functions of the Kubernetes environment, by compatibility version.

use crate::types::TypeId;

/// One signature of a function.
#[derive(Debug, PartialEq, Eq)]
pub struct Overload {
    /// cel-go's overload id, such as `add_int64`.
    pub id: &'static str,
    /// Parameters; of a member function the receiver is the first.
    pub params: &'static [TypeId],
    /// The result.
    pub result: TypeId,
    /// Whether it is called as `receiver.function(…)`.
    pub member: bool,
    /// The first compatibility version (minor of 1.x) that has it; 0 for always.
    pub since: u8,
}
