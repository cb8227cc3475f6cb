//! Validates objects, given as Rust values, as the API server does (feature `eval`).
//!
//! [`Validate`] is implemented for every type that derives `CustomResource`. The schema and the rules of a type are
//! compiled once, when the first object is validated; no server is contacted.
//!
//! ```
//! use crd_core::{CustomResource, Schema, Validate};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
//! #[crd(group = "db.example.com", version = "v1", kind = "Database", namespaced)]
//! #[crd(rule("self.replicas <= self.maxReplicas", message = "must not exceed maxReplicas", field_path = ".replicas"))]
//! #[serde(rename_all = "camelCase")]
//! struct DatabaseSpec {
//!     #[crd(minimum = 1)]
//!     replicas: u32,
//!     #[crd(default = 5)]
//!     max_replicas: u32,
//! }
//!
//! let database = Database::new("a", DatabaseSpec { replicas: 9, max_replicas: 5 });
//! let invalid = database.validate().unwrap_err();
//! assert_eq!(
//!     invalid.to_string(),
//!     "Database \"a\" is invalid: spec.replicas: Invalid value: must not exceed maxReplicas"
//! );
//! assert_eq!(invalid.errors()[0].field.to_string(), "spec.replicas");
//!
//! // In tests, also from YAML, where defaults and unknown fields count.
//! crd_core::assert_invalid!(database, "spec.replicas", "must not exceed");
//! crd_core::assert_valid!(Database: "
//! apiVersion: db.example.com/v1
//! kind: Database
//! metadata: {name: a}
//! spec: {replicas: 3, maxReplicas: 3}
//! ");
//! ```
//!
//! # In controllers and webhooks
//!
//! A controller calls [`Validate::validate_update`] before it sends an object. A webhook receives JSON: it gets the
//! [`ObjectValidator`] of the type from [`Validate::validator`], and answers with [`Invalid::to_status`] or, if it mutates, with
//! [`Accepted::object`].

#![expect(
    clippy::result_large_err,
    reason = "a refusal carries the object, and is what callers ask for"
)]

mod asserts;
mod invalid;

use std::fmt;

use serde::Serialize;
use serde_json::Value;

#[doc(hidden)]
pub use asserts::{Attempt, Expected, Replaced};
pub use invalid::Invalid;

use crate::model::crd::Crd;
use crate::model::kube_version::KubeVersion;
use crate::rust::generate::CustomResource;
use crate::server::objects::{Admission, Admitted, Operation, Request, set_resource_versions};

/// Validates values of a custom resource as the API server would.
///
/// Every type that derives `CustomResource` implements it (feature `eval`).
pub trait Validate: CustomResource + Serialize {
    /// Returns the validator of the type; built on the first call.
    fn validator() -> &'static ObjectValidator;

    /// Validates a request that creates this object.
    ///
    /// With the status subresource, the server drops the status of a new object, so the status is not validated;
    /// [`validate_status_update`](Validate::validate_status_update) does that.
    ///
    /// # Errors
    /// When the server would reject it, with all its reasons.
    fn validate(&self) -> Result<Accepted, Invalid> {
        Self::validator().create(&to_json(self)?)
    }

    /// Validates a request that replaces an object with another: `Database::validate_update(&old, &new)`. It is not a method,
    /// because a reader would not know which of two objects is the new one.
    ///
    /// # Errors
    /// When the server would reject it, with all its reasons.
    fn validate_update(old: &Self, new: &Self) -> Result<Accepted, Invalid> {
        Self::validator().update(&to_json(old)?, &to_json(new)?)
    }

    /// Validates a request to the status subresource that replaces the status of an object with that of another:
    /// `Database::validate_status_update(&old, &new)`.
    ///
    /// # Errors
    /// When the server would reject it, with all its reasons.
    fn validate_status_update(old: &Self, new: &Self) -> Result<Accepted, Invalid> {
        Self::validator().update_status(&to_json(old)?, &to_json(new)?)
    }
}

