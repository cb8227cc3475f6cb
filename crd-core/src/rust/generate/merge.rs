//! Merges the CRDs of several versions of a resource into one CRD.

use std::fmt;

use crate::model::crd::{Crd, Version};

/// Why the CRDs of several versions cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeError {
    /// The name of the CRD.
    pub name: String,
    /// What differs or is missing, and what to do.
    pub message: String,
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.name, self.message)
    }
}

impl std::error::Error for MergeError {}

/// Merges CRDs of the same name into one with all their versions, in Kubernetes' order of versions: `v2`, `v1`, `v1beta1`.
/// The result has one CRD for each name, ordered by name.
///
/// # Errors
/// If two versions disagree on what is common to all versions, or none or several are the storage version.
pub fn merge(crds: impl IntoIterator<Item = Crd>) -> Result<Vec<Crd>, MergeError> {
    let mut merged: Vec<Crd> = Vec::new();
    for crd in crds {
        match merged
            .iter_mut()
            .find(|other| other.metadata.name == crd.metadata.name)
        {
            Some(other) => join(other, crd)?,
            None => merged.push(crd),
        }
    }
    for crd in &mut merged {
        finish(crd)?;
    }
    merged.sort_by(|a, b| a.metadata.name.cmp(&b.metadata.name));
    Ok(merged)
}

fn join(crd: &mut Crd, other: Crd) -> Result<(), MergeError> {
    let fail = |what: &str| {
        Err(MergeError {
            name: crd.metadata.name.to_string(),
            message: format!("its versions disagree on {what}; give them all the same"),
        })
    };
    if crd.spec.scope != other.spec.scope {
        return fail("the scope (`namespaced`)");
    }
    if crd.spec.names != other.spec.names {
        return fail("the names (`kind`, `list_kind`, `singular`, `shortname`, `category`)");
    }
    for (key, value) in other.metadata.labels {
        crd.metadata.labels.insert(key, value);
    }
    for (key, value) in other.metadata.annotations {
        crd.metadata.annotations.insert(key, value);
    }
    let versions = crd.spec.versions.get_or_insert_default();
    for version in other.spec.versions.into_iter().flatten() {
        if versions.iter().any(|here| here.name == version.name) {
            return Err(MergeError {
                name: crd.metadata.name.to_string(),
                message: format!("two types declare version `{}`; give each its own", version.name),
            });
        }
        versions.push(version);
    }
    Ok(())
}

/// Orders the versions and sees that one of several is the storage version.
fn finish(crd: &mut Crd) -> Result<(), MergeError> {
    let Some(versions) = crd.spec.versions.as_mut().filter(|versions| versions.len() > 1) else {
        return Ok(());
    };
    versions.sort_by(|a, b| {
        rank(&b.name)
            .cmp(&rank(&a.name))
            .then_with(|| a.name.cmp(&b.name))
    });
    let stored: Vec<&Version> = versions.iter().filter(|version| version.storage).collect();
    if stored.len() == 1 {
        return Ok(());
    }
    let names: Vec<String> = stored
        .iter()
        .map(|version| format!("`{}`", version.name))
        .collect();
    let message = if names.is_empty() {
        "none of its versions is the storage version; drop `storage = false` from one of them".to_owned()
    } else {
        format!(
            "{} are all the storage version; set `storage = false` on all but one",
            names.join(" and ")
        )
    };
    Err(MergeError {
        name: crd.metadata.name.to_string(),
        message,
    })
}

/// How Kubernetes ranks versions: `v2` over `v1`, stable over beta over alpha, anything else last.
fn rank(name: &str) -> (u8, u64, u64) {
    let Some(rest) = name.strip_prefix('v') else {
        return (0, 0, 0);
    };
    let number = |text: &str| text.parse::<u64>().ok();
    if let Some(major) = number(rest) {
        return (3, major, 0);
    }
    for (stage, word) in [(2, "beta"), (1, "alpha")] {
        if let Some((major, minor)) = rest.split_once(word)
            && let (Some(major), Some(minor)) = (number(major), number(minor))
        {
            return (stage, major, minor);
        }
    }
    (0, 0, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crd(version: &str, storage: bool) -> Crd {
        let mut crd = Crd::default();
        crd.metadata.name = "widgets.example.com".into();
        crd.spec.versions = Some(vec![Version {
            name: version.into(),
            storage,
            ..Version::default()
        }]);
        crd
    }

    #[test]
    fn ranks_versions() {
        let merged = merge([
            crd("v1beta1", false),
            crd("v1alpha2", false),
            crd("v1", true),
            crd("v10", false),
        ]);
        let names: Vec<_> = merged.unwrap().remove(0).spec.versions.unwrap();
        let names: Vec<_> = names.iter().map(|version| &*version.name).collect();
        assert_eq!(names, ["v10", "v1", "v1beta1", "v1alpha2"]);
    }

    #[test]
    fn says_what_is_wrong() {
        let message = |crds: [Crd; 2]| merge(crds).unwrap_err().message;
        assert!(
            message([crd("v1", true), crd("v2", true)]).contains("`v2` and `v1` are all the storage version")
        );
        assert!(message([crd("v1", false), crd("v2", false)]).contains("none of its versions"));
        assert!(message([crd("v1", true), crd("v1", false)]).contains("two types declare version `v1`"));
        let mut cluster = crd("v2", false);
        cluster.spec.scope = "Cluster".into();
        assert!(message([crd("v1", true), cluster]).contains("disagree on the scope"));
    }
}
