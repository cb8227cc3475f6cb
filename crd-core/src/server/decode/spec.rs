//! `spec`, of `v1` and of `v1beta1`.

use super::{Api, each_element, each_member};
use crate::go;
use crate::go::base64::Alphabet;
use crate::model::changes::Change;
use crate::model::crd::{
    Conversion, CrdSpec, CrdValidation, Names, PrinterColumn, Scale, ServiceReference, Subresources,
    TopLevel, Version, WebhookClientConfig, WebhookConversion,
};
use crate::server::decode::reader::{CrdReader, DecodeContext};
use crate::yaml::tree::{Node, Value};

impl CrdReader {
    pub(super) fn spec(&mut self, node: &Node, at: DecodeContext<'_>, api: Api, out: &mut CrdSpec) {
        each_member(
            self,
            node,
            at,
            ("CustomResourceDefinitionSpec", "{}.CustomResourceDefinitionSpec"),
            |reader, name, value, here| {
                match name {
                    "group" => out.group = reader.text(value, here),
                    "names" => out.names = reader.names(value, here),
                    "scope" => {
                        out.scope = reader
                            .text_as(value, here, "{}.ResourceScope")
                            .unwrap_or_default();
                    }
                    "versions" => {
                        let element = |reader: &mut CrdReader, node: &Node, at: DecodeContext<'_>| {
                            reader.version(node, at, api)
                        };
                        out.versions = each_element(
                            reader,
                            value,
                            here,
                            "[]{}.CustomResourceDefinitionVersion",
                            element,
                        );
                    }
                    "conversion" => out.conversion = reader.conversion(value, here, api),
                    "preserveUnknownFields" => {
                        out.preserve_unknown_fields =
                            reader.flag(value, here).unwrap_or(out.v1beta1.is_some());
                    }
                    _ => {
                        return out
                            .v1beta1
                            .as_deref_mut()
                            .is_some_and(|top| reader.top_level(name, value, here, top));
                    }
                }
                true
            },
        );
    }

    fn top_level(&mut self, name: &str, node: &Node, at: DecodeContext<'_>, out: &mut TopLevel) -> bool {
        match name {
            "version" => out.version = self.text(node, at),
            "validation" => out.validation = self.validation(node, at),
            "subresources" => out.subresources = self.subresources(node, at),
            "additionalPrinterColumns" => {
                out.additional_printer_columns = self.printer_columns(node, at, Api::V1beta1);
            }
            "selectableFields" if self.version.has(Change::SelectableFieldsKnown) => {
                out.selectable_fields = self.selectable_fields(node, at);
            }
            _ => return false,
        }
        true
    }

    pub(super) fn names(&mut self, node: &Node, at: DecodeContext<'_>) -> Names {
        let mut out = Names::default();
        each_member(
            self,
            node,
            at,
            (
                "CustomResourceDefinitionNames",
                "{}.CustomResourceDefinitionNames",
            ),
            |reader, name, value, here| {
                match name {
                    "plural" => out.plural = reader.text(value, here),
                    "singular" => out.singular = reader.text(value, here),
                    "kind" => out.kind = reader.text(value, here),
                    "listKind" => out.list_kind = reader.text(value, here),
                    "shortNames" => out.short_names = reader.texts(value, here).unwrap_or_default(),
                    "categories" => out.categories = reader.texts(value, here).unwrap_or_default(),
                    _ => return false,
                }
                true
            },
        );
        out
    }

    fn version(&mut self, node: &Node, at: DecodeContext<'_>, api: Api) -> Version {
        let mut out = Version::default();
        each_member(
            self,
            node,
            at,
            (
                "CustomResourceDefinitionVersion",
                "{}.CustomResourceDefinitionVersion",
            ),
            |reader, name, value, here| {
                match name {
                    "name" => out.name = reader.text(value, here),
                    "served" => out.served = reader.flag(value, here).unwrap_or_default(),
                    "storage" => out.storage = reader.flag(value, here).unwrap_or_default(),
                    "deprecated" => out.deprecated = reader.flag(value, here).unwrap_or_default(),
                    "deprecationWarning" => {
                        out.deprecation_warning = reader.text_as(value, here, "string");
                    }
                    "schema" => out.schema = reader.validation(value, here),
                    "subresources" => out.subresources = reader.subresources(value, here),
                    "additionalPrinterColumns" => {
                        out.additional_printer_columns = reader.printer_columns(value, here, api);
                    }
                    "selectableFields" if reader.version.has(Change::SelectableFieldsKnown) => {
                        out.selectable_fields = reader.selectable_fields(value, here);
                    }
                    _ => return false,
                }
                true
            },
        );
        out
    }

    fn validation(&mut self, node: &Node, at: DecodeContext<'_>) -> Option<CrdValidation> {
        let mut out = CrdValidation::default();
        each_member(
            self,
            node,
            at,
            ("CustomResourceValidation", "{}.CustomResourceValidation"),
            |reader, name, value, here| {
                let known = name == "openAPIV3Schema";
                if known {
                    out.open_api_v3_schema = reader.schema(value, here);
                }
                known
            },
        )
        .then_some(out)
    }

    fn subresources(&mut self, node: &Node, at: DecodeContext<'_>) -> Option<Subresources> {
        let mut out = Subresources::default();
        each_member(
            self,
            node,
            at,
            ("CustomResourceSubresources", "{}.CustomResourceSubresources"),
            |reader, name, value, here| {
                match name {
                    "status" => {
                        let names = (
                            "CustomResourceSubresourceStatus",
                            "{}.CustomResourceSubresourceStatus",
                        );
                        out.status = each_member(reader, value, here, names, |_, _, _, _| false);
                    }
                    "scale" => out.scale = reader.scale(value, here),
                    _ => return false,
                }
                true
            },
        )
        .then_some(out)
    }

    fn scale(&mut self, node: &Node, at: DecodeContext<'_>) -> Option<Scale> {
        let mut out = Scale::default();
        each_member(
            self,
            node,
            at,
            (
                "CustomResourceSubresourceScale",
                "{}.CustomResourceSubresourceScale",
            ),
            |reader, name, value, here| {
                match name {
                    "specReplicasPath" => out.spec_replicas_path = reader.text(value, here),
                    "statusReplicasPath" => out.status_replicas_path = reader.text(value, here),
                    "labelSelectorPath" => {
                        out.label_selector_path = reader.text_as(value, here, "string");
                    }
                    _ => return false,
                }
                true
            },
        )
        .then_some(out)
    }

    fn printer_columns(
        &mut self,
        node: &Node,
        at: DecodeContext<'_>,
        api: Api,
    ) -> Option<Vec<PrinterColumn>> {
        let json_path = match api {
            Api::V1 => "jsonPath",
            Api::V1beta1 => "JSONPath",
        };
        each_element(
            self,
            node,
            at,
            "[]{}.CustomResourceColumnDefinition",
            |reader, item, here| reader.printer_column(item, here, json_path),
        )
    }

    fn printer_column(&mut self, node: &Node, at: DecodeContext<'_>, json_path: &str) -> PrinterColumn {
        let mut out = PrinterColumn::default();
        each_member(
            self,
            node,
            at,
            (
                "CustomResourceColumnDefinition",
                "{}.CustomResourceColumnDefinition",
            ),
            |reader, name, value, here| {
                match name {
                    "name" => out.name = reader.text(value, here),
                    "type" => out.type_ = reader.text(value, here),
                    "format" => out.format = reader.text(value, here),
                    "description" => out.description = reader.text(value, here),
                    "priority" => out.priority = reader.integer32(value, here).unwrap_or_default(),
                    _ if name == json_path => out.json_path = reader.text(value, here),
                    _ => return false,
                }
                true
            },
        );
        out
    }

    fn selectable_fields(&mut self, node: &Node, at: DecodeContext<'_>) -> Option<Vec<Box<str>>> {
        each_element(self, node, at, "[]{}.SelectableField", |reader, item, here| {
            let mut json_path = Box::default();
            let names = ("SelectableField", "{}.SelectableField");
            each_member(reader, item, here, names, |reader, name, value, here| {
                let known = name == "jsonPath";
                if known {
                    json_path = reader.text(value, here);
                }
                known
            });
            json_path
        })
    }

    fn conversion(&mut self, node: &Node, at: DecodeContext<'_>, api: Api) -> Option<Conversion> {
        let mut out = Conversion::default();
        let mut webhook = WebhookConversion::default();
        let present = each_member(
            self,
            node,
            at,
            ("CustomResourceConversion", "{}.CustomResourceConversion"),
            |reader, name, value, here| {
                match (name, api) {
                    ("strategy", _) => {
                        out.strategy = reader
                            .text_as(value, here, "{}.ConversionStrategyType")
                            .unwrap_or_default();
                    }
                    ("webhook", Api::V1) => out.webhook = reader.webhook(value, here),
                    ("webhookClientConfig", Api::V1beta1) => {
                        webhook.client_config = reader.client_config(value, here);
                    }
                    ("conversionReviewVersions", Api::V1beta1) => {
                        webhook.conversion_review_versions = reader.texts(value, here);
                    }
                    _ => return false,
                }
                true
            },
        );
        if api == Api::V1beta1 {
            out.webhook = Some(webhook);
        }
        present.then_some(out)
    }

    fn webhook(&mut self, node: &Node, at: DecodeContext<'_>) -> Option<WebhookConversion> {
        let mut out = WebhookConversion::default();
        each_member(
            self,
            node,
            at,
            ("WebhookConversion", "{}.WebhookConversion"),
            |reader, name, value, here| {
                match name {
                    "clientConfig" => out.client_config = reader.client_config(value, here),
                    "conversionReviewVersions" => {
                        out.conversion_review_versions = reader.texts(value, here);
                    }
                    _ => return false,
                }
                true
            },
        )
        .then_some(out)
    }

    fn client_config(&mut self, node: &Node, at: DecodeContext<'_>) -> Option<WebhookClientConfig> {
        let mut out = WebhookClientConfig::default();
        each_member(
            self,
            node,
            at,
            ("WebhookClientConfig", "{}.WebhookClientConfig"),
            |reader, name, value, here| {
                match name {
                    "url" => out.url = reader.text_as(value, here, "string"),
                    "service" => out.service = reader.service(value, here),
                    "caBundle" => out.ca_bundle = reader.bytes(value, here),
                    _ => return false,
                }
                true
            },
        )
        .then_some(out)
    }

    fn service(&mut self, node: &Node, at: DecodeContext<'_>) -> Option<ServiceReference> {
        let mut out = ServiceReference::default();
        each_member(
            self,
            node,
            at,
            ("ServiceReference", "{}.ServiceReference"),
            |reader, name, value, here| {
                match name {
                    "namespace" => out.namespace = reader.text(value, here),
                    "name" => out.name = reader.text(value, here),
                    "path" => out.path = reader.text_as(value, here, "string"),
                    "port" => out.port = reader.integer32(value, here),
                    _ => return false,
                }
                true
            },
        )
        .then_some(out)
    }

    /// A byte string in base64, or, as Go has it, a list of numbers; empty when null.
    fn bytes(&mut self, node: &Node, at: DecodeContext<'_>) -> Vec<u8> {
        match &node.value {
            Value::Null => Vec::new(),
            Value::String(text) => go::base64::decode(text, Alphabet::Standard).unwrap_or_else(|at_byte| {
                let message = format!("illegal base64 data at input byte {at_byte}");
                self.save(node, at, message);
                Vec::new()
            }),
            Value::Sequence(_) => {
                each_element(self, node, at, "[]uint8", CrdReader::byte).unwrap_or_default()
            }
            _ => {
                self.mismatch(node, at, "[]uint8");
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
            self.mismatch(node, at, "uint8");
            0
        })
    }
}
