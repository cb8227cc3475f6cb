//! The responses by path, generated once.

use crd_core::sort::sort;
use std::collections::BTreeMap;

use crd_core::publish;
use crd_core::{Crd, KubeVersion};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha512};

use super::discovery::{self, Group};
use super::http::{HttpRequest, Response};

const JSON: &str = "application/json";
const AGGREGATED: &str = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/// All responses.
pub(super) struct Responses {
    /// JSON responses, by path.
    plain: BTreeMap<String, Response>,
    /// The aggregated form of discovery, by path.
    aggregated: BTreeMap<String, Response>,
    /// A resource path for an example request.
    example: String,
}

impl Responses {
    pub(super) fn new(crds: &[Crd], server: KubeVersion) -> Self {
        let served = publish::group_versions(crds);
        let groups = discovery::groups(&served);
        let mut plain = BTreeMap::new();
        let mut index = Map::new();
        for (group, version) in &served {
            let Some(document) = publish::openapi_v3(crds, group, version, server) else {
                continue;
            };
            let path = format!("/openapi/v3/apis/{group}/{version}");
            let (answer, hash) = hashed(JSON, &document);
            let url = json!({"serverRelativeURL": format!("{path}?hash={hash}")});
            index.insert(format!("apis/{group}/{version}"), url);
            plain.insert(path, answer);
        }
        plain.insert("/openapi/v3".into(), hashed(JSON, &json!({"paths": index})).0);
        plain.insert(
            "/openapi/v2".into(),
            hashed(JSON, &publish::openapi_v2(crds, server)).0,
        );
        add_discovery(&mut plain, crds, &groups);
        plain.insert("/version".into(), unhashed(&version(server)));
        let aggregated = BTreeMap::from([
            (
                "/api".to_owned(),
                hashed(AGGREGATED, &discovery::aggregated(&[], &[])).0,
            ),
            (
                "/apis".to_owned(),
                hashed(AGGREGATED, &discovery::aggregated(crds, &groups)).0,
            ),
        ]);
        let is_served = |crd: &&Crd| crd.versions().iter().any(|version| version.served);
        let example = crds.iter().find(is_served);
        Responses {
            plain,
            aggregated,
            example: example.map_or_else(|| "RESOURCE".to_owned(), |crd| crd.spec.names.plural.to_string()),
        }
    }

    /// Returns a resource path for an example request.
    pub(super) fn example(&self) -> &str {
        &self.example
    }

    pub(super) fn answer(&self, request: &HttpRequest) -> Response {
        let path = match request.path.as_str() {
            "/" => "/",
            path => path.trim_end_matches('/'),
        };
        let Some(plain) = self.plain.get(path) else {
            return Response::text("404 Not Found", "404 page not found");
        };
        let accept = request.accept.as_deref().unwrap_or("*/*");
        for wanted in accept.split(',') {
            let mut parts = wanted.split(';').map(str::trim);
            let is_json = matches!(parts.next(), Some(JSON | "application/*" | "*/*"));
            let parameters: Vec<&str> = parts.filter(|part| !part.starts_with("q=")).collect();
            match (is_json, parameters.as_slice()) {
                (true, []) => return plain.clone(),
                (true, given) if is_aggregated(given) => {
                    if let Some(answer) = self.aggregated.get(path) {
                        return answer.clone();
                    }
                }
                _ => {}
            }
        }
        Response::text("406 Not Acceptable", "only application/json is served")
    }
}

fn is_aggregated(parameters: &[&str]) -> bool {
    ["g=apidiscovery.k8s.io", "v=v2", "as=APIGroupDiscoveryList"]
        .iter()
        .all(|wanted| parameters.contains(wanted))
}

fn add_discovery(plain: &mut BTreeMap<String, Response>, crds: &[Crd], groups: &[Group]) {
    let core = json!({"kind": "APIVersions", "versions": []});
    plain.insert("/api".into(), unhashed(&core));
    plain.insert("/apis".into(), unhashed(&discovery::group_list(groups, "")));
    let mut paths = vec!["/api".to_owned(), "/apis".to_owned()];
    for group in groups {
        let path = format!("/apis/{}", group.name);
        for version in &group.versions {
            let resources = discovery::resource_list(crds, &group.name, version);
            paths.push(format!("{path}/{version}"));
            plain.insert(format!("{path}/{version}"), unhashed(&resources));
        }
        plain.insert(path.clone(), unhashed(&discovery::group(group)));
        paths.push(path);
    }
    paths.extend(["/openapi/v2", "/openapi/v3", "/version"].map(str::to_owned));
    sort(&mut paths);
    plain.insert("/".into(), unhashed(&json!({"paths": paths})));
}

