//! `status`, of which the checks read little.

use super::{each_element, each_member};
use crate::model::changes::Change;
use crate::model::crd::CrdStatus;
use crate::server::decode::reader::{CrdReader, DecodeContext};
use crate::yaml::tree::Node;

impl CrdReader {
    pub(super) fn status(&mut self, node: &Node, at: DecodeContext<'_>) -> CrdStatus {
        let mut out = CrdStatus::default();
        each_member(
            self,
            node,
            at,
            (
                "CustomResourceDefinitionStatus",
                "{}.CustomResourceDefinitionStatus",
            ),
            |reader, name, value, here| {
                match name {
                    "conditions" => out.established = reader.established(value, here),
                    "acceptedNames" => out.accepted_names = reader.names(value, here),
                    "storedVersions" => out.stored_versions = reader.texts(value, here),
                    "observedGeneration" if reader.version.has(Change::ObservedGenerationKnown) => {
                        _ = reader.integer(value, here);
                    }
                    _ => return false,
                }
                true
            },
        );
        out
    }

    /// Whether the first condition `Established` is `True`.
    fn established(&mut self, node: &Node, at: DecodeContext<'_>) -> bool {
        let conditions = each_element(
            self,
            node,
            at,
            "[]{}.CustomResourceDefinitionCondition",
            CrdReader::condition,
        );
        conditions
            .unwrap_or_default()
            .into_iter()
            .find(|(kind, _)| &**kind == "Established")
            .is_some_and(|(_, status)| &*status == "True")
    }

    fn condition(&mut self, node: &Node, at: DecodeContext<'_>) -> (Box<str>, Box<str>) {
        let mut out = (Box::default(), Box::default());
        each_member(
            self,
            node,
            at,
            (
                "CustomResourceDefinitionCondition",
                "{}.CustomResourceDefinitionCondition",
            ),
            |reader, name, value, here| {
                match name {
                    "type" => {
                        out.0 = reader
                            .text_as(value, here, "{}.CustomResourceDefinitionConditionType")
                            .unwrap_or_default();
                    }
                    "status" => {
                        out.1 = reader
                            .text_as(value, here, "{}.ConditionStatus")
                            .unwrap_or_default();
                    }
                    "reason" | "message" => _ = reader.text(value, here),
                    "lastTransitionTime" => _ = reader.time(value, here),
                    "observedGeneration" if reader.version.has(Change::ObservedGenerationKnown) => {
                        _ = reader.integer(value, here);
                    }
                    _ => return false,
                }
                true
            },
        );
        out
    }
}
