//! APIs that contain types of Kubernetes from k8s-openapi: pod templates, jobs, services, volumes.
//!
//! crd-core's feature `k8s-openapi` gives these types the schemas that Kubernetes publishes for them: types, formats,
//! required lists, list types and map keys, for the version of Kubernetes that is selected in k8s-openapi.

pub mod pipeline;
pub mod worker;

pub use pipeline::Pipeline;
pub use worker::Worker;
