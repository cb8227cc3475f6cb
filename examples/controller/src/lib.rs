//! A small controller with kube: the API is declared with `#[crd(kube)]`, so `kube::Api`, `kube::runtime` and
//! `kube::CustomResourceExt` work as with kube's own derive.

pub mod api;
pub mod controller;
