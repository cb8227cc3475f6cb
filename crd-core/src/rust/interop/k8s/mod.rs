//! Shapes of k8s-openapi's types (feature `k8s-openapi`).
//!
//! They are statics, not constants: a crate that uses a type refers to its shape without copying it, and the compiler
//! reads only the parts that a check needs. `published` is generated from the `OpenAPI` documents of Kubernetes; the
//! types that are not objects are in `scalars`.

mod crd;
mod published;
mod scalars;
mod shapes;
