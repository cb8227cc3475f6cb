//! Tests of the types of k8s-openapi: their shapes, and the CRDs of the example.

mod agree;
mod crds;
mod imported;
mod published;
mod support;
