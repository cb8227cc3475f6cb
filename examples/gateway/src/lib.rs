//! Gateway API's `GRPCRoute` in both of its release channels, from one source.
//!
//! `cargo run -p crd-gen-cli -- generate -p gateway-examples --channel standard --channel experimental -o examples/gateway/crds`
//! writes both. What differs between them: `sessionPersistence`, `useDefaultGateways`, a rule on the names of rules, the rules on
//! `parentRefs`, and the pattern of values of headers.

mod filters;
mod grpc_route;
mod names;
mod session;

pub use filters::*;
pub use grpc_route::*;
pub use names::*;
pub use session::*;

crd_core::channels! {
    standard,
    experimental;
    annotation = "gateway.networking.k8s.io/channel";
    bundle_version = "gateway.networking.k8s.io/bundle-version", "v0.0.0-dev";
}
