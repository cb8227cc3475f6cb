//! Discovery documents: the groups, versions and resources, in the forms of `/apis` and of `/apis/GROUP/VERSION`.

use crd_core::crd::{Crd, Version, compare_versions};
use crd_core::sort::sort_by;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// The verbs of objects, in the server's order.
const VERBS: [&str; 8] = [
    "delete",
    "deletecollection",
    "get",
    "list",
    "patch",
    "create",
    "update",
    "watch",
];
/// The verbs of their subresources.
const SUBRESOURCE_VERBS: [&str; 3] = ["get", "patch", "update"];

/// A group with its versions, the preferred one first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) name: String,
    pub(super) versions: Vec<String>,
}

/// Returns the groups of served versions, by name.
pub(super) fn groups(served: &[(String, String)]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (name, version) in served {
        match groups.last_mut().filter(|group| group.name == *name) {
            Some(group) => group.versions.push(version.clone()),
            None => groups.push(Group {
                name: name.clone(),
                versions: vec![version.clone()],
            }),
        }
    }
    for group in &mut groups {
        sort_by(&mut group.versions, &|a, b| compare_versions(a, b));
    }
    groups
}

/// Returns the `APIGroupList` of `/apis`.
pub(super) fn group_list(groups: &[Group], address: &str) -> Value {
    let addresses = json!([{"clientCIDR": "0.0.0.0/0", "serverAddress": address}]);
    let groups = groups.iter().map(|group| {
        let mut value = members(group);
        value.insert("serverAddressByClientCIDRs".into(), addresses.clone());
        Value::Object(value)
    });
    json!({"kind": "APIGroupList", "apiVersion": "v1", "groups": groups.collect::<Value>()})
}

/// Returns the `APIGroup` of `/apis/GROUP`.
pub(super) fn group(group: &Group) -> Value {
    let mut value = members(group);
    value.insert("kind".into(), "APIGroup".into());
    value.insert("apiVersion".into(), "v1".into());
    Value::Object(value)
}

fn members(group: &Group) -> Map<String, Value> {
    let version =
        |version: &String| json!({"groupVersion": format!("{}/{version}", group.name), "version": version});
    let mut value = Map::new();
    value.insert("name".into(), group.name.as_str().into());
    value.insert("versions".into(), group.versions.iter().map(version).collect());
    value.insert(
        "preferredVersion".into(),
        group.versions.first().map(version).unwrap_or_default(),
    );
    value
}

/// Returns the `APIResourceList` of `/apis/GROUP/VERSION`.
pub(super) fn resource_list(crds: &[Crd], group: &str, version: &str) -> Value {
    let mut resources = Vec::new();
    for (crd, of) in of_version(crds, group, version) {
        let names = &crd.spec.names;
        let is_namespaced = is_namespaced(crd);
        let mut resource = json!({
            "name": names.plural, "singularName": crd.singular(), "namespaced": is_namespaced, "kind": names.kind,
            "verbs": VERBS,
        });
        add_names(&mut resource, crd);
        if let (Value::Object(resource), Some(stored)) = (&mut resource, crd.storage_version()) {
            let hash = storage_version_hash(group, &stored.name, &names.kind);
            resource.insert("storageVersionHash".into(), hash.into());
        }
        resources.push(resource);
        let of = Subresources::of(crd, of);
        if of.status {
            resources.push(json!({
                "name": format!("{}/status", names.plural), "singularName": "", "namespaced": is_namespaced,
                "kind": names.kind, "verbs": SUBRESOURCE_VERBS,
            }));
        }
        if of.scale {
            resources.push(json!({
                "name": format!("{}/scale", names.plural), "singularName": "", "namespaced": is_namespaced,
                "group": "autoscaling", "version": "v1", "kind": "Scale", "verbs": SUBRESOURCE_VERBS,
            }));
        }
    }
    json!({
        "kind": "APIResourceList", "apiVersion": "v1", "groupVersion": format!("{group}/{version}"),
        "resources": resources,
    })
}

