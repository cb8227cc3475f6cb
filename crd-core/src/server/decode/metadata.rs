//! `metadata`.

use super::{each_element, each_member};
use crate::go::time;
use crate::model::crd::{ManagedFields, Metadata, OwnerReference};
use crate::model::map::Map;
use crate::server::decode::reader::{At, Reader};
use crate::yaml::tree::{Node, Value};

impl Reader {
    pub(super) fn metadata(&mut self, node: &Node, at: At<'_>) -> Metadata {
        let mut out = Metadata::default();
        each_member(
            self,
            node,
            at,
            ("ObjectMeta", "v1.ObjectMeta"),
            |reader, name, value, here| {
                match name {
                    "name" => out.name = reader.text(value, here),
                    "generateName" => out.generate_name = reader.text(value, here),
                    "namespace" => out.namespace = reader.text(value, here),
                    "uid" => out.uid = reader.text_as(value, here, "types.UID").unwrap_or_default(),
                    "resourceVersion" => out.resource_version = reader.text(value, here),
                    "generation" => out.generation = reader.integer(value, here).unwrap_or_default(),
                    "creationTimestamp" => out.creation_timestamp = reader.time(value, here),
                    "deletionTimestamp" => out.deletion_timestamp = reader.time(value, here),
                    "deletionGracePeriodSeconds" => {
                        out.deletion_grace_period_seconds = reader.integer(value, here);
                    }
                    "labels" => out.labels = reader.text_map(value, here),
                    "annotations" => out.annotations = reader.text_map(value, here),
                    "ownerReferences" => out.owner_references = reader.owner_references(value, here),
                    "finalizers" => out.finalizers = reader.texts(value, here).unwrap_or_default(),
                    "selfLink" => _ = reader.text(value, here),
                    "managedFields" => out.managed_fields = reader.managed_fields(value, here),
                    _ => return false,
                }
                true
            },
        );
        out
    }

    fn owner_references(&mut self, node: &Node, at: At<'_>) -> Vec<OwnerReference> {
        each_element(self, node, at, "[]v1.OwnerReference", Reader::owner_reference).unwrap_or_default()
    }

    fn owner_reference(&mut self, node: &Node, at: At<'_>) -> OwnerReference {
        let mut out = OwnerReference::default();
        each_member(
            self,
            node,
            at,
            ("OwnerReference", "v1.OwnerReference"),
            |reader, name, value, here| {
                match name {
                    "apiVersion" => out.api_version = reader.text(value, here),
                    "kind" => out.kind = reader.text(value, here),
                    "name" => out.name = reader.text(value, here),
                    "uid" => out.uid = reader.text_as(value, here, "types.UID").unwrap_or_default(),
                    "controller" => out.controller = reader.flag(value, here),
                    "blockOwnerDeletion" => out.block_owner_deletion = reader.flag(value, here),
                    _ => return false,
                }
                true
            },
        );
        out
    }

    fn managed_fields(&mut self, node: &Node, at: At<'_>) -> Vec<ManagedFields> {
        let entries = each_element(self, node, at, "[]v1.ManagedFieldsEntry", |reader, item, here| {
            let mut out = ManagedFields::default();
            each_member(
                reader,
                item,
                here,
                ("ManagedFieldsEntry", "v1.ManagedFieldsEntry"),
                |reader, name, value, here| {
                    match name {
                        "manager" => out.manager = reader.text(value, here),
                        "apiVersion" => _ = reader.text(value, here),
                        "fieldsType" => out.fields_type = reader.text(value, here),
                        "subresource" => out.subresource = reader.text(value, here),
                        "operation" => {
                            let operation = reader.text_as(value, here, "v1.ManagedFieldsOperationType");
                            out.operation = operation.unwrap_or_default();
                        }
                        "time" => _ = reader.time(value, here),
                        "fieldsV1" => {}
                        _ => return false,
                    }
                    true
                },
            );
            out
        });
        entries.unwrap_or_default()
    }

    /// A `map[string]string`; null values are empty strings.
    fn text_map(&mut self, node: &Node, at: At<'_>) -> Map<Box<str>> {
        let Some(mapping) = self.object(node, at, "map[string]string") else {
            return Map::new();
        };
        let mut entries = Vec::with_capacity(mapping.entries.len());
        for entry in &mapping.entries {
            if let Some(path) = at.path.map(|path| path.key(&entry.key)) {
                entries.push((entry.key.clone(), self.text(&entry.value, at.element(&path))));
            }
        }
        entries.into_iter().collect()
    }

    /// A `metav1.Time`, in UTC and to the second; the zero time is absent.
    pub(super) fn time(&mut self, node: &Node, at: At<'_>) -> Option<Box<str>> {
        match &node.value {
            Value::Null => None,
            Value::String(text) => match time::normalize(text) {
                Ok(time) => time.map(String::into_boxed_str),
                Err(fault) => {
                    self.refuse(node, at, fault);
                    None
                }
            },
            _ => {
                let mark = self.mark();
                self.mismatch(node, at, "string");
                self.stop_since(mark);
                None
            }
        }
    }
}