fn to_json<T: Serialize + ?Sized>(value: &T) -> Result<Value, Invalid> {
    serde_json::to_value(value).map_err(|error| Invalid::unreadable(&Value::Null, error.to_string()))
}

/// An object that the server would accept.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Accepted {
    /// The object as it would be stored: with defaults, without unknown fields.
    pub object: Value,
    /// The server's warnings.
    pub warnings: Vec<String>,
}

/// A validator for the objects of one version of a custom resource. It may be used from several threads.
#[derive(Debug)]
pub struct ObjectValidator {
    kind: String,
    admission: Result<Admission, String>,
}

impl ObjectValidator {
    /// Creates the validator for the objects of a Rust type, for the default server version ([`KubeVersion::DEFAULT`]).
    ///
    /// A type without a structural schema, which the compiler nearly always rejects, has a validator that rejects every
    /// object with the reason.
    #[must_use]
    pub fn of<T: CustomResource>() -> Self {
        let version = T::RESOURCE.version;
        let admission = T::crd().map_err(|problems| problems.to_string());
        ObjectValidator {
            kind: T::RESOURCE.kind.to_owned(),
            admission: admission.and_then(|crd| {
                Admission::new(&crd, version, KubeVersion::DEFAULT).map_err(|error| error.to_string())
            }),
        }
    }

    /// Creates the validator for the objects of a version of a CRD.
    #[must_use]
    pub fn of_crd(crd: &Crd, version: &str, server: KubeVersion) -> Self {
        ObjectValidator {
            kind: crd.spec.names.kind.to_string(),
            admission: Admission::new(crd, version, server).map_err(|error| error.to_string()),
        }
    }

    /// Validates a request that creates an object.
    ///
    /// # Errors
    /// When the server would reject it.
    pub fn create(&self, object: &Value) -> Result<Accepted, Invalid> {
        self.admit(Request::create(object))
    }

    /// Validates a request that replaces an object.
    ///
    /// # Errors
    /// When the server would reject it.
    pub fn update(&self, old: &Value, new: &Value) -> Result<Accepted, Invalid> {
        let (old, new) = with_resource_versions(old, new);
        self.admit(Request::update(&old, &new))
    }

    /// Validates a request to the status subresource.
    ///
    /// # Errors
    /// When the server would reject it.
    pub fn update_status(&self, old: &Value, new: &Value) -> Result<Accepted, Invalid> {
        let (old, new) = with_resource_versions(old, new);
        self.admit(Request::new(Operation::UpdateStatus { old: &old }, &new))
    }

    /// Validates any request.
    ///
    /// # Errors
    /// When the server would reject it.
    pub fn admit(&self, request: Request<'_>) -> Result<Accepted, Invalid> {
        let object = request.object;
        match &self.admission {
            Ok(admission) => self.answer(object, admission.admit(request)),
            Err(reason) => {
                let reason = format!("the API server would reject the CRD of `{}`: {reason}", self.kind);
                Err(Invalid::unreadable(object, reason))
            }
        }
    }

    fn answer(&self, object: &Value, admitted: Admitted) -> Result<Accepted, Invalid> {
        if !admitted.is_accepted() {
            return Err(Invalid::new(&self.kind, object, admitted));
        }
        let strict = admitted.strict.iter().map(ToString::to_string);
        let warnings = admitted.warnings.iter().map(ToString::to_string);
        Ok(Accepted {
            warnings: strict.chain(warnings).collect(),
            object: admitted.object,
        })
    }
}

/// Returns both objects with resource versions.
pub(crate) fn with_resource_versions(old: &Value, new: &Value) -> (Value, Value) {
    let (mut old, mut new) = (old.clone(), new.clone());
    set_resource_versions(&mut old, &mut new);
    (old, new)
}

impl fmt::Display for Accepted {
    /// Writes the object as YAML.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::yaml::to_string(&self.object).unwrap_or_default())
    }
}
