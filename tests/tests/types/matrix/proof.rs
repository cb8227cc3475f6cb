//! Ways of testing a row of the matrix.

use std::marker::PhantomData;

use crd_core::build::{BuildError, Manifests};
use crd_core::field::Path;
use crd_core::objects::{Admission, Request, ResourceOptions};
use crd_core::shape::Resource;
use crd_core::{Crd, CustomResource, KubeVersion, Schema, Structural, validate};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A row of the matrix.
pub struct Row {
    /// The first cell of the row.
    pub shape: &'static str,
    /// The test of the row.
    pub proof: Proof,
}

/// A way of testing a row.
pub enum Proof {
    /// The type has a schema.
    Schema(fn(&mut Matrix)),
    /// The type does not compile: cases below `tests/derive/ui`.
    Refused(&'static [&'static str]),
    /// The type compiles, but no CRD can be generated: the code of the diagnostic.
    Command(&'static str, fn(&Matrix, &str)),
}

/// Returns a row on a type with a schema.
pub const fn schema(shape: &'static str, prove: fn(&mut Matrix)) -> Row {
    let proof = Proof::Schema(prove);
    Row { shape, proof }
}

/// Returns a row on a type that does not compile.
pub const fn refused(shape: &'static str, cases: &'static [&'static str]) -> Row {
    let proof = Proof::Refused(cases);
    Row { shape, proof }
}

/// Returns a row on a type whose CRD cannot be generated.
pub const fn command(shape: &'static str, code: &'static str, prove: fn(&Matrix, &str)) -> Row {
    let proof = Proof::Command(code, prove);
    Row { shape, proof }
}

/// The state of the test.
#[derive(Default)]
pub struct Matrix {
    /// The current row.
    pub row: &'static str,
    /// All CRDs; the validator accepts each of them.
    pub crds: Vec<Value>,
    pub admitted: usize,
    pub refused: usize,
}

/// A spec with one field.
#[derive(Schema, Serialize, Deserialize)]
#[serde(bound = "T: Serialize + DeserializeOwned")]
struct Holder<T> {
    value: T,
}

/// A custom resource whose `spec` is of the type.
struct Of<T>(PhantomData<T>);

impl<T: Schema> CustomResource for Of<T> {
    const RESOURCE: Resource = Resource {
        group: "matrix.example.com",
        version: "v1",
        kind: "Row",
        plural: "rows",
        singular: "row",
        list_kind: "RowList",
        spec: T::REF,
        rust_path: "matrix::Row",
        ..Resource::NONE
    };
}

impl Matrix {
    /// Tests the type as a field: its CRD is accepted; `values` are admitted as serde writes them, stored unchanged and read
    /// back; the server and serde reject the others.
    #[track_caller]
    pub fn field<T>(&mut self, values: Vec<T>, others: &[Value])
    where
        T: Schema + Serialize + DeserializeOwned,
    {
        let values = values.into_iter().map(|value| Holder { value }).collect();
        let others: Vec<Value> = others.iter().map(|value| json!({ "value": value })).collect();
        self.spec(values, &others);
    }

    /// Like `field`, with the type as the whole `spec`.
    #[track_caller]
    pub fn spec<T>(&mut self, values: Vec<T>, others: &[Value])
    where
        T: Schema + Serialize + DeserializeOwned,
    {
        let row = self.row;
        let crd = self.accepted::<Of<T>>();
        let schema = root(&crd);
        for value in values {
            let written = serde_json::to_value(&value).expect("JSON");
            let (object, complaints) = admit(&schema, &written);
            assert!(
                complaints.is_empty(),
                "{row}: {written} is not admitted: {complaints:?}"
            );
            assert_eq!(object["spec"], written, "{row}: what serde writes is kept");
            let read: T = serde_json::from_value(object["spec"].clone()).expect(row);
            assert_eq!(serde_json::to_value(&read).expect("JSON"), written, "{row}");
            self.admitted += 1;
        }
        for other in others {
            let (_, complaints) = admit(&schema, other);
            assert!(!complaints.is_empty(), "{row}: {other} is admitted");
            assert!(
                serde_json::from_value::<T>(other.clone()).is_err(),
                "{row}: serde reads {other}"
            );
            self.refused += 1;
        }
    }

    /// Asserts that the server rejects these values; serde may deserialize them.
    #[track_caller]
    pub fn never<T: Schema>(&mut self, others: &[Value]) {
        let crd = self.accepted::<Of<T>>();
        for other in others {
            let (_, complaints) = admit(&root(&crd), other);
            assert!(!complaints.is_empty(), "{}: {other} is admitted", self.row);
            self.refused += 1;
        }
    }

    /// Asserts that the server admits a value that serde does not serialize, and stores it as `stored`.
    #[track_caller]
    pub fn becomes<T: Schema + DeserializeOwned + Serialize>(&mut self, sent: &Value, stored: &Value) {
        let crd = self.accepted::<Of<T>>();
        let (object, complaints) = admit(&root(&crd), sent);
        assert!(
            complaints
                .iter()
                .all(|complaint| complaint.starts_with("unknown field")),
            "{complaints:?}"
        );
        assert_eq!(object["spec"], *stored, "{}", self.row);
        serde_json::from_value::<T>(object["spec"].clone()).expect(self.row);
    }

    /// Asserts that the server accepts the CRD without a warning.
    #[track_caller]
    pub fn accepted<C: CustomResource>(&mut self) -> Crd {
        let crd = C::crd().unwrap_or_else(|problems| panic!("{}: {problems}", self.row));
        let verdict = validate::create(&crd, KubeVersion::DEFAULT);
        assert!(verdict.accepted(), "{}: {:?}", self.row, verdict.errors);
        assert!(
            verdict.warnings.is_empty(),
            "{}: {:?}",
            self.row,
            verdict.warnings
        );
        self.crds.push(serde_json::to_value(&crd).expect("JSON"));
        crd
    }

    /// Asserts that no CRD can be generated, and that the diagnostic has the code.
    #[track_caller]
    pub fn not_written<C: CustomResource>(&self, code: &str) {
        let dir = std::env::temp_dir().join("crd-gen-matrix-nothing-is-written-here");
        let result = Manifests::in_dir(&dir).add::<C>().write();
        let Err(error @ BuildError::Rejected(_)) = result else {
            panic!("{}: {result:?}", self.row)
        };
        let said = error.to_string();
        assert!(said.contains(&format!("error[{code}]")), "{}: {said}", self.row);
        assert!(!dir.exists());
    }

    /// Returns all CRDs as requests to the oracle.
    pub fn requests(&self) -> String {
        let lines: Vec<String> = self
            .crds
            .iter()
            .map(|crd| json!({ "crd": crd }).to_string())
            .collect();
        lines.join("\n") + "\n"
    }
}

/// Returns the schema of a field of the type, as JSON.
pub fn field_schema<T: Schema + Serialize + DeserializeOwned>() -> Value {
    let crd = Of::<Holder<T>>::crd().unwrap_or_else(|problems| panic!("{problems}"));
    let crd = serde_json::to_value(&crd).expect("JSON");
    crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]["value"]
        .clone()
}

fn root(crd: &Crd) -> Structural {
    let version = crd.spec.versions.as_ref().and_then(|versions| versions.first());
    let schema = version
        .and_then(|version| version.schema.as_ref())
        .and_then(|schema| schema.open_api_v3_schema.as_ref())
        .expect("a schema");
    Structural::from_schema(schema, &Path::root("schema"), KubeVersion::DEFAULT).expect("a structural schema")
}

/// Returns the stored object, and all errors and pruned fields.
fn admit(schema: &Structural, spec: &Value) -> (Value, Vec<String>) {
    let object = json!({
        "apiVersion": "matrix.example.com/v1",
        "kind": "Row",
        "metadata": {"name": "row", "namespace": "default"},
        "spec": spec,
    });
    let options = ResourceOptions::new(KubeVersion::DEFAULT, "matrix.example.com/v1", "Row");
    let admitted = Admission::of_structural(schema, options).admit(Request::create(&object));
    let mut complaints: Vec<String> = admitted.decode.iter().map(ToString::to_string).collect();
    complaints.extend(
        admitted
            .errors
            .iter()
            .map(|error| format!("{}: {}", error.field, error.text())),
    );
    complaints.extend(admitted.strict.iter().map(ToString::to_string));
    (admitted.object, complaints)
}
