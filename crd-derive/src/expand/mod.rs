//! Checked input to generated code. Nothing here can fail.

pub(crate) mod attrs;
pub(crate) mod checks;
pub(crate) mod fields;
pub(crate) mod kube;
pub(crate) mod resource;
pub(crate) mod schema;
mod seen;
pub(crate) mod union;

use proc_macro2::TokenStream;

use crate::ground::code;

/// Generated code looks like the user's (`ground`), so lints of the user's would speak of it.
fn lints() -> TokenStream {
    code! {
        #[allow(
            dead_code, deprecated, non_local_definitions, non_upper_case_globals, unused_qualifications,
            clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction
        )]
    }
}
