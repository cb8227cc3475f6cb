//! APIs that hold Kubernetes' own types: pod templates, jobs, services, volumes, as k8s-openapi has them.
//!
//! crd-core's feature `k8s-openapi` gives these types the schemas that Kubernetes publishes for them: types, formats,
//! required lists, list types and map keys, for the version of Kubernetes that is picked in k8s-openapi.

pub mod pipeline;
pub mod worker;

pub use pipeline::Pipeline;
pub use worker::Worker;
