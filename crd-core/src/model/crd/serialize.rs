//! The manifest of a CRD, members in the order people read them. `status` is never written.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{
    Conversion, Crd, CrdSpec, Names, ObjectMeta, PrinterColumn, Scale, ServiceReference, Subresources,
    Validation, Version, WebhookClientConfig, WebhookConversion,
};
use crate::model::map::Map;

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

fn text<M: SerializeMap>(map: &mut M, name: &'static str, value: &str) -> Result<(), M::Error> {
    if value.is_empty() {
        Ok(())
    } else {
        map.serialize_entry(name, value)
    }
}

fn list<M: SerializeMap, T: Serialize>(map: &mut M, name: &'static str, value: &[T]) -> Result<(), M::Error> {
    if value.is_empty() {
        Ok(())
    } else {
        map.serialize_entry(name, value)
    }
}

fn strings<M: SerializeMap>(map: &mut M, name: &'static str, value: &Map<Box<str>>) -> Result<(), M::Error> {
    if value.is_empty() {
        Ok(())
    } else {
        map.serialize_entry(name, value)
    }
}

fn option<M: SerializeMap, T: Serialize>(
    map: &mut M,
    name: &'static str,
    value: Option<&T>,
) -> Result<(), M::Error> {
    value.map_or(Ok(()), |value| map.serialize_entry(name, value))
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

/// The members of metadata that authors of manifests write; a server writes the others.
struct ManifestMetadata<'a>(&'a ObjectMeta);

impl Serialize for ManifestMetadata<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        text(&mut map, "name", &self.0.name)?;
        strings(&mut map, "labels", &self.0.labels)?;
        strings(&mut map, "annotations", &self.0.annotations)?;
        map.end()
    }
}

impl Serialize for CrdSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        text(&mut map, "group", &self.group)?;
        map.serialize_entry("names", &self.names)?;
        text(&mut map, "scope", &self.scope)?;
        if self.preserve_unknown_fields {
            map.serialize_entry("preserveUnknownFields", &true)?;
        }
        option(&mut map, "conversion", self.conversion.as_ref())?;
        option(&mut map, "versions", self.versions.as_ref())?;
        map.end()
    }
}

impl Serialize for Names {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        text(&mut map, "kind", &self.kind)?;
        text(&mut map, "listKind", &self.list_kind)?;
        text(&mut map, "plural", &self.plural)?;
        text(&mut map, "singular", &self.singular)?;
        list(&mut map, "shortNames", &self.short_names)?;
        list(&mut map, "categories", &self.categories)?;
        map.end()
    }
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &*self.name)?;
        map.serialize_entry("served", &self.served)?;
        map.serialize_entry("storage", &self.storage)?;
        if self.deprecated {
            map.serialize_entry("deprecated", &true)?;
        }
        option(&mut map, "deprecationWarning", self.deprecation_warning.as_ref())?;
        list(
            &mut map,
            "additionalPrinterColumns",
            self.additional_printer_columns.as_deref().unwrap_or_default(),
        )?;
        if let Some(paths) = self.selectable_fields.as_ref().filter(|paths| !paths.is_empty()) {
            let fields: Vec<_> = paths
                .iter()
                .map(|path| SingleMember("jsonPath", Some(&**path)))
                .collect();
            map.serialize_entry("selectableFields", &fields)?;
        }
        option(&mut map, "schema", self.schema.as_ref())?;
        option(&mut map, "subresources", self.subresources.as_ref())?;
        map.end()
    }
}

impl Serialize for Validation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SingleMember("openAPIV3Schema", self.open_api_v3_schema.as_deref()).serialize(serializer)
    }
}

impl Serialize for Subresources {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        option(&mut map, "scale", self.scale.as_ref())?;
        if self.status {
            map.serialize_entry("status", &SingleMember::<str>("", None))?;
        }
        map.end()
    }
}

impl Serialize for Scale {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        text(&mut map, "specReplicasPath", &self.spec_replicas_path)?;
        text(&mut map, "statusReplicasPath", &self.status_replicas_path)?;
        option(&mut map, "labelSelectorPath", self.label_selector_path.as_ref())?;
        map.end()
    }
}

impl Serialize for PrinterColumn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        text(&mut map, "name", &self.name)?;
        text(&mut map, "description", &self.description)?;
        text(&mut map, "type", &self.type_)?;
        text(&mut map, "format", &self.format)?;
        text(&mut map, "jsonPath", &self.json_path)?;
        if self.priority != 0 {
            map.serialize_entry("priority", &self.priority)?;
        }
        map.end()
    }
}

impl Serialize for Conversion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        text(&mut map, "strategy", &self.strategy)?;
        option(&mut map, "webhook", self.webhook.as_ref())?;
        map.end()
    }
}

impl Serialize for WebhookConversion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        option(&mut map, "clientConfig", self.client_config.as_ref())?;
        option(
            &mut map,
            "conversionReviewVersions",
            self.conversion_review_versions.as_ref(),
        )?;
        map.end()
    }
}

impl Serialize for WebhookClientConfig {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        option(&mut map, "url", self.url.as_ref())?;
        option(&mut map, "service", self.service.as_ref())?;
        if !self.ca_bundle.is_empty() {
            map.serialize_entry("caBundle", &crate::go::base64::encode(&self.ca_bundle))?;
        }
        map.end()
    }
}

impl Serialize for ServiceReference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        text(&mut map, "namespace", &self.namespace)?;
        text(&mut map, "name", &self.name)?;
        option(&mut map, "path", self.path.as_ref())?;
        option(&mut map, "port", self.port.as_ref())?;
        map.end()
    }
}
