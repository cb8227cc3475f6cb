//! Shapes of k8s-openapi's types (feature `k8s-openapi`).
//!
//! They are statics: a crate that uses a type refers to its shape and carries no copy of it, and the compiler reads
//! of it what a check asks for. `published` is generated from what Kubernetes publishes; the types that are no
//! objects are in `scalars`.

mod published;
mod scalars;
mod shapes;
