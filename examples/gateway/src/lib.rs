//! Gateway API's `Gateway`, `HTTPRoute` and `GRPCRoute` in both of its release channels, from one source.
//!
//! `cargo xtask regenerate examples` writes both into `examples/gateway/crds`. Differences between the channels are declared at
//! the field, rule, value or pattern: `channel = experimental`, `before = experimental` and `only(…)`.

mod common;
mod filters;
mod gateway;
mod grpc_route;
mod http_filters;
mod http_route;
mod listeners;
mod names;
mod session;

pub use common::*;
pub use filters::*;
pub use gateway::*;
pub use grpc_route::*;
pub use http_filters::*;
pub use http_route::*;
pub use listeners::*;
pub use names::*;
pub use session::*;

crd_core::channels! {
    standard,
    experimental;
    annotation = "gateway.networking.k8s.io/channel";
    bundle_version = "gateway.networking.k8s.io/bundle-version", "v1.6.3";
}
