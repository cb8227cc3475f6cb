//! Parts of types that are conditional or temporary: in a channel, behind a feature gate, with a lifecycle.

use std::collections::BTreeSet;

use crate::rust::shape::{
    Attrs, Channels, Content, FeatureSet, Field, Kind, Lifecycle, Resource, Shape, Tagging, When,
};

/// One part of a type.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the word that users write")]
pub(super) struct Feature {
    group: &'static str,
    kind: &'static str,
    version: &'static str,
    /// The path, such as `.spec.retries`; empty for the kind itself.
    path: String,
    /// The value or variant of an enum, if the part is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    channel: Option<&'static str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    feature_gates: &'static [&'static str],
    #[serde(skip)]
    without_gates: &'static [&'static str],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lifecycle: Vec<Marker>,
}

/// Description of a value or variant of an enum.
#[derive(serde::Serialize)]
pub(super) struct ValueDocs {
    kind: &'static str,
    version: &'static str,
    /// The path, such as `.spec.mode`.
    path: String,
    value: &'static str,
    description: &'static str,
}

/// A lifecycle in one project (KEP-2558).
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Marker {
    project: &'static str,
    min_version: &'static str,
    status: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    feature_gate: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    replacement: &'static str,
}

impl From<&Lifecycle> for Marker {
    fn from(entry: &Lifecycle) -> Self {
        Marker {
            project: entry.project,
            min_version: entry.min_version,
            status: entry.status,
            feature_gate: entry.feature_gate,
            replacement: entry.replacement,
        }
    }
}

impl Feature {
    /// Returns the name of the part in messages.
    fn place(&self) -> String {
        let value = self.value.map_or_else(String::new, |value| format!(" = {value}"));
        format!("`{}`{value} of {} {}", self.path, self.kind, self.version)
    }

    fn gates(&self) -> impl Iterator<Item = &'static str> {
        let in_lifecycle = self.lifecycle.iter().map(|marker| marker.feature_gate);
        let gates = self.feature_gates.iter().copied().chain(in_lifecycle);
        gates.filter(|gate| !gate.is_empty())
    }
}

