//! The parts that all documents share, by server: the definitions of Kubernetes' own types, and the parameters of operations.
//!
//! `facts.json` is recorded from the servers' code by `cargo xtask regenerate openapi-facts`, and compressed (RFC 1951) by `cargo xtask
//! regenerate compressed`. Its texts are Kubernetes' API documentation, licensed under Apache-2.0.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::schema::OpenApi;
use crate::KubeVersion;

static FACTS: LazyLock<Facts> = LazyLock::new(|| {
    let text =
        miniz_oxide::inflate::decompress_to_vec(include_bytes!("facts.json.deflate")).unwrap_or_default();
    let mut facts: Value = serde_json::from_slice(&text).unwrap_or_default();
    let descriptions = facts["descriptions"].take();
    describe(&mut facts, &descriptions);
    serde_json::from_value(facts).unwrap_or_default()
});

/// Replaces the positions of descriptions by the descriptions: in the file, each text stands once.
fn describe(value: &mut Value, descriptions: &Value) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let position = member.as_u64().filter(|_| name == "description");
                match position.and_then(|position| usize::try_from(position).ok()) {
                    Some(position) => *member = descriptions[position].clone(),
                    None => describe(member, descriptions),
                }
            }
        }
        Value::Array(elements) => {
            for element in elements {
                describe(element, descriptions);
            }
        }
        _ => {}
    }
}

/// Values with the minor version of the first server that has them; each is valid until the next.
#[derive(Deserialize)]
#[serde(transparent)]
struct Since<T>(Vec<(u16, T)>);

impl<T> Since<T> {
    fn at(&self, server: KubeVersion) -> Option<&T> {
        let known = self.0.iter().rev().find(|(since, _)| *since <= server.minor());
        known.map(|(_, value)| value)
    }
}

#[derive(Default, Deserialize)]
struct Facts {
    /// By name, the definition in version 3 and in version 2; null if a server does not have it.
    definitions: BTreeMap<String, Since<Option<Definition>>>,
    /// The parameters of each [`Action`], sorted by name, including `pretty`.
    parameters: BTreeMap<Action, Since<Vec<Parameter>>>,
    /// The parameter `namespace` of paths.
    namespace: Since<Parameter>,
    /// The name, in version 2, of the shared body of patches and of deletions.
    bodies: BTreeMap<Action, Since<String>>,
}

impl<T> Default for Since<T> {
    fn default() -> Self {
        Since(Vec::new())
    }
}

#[derive(Deserialize)]
struct Definition {
    v3: Value,
    v2: Value,
}

/// The action of an operation: its value of `x-kubernetes-action`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Action {
    List,
    Post,
    DeleteCollection,
    Get,
    Put,
    Delete,
    Patch,
}

/// A parameter of an operation or of a path.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Parameter {
    pub(super) name: String,
    #[serde(rename = "type")]
    pub(super) type_: String,
    pub(super) description: String,
    /// The name under which version 2 shares it among operations.
    #[serde(default)]
    pub(super) shared: Option<String>,
}

/// Returns the query parameters of an action, sorted by name.
pub(super) fn parameters(action: Action, server: KubeVersion) -> &'static [Parameter] {
    let known = FACTS
        .parameters
        .get(&action)
        .and_then(|parameters| parameters.at(server));
    known.map_or(&[], Vec::as_slice)
}

/// Returns the parameter of paths with a namespace.
pub(super) fn namespace(server: KubeVersion) -> Option<&'static Parameter> {
    FACTS.namespace.at(server)
}

/// Returns the name of the shared body parameter of an action in version 2.
pub(super) fn shared_body(action: Action, server: KubeVersion) -> Option<&'static str> {
    FACTS.bodies.get(&action)?.at(server).map(String::as_str)
}

/// The set of Kubernetes' own types to which a document refers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reached {
    /// The types of metadata, lists, options and responses.
    Metadata,
    /// The types of `Metadata`, and those of the scale subresource.
    WithScale,
}

/// Adds the definitions of Kubernetes' own types.
pub(super) fn add_definitions(
    reached: Reached,
    document: OpenApi,
    server: KubeVersion,
    to: &mut Map<String, Value>,
) {
    for (name, definition) in &FACTS.definitions {
        if reached == Reached::Metadata && name.starts_with("io.k8s.api.autoscaling.") {
            continue;
        }
        if let Some(Some(definition)) = definition.at(server) {
            let schema = match document {
                OpenApi::V2 => &definition.v2,
                OpenApi::V3 => &definition.v3,
            };
            to.insert(name.clone(), schema.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_recorded_facts_are_read_and_know_every_server() {
        for minor in 29..=37 {
            let server = KubeVersion::from_minor(minor).unwrap();
            assert!(parameters(Action::List, server).len() > 9, "{minor}");
            assert!(namespace(server).is_some(), "{minor}");
            assert!(shared_body(Action::Patch, server).is_some(), "{minor}");
            let mut definitions = Map::new();
            add_definitions(Reached::WithScale, OpenApi::V2, server, &mut definitions);
            assert!(definitions.len() > 14, "{minor}");
        }
    }
}