fn version(server: KubeVersion) -> Value {
    json!({
        "major": "1", "minor": server.minor().to_string(), "gitVersion": format!("v{server}.0"), "gitCommit": "",
        "gitTreeState": "", "buildDate": "1970-01-01T00:00:00Z", "goVersion": "", "compiler": "", "platform": "",
    })
}

/// Creates a response, and the hash of its body: SHA-512 in upper case, as the server computes it.
fn hashed(content_type: &'static str, value: &Value) -> (Response, String) {
    let body = value.to_string();
    let hash = Sha512::digest(&body)
        .iter()
        .fold(String::new(), |text, byte| text + &format!("{byte:02X}"));
    let answer = Response {
        status: "200 OK",
        content_type,
        tag: format!("\"{hash}\""),
        body,
    };
    (answer, hash)
}

fn unhashed(value: &Value) -> Response {
    Response {
        status: "200 OK",
        content_type: JSON,
        tag: String::new(),
        body: value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crd_core::check::crds_of;
    use crd_core::decode::decode;
    use crd_core::yaml::{Options, read};

    const WIDGET: &str = "
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.a.example.com}
spec:
  group: a.example.com
  names: {kind: Widget, plural: widgets, shortNames: [w]}
  scope: Cluster
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}, subresources: {status: {}}}
  - {name: v0, served: false, storage: false, schema: {openAPIV3Schema: {type: object}}}
";

    fn ask(path: &str, accept: &str) -> Response {
        let documents = read(WIDGET.as_bytes(), Options::default()).documents;
        let crds: Vec<Crd> = documents
            .iter()
            .flat_map(|document| crds_of(&document.root))
            .filter_map(|node| decode(node).crd)
            .collect();
        let request = HttpRequest {
            path: path.to_owned(),
            accept: Some(accept.to_owned()),
            ..HttpRequest::default()
        };
        Responses::new(&crds, KubeVersion::DEFAULT).answer(&request)
    }

    #[test]
    fn the_index_leads_to_the_documents() {
        let index: Value = serde_json::from_str(&ask("/openapi/v3", "application/json, */*").body).unwrap();
        let paths = index["paths"].as_object().unwrap();
        assert_eq!(paths.keys().collect::<Vec<_>>(), ["apis/a.example.com/v1"]);
        let url = paths["apis/a.example.com/v1"]["serverRelativeURL"]
            .as_str()
            .unwrap();
        let (path, hash) = url.split_once("?hash=").unwrap();
        let document = ask(path, "application/json");
        assert_eq!(document.tag, format!("\"{hash}\""));
        assert_eq!(hash.len(), 128);
        assert!(document.body.contains("com.example.a.v1.Widget"));
    }

    #[test]
    fn discovery_is_aggregated_where_it_is_asked_for() {
        let kubectl = format!(
            "{AGGREGATED},application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,{JSON}"
        );
        let both = ask("/apis", &kubectl);
        assert_eq!(both.content_type, AGGREGATED);
        assert!(
            both.body.contains(r#""singularResource":"widget""#),
            "{}",
            both.body
        );
        let plain = ask("/apis", JSON);
        assert_eq!(plain.content_type, JSON);
        assert!(plain.body.contains(r#""kind":"APIGroupList""#));
        assert!(
            ask("/apis/a.example.com/v1", &kubectl)
                .body
                .contains("widgets/status")
        );
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        for path in [
            "/apis/a.example.com/v0",
            "/openapi/v3/apis/a.example.com/v0",
            "/apis/a.example.com/v1/widgets",
        ] {
            assert_eq!(ask(path, JSON).status, "404 Not Found", "{path}");
        }
        let protobuf = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";
        assert_eq!(ask("/openapi/v2", protobuf).status, "406 Not Acceptable");
    }
}
