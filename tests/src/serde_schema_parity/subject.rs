//! A type under test, as a non-generic type.

use std::fmt;
use std::marker::PhantomData;

use crd_core::decode::decode;
use crd_core::generate::{self, Profile};
use crd_core::objects::{Admission, Admitted, Request};
use crd_core::shape::{Field, Kind, Resource};
use crd_core::values::{ValueOptions, Values};
use crd_core::{CustomResource, KubeVersion, Schema, Shape, Structural, validate};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::arbitrary::{Arbitrary, Gen};
use crate::server_parity::our_verdict::node;
use crate::values;

/// A custom resource whose `spec.value` is of the type.
struct Holder<T>(PhantomData<T>);

impl<T: Schema> CustomResource for Holder<T> {
    const RESOURCE: Resource = Resource {
        group: "parity.example.com",
        version: "v1",
        kind: "Holder",
        plural: "holders",
        singular: "holder",
        list_kind: "HolderList",
        namespaced: false,
        spec: &Shape::new("Holder", Kind::Object(&[Field::new("value", &T::SHAPE)])),
        rust_path: "Holder",
        ..Resource::NONE
    };
}

/// A type under test.
#[derive(Clone)]
pub struct Subject {
    /// The name of the type.
    pub name: String,
    /// A CRD whose `spec.value` is of the type.
    pub crd: Value,
    /// The same CRD in the profile that enforces enums only by `oneOf`.
    plain: Value,
    admission: Admission,
    structural: Option<Structural>,
    write: fn(&mut Gen) -> Result<Value, String>,
    read: fn(&Value) -> Result<Value, String>,
}

impl fmt::Debug for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Subject({})", self.name)
    }
}

/// Returns the schema of the type in a CRD that contains it.
fn schema_of(crd: &Value) -> &Value {
    &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]["value"]
}

impl Subject {
    /// Creates the subject for a type.
    ///
    /// # Errors
    /// If its CRD cannot be generated, or the server would reject it.
    pub fn new<T: Schema + Arbitrary + Serialize + DeserializeOwned>(name: &str) -> Result<Subject, String> {
        let crd = Holder::<T>::crd().map_err(|problems| format!("no schema: {problems}"))?;
        let crd = serde_json::to_value(crd).map_err(|error| error.to_string())?;
        let admission = admission(&crd)?;
        let plain = generate::crd(&Holder::<T>::RESOURCE, Profile::Extended)
            .map_err(|problems| format!("no extended schema: {problems}"))?;
        Ok(Subject {
            name: name.to_owned(),
            structural: values::structural(schema_of(&crd)),
            crd,
            plain: serde_json::to_value(plain).map_err(|error| error.to_string())?,
            admission,
            write: |g| serde_json::to_value(T::arbitrary(g)).map_err(|error| error.to_string()),
            read: |value| {
                let read = serde_json::from_value::<T>(value.clone()).map_err(|error| error.to_string())?;
                serde_json::to_value(read).map_err(|error| format!("written again: {error}"))
            },
        })
    }

    /// Returns the schema of the type itself.
    pub fn schema(&self) -> &Value {
        schema_of(&self.crd)
    }

    /// Returns a random value that the schema is likely to admit.
    pub fn fitting(&self, g: &mut Gen) -> Value {
        let seed = g.below(usize::MAX) as u64;
        let options = ValueOptions {
            unfit_percent: 30,
            ..ValueOptions::WHOLE
        };
        let value = |schema| Values::new(seed).value(schema, options);
        self.structural.as_ref().map(value).unwrap_or_default()
    }

    /// Returns the subject with the schema in which enums are enforced only by `oneOf`. `None` if that is the same schema,
    /// or has unions or rules, which no keyword can replace.
    ///
    /// # Errors
    /// If the server would reject the CRD.
    pub fn enforced_by_one_of(&self) -> Result<Option<Subject>, String> {
        let has_rules = ["x-kubernetes-validations", "x-kubernetes-unions"]
            .iter()
            .any(|keyword| self.plain.to_string().contains(keyword));
        if has_rules || self.plain == self.crd {
            return Ok(None);
        }
        Ok(Some(Subject {
            crd: self.plain.clone(),
            admission: admission(&self.plain)?,
            structural: values::structural(schema_of(&self.plain)),
            ..self.clone()
        }))
    }

    /// Serializes a random value.
    pub fn write(&self, g: &mut Gen) -> Result<Value, String> {
        (self.write)(g)
    }

    /// Deserializes a value and serializes the result.
    pub fn read(&self, value: &Value) -> Result<Value, String> {
        (self.read)(value)
    }

    /// Returns the custom resource that holds a value.
    pub fn object(value: &Value) -> Value {
        json!({
            "apiVersion": "parity.example.com/v1", "kind": "Holder", "metadata": { "name": "a" },
            "spec": { "value": value },
        })
    }

    /// Admits a value as the server does.
    pub fn admit(&self, value: &Value) -> Admitted {
        self.admission.admit(Request::create(&Subject::object(value)))
    }
}

/// Prepares the admission of objects of a CRD.
fn admission(crd: &Value) -> Result<Admission, String> {
    let decoded = decode(&node(crd)).crd.ok_or("the CRD does not decode")?;
    let verdict = validate::create(&decoded, KubeVersion::DEFAULT);
    if !verdict.accepted() {
        return Err(format!("refused: {:?}", verdict.errors));
    }
    Admission::new(&decoded, "v1", KubeVersion::DEFAULT).map_err(|error| error.to_string())
}

/// Returns the value in the stored object, or null if the server dropped it.
pub fn stored(admitted: &Admitted) -> Value {
    admitted.object["spec"]["value"].clone()
}
