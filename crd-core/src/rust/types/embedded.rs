//! Kubernetes objects inside other objects, and objects without a schema.

use serde::{Deserialize, Serialize};

use crate::rust::shape::{Attrs, Kind, Schema, Shape};

/// A whole Kubernetes object inside another: `x-kubernetes-embedded-resource`.
///
/// The server requires `apiVersion` and `kind` in it and checks its `metadata`. With the default `T` any object
/// is accepted and nothing is pruned; with another type the fields of `T` are those of the object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EmbeddedResource<T = serde_json::Value>(pub T);

impl<T: Schema> Schema for EmbeddedResource<T> {
    const SHAPE: Shape = Shape::new(
        "EmbeddedResource",
        match T::SHAPE.kind {
            Kind::Any => Kind::EmbeddedResource(None),
            _ => Kind::EmbeddedResource(Some(T::REF)),
        },
    );
}

/// Any JSON object (`runtime.RawExtension`). Nothing in it is pruned.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RawExtension(pub serde_json::Map<String, serde_json::Value>);

impl Schema for RawExtension {
    const SHAPE: Shape = Shape::new("RawExtension", Kind::Object(&[])).with(&Attrs {
        preserve_unknown_fields: true,
        ..Attrs::NONE
    });
    const REF: &'static Shape = crate::rust::shape::std::at_one_place!(RawExtension);
}
