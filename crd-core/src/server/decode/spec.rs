//! Decodes `spec` of `v1` and of `v1beta1`.

use super::error::JsonType;
use super::record::{GoName, Read, Record, read_as, records};
use crate::go;
use crate::go::base64::Alphabet;
use crate::model::changes::Change;
use crate::model::crd::{
    Conversion, Crd, CrdSpec, CrdValidation, Names, PrinterColumn, Scale, ServiceReference, Subresources,
    V1beta1Spec, Version, WebhookClientConfig, WebhookConversion,
};
use crate::server::decode::reader::{CrdReader, DecodeContext};
use crate::yaml::tree::{Node, Value};

records! { |out, reader, value, here|
    Crd as "{}" "CustomResourceDefinition" {
        "apiVersion" | "kind" => {},
        "metadata" => metadata,
        "spec" => { _ = reader.members(value, here, &mut out.spec); },
        "status" => status,
    }
    CrdSpec as "{}" "CustomResourceDefinitionSpec" {
        "group" => group,
        "names" => names,
        "scope" => (scope as "{}.ResourceScope"),
        "versions" => versions,
        "conversion" => {
            out.conversion.read(reader, value, here, GoName(&[]));
            if let (Some(conversion), Some(_)) = (&mut out.conversion, &out.v1beta1) {
                conversion.webhook.get_or_insert_default();
            }
        },
        "preserveUnknownFields" => {
            out.preserve_unknown_fields = reader.flag(value, here).unwrap_or(out.v1beta1.is_some());
        },
        name if out.v1beta1.as_deref_mut().is_some_and(|top| top.member(reader, name, value, here)) => {},
    }
    V1beta1Spec as "{}" "CustomResourceDefinitionSpec" {
        "version" => version,
        "validation" => validation,
        "subresources" => subresources,
        "additionalPrinterColumns" => additional_printer_columns,
        "selectableFields" if reader.version.has(Change::SelectableFieldsKnown) => {
            out.selectable_fields = reader.selectable_fields(value, here);
        },
    }
    Names as "{}" "CustomResourceDefinitionNames" {
        "plural" => plural,
        "singular" => singular,
        "kind" => kind,
        "listKind" => list_kind,
        "shortNames" => short_names,
        "categories" => categories,
    }
    Version as "{}" "CustomResourceDefinitionVersion" {
        "name" => name,
        "served" => served,
        "storage" => storage,
        "deprecated" => deprecated,
        "deprecationWarning" => deprecation_warning,
        "schema" => schema,
        "subresources" => subresources,
        "additionalPrinterColumns" => additional_printer_columns,
        "selectableFields" if reader.version.has(Change::SelectableFieldsKnown) => {
            out.selectable_fields = reader.selectable_fields(value, here);
        },
    }
    CrdValidation as "{}" "CustomResourceValidation" {
        "openAPIV3Schema" => open_api_v3_schema,
    }
    Subresources as "{}" "CustomResourceSubresources" {
        "status" => { out.status = reader.members(value, here, &mut StatusSubresource); },
        "scale" => scale,
    }
    Scale as "{}" "CustomResourceSubresourceScale" {
        "specReplicasPath" => spec_replicas_path,
        "statusReplicasPath" => status_replicas_path,
        "labelSelectorPath" => label_selector_path,
    }
    PrinterColumn as "{}" "CustomResourceColumnDefinition" {
        "name" => name,
        "type" => type_,
        "format" => format,
        "description" => description,
        "priority" => priority,
        "jsonPath" if !reader.is_v1beta1() => json_path,
        "JSONPath" if reader.is_v1beta1() => json_path,
    }
    SelectableField as "{}" "SelectableField" {
        "jsonPath" => json_path,
    }
    Conversion as "{}" "CustomResourceConversion" {
        "strategy" => (strategy as "{}.ConversionStrategyType"),
        "webhook" if !reader.is_v1beta1() => webhook,
        "webhookClientConfig" if reader.is_v1beta1() => {
            out.webhook.get_or_insert_default().client_config.read(reader, value, here, GoName(&[]));
        },
        "conversionReviewVersions" if reader.is_v1beta1() => {
            out.webhook.get_or_insert_default().conversion_review_versions = reader.texts(value, here);
        },
    }
    WebhookConversion as "{}" "WebhookConversion" {
        "clientConfig" => client_config,
        "conversionReviewVersions" => conversion_review_versions,
    }
    WebhookClientConfig as "{}" "WebhookClientConfig" {
        "url" => url,
        "service" => service,
        "caBundle" => ca_bundle,
    }
    ServiceReference as "{}" "ServiceReference" {
        "namespace" => namespace,
        "name" => name,
        "path" => path,
        "port" => port,
    }
}

read_as! {
    Vec<u8>: |reader, node, at, _go| reader.bytes(node, at);
}

/// The value of `subresources.status`, which has no members.
#[derive(Default)]
struct StatusSubresource;

impl Record for StatusSubresource {
    const OWNER: &'static str = "CustomResourceSubresourceStatus";
    const GO_TYPE: &'static str = "{}.CustomResourceSubresourceStatus";
    const GO_LIST: &'static str = "";

    fn member(&mut self, _: &mut CrdReader, _: &str, _: &Node, _: DecodeContext<'_>) -> bool {
        false
    }
}

#[derive(Default)]
struct SelectableField {
    json_path: Box<str>,
}

impl CrdReader {
    fn selectable_fields(&mut self, node: &Node, at: DecodeContext<'_>) -> Option<Vec<Box<str>>> {
        let mut fields: Option<Vec<SelectableField>> = None;
        fields.read(self, node, at, GoName(&[]));
        fields.map(|fields| fields.into_iter().map(|field| field.json_path).collect())
    }

    /// Reads a byte string in base64 or, as in Go, a list of numbers; empty if null.
    fn bytes(&mut self, node: &Node, at: DecodeContext<'_>) -> Vec<u8> {
        match &node.value {
            Value::Null => Vec::new(),
            Value::String(text) => go::base64::decode(text, Alphabet::Standard).unwrap_or_else(|at_byte| {
                let message = format!("illegal base64 data at input byte {at_byte}");
                self.save(node, at, message);
                Vec::new()
            }),
            Value::Sequence(items) => {
                let mut bytes = Vec::with_capacity(items.len());
                for (index, item) in items.iter().enumerate() {
                    if let Some(path) = at.path.map(|path| path.index(index)) {
                        bytes.push(self.byte(item, at.element(&path)));
                    }
                }
                bytes
            }
            _ => {
                self.mismatch(node, at, "[]uint8", JsonType::String);
                Vec::new()
            }
        }
    }

    fn byte(&mut self, node: &Node, at: DecodeContext<'_>) -> u8 {
        let byte = match &node.value {
            Value::Null => Some(0),
            Value::Int(int) => u8::try_from(*int).ok(),
            _ => None,
        };
        byte.unwrap_or_else(|| {
            self.mismatch(node, at, "uint8", JsonType::Integer);
            0
        })
    }
}
