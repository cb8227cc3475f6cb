//! Validates the defaults in a schema (rules DFT-01 to DFT-18).
//!
//! ```text
//! properties: {a: {type: integer, default: x}}
//! ->  …properties[a].default: Invalid value: "x": must be of type integer: "string"
//! ```

use crate::model::rules;
use serde_json::Value;

use super::at::At;
use super::embedded::{self, OnMalformed};
use super::parts::{Patterns, ValidationPurpose, same};
use super::prune::prune;
#[cfg(feature = "eval")]
use super::rules::{Ratcheting, Rules, RulesProgress};
use super::value::{self, ValidationSettings};
use super::view::{View, is_meta_name};
use crate::KubeVersion;
#[cfg(feature = "eval")]
use crate::model::changes::Change;
use crate::model::field::{FieldError, Path};
use crate::model::schema::JsonSchemaProps;
use crate::model::structural::Structural;
use crate::server::cel::SelfKind;
use crate::server::objects::bad_value::bad_value;

/// Options of [`validate_defaults`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct DefaultsOptions {
    /// The server; [`KubeVersion::DEFAULT`] by default.
    pub version: KubeVersion,
    /// Whether a default with unknown fields is an error (DFT-01). It is by default, but not when a CRD is
    /// updated that already has one.
    pub require_pruned: bool,
}

impl DefaultsOptions {
    /// Creates options for a server of `version`.
    pub fn new(version: KubeVersion) -> Self {
        DefaultsOptions {
            version,
            ..DefaultsOptions::default()
        }
    }
}

impl Default for DefaultsOptions {
    fn default() -> Self {
        DefaultsOptions {
            version: KubeVersion::DEFAULT,
            require_pruned: true,
        }
    }
}

/// Returns the errors in the defaults of `schema`, the root of one version's schema, which is at `path` (such
/// as `spec.validation.openAPIV3Schema`).
///
/// Rules are run on defaults with feature `eval`; without it, only those that do not compile are found (DFT-05).
///
/// The schema must have passed the structural checks. Like the server, this ignores defaults below
/// `additionalProperties` and junctors.
pub fn validate_defaults(schema: &Structural, path: &Path<'_>, options: DefaultsOptions) -> Vec<FieldError> {
    let mut walk = DefaultsWalk {
        options,
        patterns: Patterns::of(schema),
        budget: Some(RULE_BUDGET),
        errors: Vec::new(),
    };
    let root = View::resource(schema);
    walk.node(
        root,
        path,
        NodePosition {
            resource: root,
            at: At::ROOT,
            inside_meta: false,
        },
    );
    walk.errors
}

/// The maximum total cost of the rules on all defaults of a schema (DFT-16).
const RULE_BUDGET: u64 = 10_000_000;

struct DefaultsWalk {
    options: DefaultsOptions,
    patterns: Patterns,
    /// The remaining budget of the rules on all defaults; `None` if a limit was exceeded, which ends the walk.
    budget: Option<u64>,
    errors: Vec<FieldError>,
}

/// The resource to which a node belongs, and the node's position in it.
#[derive(Clone, Copy)]
struct NodePosition<'a> {
    resource: View<'a>,
    at: At<'a>,
    inside_meta: bool,
}

impl DefaultsWalk {
    fn node(&mut self, view: View<'_>, path: &Path<'_>, position: NodePosition<'_>) {
        if self.budget.is_none() {
            return;
        }
        let position = if view.is_resource {
            NodePosition {
                resource: view,
                at: At::ROOT,
                inside_meta: false,
            }
        } else {
            position
        };
        if let Some(default) = &view.schema.generic.default {
            let path = path.child("default");
            if position.inside_meta {
                self.metadata_default(view, default, &path, position);
            } else {
                self.default(view, default, &path);
            }
        }
        let at = position.at;
        if let Some(items) = view.schema.items() {
            self.node(
                View::of(items),
                &path.child("items"),
                NodePosition {
                    at: at.index(0),
                    ..position
                },
            );
        }
        for (name, property) in view.schema.properties() {
            let inside_meta = position.inside_meta || view.is_resource && is_meta_name(name);
            self.node(
                View::of(property),
                &path.child("properties").key(name),
                NodePosition {
                    at: at.property(name),
                    inside_meta,
                    ..position
                },
            );
        }
    }

