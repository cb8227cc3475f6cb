//! Generates sample objects: the smallest one, a full one with docs, and one for each member of a union (feature `samples`).
//!
//! Every sample is checked by the CRD's own [`Admission`], including rules, before it is returned.
//!
//! ```
//! use crd_core::check::OldCrds;
//! use crd_core::samples::Samples;
//! use crd_core::KubeVersion;
//!
//! let mut crds = OldCrds::default();
//! crds.add(b"
//! apiVersion: apiextensions.k8s.io/v1
//! kind: CustomResourceDefinition
//! metadata: {name: databases.db.example.com}
//! spec:
//!   group: db.example.com
//!   scope: Namespaced
//!   names: {plural: databases, singular: database, kind: Database, listKind: DatabaseList}
//!   versions:
//!   - name: v1
//!     served: true
//!     storage: true
//!     schema:
//!       openAPIV3Schema:
//!         type: object
//!         properties:
//!           spec:
//!             type: object
//!             required: [replicas, maxReplicas]
//!             properties: {replicas: {type: integer, minimum: 3}, maxReplicas: {type: integer}}
//!             x-kubernetes-validations: [{rule: self.replicas <= self.maxReplicas}]
//! ");
//! let crd = crds.named("databases.db.example.com", KubeVersion::DEFAULT).unwrap();
//! let mut samples = Samples::new(&crd, "v1", KubeVersion::DEFAULT).unwrap();
//! let object = samples.smallest().unwrap();
//! assert!(object["spec"]["replicas"].as_i64() <= object["spec"]["maxReplicas"].as_i64());
//! ```

pub(crate) mod candidates;
pub(crate) mod combinations;
mod full;
mod members;
mod none;
pub(crate) mod obliging;
mod of_type;
mod placed;
pub(crate) mod repair;
pub(crate) mod shrink;
mod unions;
mod write;

use serde_json::{Value, json};

pub use full::FullSample;
pub use members::MemberSample;
pub use none::{SampleError, UnsatisfiedRestriction};
pub use of_type::Sample;
#[cfg(feature = "reference")]
pub(crate) use unions::union_of;

use crate::KubeVersion;
use crate::model::crd::Crd;
use crate::model::field::{ErrorType, FieldError, FieldPath};
use crate::model::rules;
use crate::model::structural::Structural;
use crate::server::objects::{Admission, AdmissionError, Request};
use crate::values::{PlacedValue, UnionChoice, ValueOptions, Values};
use candidates::Constants;
use obliging::oblige;
use repair::{Repair, Surroundings};
use shrink::shrink;

/// A generator of samples of one version of a CRD.
pub struct Samples {
    resource: SampledResource,
    constants: Constants,
    values: Values,
    surroundings: Surroundings,
}

/// The resource of the samples, and the admission of its objects.
struct SampledResource {
    admission: Admission,
}

impl Samples {
    /// Creates a generator of samples of a version of a CRD, for a version of the server.
    ///
    /// # Errors
    ///
    /// If there is no such version, or its schema is not structural.
    pub fn new(crd: &Crd, version: &str, server: KubeVersion) -> Result<Samples, AdmissionError> {
        Ok(Samples::of(Admission::new(crd, version, server)?))
    }

    /// Creates a generator of samples that an admission accepts.
    #[must_use]
    pub fn of(admission: Admission) -> Samples {
        let mut rules: Vec<Box<str>> = Vec::new();
        admission.schema().any(&mut |node| {
            rules.extend(node.rules.iter().map(|rule| rule.rule.clone()));
            false
        });
        Samples {
            constants: Constants::of_rules(rules.iter().map(|rule| &**rule)),
            resource: SampledResource { admission },
            values: Values::new(0),
            surroundings: Surroundings::default(),
        }
    }

    /// Returns the smallest accepted object: only required members, and `spec` if the schema has one. Its values are
    /// examples and defaults of the schema if these are accepted.
    ///
    /// # Errors
    ///
    /// If none is found; the error has the violated restrictions.
    pub fn smallest(&mut self) -> Result<Value, SampleError> {
        let mut refusal = None;
        for options in smallest_options() {
            match self.admitted(options) {
                Ok(object) => {
                    let kept = FieldPath::default().child("spec");
                    return Ok(shrink(&object, &kept, |object| {
                        self.resource.errors(object).is_empty()
                    }));
                }
                Err(errors) => {
                    refusal.get_or_insert(errors);
                }
            }
        }
        Err(self.resource.no_sample(refusal.unwrap_or_default()))
    }

    /// Returns the schema of objects.
    pub(crate) fn schema(&self) -> &Structural {
        self.resource.admission.schema()
    }

    /// Generates an accepted object with these options, repaired if necessary.
    fn admitted(&mut self, options: ValueOptions) -> Result<Value, Vec<FieldError>> {
        self.values.reseed(0);
        let Samples {
            resource,
            constants,
            values,
            surroundings,
        } = self;
        let schema = resource.admission.schema();
        let mut whole = values.value(schema, options);
        if let (Some(spec), Some(members)) = (schema.property("spec"), whole.as_object_mut())
            && !members.contains_key("spec")
        {
            members.insert("spec".to_owned(), values.value(spec, options));
        }
        oblige(values, schema, &mut whole);
        let placed = resource.complete(PlacedValue {
            whole,
            place: FieldPath::default(),
        });
        let repair = Repair {
            schema,
            kept: None,
            smallest: ValueOptions::READABLE,
            constants,
            judge: &|object| resource.errors(&object.whole),
            complete: &|object| resource.complete(object),
        };
        Ok(repair.run(placed, values, surroundings)?.whole)
    }
}

/// Returns the options for generating the smallest object, in order of readability.
fn smallest_options() -> impl Iterator<Item = ValueOptions> {
    let of = |options: ValueOptions| {
        (0..4).map(move |number| ValueOptions {
            union_member: UnionChoice::Number(number),
            ..options
        })
    };
    of(ValueOptions::READABLE).chain(of(ValueOptions::SMALLEST))
}

impl SampledResource {
    /// Returns the errors for a new object, including fields that the server would drop.
    fn errors(&self, object: &Value) -> Vec<FieldError> {
        let answer = self.admission.admit(Request::create(object));
        let findings = answer.decode.into_iter().chain(answer.strict);
        let mut errors = answer.errors;
        errors.extend(
            findings.map(|finding| {
                FieldError::at(rules::OBJ_01, ErrorType::Invalid, finding.field, finding.text)
            }),
        );
        errors
    }

    /// Adds type and name. The status is left out if the server drops it from new objects.
    fn complete(&self, mut placed: PlacedValue) -> PlacedValue {
        let options = self.admission.options();
        if !placed.whole.is_object() {
            placed.whole = json!({});
        }
        if let Some(members) = placed.whole.as_object_mut() {
            members.insert("apiVersion".to_owned(), (*options.api_version).into());
            members.insert("kind".to_owned(), (*options.kind).into());
            let metadata = members.entry("metadata").or_insert_with(|| json!({}));
            if let Some(metadata) = metadata.as_object_mut()
                && !metadata.contains_key("name")
            {
                metadata.insert("name".to_owned(), "example".into());
            }
            if options.status_subresource {
                members.remove("status");
            }
        }
        placed
    }
}

#[cfg(test)]
mod tests;
