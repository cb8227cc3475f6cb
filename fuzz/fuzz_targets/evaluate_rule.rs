//! No expression causes evaluation to panic, run for long or use much memory, over any JSON value.
//!
//! The input is the text of an expression, an object, and an old object, separated by `---` lines. The objects need not match
//! the schema (`schema.json`). With a `?` before the old object, `oldSelf` is an optional.
#![no_main]

use crd_core::cel::{Expression, OldSelf, RuleScope, SelfKind};
use crd_core::field::{FieldPath, Segment};
use crd_core::{JsonSchemaProps, KubeVersion, decode, yaml};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

/// The server's cost limit of one expression.
const LIMIT: u64 = 1_000_000;

thread_local! {
    static SCHEMA: JsonSchemaProps = schema();
    static SCOPES: Vec<RuleScope> = SCHEMA.with(|schema| {
        let root: FieldPath = [Segment::Field("".into())].into_iter().collect();
        let versions = [KubeVersion::OLDEST, KubeVersion::NEWEST];
        versions.into_iter().filter_map(|version| RuleScope::new(schema, &root, version)).collect()
    });
}

fn schema() -> JsonSchemaProps {
    let schema: Value = serde_json::from_str(include_str!("../schema.json")).expect("a schema");
    let document = serde_json::json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "spec": {"versions": [{"name": "v1", "schema": {"openAPIV3Schema": schema}}]},
    });
    let read = yaml::read(document.to_string().as_bytes(), yaml::Options::default());
    let crd = decode::decode(&read.documents[0].root).crd.expect("a CRD");
    let version = &crd.spec.versions.as_ref().expect("versions")[0];
    version.openapi_schema().expect("a schema").clone()
}

fuzz_target!(|source: &str| {
    let mut parts = source.splitn(3, "\n---\n");
    let expression = parts.next().unwrap_or_default();
    let Ok(object) = serde_json::from_str::<Value>(parts.next().unwrap_or("{}")) else { return };
    let old = parts.next().unwrap_or_default();
    let (old, form) = match old.strip_prefix('?') {
        Some(old) => (old, OldSelf::Optional),
        None => (old, OldSelf::Value),
    };
    let old = serde_json::from_str::<Value>(old).ok();
    SCHEMA.with(|schema| {
        SCOPES.with(|scopes| {
            for scope in scopes {
                let Ok(Some(compiled)) = Expression::compile(scope, schema, SelfKind::Resource, expression, form) else { continue };
                let run = compiled.evaluate(&object, old.as_ref(), LIMIT);
                if let Ok(Some(explaining)) = Expression::explaining(scope, schema, SelfKind::Resource, expression, form) {
                    explaining.explain(&object, old.as_ref(), LIMIT);
                }
                assert!(run.value.is_err() || run.cost <= LIMIT, "{} for {expression}", run.cost);
            }
        });
    });
});
