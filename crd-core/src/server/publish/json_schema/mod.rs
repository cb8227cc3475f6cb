//! JSON Schemas for editors and for validators of manifests.
//!
//! ```text
//! replicas: {type: integer, minimum: 1, exclusiveMinimum: true, default: 1}
//! ->          {type: [integer, "null"], exclusiveMinimum: 1, default: 1}
//! ```
//!
//! **The schema admits everything that the server admits.** The server prunes, drops nulls and sets defaults
//! before it validates, so a keyword that could reject what those steps repair is written in a weaker form or left out:
//!
//! * a member may be null where the server drops null or replaces it with a default;
//! * a required member with a default is not required;
//! * with the status subresource enabled, `status` is not restricted, because requests to the main resource do not set it;
//! * bounds of the number of members hold only without null, and lower ones only without defaults;
//! * a combination that refers to members with defaults is left out;
//! * where a format applies, a list is allowed, because the server does not check the type then;
//! * formats are left out, because validators interpret them differently; patterns are written in a dialect
//!   that validators share, or left out; `multipleOf` is written for whole numbers.
//!
//! Rules in CEL, and the uniqueness of elements other than strings, cannot be expressed in JSON Schema.

mod junctors;
mod node;
mod options;

use serde_json::{Map, Value, json};

use super::resource::find;
use crate::model::crd::Crd;
use crate::model::field::Path;
use crate::model::structural::Structural;
use node::NullHandling;
pub use options::{Draft, JsonSchemaOptions, UnknownFields};
use options::{SchemaMembers, Writer};

/// Returns the JSON Schema of objects of a version; `None` if the CRD has no such version.
///
/// It admits every object that the server creates under strict field validation. For a schema that is not
/// structural, it only restricts `apiVersion`, `kind` and `metadata`.
pub fn json_schema(crd: &Crd, version: &str, options: JsonSchemaOptions) -> Option<Value> {
    let resource = find(crd, version)?;
    let structural = resource
        .schema()
        .and_then(|schema| Structural::from_schema(schema, &Path::root(""), options.server).ok());
    let mut writer = Writer { options };
    let mut schema = match &structural {
        Some(root) => writer.node(root, NullHandling::Kept),
        None => Map::new(),
    };
    if resource.status
        && let Some(Value::Object(properties)) = schema.get_mut("properties")
        && let Some(status) = properties.get_mut("status")
    {
        // Requests to the main resource do not set it, whatever it contains.
        let description = status.get("description").cloned();
        *status = description.map_or_else(|| json!({}), |text| json!({"description": text}));
    }
    let open = structural
        .as_ref()
        .is_none_or(|root| root.preserve_unknown_fields);
    writer.add_type_meta(
        &mut schema,
        resource.group,
        version,
        resource.kind,
        structural.as_ref(),
    );
    if open {
        schema.remove("additionalProperties");
    }
    let dialect = match options.draft {
        Draft::Draft7 => "http://json-schema.org/draft-07/schema#",
        Draft::Draft202012 => "https://json-schema.org/draft/2020-12/schema",
    };
    schema.insert("$schema".into(), dialect.into());
    schema.insert("title".into(), resource.kind.into());
    let gvk = json!([{"group": resource.group, "kind": resource.kind, "version": version}]);
    schema.insert("x-kubernetes-group-version-kind".into(), gvk);
    Some(Value::Object(schema))
}

impl Writer {
    /// Adds `apiVersion`, `kind` and the members of every object's metadata.
    fn add_type_meta(
        &mut self,
        schema: &mut SchemaMembers,
        group: &str,
        version: &str,
        kind: &str,
        root: Option<&Structural>,
    ) {
        schema.insert("type".into(), "object".into());
        let properties = schema.entry("properties").or_insert_with(|| json!({}));
        let Value::Object(properties) = properties else {
            return;
        };
        let api_version = if group.is_empty() {
            version.into()
        } else {
            format!("{group}/{version}")
        };
        properties.insert(
            "apiVersion".into(),
            json!({"type": "string", "const": api_version}),
        );
        properties.insert("kind".into(), json!({"type": "string", "const": kind}));
        let texts = json!({"type": ["object", "null"], "additionalProperties": {"type": ["string", "null"]}});
        let mut metadata = json!({
            "description": "Standard object's metadata.",
            "type": ["object", "null"],
            "properties": {
                "name": {"type": ["string", "null"]},
                "generateName": {"type": ["string", "null"]},
                "namespace": {"type": ["string", "null"]},
                "labels": texts,
                "annotations": texts,
                "finalizers": {"type": ["array", "null"]},
                "ownerReferences": {"type": ["array", "null"]},
            },
        });
        if self.options.unknown_fields == UnknownFields::Reject
            && let Value::Object(members) = &mut metadata
        {
            let known = "^(name|generateName|namespace|selfLink|uid|resourceVersion|generation|creationTimestamp|\
                         deletionTimestamp|deletionGracePeriodSeconds|labels|annotations|ownerReferences|finalizers|\
                         managedFields|clusterName)$";
            members.insert("propertyNames".into(), json!({"pattern": known}));
        }
        let declared = root.and_then(|root| root.property("metadata"));
        if let Some(declared) = declared {
            let restricted = self.node(declared, NullHandling::NullRepaired);
            let mut restricted = Value::Object(restricted);
            if let Value::Object(members) = &mut restricted {
                members.remove("additionalProperties");
            }
            metadata = json!({"allOf": [metadata, restricted]});
        }
        properties.insert("metadata".into(), metadata);
        let required = schema.entry("required").or_insert_with(|| json!([]));
        if let Value::Array(required) = required {
            for name in ["apiVersion", "kind"] {
                if !required.iter().any(|other| other == name) {
                    required.push(name.into());
                }
            }
        }
    }
}