/// Returns the `APIGroupDiscoveryList`: all in one document, which kubectl requests from `/apis`.
pub(super) fn aggregated(crds: &[Crd], groups: &[Group]) -> Value {
    let version = |group: &Group, version: &String| {
        let resources = of_version(crds, &group.name, version).map(|(crd, of)| {
            let names = &crd.spec.names;
            let kind = json!({"group": group.name, "version": version, "kind": names.kind});
            let mut resource = json!({
                "resource": names.plural, "responseKind": kind, "singularResource": crd.singular(),
                "scope": if is_namespaced(crd) { "Namespaced" } else { "Cluster" }, "verbs": VERBS,
            });
            add_names(&mut resource, crd);
            let of = Subresources::of(crd, of);
            let mut subresources = Vec::new();
            if of.status {
                subresources
                    .push(json!({"subresource": "status", "responseKind": kind, "verbs": SUBRESOURCE_VERBS}));
            }
            if of.scale {
                let kind = json!({"group": "autoscaling", "version": "v1", "kind": "Scale"});
                subresources
                    .push(json!({"subresource": "scale", "responseKind": kind, "verbs": SUBRESOURCE_VERBS}));
            }
            if let (Value::Object(resource), false) = (&mut resource, subresources.is_empty()) {
                resource.insert("subresources".into(), subresources.into());
            }
            resource
        });
        json!({"version": version, "resources": resources.collect::<Value>(), "freshness": "Current"})
    };
    let items = groups.iter().map(|group| {
        let versions = group.versions.iter().map(|name| version(group, name));
        json!({"metadata": {"name": group.name}, "versions": versions.collect::<Value>()})
    });
    json!({
        "kind": "APIGroupDiscoveryList", "apiVersion": "apidiscovery.k8s.io/v2", "metadata": {},
        "items": items.collect::<Value>(),
    })
}

/// Returns the CRDs with a served version of the group, and that version, by plural name.
fn of_version<'a>(
    crds: &'a [Crd],
    group: &'a str,
    version: &'a str,
) -> impl Iterator<Item = (&'a Crd, &'a Version)> {
    let mut found: Vec<(&Crd, &Version)> = crds
        .iter()
        .filter(|crd| *crd.spec.group == *group)
        .filter_map(|crd| {
            let version = crd.version(version).filter(|version| version.served)?;
            Some((crd, version))
        })
        .collect();
    sort_by(&mut found, &|(a, _), (b, _)| {
        a.spec.names.plural.cmp(&b.spec.names.plural)
    });
    found.dedup_by(|(a, _), (b, _)| a.spec.names.plural == b.spec.names.plural);
    found.into_iter()
}

/// The subresources of a version.
struct Subresources {
    status: bool,
    scale: bool,
}

impl Subresources {
    fn of(crd: &Crd, version: &Version) -> Self {
        let top = crd.spec.v1beta1.as_deref();
        let found = version
            .subresources
            .as_ref()
            .or_else(|| top?.subresources.as_ref());
        Subresources {
            status: found.is_some_and(|found| found.status),
            scale: found.is_some_and(|found| found.scale.is_some()),
        }
    }
}

fn is_namespaced(crd: &Crd) -> bool {
    &*crd.spec.scope == "Namespaced"
}

fn add_names(resource: &mut Value, crd: &Crd) {
    let Value::Object(resource) = resource else { return };
    let names = &crd.spec.names;
    for (member, list) in [
        ("shortNames", &names.short_names),
        ("categories", &names.categories),
    ] {
        if !list.is_empty() {
            resource.insert(
                member.into(),
                list.iter().map(|name| Value::from(&**name)).collect(),
            );
        }
    }
}

/// Returns the hash by which clients detect that the storage version has changed.
fn storage_version_hash(group: &str, version: &str, kind: &str) -> String {
    let hash = Sha256::digest(format!("{group}/{version}/{kind}"));
    let first: Vec<u8> = hash.iter().copied().take(8).collect();
    base64(&first)
}

/// Encodes bytes as base64 with padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let group = (0..3).fold(0_u32, |group, at| {
            group << 8 | u32::from(chunk.get(at).copied().unwrap_or(0))
        });
        for at in 0..4 {
            let digit = usize::try_from(group >> (18 - 6 * at) & 63).unwrap_or_default();
            let is_padding = at > chunk.len();
            let digit = DIGITS.get(digit).copied().map_or('=', char::from);
            out.push(if is_padding { '=' } else { digit });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_server() {
        // As recorded from a server of 1.36.
        for (group, version, kind, hash) in [
            ("db.example.com", "v1", "Database", "1Tef+hxA+sU="),
            ("cert-manager.io", "v1", "CertificateRequest", "tuxiikMaACg="),
            ("cache.example.com", "v1", "Cache", "hhFblp73urw="),
        ] {
            assert_eq!(storage_version_hash(group, version, kind), hash);
        }
    }

    #[test]
    fn base64_has_padding() {
        for (text, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
        ] {
            assert_eq!(base64(text.as_bytes()), expected);
        }
    }

    #[test]
    fn versions_are_ordered_by_priority() {
        let served = [
            ("a.b", "v1"),
            ("a.b", "v1beta1"),
            ("a.b", "v2"),
            ("c.d", "v1alpha1"),
        ]
        .map(|(group, version)| (group.to_owned(), version.to_owned()));
        let groups = groups(&served);
        let shown: Vec<String> = groups.iter().map(|group| group.versions.join(" ")).collect();
        assert_eq!(shown, ["v2 v1 v1beta1", "v1alpha1"]);
    }
}
