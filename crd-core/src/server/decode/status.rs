//! Decodes the parts of `status` that the checks use.

use super::record::{GoName, Read, records};
use crate::model::changes::Change;
use crate::model::crd::CrdStatus;
use crate::server::decode::reader::{CrdReader, DecodeContext};
use crate::yaml::tree::Node;

records! { |out, reader, value, here|
    CrdStatus as "{}" "CustomResourceDefinitionStatus" {
        "conditions" => { out.established = reader.established(value, here); },
        "acceptedNames" => accepted_names,
        "storedVersions" => stored_versions,
        "observedGeneration" if reader.version.has(Change::ObservedGenerationKnown) => {
            _ = reader.integer(value, here);
        },
    }
    Condition as "{}" "CustomResourceDefinitionCondition" {
        "type" => (kind as "{}.CustomResourceDefinitionConditionType"),
        "status" => (status as "{}.ConditionStatus"),
        "reason" | "message" => { _ = reader.text(value, here); },
        "lastTransitionTime" => { _ = reader.time(value, here); },
        "observedGeneration" if reader.version.has(Change::ObservedGenerationKnown) => {
            _ = reader.integer(value, here);
        },
    }
}

#[derive(Default)]
struct Condition {
    kind: Box<str>,
    status: Box<str>,
}

impl CrdReader {
    /// Checks whether the first condition `Established` is `True`.
    fn established(&mut self, node: &Node, at: DecodeContext<'_>) -> bool {
        let mut conditions: Vec<Condition> = Vec::new();
        conditions.read(self, node, at, GoName(&[]));
        let established = conditions
            .iter()
            .find(|condition| &*condition.kind == "Established");
        established.is_some_and(|condition| &*condition.status == "True")
    }
}
