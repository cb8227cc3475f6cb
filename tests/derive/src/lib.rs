//! The UI tests of the derive macros: `ui/<class of mistake>/<mistake>.rs` must not compile, and `tests/ui` compares
//! the compiler's output with the file beside it.
//!
//! They are a separate package because the cases can use only its dependencies.