/// Collects the features of resources and the docs of values, in declaration order; those of `also(…)` follow the
/// version that they repeat.
pub(super) fn of(resources: &[&'static Resource]) -> (Vec<Feature>, Vec<ValueDocs>) {
    let mut found = Vec::new();
    let mut docs = Vec::new();
    for resource in resources {
        let others = resource.also.iter().map(|also| also.version);
        for version in std::iter::once(resource.version).chain(others) {
            let mut walk = FeatureWalk {
                resource,
                version,
                found: &mut found,
                docs: &mut docs,
            };
            walk.add("", None, resource.when, &[]);
            walk.shape(resource.spec, ".spec");
            if let Some(status) = resource.status {
                walk.shape(status, ".status");
            }
        }
    }
    (found, docs)
}

/// Returns the feature gates of resources.
pub(super) fn gates(resources: &[&'static Resource]) -> Vec<&'static str> {
    let (features, _) = of(resources);
    let mut gates: Vec<&str> = Vec::new();
    for feature in &features {
        gates.extend(feature.gates().chain(feature.without_gates.iter().copied()));
    }
    gates
}

/// Returns warnings about features: LNT-62 where the compiler cannot check it, and gates that no feature set or no part
/// of a type uses.
pub(super) fn warnings(features: &[Feature], channels: &[&Channels], sets: &[FeatureSet]) -> Vec<String> {
    let mut warnings = Vec::new();
    let alpha_has_channel = channels
        .iter()
        .any(|channels| channels.statuses.iter().any(|(status, _)| *status == "alpha"));
    for feature in features {
        let number = feature.version.strip_prefix('v').unwrap_or_default();
        let is_stable = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let is_free = feature.channel.is_none() && feature.gates().next().is_none() && !alpha_has_channel;
        if is_stable && is_free && feature.lifecycle.iter().any(|marker| marker.status == "alpha") {
            warnings.push(format!(
                "{} is alpha in a stable version, without a feature gate and in every channel [CRD0943]",
                feature.place()
            ));
        }
    }
    let used: BTreeSet<&str> = features.iter().flat_map(Feature::gates).collect();
    let in_sets: BTreeSet<&str> = sets.iter().flat_map(|set| set.gates).copied().collect();
    if !sets.is_empty() {
        for feature in features {
            for gate in feature.gates().filter(|gate| !in_sets.contains(gate)) {
                warnings.push(format!(
                    "the gate `{gate}` of {} is in no feature set [CRD0913]",
                    feature.place()
                ));
            }
        }
    }
    for set in sets {
        for gate in set.gates.iter().filter(|gate| !used.contains(*gate)) {
            warnings.push(format!(
                "the feature set `{}` has the gate `{gate}`, which no field is behind [CRD0941]",
                set.name
            ));
        }
    }
    warnings
}

struct FeatureWalk<'a> {
    resource: &'static Resource,
    version: &'static str,
    found: &'a mut Vec<Feature>,
    docs: &'a mut Vec<ValueDocs>,
}

impl FeatureWalk<'_> {
    fn value(&mut self, path: &str, value: &'static str, description: &'static str) {
        if !description.is_empty() {
            self.docs.push(ValueDocs {
                kind: self.resource.kind,
                version: self.version,
                path: path.to_owned(),
                value,
                description,
            });
        }
    }

    fn add(
        &mut self,
        path: &str,
        value: Option<&'static str>,
        when: &'static When,
        lifecycle: &'static [Lifecycle],
    ) {
        if *when == When::ALWAYS && lifecycle.is_empty() {
            return;
        }
        self.found.push(Feature {
            group: self.resource.group,
            kind: self.resource.kind,
            version: self.version,
            path: path.to_owned(),
            value,
            channel: when.channel.map(|channel| channel.name),
            feature_gates: when.feature_gates,
            without_gates: when.without_gates,
            lifecycle: lifecycle.iter().map(Marker::from).collect(),
        });
    }

    fn attrs(&mut self, attrs: &'static Attrs, path: &str) {
        self.add(path, None, attrs.when, attrs.lifecycle);
        for rule in attrs.rules {
            self.add(path, Some(rule.rule), rule.when, &[]);
        }
        for (when, _) in attrs.only {
            self.add(path, None, when, &[]);
        }
    }

    fn shape(&mut self, shape: &'static Shape, path: &str) {
        self.attrs(shape.attrs, path);
        match shape.kind {
            Kind::StringEnum(values) => {
                for value in values {
                    self.value(path, value.name, value.description);
                    self.add(path, Some(value.name), value.when, &[]);
                }
            }
            Kind::Array(items) | Kind::Set(items) => self.shape(items, &format!("{path}[]")),
            Kind::Map(values) => self.shape(values, &format!("{path}.*")),
            Kind::Alias(inner) | Kind::EmbeddedResource(Some(inner)) => self.shape(inner, path),
            Kind::Object(fields) => self.fields(fields, path),
            Kind::Variants(tagging, variants) => {
                for variant in variants {
                    let below = match tagging {
                        Tagging::External => format!("{path}.{}", variant.name),
                        Tagging::Adjacent(_, content) => format!("{path}.{content}"),
                        Tagging::Internal(_) | Tagging::Untagged => path.to_owned(),
                    };
                    if let Tagging::Internal(tag) | Tagging::Adjacent(tag, _) = tagging {
                        self.value(&format!("{path}.{tag}"), variant.name, variant.description);
                    }
                    self.add(path, Some(variant.name), variant.when, &[]);
                    match variant.content {
                        Content::Newtype(shape) => self.shape(shape, &below),
                        Content::Struct(fields) => self.fields(fields, &below),
                        Content::Unit | Content::Tuple(_) => {}
                    }
                }
            }
            Kind::Union { members, .. } => {
                for member in members {
                    self.add(path, Some(member.value), member.when, &[]);
                    if let Some(shape) = member.shape {
                        self.shape(shape, &format!("{path}.{}", member.field));
                    }
                }
            }
            _ => {}
        }
    }

    fn fields(&mut self, fields: &'static [Field], path: &str) {
        for field in fields {
            let below = if field.flatten {
                path.to_owned()
            } else {
                format!("{path}.{}", field.name)
            };
            self.attrs(field.attrs, &below);
            self.shape(field.shape, &below);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rust::shape::AlsoVersion;

    #[test]
    fn versions_that_repeat_another_have_its_features() {
        static GATED: When = When {
            feature_gates: &["Beta"],
            ..When::ALWAYS
        };
        static RESOURCE: Resource = Resource {
            group: "example.com",
            kind: "Database",
            version: "v1",
            also: &[AlsoVersion {
                version: "v1beta1",
                served: true,
                storage: false,
                deprecated: None,
            }],
            when: &GATED,
            ..Resource::NONE
        };
        let (found, _) = of(&[&RESOURCE]);
        let versions: Vec<&str> = found.iter().map(|feature| feature.version).collect();
        assert_eq!(versions, ["v1", "v1beta1"]);
        assert!(found.iter().all(|feature| feature.feature_gates == ["Beta"]));
    }
}
