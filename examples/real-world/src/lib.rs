//! Existing APIs, declared in Rust and compared with the CRDs of their projects.

pub mod bottlerocket;
pub mod cert_manager;
pub mod karpenter;
