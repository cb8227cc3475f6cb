//! Edits of a CRD outside its schemas.

use crd_gen_tests::rng::Rng;
use serde_json::{Value, json};

/// Changes a CRD in one place outside its schemas.
pub(super) fn edit(crd: &mut Value, rng: &mut Rng) {
    let Some(spec) = crd.get_mut("spec") else { return };
    let versions = spec["versions"].as_array().into_iter().flatten();
    if !spec.is_object() || !spec["names"].is_object() || !versions.clone().all(Value::is_object) {
        return;
    }
    match rng.below(16) {
        0 => {
            let is_namespaced = spec["scope"] == "Namespaced";
            spec["scope"] = json!(if is_namespaced { "Cluster" } else { "Namespaced" });
        }
        1 => spec["names"]["singular"] = json!("one"),
        2 => spec["names"]["shortNames"] = json!(["w", "wd"][..=rng.below(2)].to_vec()),
        3 => spec["names"]["categories"] = json!(["all", "w"][..=rng.below(2)].to_vec()),
        4 => spec["names"]["listKind"] = json!("SomeList"),
        5 => {
            let webhook = json!({"strategy": "Webhook", "webhook": {"conversionReviewVersions": ["v1"],
                "clientConfig": {"url": "https://example.com/convert"}}});
            let none = json!({"strategy": "None"});
            let is_none = spec["conversion"]["strategy"] != "Webhook";
            spec["conversion"] = if is_none { webhook } else { none };
        }
        6 => add_version(spec, rng),
        7 => {
            if let Some(versions) = spec["versions"].as_array_mut() {
                let place = rng.below(versions.len());
                if versions
                    .get(place)
                    .is_some_and(|version| version["storage"] != true)
                {
                    versions.remove(place);
                }
            }
        }
        _ => {
            let Some(versions) = spec["versions"].as_array_mut() else {
                return;
            };
            let place = rng.below(versions.len());
            match rng.below(8) {
                0 => {
                    for (other, version) in versions.iter_mut().enumerate() {
                        version["storage"] = json!(other == place);
                    }
                }
                _ => {
                    if let Some(version) = versions.get_mut(place) {
                        of_version(version, rng);
                    }
                }
            }
        }
    }
}

fn flip(version: &mut Value, member: &str) {
    version[member] = json!(version[member] != true);
}

fn of_version(version: &mut Value, rng: &mut Rng) {
    match rng.below(10) {
        0 => flip(version, "served"),
        1 => flip(version, "deprecated"),
        2..=4 => toggle(version, "status", json!({})),
        5 | 6 => {
            let scale =
                json!({"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"});
            toggle(version, "scale", scale);
            let of_spec = version.pointer_mut("/schema/openAPIV3Schema/properties/spec/properties");
            if let Some(properties) = of_spec.and_then(Value::as_object_mut)
                && rng.one_in(2)
            {
                properties.insert("replicas".to_owned(), json!({"type": "integer"}));
            }
        }
        7 => {
            let columns = [
                json!([]),
                json!([{"name": "A", "type": "string", "jsonPath": ".spec.a"}]),
                json!([{"name": "A", "type": "integer", "jsonPath": ".spec.b", "priority": 1}]),
            ];
            version["additionalPrinterColumns"] = columns[rng.below(3)].clone();
        }
        _ => {
            let schema = &version["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"];
            let names = schema.as_object().into_iter().flatten();
            let of_scalars = names.filter(|(_, schema)| {
                matches!(schema["type"].as_str(), Some("string" | "integer" | "boolean"))
            });
            let fields: Vec<Value> = of_scalars
                .map(|(name, _)| json!({"jsonPath": format!(".spec.{name}")}))
                .take(rng.below(4))
                .collect();
            version["selectableFields"] = fields.into();
        }
    }
}

/// Adds a subresource, or removes it.
fn toggle(version: &mut Value, name: &str, added: Value) {
    if !version["subresources"].is_object() {
        version["subresources"] = json!({});
    }
    if let Some(subresources) = version["subresources"].as_object_mut()
        && subresources.remove(name).is_none()
    {
        subresources.insert(name.to_owned(), added);
    }
}

fn add_version(spec: &mut Value, rng: &mut Rng) {
    let Some(versions) = spec["versions"].as_array_mut() else {
        return;
    };
    if versions.len() > 2 {
        return;
    }
    if let Some(mut added) = rng.pick(versions).cloned() {
        added["name"] = json!(["v1", "v2", "v1beta1", "v1alpha1"][rng.below(4)]);
        added["storage"] = json!(false);
        versions.insert(rng.below(versions.len() + 1), added);
    }
}
