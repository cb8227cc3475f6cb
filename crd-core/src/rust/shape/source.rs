//! The places of a type and its members in the user's code, as the compiler gives them.

/// Where a type and its members stand in the user's code.
///
/// The derives write it with the features `check` and `registry` only, and as a function: were it a part of the constant,
/// each line that is added above a type would make the compiler evaluate its shape again.
#[derive(Clone, Copy, Debug)]
pub struct RustSource {
    /// The file as cargo names it to the compiler: absolute, or relative to the root of the workspace.
    pub file: &'static str,
    /// The line and column of the type's name, both from 1; columns count characters. Of a type that a macro makes, it is the
    /// place of the macro's call, unless the name is an argument of it.
    pub position: (u32, u32),
    /// The members: name on the wire, name in Rust, line, column. A field of a variant has the variant's name and a dot before its
    /// name on the wire.
    pub members: &'static [(&'static str, &'static str, u32, u32)],
    /// Whether it is a struct without `rename_all`, whose fields have their names in Rust on the wire.
    pub has_plain_names: bool,
}

/// The function that says where a type stands.
#[cfg(any(feature = "check", feature = "registry"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __source {
    ($file:expr, $position:expr, $members:expr, $has_plain_names:expr) => {{
        fn source() -> &'static $crate::shape::RustSource {
            &$crate::shape::RustSource {
                file: $file,
                position: $position,
                members: &$members,
                has_plain_names: $has_plain_names,
            }
        }
        ::core::option::Option::Some(source)
    }};
}

/// The function that says where a type stands: not without a feature that asks for it.
#[cfg(not(any(feature = "check", feature = "registry")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __source {
    ($($source:tt)*) => {
        ::core::option::Option::None
    };
}
