//! Generates values of JSON schemas with crd-core's generator.

use crd_core::decode::decode;
use crd_core::field::Path;
use crd_core::structural::StructuralShape;
use crd_core::values::{ValueOptions, Values};
use crd_core::{KubeVersion, Structural};
use serde_json::{Value, json};

use crate::rng::Rng;
use crate::server_parity::our_verdict::node;

/// Most values are valid, and objects have few optional members.
pub const FITTING: ValueOptions = ValueOptions {
    optional_percent: 40,
    optional_depth: 6,
    unfit_percent: 8,
    ..ValueOptions::WHOLE
};

/// Returns the structural form of a schema; `None` if it is not structural.
pub fn structural(schema: &Value) -> Option<Structural> {
    // Allows any node, not only that of a whole object.
    let root = json!({"type": "object", "properties": {"value": schema}});
    let crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "spec": {"versions": [{"schema": {"openAPIV3Schema": root}}]},
    });
    let crd = decode(&node(&crd)).crd?;
    let schema = crd.spec.versions.iter().flatten().next()?.schema.as_ref()?;
    let schema = schema.open_api_v3_schema.as_ref()?;
    let root = Structural::from_schema(schema, &Path::root("schema"), KubeVersion::DEFAULT).ok()?;
    match root.shape {
        StructuralShape::Object(object) => object.properties.get("value").cloned(),
        _ => None,
    }
}

/// Generates a random value of a schema.
pub fn value(schema: &Structural, options: ValueOptions, rng: &mut Rng) -> Value {
    let seed = u64::try_from(rng.below(usize::MAX)).unwrap_or(0);
    Values::new(seed).value(schema, options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_json_schemas_fit() {
        let schema = structural(&json!({"type": "string", "enum": ["a", "b"]})).unwrap();
        let value = value(&schema, ValueOptions::WHOLE, &mut Rng::new(1));
        assert!(value == "a" || value == "b", "{value}");
        assert_eq!(
            structural(&json!({"type": "object", "properties": {"a": {}}})),
            None
        );
    }
}
