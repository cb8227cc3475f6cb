//! Changes to the form of a whole CRD.

use serde_json::{Value, json};

use crate::rng::Rng;

/// Converts a v1 CRD to v1beta1, with the parts of a single version at the top level in some cases.
pub fn as_v1beta1(crd: &Value, rng: &mut Rng) -> Value {
    let mut crd = crd.clone();
    crd["apiVersion"] = json!("apiextensions.k8s.io/v1beta1");
    let Some(Value::Object(spec)) = crd.get_mut("spec") else {
        return crd;
    };
    if let Some(Value::Array(mut versions)) = spec.remove("versions") {
        let columns = versions
            .iter_mut()
            .filter_map(|version| version.get_mut("additionalPrinterColumns")?.as_array_mut());
        for column in columns.flatten().filter_map(Value::as_object_mut) {
            if let Some(path) = column.remove("jsonPath") {
                column.insert("JSONPath".into(), path);
            }
        }
        let mut keep_versions = true;
        if let [Value::Object(version)] = versions.as_mut_slice() {
            for (part, top) in TOP_LEVEL {
                if !rng.one_in(3) {
                    spec.extend(version.remove(part).map(|value| (String::from(top), value)));
                }
            }
            if let (Some(name), true) = (version.get("name"), rng.one_in(3)) {
                spec.insert("version".into(), name.clone());
                keep_versions = rng.one_in(2);
            }
        }
        if keep_versions {
            spec.insert("versions".into(), Value::Array(versions));
        }
    }
    if let Some(Value::Object(conversion)) = spec.get_mut("conversion")
        && let Some(Value::Object(webhook)) = conversion.remove("webhook")
    {
        conversion.extend(webhook.into_iter().map(|(key, value)| match key.as_str() {
            "clientConfig" => (String::from("webhookClientConfig"), value),
            _ => (key, value),
        }));
    }
    if rng.one_in(3) {
        spec.insert("preserveUnknownFields".into(), json!(rng.one_in(2)));
    }
    crd
}

/// The members of a version that v1beta1 also has at the top level, and their names there.
const TOP_LEVEL: [(&str, &str); 4] = [
    ("schema", "validation"),
    ("subresources", "subresources"),
    ("additionalPrinterColumns", "additionalPrinterColumns"),
    ("selectableFields", "selectableFields"),
];

/// Removes every `x-kubernetes-validations`, so that no CEL is checked.
pub fn strip_rules(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.remove("x-kubernetes-validations");
            map.values_mut().for_each(strip_rules);
        }
        Value::Array(items) => items.iter_mut().for_each(strip_rules),
        _ => {}
    }
}
