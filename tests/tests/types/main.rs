//! Types that derive our macros: the CRDs and schemas that are generated, and whether serde agrees with these.

mod allowed;
mod attributes;
#[path = "channels.rs"]
mod channel_selection;
mod conversion;
mod derive;
mod derive_shapes;
mod imported;
mod kep_litmus;
mod kube_spelling;
mod lint_examples;
mod manifests;
mod matrix;
mod places;
mod pod_templates;
mod real_world;
mod rules_across;
mod serde_schema_parity;
mod validate_rust;

// The sources of the derive that `rules_across` includes say `crate::check`.
use rules_across::check;

crd_core::channels! {
    standard,
    experimental: alpha;
    annotation = "routes.example.com/channel";
    bundle_version = "routes.example.com/bundle", "v1.2.3";
}
