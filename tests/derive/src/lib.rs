//! The UI tests of the derive macros: `ui/<class of mistake>/<mistake>.rs` must not compile, and `tests/ui` compares
//! the compiler's output with the file beside it.
//!
//! They are a package of their own because its dependencies are all that the cases can use.
