//! Checks on shapes that the compiler evaluates.
//!
//! The derive macros emit `const _: () = require(…)` for each check, with the span of the token that the check concerns. The
//! generator calls the checks on flattened fields ([`distinct`], [`distinct_in_variant`]) and on enums with data
//! ([`variant`]) at run time too, since no constant is emitted for generic types. The checks return their message; only
//! [`require`] panics.
//!
//! The compiler reads the body of each function that a constant calls. Functions that are only needed for an error,
//! such as those that compose long messages, are therefore separate.
//!
//! All functions of constants are `#[inline]`: no machine code is generated for functions that run only in the compiler. It would be a
//! tenth of what a build of crd-core generates.
//!
//! ```
//! use crd_core::shape::check;
//! use crd_core::{Schema, types::Condition};
//!
//! let list = &<Vec<Condition> as Schema>::SHAPE;
//! assert!(check::list_map_key(list, "type").is_ok());
//! let wrong = check::list_map_key(list, "tpye").unwrap_err();
//! assert_eq!(
//!     wrong.as_str(),
//!     "`list_map_keys`: `tpye` is not a field of `Condition`; did you mean `type`? [CRD0331]"
//! );
//! ```

#![expect(
    clippy::result_large_err,
    clippy::large_types_passed_by_value,
    reason = "constants cannot allocate, so messages are held in place"
)]

#[macro_use]
mod text;

mod defaults;
mod enumeration;
mod json_type;
mod keywords;
mod lists;
mod members;
mod next;
mod numbers;
mod paths;
mod readable;
mod rejected;
pub(super) mod resolve;
pub mod rules;
mod sizes;
#[cfg(test)]
mod tests;

mod unions;
mod unsuited;
mod variants;
mod walk;

pub use defaults::{default, default_of_json, spec_default, status_default};
pub use enumeration::enumeration;
pub(crate) use json_type::of_std;
pub use keywords::{BoundKeyword, number_bound, ordered};
pub use lists::{embedded_resource, list_atomic, list_map, list_map_key, list_set, map_type};
pub use members::{content, distinct, distinct_in_variant, elements, field, nested, optional, variant_field};
pub use next::{
    fits, is_circle, next_added, next_added_has_one_source, next_added_variant,
    next_added_variant_has_one_source, next_by_key, next_case, next_complete, next_content,
    next_discriminator, next_dropped, next_field, next_function, next_function_down, next_group,
    next_has_an_end, next_has_one_source, next_is_of_type, next_kind, next_list_element, next_metadata,
    next_moved, next_source, next_status, next_target, next_text_functions, next_variant,
    next_variant_has_one_source, next_variants_complete, next_version,
};
#[cfg(feature = "convert")]
pub(crate) use next::{is_same, member_shape};
pub use paths::{
    Root, at, attrs_at, column, column_of_field, declared, ends_before, flat_root, in_channel, in_order,
    only_since, replicas, required, selectable, selectable_field, selector, shape_at,
};
pub use readable::{nullable, reads_unknown_fields, typed};
pub use text::{Message, NamePath};
pub use unions::{discriminator, union_content, union_member};
pub use unsuited::{Keyword, format, keyword};
pub use variants::variant;

/// The outcome of a check.
pub type CheckResult = Result<(), Message>;

/// The outcome for a type that has attributes of a custom resource and does not derive one.
pub const NO_CUSTOM_RESOURCE: CheckResult = Err(message!(
    ATTRIBUTE_MISPLACED,
    "this attribute has no effect, because only `#[derive(CustomResource)]` reads it; add \
     `#[derive(crd_core::CustomResource)]` to the struct, or remove the attribute"
));

/// Checks that a spec or a status implements the traits of the standard library that the root of its custom resource has.
#[inline]
pub const fn implements(name: &'static str, clone: bool, debug: bool) -> CheckResult {
    let lacking = match (clone, debug) {
        (true, true) => return Ok(()),
        (false, true) => "`Clone`",
        (true, false) => "`Debug`",
        (false, false) => "`Clone` and `Debug`",
    };
    Err(message!(
        ATTRIBUTE_MISSING,
        "`{}` does not implement {}, which a custom resource needs; add {} to its derives",
        [name, lacking, lacking]
    ))
}

/// Panics if the check failed.
///
/// # Panics
/// With the message of the check. In a constant that is a compile error at the caller.
#[expect(
    clippy::panic,
    reason = "in a constant, a panic is a compile error with this message"
)]
#[track_caller]
#[inline]
pub const fn require(outcome: CheckResult) {
    if let Err(message) = outcome {
        panic!("{}", message.as_str());
    }
}

/// Checks that a count from a constant, such as `max_length = MAX_NAME`, is not negative and fits into 64 bits.
#[inline]
pub const fn count(value: i128) -> CheckResult {
    if value >= 0 && value <= i64::MAX as i128 {
        return Ok(());
    }
    Err(message!(
        ATTRIBUTE_VALUE,
        "this constant is {}, but a count cannot be negative or above 2^63-1",
        [Message::number(value).as_str()]
    ))
}

/// Checks that a bound from an integer constant, such as `maximum = MOST`, is a number that a float holds.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "the number is the same after the conversion, or is reported"
)]
#[inline]
pub const fn bound(value: i128) -> CheckResult {
    let nearest = value as f64 as i128;
    if nearest == value {
        return Ok(());
    }
    Err(message!(
        ATTRIBUTE_VALUE,
        "this constant is {}, which a 64-bit float, the type of bounds, cannot represent; the nearest value \
         is {}",
        [Message::number(value).as_str(), Message::number(nearest).as_str()]
    ))
}
