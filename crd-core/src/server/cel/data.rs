//! Converts the schema of an object to the schema by which its values become CEL values.

use crd_cel::escape;
use crd_cel::eval::{DataField, DataKind, DataSchema, ListKind, ListSchema, ObjectSchema};

use super::declared::has_type_and_metadata;
use super::environment::SelfKind;
use crate::model::map::Map;
use crate::model::schema::JsonSchemaProps;

/// Returns the conversion of the values at a node to CEL values; `None` if expressions cannot access them.
pub(crate) fn data_schema(schema: &JsonSchemaProps, kind: SelfKind) -> Option<DataSchema> {
    let data_kind = if schema.x_int_or_string {
        DataKind::IntOrString
    } else {
        match &*schema.type_ {
            "array" => {
                let items = schema.item_schema()?;
                DataKind::List(Box::new(ListSchema {
                    items: data_schema(items, SelfKind::declared_by(items))?,
                    kind: list_kind(schema),
                }))
            }
            "object" => match schema.additional_schema() {
                Some(values) => DataKind::Map(Box::new(data_schema(values, SelfKind::declared_by(values))?)),
                None => DataKind::Object(object(schema, kind)),
            },
            "string" => match &*schema.format {
                "byte" => DataKind::Bytes,
                "duration" => DataKind::Duration,
                "date" => DataKind::Date,
                "date-time" => DataKind::DateTime,
                _ => DataKind::String,
            },
            "boolean" => DataKind::Bool,
            "number" => DataKind::Double,
            "integer" => DataKind::Int,
            "" if schema.x_preserve_unknown_fields == Some(true) => DataKind::Preserved,
            _ => return None,
        }
    };
    Some(DataSchema {
        kind: data_kind,
        nullable: schema.nullable,
    })
}

fn list_kind(schema: &JsonSchemaProps) -> ListKind {
    match schema.x_list_type.as_deref() {
        Some("set") => ListKind::Set,
        Some("map") => ListKind::Map(schema.list_map_keys().iter().map(ToString::to_string).collect()),
        _ => ListKind::Atomic,
    }
}

fn object(schema: &JsonSchemaProps, kind: SelfKind) -> ObjectSchema {
    let is_resource = kind.is_resource(schema) && !has_type_and_metadata(schema);
    let mut fields = Vec::new();
    let mut add = |key: &str, schema: DataSchema| {
        fields.push(DataField {
            // Expressions cannot contain the name, but comparisons of the object include the field.
            name: escape(key).unwrap_or_else(|| key.to_owned()),
            key: key.to_owned(),
            schema,
        });
    };
    for (key, property) in schema.properties.iter().flat_map(Map::iter) {
        if is_resource && matches!(key, "apiVersion" | "kind" | "metadata") {
            continue;
        }
        if let Some(schema) = data_schema(property, SelfKind::declared_by(property)) {
            add(key, schema);
        }
    }
    if is_resource {
        add("apiVersion", DataSchema::new(DataKind::String));
        add("kind", DataSchema::new(DataKind::String));
        let name = |key: &str| DataField {
            name: key.to_owned(),
            key: key.to_owned(),
            schema: DataSchema::new(DataKind::String),
        };
        let metadata = ObjectSchema::new(vec![name("generateName"), name("name")]);
        add("metadata", DataSchema::new(DataKind::Object(metadata)));
    }
    ObjectSchema::new(fields)
}
