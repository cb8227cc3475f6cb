//! The same conversion with serde: whole objects are deserialized to types, mapped, and serialized.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::api::{v1, v2};

#[derive(Deserialize)]
struct Review {
    request: Request,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Request {
    uid: String,
    objects: Vec<Object<v1::DatabaseSpec>>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Object<S> {
    api_version: String,
    kind: String,
    metadata: Value,
    spec: S,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    api_version: &'static str,
    kind: &'static str,
    response: Response,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Response {
    uid: String,
    converted_objects: Vec<Object<v2::DatabaseSpec>>,
    result: Result,
}

#[derive(Serialize)]
struct Result {
    status: &'static str,
}

pub fn review(body: &[u8]) -> Vec<u8> {
    let review: Review = serde_json::from_slice(body).expect("a review");
    let converted = review.request.objects.into_iter().map(|object| Object {
        api_version: "bench.example.com/v2".to_owned(),
        kind: object.kind,
        metadata: object.metadata,
        spec: up(object.spec),
    });
    let answer = Answer {
        api_version: "apiextensions.k8s.io/v1",
        kind: "ConversionReview",
        response: Response {
            uid: review.request.uid,
            converted_objects: converted.collect(),
            result: Result { status: "Success" },
        },
    };
    serde_json::to_vec(&answer).expect("an answer")
}

fn up(spec: v1::DatabaseSpec) -> v2::DatabaseSpec {
    let address = spec.address.as_deref().and_then(|address| address.rsplit_once(':'));
    v2::DatabaseSpec {
        engine: spec.r#type,
        storage: v2::Storage { size_gb: spec.size_gb },
        host: address.map(|(host, _)| host.to_owned()),
        port: address.and_then(|(_, port)| port.parse().ok()),
        users: spec
            .users
            .into_iter()
            .map(|user| v2::User { name: user.name, grant: user.role, comment: user.comment })
            .collect(),
    }
}
