//! Checks that the elements of sets and map lists are unique (rule LST-01).

use crate::model::rules::{self, RuleId};
use std::collections::HashMap;

use serde_json::Value;

use super::at::At;
use super::parts::identity;
use crate::KubeVersion;
use crate::model::field::{ErrorType, FieldError, Origin};
use crate::model::map::json_object;
use crate::model::structural::{ListType, Structural};
use crate::server::objects::bad_value::bad_value;

const RULE: RuleId = rules::LST_01;

/// Returns the errors of duplicate elements of sets and of map lists, where elements with equal keys are duplicates.
pub(crate) fn validate(schema: &Structural, object: &Value, version: KubeVersion) -> Vec<FieldError> {
    let mut walk = DuplicatesWalk {
        version,
        errors: Vec::new(),
    };
    // The root of an object is not a list.
    if object.is_object() {
        walk.value(schema, object, &At::ROOT);
    }
    walk.errors
}

/// Returns the wrong element and the keyword of its list.
fn origin(element: &At<'_>, list: &At<'_>) -> Origin {
    Origin {
        value: element.field(None),
        keyword: list.keyword("x-kubernetes-list-type").into(),
    }
}

/// Checks whether these are all different texts, as they nearly always are; values of other types may also be different.
pub(super) fn are_distinct_texts<'v>(values: impl Iterator<Item = Option<&'v Value>>) -> bool {
    let texts: Option<Vec<&str>> = values.map(|value| value?.as_str()).collect();
    texts.is_some_and(|mut texts| {
        texts.sort_unstable();
        texts.is_sorted_by(|left, right| left < right)
    })
}

struct DuplicatesWalk {
    version: KubeVersion,
    errors: Vec<FieldError>,
}

impl DuplicatesWalk {
    fn value(&mut self, schema: &Structural, value: &Value, at: &At<'_>) {
        match value {
            Value::Array(items) => {
                match schema.list_type() {
                    Some(ListType::Set) if are_distinct_texts(items.iter().map(Some)) => {}
                    Some(ListType::Set) => {
                        let identities = items.iter().map(identity);
                        self.report_repeated(identities, items, at, Value::clone);
                    }
                    Some(ListType::Map(keys)) => self.map(keys, items, at),
                    Some(ListType::Atomic) | None => {}
                }
                if let Some(schema) = schema.items() {
                    for (index, item) in items.iter().enumerate() {
                        self.value(schema, item, &at.index(index));
                    }
                }
            }
            Value::Object(members) => {
                for (key, member) in members {
                    // The server also checks a declared property against `additionalProperties`, if both exist.
                    if let Some(schema) = schema.additional_schema() {
                        self.value(schema, member, &at.key(key));
                    }
                    if let Some(schema) = schema.property(key) {
                        self.value(schema, member, &at.property(key));
                    }
                }
            }
            _ => {}
        }
    }

    fn map(&mut self, keys: &[Box<str>], items: &[Value], at: &At<'_>) {
        let stranger = items
            .iter()
            .enumerate()
            .find(|(_, item)| !item.is_object() && !item.is_null());
        if let Some((index, item)) = stranger {
            let detail = "must be an object for an array of list-type map";
            let error = FieldError {
                value: Some(bad_value(item, self.version)),
                origin: Some(Box::new(origin(&at.index(index), at))),
                ..FieldError::at(RULE, ErrorType::Invalid, at.index(index).field(None), detail)
            };
            self.errors.push(error);
            return;
        }
        if let [key] = keys
            && are_distinct_texts(items.iter().map(|item| item.get(&**key)))
        {
            return;
        }
        let key_of = |item: &Value| -> Value {
            let mut present = keys.iter().filter_map(|key| {
                let value = item.as_object()?.get(&**key)?;
                Some((String::from(&**key), value.clone()))
            });
            json_object(&mut present)
        };
        let identities = items.iter().map(|item| identity(&key_of(item)));
        self.report_repeated(identities, items, at, key_of);
    }

    /// Reports the second element with the same identity.
    fn report_repeated(
        &mut self,
        identities: impl Iterator<Item = String>,
        items: &[Value],
        at: &At<'_>,
        shown: impl Fn(&Value) -> Value,
    ) {
        let mut seen: HashMap<String, usize> = HashMap::new();
        for (index, (identity, item)) in identities.zip(items).enumerate() {
            let times = seen.entry(identity).or_default();
            *times += 1;
            if *times == 2 {
                self.errors.push(FieldError {
                    value: Some(bad_value(&shown(item), self.version)),
                    origin: Some(Box::new(origin(&at.index(index), at))),
                    ..FieldError::at(RULE, ErrorType::Duplicate, at.index(index).field(None), "")
                });
            }
        }
    }
}
