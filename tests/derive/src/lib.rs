//! The UI tests of the derive macros: `ui/<class of mistake>/<mistake>.rs` must not compile, and `tests/ui.rs` compares
//! the compiler's output with the file beside it.
//!
//! They are a package of their own because trybuild compiles the dependencies of the package that it runs in again.
