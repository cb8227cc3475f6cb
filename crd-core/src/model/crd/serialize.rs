//! Writes the manifest of a CRD with its members in the usual order. `status` is never written.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{
    Conversion, Crd, CrdSpec, CrdValidation, Names, ObjectMeta, PrinterColumn, Scale, ServiceReference,
    Subresources, Version, WebhookClientConfig, WebhookConversion,
};
use crate::model::map::Map;
use crate::model::schema::{Written, entry, written_as_it_is};

/// A one-member object, such as `{jsonPath: …}` or `{}`.
struct SingleMember<'a, T: ?Sized>(&'static str, Option<&'a T>);

impl<T: Serialize + ?Sized> Serialize for SingleMember<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(value) = self.1 {
            map.serialize_entry(self.0, value)?;
        }
        map.end()
    }
}

impl Written for Vec<Box<str>> {
    type Value<'a> = &'a Vec<Box<str>>;

    fn written(&self) -> Option<&Vec<Box<str>>> {
        (!self.is_empty()).then_some(self)
    }
}

impl Written for Map<Box<str>> {
    type Value<'a> = &'a Map<Box<str>>;

    fn written(&self) -> Option<&Map<Box<str>>> {
        (!self.is_empty()).then_some(self)
    }
}

written_as_it_is!(
    Conversion,
    CrdValidation,
    Scale,
    ServiceReference,
    Subresources,
    Vec<Version>,
    WebhookClientConfig,
    WebhookConversion,
    i32,
);

/// Always written.
impl Written for Names {
    type Value<'a> = &'a Names;

    fn written(&self) -> Option<&Names> {
        Some(self)
    }
}

impl Written for i32 {
    type Value<'a> = i32;

    fn written(&self) -> Option<i32> {
        (*self != 0).then_some(*self)
    }
}

macro_rules! serialize_members {
    ($($type:ident { $($wire:literal: $field:ident),* $(,)? })*) => { $(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut map = serializer.serialize_map(None)?;
                $( entry(&mut map, $wire, &self.$field)?; )*
                map.end()
            }
        }
    )* };
}

serialize_members! {
    CrdSpec {
        "group": group,
        "names": names,
        "scope": scope,
        "preserveUnknownFields": preserve_unknown_fields,
        "conversion": conversion,
        "versions": versions,
    }
    Names {
        "kind": kind,
        "listKind": list_kind,
        "plural": plural,
        "singular": singular,
        "shortNames": short_names,
        "categories": categories,
    }
    Scale {
        "specReplicasPath": spec_replicas_path,
        "statusReplicasPath": status_replicas_path,
        "labelSelectorPath": label_selector_path,
    }
    PrinterColumn {
        "name": name,
        "description": description,
        "type": type_,
        "format": format,
        "jsonPath": json_path,
        "priority": priority,
    }
    Conversion {
        "strategy": strategy,
        "webhook": webhook,
    }
    WebhookConversion {
        "clientConfig": client_config,
        "conversionReviewVersions": conversion_review_versions,
    }
    ServiceReference {
        "namespace": namespace,
        "name": name,
        "path": path,
        "port": port,
    }
}

impl Serialize for Crd {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("apiVersion", "apiextensions.k8s.io/v1")?;
        map.serialize_entry("kind", "CustomResourceDefinition")?;
        map.serialize_entry("metadata", &ManifestMetadata(&self.metadata))?;
        map.serialize_entry("spec", &self.spec)?;
        map.end()
    }
}

/// The members of metadata that authors of manifests write; the others are set by a server.
struct ManifestMetadata<'a>(&'a ObjectMeta);

impl Serialize for ManifestMetadata<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        entry(&mut map, "name", &self.0.name)?;
        entry(&mut map, "labels", &self.0.labels)?;
        entry(&mut map, "annotations", &self.0.annotations)?;
        map.end()
    }
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &*self.name)?;
        map.serialize_entry("served", &self.served)?;
        map.serialize_entry("storage", &self.storage)?;
        entry(&mut map, "deprecated", &self.deprecated)?;
        entry(&mut map, "deprecationWarning", &self.deprecation_warning)?;
        if let Some(columns) = self
            .additional_printer_columns
            .as_ref()
            .filter(|columns| !columns.is_empty())
        {
            map.serialize_entry("additionalPrinterColumns", columns)?;
        }
        if let Some(paths) = self.selectable_fields.as_ref().filter(|paths| !paths.is_empty()) {
            let fields: Vec<_> = paths
                .iter()
                .map(|path| SingleMember("jsonPath", Some(&**path)))
                .collect();
            map.serialize_entry("selectableFields", &fields)?;
        }
        entry(&mut map, "schema", &self.schema)?;
        entry(&mut map, "subresources", &self.subresources)?;
        map.end()
    }
}

impl Serialize for CrdValidation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SingleMember("openAPIV3Schema", self.open_api_v3_schema.as_deref()).serialize(serializer)
    }
}

impl Serialize for Subresources {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        entry(&mut map, "scale", &self.scale)?;
        if self.status {
            map.serialize_entry("status", &SingleMember::<str>("", None))?;
        }
        map.end()
    }
}

impl Serialize for WebhookClientConfig {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        entry(&mut map, "url", &self.url)?;
        entry(&mut map, "service", &self.service)?;
        if !self.ca_bundle.is_empty() {
            map.serialize_entry("caBundle", &crate::go::base64::encode(&self.ca_bundle))?;
        }
        map.end()
    }
}
