//! APIs that exist in the world, declared from scratch in Rust and compared with the CRDs their projects ship.

pub mod bottlerocket;
pub mod cert_manager;
pub mod karpenter;
