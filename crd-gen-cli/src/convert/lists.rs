//! Lists of objects, whose items are converted together.

use serde_json::Value;

/// Sets the version of a list of the package's own kind, such as a `DatabaseList`, to that of its items.
pub(super) fn convert_list(value: &mut Value, to: &str) {
    let of = |value: &Value| Some(value.get("apiVersion")?.as_str()?.split_once('/')?.0.to_owned());
    if let Some(items) = value.get_mut("items").and_then(Value::as_array_mut) {
        for item in items {
            convert_list(item, to);
        }
    }
    let items = value.get("items").and_then(Value::as_array);
    let group = items.and_then(|items| items.first()).and_then(of);
    if let Some(group) = group
        && of(value).as_ref() == Some(&group)
        && let Some(version) = value.get_mut("apiVersion")
    {
        *version = Value::String(format!("{group}/{to}"));
    }
}

/// Returns the objects in a document: those of a list and of lists in it, or the document itself.
pub(super) fn items_mut(value: &mut Value) -> Vec<&mut Value> {
    if is_list(value) {
        let of_list = types_of_items(value);
        let items = value.get_mut("items").and_then(Value::as_array_mut);
        let mut items: Vec<&mut Value> = items.into_iter().flatten().collect();
        for item in items.iter_mut().filter_map(|item| item.as_object_mut()) {
            if let Some((api_version, kind)) = of_list.clone()
                && !item.contains_key("apiVersion")
                && !item.contains_key("kind")
            {
                item.insert("apiVersion".to_owned(), api_version.into());
                item.insert("kind".to_owned(), kind.into());
            }
        }
        return items.into_iter().flat_map(items_mut).collect();
    }
    vec![value]
}

/// Whether an object has `items` and a kind such as `List` or `DatabaseList`.
pub(super) fn is_list(value: &Value) -> bool {
    let kind = value.get("kind").and_then(Value::as_str);
    value.get("items").is_some_and(Value::is_array) && kind.is_none_or(|kind| kind.ends_with("List"))
}

/// Returns the version and the kind that a list such as a `DatabaseList` gives to those of its items that do not have their own.
pub(super) fn types_of_items(list: &Value) -> Option<(String, String)> {
    let api_version = list.get("apiVersion")?.as_str()?;
    let kind = list.get("kind")?.as_str()?.strip_suffix("List")?;
    (api_version.contains('/') && !kind.is_empty()).then(|| (api_version.to_owned(), kind.to_owned()))
}
