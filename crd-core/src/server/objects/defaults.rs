//! Validation of the defaults in a schema (rules §4).

use crate::model::rules;
use serde_json::Value;

use super::at::At;
use super::embedded::{self, OnMalformed};
use super::prune::prune;
use super::value::{self, Patterns, Purpose, Rules, same};
use super::view::{View, is_meta_name};
use crate::model::field::{FieldError, Path};
use crate::model::schema::JsonSchemaProps;
use crate::model::structural::Structural;
use crate::{KubeVersion, cel, go};

/// How [`validate_defaults`] judges.
#[derive(Clone, Copy, Debug)]
pub struct DefaultsOptions {
    /// The server that judges.
    pub version: KubeVersion,
    /// Whether a default with unknown fields is an error (DFT-01); off on updates of CRDs that already have one.
    pub require_pruned: bool,
}

impl Default for DefaultsOptions {
    fn default() -> Self {
        DefaultsOptions {
            version: KubeVersion::DEFAULT,
            require_pruned: true,
        }
    }
}

/// Every error in the defaults of `schema`, the root of one version's schema, which stands at `path`
/// (such as `spec.validation.openAPIV3Schema`).
///
/// Only for schemas that are structural without errors (rules §4, precondition). What stands under
/// `additionalProperties` or a junctor is not looked at, as on the server.
pub fn validate_defaults(schema: &Structural, path: &Path<'_>, options: DefaultsOptions) -> Vec<FieldError> {
    let mut walk = Walk {
        options,
        patterns: Patterns::default(),
        errors: Vec::new(),
    };
    let root = View::resource(schema);
    walk.node(
        root,
        path,
        Surroundings {
            resource: root,
            at: At::ROOT,
            inside_meta: false,
        },
    );
    walk.errors
}

struct Walk {
    options: DefaultsOptions,
    patterns: Patterns,
    errors: Vec<FieldError>,
}

/// The resource a node belongs to and where it stands in it.
#[derive(Clone, Copy)]
struct Surroundings<'a> {
    resource: View<'a>,
    at: At<'a>,
    inside_meta: bool,
}

impl Walk {
    fn node(&mut self, view: View<'_>, path: &Path<'_>, surroundings: Surroundings<'_>) {
        let surroundings = if view.is_resource {
            Surroundings {
                resource: view,
                at: At::ROOT,
                inside_meta: false,
            }
        } else {
            surroundings
        };
        if let Some(default) = &view.schema.generic.default {
            let path = path.child("default");
            if surroundings.inside_meta {
                self.metadata_default(view, default, &path, surroundings);
            } else {
                self.default(view, default, &path);
            }
        }
        let at = surroundings.at;
        if let Some(items) = view.schema.items() {
            self.node(
                View::of(items),
                &path.child("items"),
                Surroundings {
                    at: at.index(0),
                    ..surroundings
                },
            );
        }
        for (name, property) in view.schema.properties() {
            let inside_meta = surroundings.inside_meta || view.is_resource && is_meta_name(name);
            self.node(
                View::of(property),
                &path.child("properties").key(name),
                Surroundings {
                    at: at.property(name),
                    inside_meta,
                    ..surroundings
                },
            );
        }
    }

    fn default(&mut self, view: View<'_>, given: &Value, path: &Path<'_>) {
        let mut default = given.clone();
        let coerced = embedded::coerce(&mut default, view, Some(path), OnMalformed::Reject);
        if self.options.require_pruned {
            let mut pruned = given.clone();
            prune(&mut pruned, view);
            if !same(&pruned, given) {
                // Coercion has changed the value by the time the server prints it.
                let value = go::bad_value(&default);
                let detail = "must not have unknown fields";
                self.errors
                    .push(FieldError::invalid(rules::DFT_01, path, value, detail));
            }
        }
        if let Err(error) = coerced {
            self.errors.push(FieldError {
                rule: rules::DFT_02,
                ..*error
            });
            return;
        }
        let embedded = embedded::validate(&default, view, Some(path), self.options.version);
        if embedded.is_empty() {
            self.value(view, &default, path);
        } else {
            let embedded = embedded.into_iter().map(|error| FieldError {
                rule: rules::DFT_03,
                ..error
            });
            self.errors.extend(embedded);
        }
    }

    /// A default inside metadata is judged by the metadata it results in.
    fn metadata_default(
        &mut self,
        view: View<'_>,
        default: &Value,
        path: &Path<'_>,
        surroundings: Surroundings<'_>,
    ) {
        let mut object = surroundings.at.surround(default.clone());
        if let Value::Object(members) = &mut object {
            members.entry("kind").or_insert_with(|| "Validation".into());
            members
                .entry("apiVersion")
                .or_insert_with(|| "validation/v1".into());
        }
        let coerced = embedded::coerce(&mut object, surroundings.resource, None, OnMalformed::Reject);
        let faults: Vec<String> = if let Err(error) = coerced {
            vec![error.to_string()]
        } else {
            let errors = embedded::validate(&object, surroundings.resource, None, self.options.version);
            errors.iter().map(ToString::to_string).collect()
        };
        if faults.is_empty() {
            self.value(view, default, path);
            return;
        }
        let detail = format!("must result in valid metadata: {}", aggregate(faults));
        self.errors.push(FieldError::invalid(
            rules::DFT_02,
            path,
            go::bad_value(default),
            detail,
        ));
    }

    fn value(&mut self, view: View<'_>, default: &Value, path: &Path<'_>) {
        let rules = Rules {
            purpose: Purpose::Default,
            version: self.options.version,
            rule: rules::DFT_04,
            patterns: &self.patterns,
        };
        let found = value::validate(view.schema, default, None, Some(path), rules);
        if found.is_empty() {
            self.rules(view, default, path);
        }
        self.errors.extend(found);
    }

    /// The CEL rules of a default that is valid otherwise.
    fn rules(&mut self, view: View<'_>, default: &Value, path: &Path<'_>) {
        if !view.schema.any(&mut |node| !node.rules.is_empty()) {
            return;
        }
        let schema = JsonSchemaProps::from(view.schema.clone());
        let version = self.options.version;
        cel::of_default(
            &schema,
            view.is_resource,
            default,
            path,
            version,
            &mut self.errors,
        );
    }
}

/// Several errors as one text, each once.
fn aggregate(mut faults: Vec<String>) -> String {
    let mut seen = std::collections::HashSet::new();
    faults.retain(|fault| seen.insert(fault.clone()));
    match faults.as_slice() {
        [one] => one.clone(),
        many => format!("[{}]", many.join(", ")),
    }
}
