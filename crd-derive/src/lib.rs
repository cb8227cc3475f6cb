//! Derive macros of crd-gen.