    fn default(&mut self, view: View<'_>, given: &Value, path: &Path<'_>) {
        let mut default = given.clone();
        let coerced = embedded::coerce(
            &mut default,
            view,
            Some(path),
            OnMalformed::Reject(self.options.version),
        );
        if self.options.require_pruned {
            let mut pruned = given.clone();
            prune(&mut pruned, view);
            if !same(&pruned, given) {
                // Coercion has changed the value when the server prints it.
                let value = bad_value(&default, self.options.version);
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

    /// Validates a default inside metadata by the resulting metadata.
    fn metadata_default(
        &mut self,
        view: View<'_>,
        default: &Value,
        path: &Path<'_>,
        position: NodePosition<'_>,
    ) {
        let mut object = position.at.surround(default.clone());
        if let Value::Object(members) = &mut object {
            members.entry("kind").or_insert_with(|| "Validation".into());
            members
                .entry("apiVersion")
                .or_insert_with(|| "validation/v1".into());
        }
        let coerced = embedded::coerce(
            &mut object,
            position.resource,
            None,
            OnMalformed::Reject(self.options.version),
        );
        let faults: Vec<String> = if let Err(error) = coerced {
            vec![error.to_string()]
        } else {
            let errors = embedded::validate(&object, position.resource, None, self.options.version);
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
            bad_value(default, self.options.version),
            detail,
        ));
    }

    fn value(&mut self, view: View<'_>, default: &Value, path: &Path<'_>) {
        let rules = ValidationSettings {
            purpose: ValidationPurpose::Default,
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

    /// Checks the CEL rules of a default that is otherwise valid.
    fn rules(&mut self, view: View<'_>, default: &Value, path: &Path<'_>) {
        if !view.schema.any(&mut |node| !node.rules.is_empty()) {
            return;
        }
        let schema = JsonSchemaProps::from(view.schema.clone());
        let kind = if view.is_resource {
            SelfKind::Resource
        } else {
            SelfKind::Value
        };
        #[cfg(feature = "eval")]
        self.run_rules(&schema, kind, default, path);
        #[cfg(not(feature = "eval"))]
        crate::server::cel::of_default(
            &schema,
            kind,
            default,
            path,
            self.options.version,
            &mut self.errors,
        );
    }

    /// Runs rules on a default that replaces itself and, on servers with ratcheting, on one that replaces nothing.
    #[cfg(feature = "eval")]
    fn run_rules(&mut self, schema: &JsonSchemaProps, kind: SelfKind, default: &Value, path: &Path<'_>) {
        let version = self.options.version;
        let (Some(rules), Some(budget)) = (Rules::of(schema, kind, version), self.budget) else {
            return;
        };
        let mut run = |old: Option<&Value>| {
            let outcome = rules.run_within(default, old, Ratcheting::Off, Some(path), budget);
            let has_errors = !outcome.errors.is_empty();
            self.errors
                .extend(outcome.errors.into_iter().map(|error| FieldError {
                    rule: if error.rule == rules::RUL_08 {
                        rules::DFT_05C
                    } else {
                        rules::DFT_05
                    },
                    origin: None,
                    ..error
                }));
            let left =
                (outcome.verdict != RulesProgress::Stopped).then(|| budget.saturating_sub(outcome.cost));
            (has_errors, left)
        };
        let (has_errors, mut left) = run(Some(default));
        if !has_errors && version.has(Change::ValidationRatcheting) {
            // The more expensive of both runs counts.
            let (_, without_old) = run(None);
            left = left.min(without_old);
        }
        self.budget = left;
    }
}

/// Joins several errors into one text without repetitions.
fn aggregate(mut faults: Vec<String>) -> String {
    let mut seen = std::collections::HashSet::new();
    faults.retain(|fault| seen.insert(fault.clone()));
    match faults.as_slice() {
        [one] => one.clone(),
        many => format!("[{}]", many.join(", ")),
    }
}
