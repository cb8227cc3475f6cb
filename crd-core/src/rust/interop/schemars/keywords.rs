//! Reads the keywords of one JSON Schema into a [`Draft`].

use serde_json::{Map, Value};

use super::annotations::{annotation, list, one_of_values};
use super::draft::{Draft, DraftChoice, Rest, Types, restrict};
use super::lift::{INSTEAD, SchemarsImport, step};
use crate::model::schema::{ValidationRule, for_rule_members};
use crate::model::structural::{ListType, MapType, ValueValidation};
use crate::rust::generate::junctor::{Junctor, nested, requires};

impl<'a> SchemarsImport<'a> {
    /// Reads the keywords of one schema.
    pub(super) fn members(&mut self, members: &'a Map<String, Value>, pointer: &str) -> Draft {
        let mut draft = Draft::new(pointer.to_owned());
        for (name, value) in members {
            let at = step(pointer, name);
            let read = annotation(&mut draft, name, value)
                || self.number_or_size(&mut draft, name, value, &at)
                || self.text_or_type(&mut draft, name, value, &at)
                || self.structure(&mut draft, name, value, &at)
                || self.extension(&mut draft, name, value, &at);
            if !read {
                self.problem(
                    &at,
                    format!("structural schemas do not support the keyword `{name}`; {INSTEAD}"),
                );
            }
        }
        self.prefix_items(&mut draft, members, pointer);
        // Last, so that keywords of this schema take precedence over those of schemas that it refers to.
        for (at, schema) in list(members.get("allOf")).enumerate() {
            let part = self.read(schema, &format!("{pointer}/allOf/{at}"));
            draft.intersect(part);
        }
        if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
            let target = self.follow(reference, pointer);
            draft.intersect(target);
        }
        draft
    }

    fn number_or_size(&mut self, draft: &mut Draft, name: &str, value: &Value, at: &str) -> bool {
        let mut also = ValueValidation::default();
        // OpenAPI 3.0 writes a boolean flag beside the bound.
        match (name, value) {
            ("exclusiveMinimum", Value::Bool(flag)) => {
                draft.validation.exclusive_minimum |= flag;
                return true;
            }
            ("exclusiveMaximum", Value::Bool(flag)) => {
                draft.validation.exclusive_maximum |= flag;
                return true;
            }
            _ => {}
        }
        let number = value.as_f64();
        #[expect(clippy::cast_possible_truncation, reason = "sizes are small whole numbers")]
        let size = value.as_i64().or_else(|| {
            number
                .filter(|size| size.fract() == 0.0 && size.abs() < 1e15)
                .map(|size| size as i64)
        });
        let known = match name {
            "minimum" => {
                also.minimum = number;
                number.is_some()
            }
            "maximum" => {
                also.maximum = number;
                number.is_some()
            }
            "exclusiveMinimum" => {
                (also.minimum, also.exclusive_minimum) = (number, true);
                number.is_some()
            }
            "exclusiveMaximum" => {
                (also.maximum, also.exclusive_maximum) = (number, true);
                number.is_some()
            }
            "multipleOf" => {
                also.multiple_of = number.filter(|factor| *factor > 0.0);
                also.multiple_of.is_some()
            }
            name => match also.count_mut(name) {
                Some(count) => {
                    *count = size.filter(|size| *size >= 0);
                    count.is_some()
                }
                None => return false,
            },
        };
        if known {
            restrict(&mut draft.validation, also);
        } else {
            self.problem(at, format!("`{value}` is not a valid value of `{name}`"));
        }
        true
    }

    fn text_or_type(&mut self, draft: &mut Draft, name: &str, value: &Value, at: &str) -> bool {
        match name {
            "type" => {
                let names: Vec<&str> = match value {
                    Value::String(name) => vec![name],
                    other => list(Some(other)).filter_map(Value::as_str).collect(),
                };
                let mut types = Types::NONE;
                for name in names {
                    types = types.or(Types::of_name(name).unwrap_or_else(|| {
                        self.problem(at, format!("unknown type `{name}`"));
                        Types::ALL
                    }));
                }
                draft.types = draft.types.and(types);
            }
            "nullable" => draft.nullable |= value == &Value::Bool(true),
            "const" => one_of_values(draft, std::slice::from_ref(value)),
            "enum" => {
                let values = value.as_array().map(Vec::as_slice).unwrap_or_default();
                one_of_values(draft, values);
            }
            "format" => draft.validation.format = value.as_str().unwrap_or_default().into(),
            "pattern" => {
                let pattern = value.as_str().unwrap_or_default();
                if let Err(error) = crd_cel::regex::check(pattern) {
                    self.problem(
                        at,
                        format!("the API server cannot parse the pattern `{pattern}`: {error}; {INSTEAD}"),
                    );
                }
                draft.validation.pattern = pattern.into();
            }
            _ => return false,
        }
        true
    }

    fn structure(&mut self, draft: &mut Draft, name: &str, value: &'a Value, at: &str) -> bool {
        match name {
            "properties" => {
                for (name, property) in value.as_object().into_iter().flatten() {
                    let property = self.read(property, &step(at, name));
                    draft.properties.insert(name.as_str(), property);
                }
            }
            "required" => {
                let names = list(Some(value))
                    .filter_map(Value::as_str)
                    .map(Into::into)
                    .collect();
                let also = ValueValidation {
                    required: Some(names).filter(|names: &Vec<Box<str>>| !names.is_empty()),
                    ..ValueValidation::default()
                };
                restrict(&mut draft.validation, also);
            }
            "additionalProperties" | "unevaluatedProperties" if value == &Value::Bool(false) => {
                draft.closed = true;
            }
            "additionalProperties" | "unevaluatedProperties" => {
                let values = self.read(value, at);
                draft.rest = Some(if values.is_anything() {
                    Rest::Anything
                } else {
                    Rest::Each(Box::new(values))
                });
            }
            "patternProperties" => self.pattern_properties(draft, value, at),
            "propertyNames" => {
                let names = self.read(value, at);
                let plain = names.validation == ValueValidation::default()
                    && names.choices.is_empty()
                    && Types::STRING.is_within(names.types);
                if !plain {
                    self.problem(
                        at,
                        format!(
                            "`propertyNames` restricts keys, which a structural schema cannot express; \
                             {INSTEAD}"
                        ),
                    );
                }
            }
            "dependentRequired" => {
                for (name, others) in value.as_object().into_iter().flatten() {
                    let mut names: Vec<&str> = list(Some(others)).filter_map(Value::as_str).collect();
                    names.push(name);
                    let absent = nested(ValueValidation {
                        not: Some(Box::new(requires(&[name]))),
                        ..ValueValidation::default()
                    });
                    draft.validation.all_of.push(nested(ValueValidation {
                        any_of: vec![absent, requires(&names)],
                        ..ValueValidation::default()
                    }));
                }
            }
            // `prefix_items` reads `false`.
            "items" if value == &Value::Bool(false) => {}
            "items" => draft.items = Some(Box::new(self.read(value, at))),
            "unevaluatedItems" => {
                if let Value::Object(_) = value {
                    draft.items = Some(Box::new(self.read(value, at)));
                }
            }
            "uniqueItems" => draft.unique |= value == &Value::Bool(true),
            "oneOf" | "anyOf" => {
                let branches = list(Some(value)).enumerate();
                let branches = branches
                    .map(|(index, branch)| self.read(branch, &format!("{at}/{index}")))
                    .collect();
                draft.choices.push(DraftChoice {
                    junctor: if name == "oneOf" {
                        Junctor::OneOf
                    } else {
                        Junctor::AnyOf
                    },
                    branches,
                    pointer: at.to_owned(),
                });
            }
            "not" => {
                let not = self.read(value, at);
                draft.nots.push(not);
            }
            _ => return false,
        }
        true
    }

    fn pattern_properties(&mut self, draft: &mut Draft, value: &'a Value, at: &str) {
        for (pattern, values) in value.as_object().into_iter().flatten() {
            let at = step(at, pattern);
            if !matches!(pattern.as_str(), "" | "^" | ".*" | "^.*$") {
                self.problem(
                    &at,
                    format!(
                        "keys that match `{pattern}` have their own schema, but the API server does not \
                         support `patternProperties`; use a map with keys of `String`, a list of structs, \
                         or {INSTEAD}"
                    ),
                );
            }
            let values = self.read(values, &at);
            draft.rest = Some(Rest::Each(Box::new(values)));
        }
    }

    /// Reads `prefixItems`: one schema for each position.
    fn prefix_items(&mut self, draft: &mut Draft, members: &'a Map<String, Value>, pointer: &str) {
        let none_after = members.get("items") == Some(&Value::Bool(false));
        let Some(positions) = members.get("prefixItems").and_then(Value::as_array) else {
            if none_after {
                draft.validation.max_items = Some(0);
            }
            return;
        };
        let at = format!("{pointer}/prefixItems");
        let length = i64::try_from(positions.len()).unwrap_or(i64::MAX);
        if none_after {
            draft.validation.max_items = Some(draft.validation.max_items.unwrap_or(length).min(length));
        }
        let open = draft.validation.max_items.is_none_or(|most| most > length);
        let after = draft.items.take();
        if open && after.is_none() {
            self.problem(
                &at,
                format!(
                    "elements after the first {length} can have any value, which a structural schema \
                    cannot express; {INSTEAD}"
                ),
            );
        }
        let mut drafts: Vec<Draft> = positions
            .iter()
            .enumerate()
            .map(|(index, position)| self.read(position, &format!("{at}/{index}")))
            .collect();
        drafts.extend(after.filter(|_| open).map(|after| *after));
        let nodes: Vec<_> = drafts.iter().cloned().map(|draft| self.finish(draft)).collect();
        if let [first, rest @ ..] = nodes.as_slice()
            && rest.iter().any(|node| node != first)
        {
            self.problem(
                &at,
                format!(
                    "the elements are of different types, which a list in a structural schema cannot \
                     express; use a struct with named fields, or {INSTEAD}"
                ),
            );
        }
        draft.items = drafts.into_iter().next().map(Box::new);
    }

    /// Reads an extension of Kubernetes, and ignores other `x-` keywords; returns false for an unknown keyword.
    fn extension(&mut self, draft: &mut Draft, name: &str, value: &Value, at: &str) -> bool {
        let flag = value == &Value::Bool(true);
        match name {
            "x-kubernetes-preserve-unknown-fields" => draft.preserve |= flag,
            "x-kubernetes-embedded-resource" => draft.embedded |= flag,
            "x-kubernetes-int-or-string" => {
                if flag {
                    draft.types = draft.types.and(Types::INT_OR_STRING);
                }
            }
            "x-kubernetes-list-type" => {
                draft.list_type = match value.as_str() {
                    Some("atomic") => Some(ListType::Atomic),
                    Some("set") => Some(ListType::Set),
                    Some("map") => Some(ListType::Map(match draft.list_type.take() {
                        Some(ListType::Map(keys)) => keys,
                        _ => Vec::new(),
                    })),
                    _ => {
                        self.problem(at, format!("`{value}` is not a list type"));
                        None
                    }
                }
            }
            "x-kubernetes-list-map-keys" => {
                let keys = list(Some(value))
                    .filter_map(Value::as_str)
                    .map(Into::into)
                    .collect();
                draft.list_type = Some(ListType::Map(keys));
            }
            "x-kubernetes-map-type" => {
                draft.map_type = match value.as_str() {
                    Some("granular") => Some(MapType::Granular),
                    Some("atomic") => Some(MapType::Atomic),
                    _ => {
                        self.problem(at, format!("`{value}` is not a map type"));
                        None
                    }
                }
            }
            "x-kubernetes-validations" => draft.rules.extend(list(Some(value)).map(rule)),
            _ => return name.starts_with("x-") && !name.starts_with("x-kubernetes-"),
        }
        true
    }
}

macro_rules! rule_of_json {
    ($(
        $(#[$doc:meta])* $name:ident: $type:ty = $wire:literal, $go:ident $(, as $go_type:literal)?,
            attribute $form:ident $arguments:tt;
    )*) => {
        fn rule(value: &Value) -> ValidationRule {
            let member = |name| value.get(name).unwrap_or(&Value::Null);
            ValidationRule {
                rule: OfJson::of(member("rule")),
                $( $name: OfJson::of(member($wire)), )*
            }
        }
    };
}

for_rule_members!(rule_of_json);

/// A member of a rule; a value of another type counts as absent.
trait OfJson {
    fn of(value: &Value) -> Self;
}

impl OfJson for Box<str> {
    fn of(value: &Value) -> Self {
        value.as_str().unwrap_or_default().into()
    }
}

impl OfJson for Option<Box<str>> {
    fn of(value: &Value) -> Self {
        value.as_str().map(Into::into)
    }
}

impl OfJson for Option<bool> {
    fn of(value: &Value) -> Self {
        value.as_bool()
    }
}
