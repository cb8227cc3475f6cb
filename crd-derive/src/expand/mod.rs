//! Generates code from checked input. Nothing here reports errors.

mod attrs;
mod checks;
mod constant;
mod fields;
mod group_version;
mod known_kind;
mod kube;
mod mentioned;
mod next;
mod next_step;
mod require;
pub(crate) mod resource;
mod root_spec;
mod rules;
pub(crate) mod schema;
pub(crate) mod serde_fallback;
mod source;
mod to_const;
pub(crate) mod union;

use proc_macro2::TokenStream;

use crate::hygiene::quote_stable;

/// Silences the user's lints, which would apply to generated code because it has the spans of user code (see `hygiene`).
fn lints() -> TokenStream {
    quote_stable! {
        #[allow(
            dead_code, deprecated, non_local_definitions, non_upper_case_globals, unused_qualifications,
            clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction
        )]
    }
}
