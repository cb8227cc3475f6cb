//! LNT-52 and LNT-54: lifecycles in versions of the package itself that are in the future, or long past.
//!
//! ```text
//! tiny 0.6.0   lifecycle(project = "tiny", min_version = "v0.9", status = alpha)   the version is in the future
//! tiny 0.6.0   lifecycle(project = "tiny", min_version = "v0.2", status = beta)    it has been beta for four releases
//! ```

use crate::feature::{Feature, Marker};

/// The maximum number of releases that a field may be alpha or beta, as for beta APIs of Kubernetes.
const MOST_RELEASES: u64 = 3;

/// Returns warnings about the lifecycles of a package with a name and version, one line each.
pub(super) fn warnings(features: &[Feature], name: &str, version: &str) -> Vec<String> {
    let mut warnings = Vec::new();
    let Some(now) = numbers(version) else {
        return warnings;
    };
    for feature in features {
        let own = feature
            .lifecycle
            .iter()
            .filter(|marker| is_same(&marker.project, name));
        for marker in own {
            if let Some(what) = numbers(&marker.min_version).and_then(|since| odd(marker, since, now)) {
                let place = format!("`{}` of {} {}", feature.path, feature.kind, feature.version);
                warnings.push(format!("{place} {what}; `{name}` is {version}"));
            }
        }
    }
    warnings
}

fn odd(marker: &Marker, since: (u64, u64), now: (u64, u64)) -> Option<String> {
    let min_version = &marker.min_version;
    if since > now {
        return Some(format!(
            "starts in {min_version}, which is not released yet [CRD0944]"
        ));
    }
    let is_young = match (now.0 == since.0, marker.status.as_str()) {
        (true, "alpha" | "beta") => now.1 - since.1 <= MOST_RELEASES,
        (false, "alpha" | "beta") => false,
        _ => true,
    };
    let status = &marker.status;
    (!is_young).then(|| {
        format!("is {status} since {min_version}, for more than {MOST_RELEASES} releases: make it stable, or deprecate it [CRD0945]")
    })
}

/// Whether a project is the package; dashes and underscores are equivalent.
fn is_same(project: &str, package: &str) -> bool {
    project.replace('_', "-") == package.replace('_', "-")
}

/// Returns the first two numbers of a version.
fn numbers(version: &str) -> Option<(u64, u64)> {
    let mut parts = version.trim_start_matches('v').split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lifecycles_are_compared_with_the_version_of_the_package() {
        for (project, min_version, status, code) in [
            ("my-tool", "v0.6", "alpha", None),
            ("my-tool", "v0.7", "alpha", Some("CRD0944")),
            ("my_tool", "v1.0", "deprecated", Some("CRD0944")),
            ("my-tool", "v0.3", "beta", None),
            ("my-tool", "v0.2", "beta", Some("CRD0945")),
            ("my-tool", "v0.2", "deprecated", None),
            ("kubernetes", "v1.40", "beta", None),
        ] {
            let marker = Marker {
                project: project.to_owned(),
                min_version: min_version.to_owned(),
                status: status.to_owned(),
                feature_gate: String::new(),
                replacement: String::new(),
            };
            let feature = Feature {
                group: "example.com".to_owned(),
                kind: "Widget".to_owned(),
                version: "v1".to_owned(),
                path: ".spec.size".to_owned(),
                value: None,
                channel: None,
                gates: Vec::new(),
                lifecycle: vec![marker],
            };
            let found = warnings(&[feature], "my-tool", "0.6.2");
            match code {
                Some(code) => assert!(
                    found.len() == 1 && found[0].contains(code),
                    "{min_version} {found:?}"
                ),
                None => assert!(found.is_empty(), "{found:?}"),
            }
        }
    }
}
