//! Guides.

#[doc = include_str!("from_kube_derive.md")]
pub mod from_kube_derive {}
