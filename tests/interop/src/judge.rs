//! The server's verdict on single values, rules included.

use crd_core::objects::{Admission, Request, ResourceOptions};
use crd_core::structural::{Object, StructuralShape};
use crd_core::{KubeVersion, Structural};
use serde_json::{Value, json};

/// Validates values with a schema, as a server validates the creation of an object that has them in `spec.value`.
#[derive(Clone, Debug)]
pub struct Judge(Admission);

impl Judge {
    /// Creates the judge of the values of a schema.
    pub fn new(schema: Structural) -> Judge {
        let root = member("spec", member("value", schema));
        let options = ResourceOptions::new(KubeVersion::DEFAULT, "interop.example.com/v1", "Holder");
        Judge(Admission::of_structural(&root, options))
    }

    /// Whether the server admits a value.
    pub fn admits(&self, value: &Value) -> bool {
        let object = json!({
            "apiVersion": "interop.example.com/v1", "kind": "Holder", "metadata": {"name": "a"},
            "spec": {"value": value},
        });
        self.0.admit(Request::create(&object)).is_accepted()
    }
}

/// Returns the schema of an object with one required member.
fn member(name: &str, schema: Structural) -> Structural {
    let mut node = Structural::new(StructuralShape::Object(Object {
        properties: [(name, schema)].into_iter().collect(),
        ..Object::default()
    }));
    node.validation.required = Some(vec![name.into()]);
    node
}
