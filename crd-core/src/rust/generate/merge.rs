//! Merges the CRDs of several versions of a resource into one CRD.

use std::fmt;

use crate::model::crd::{Conversion, Crd, Version, compare_versions};
use crate::model::sort::sort_by;
use crate::rust::shape::{Resource, RustSource};

/// Error of merging the CRDs of several versions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MergeError {
    /// The name of the CRD.
    pub name: String,
    /// The error message, with a suggestion.
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
/// If two versions differ in an attribute that all versions must share, or none or several are the storage version.
pub fn merge(crds: impl IntoIterator<Item = Crd>) -> Result<Vec<Crd>, MergeError> {
    merge_declared(crds.into_iter().map(|crd| ("", crd)))
}

/// [`merge`] for CRDs with the paths of the Rust types that declare them
/// ([`Resource::rust_path`](crate::rust::shape::Resource::rust_path)), which errors name.
///
/// # Errors
/// As [`merge`].
pub fn merge_declared(crds: impl IntoIterator<Item = (&'static str, Crd)>) -> Result<Vec<Crd>, MergeError> {
    merge_types(crds.into_iter().map(|(rust_path, crd)| {
        let ty = RustType {
            path: rust_path,
            source: None,
        };
        (ty, crd)
    }))
}

/// [`merge_declared`] for types whose positions may be known.
pub(crate) fn merge_types(crds: impl IntoIterator<Item = (RustType, Crd)>) -> Result<Vec<Crd>, MergeError> {
    let mut merged: Vec<(Vec<DeclaringType>, Crd)> = Vec::new();
    for (ty, crd) in crds {
        let declaring = DeclaringType::new(ty, &crd);
        match merged
            .iter_mut()
            .find(|(_, other)| other.metadata.name == crd.metadata.name)
        {
            Some((types, other)) => {
                let of_same_version = types.iter().find(|known| known.version == declaring.version);
                if let Some(known) = of_same_version.or(types.first()) {
                    join((known, other), (&declaring, crd))?;
                }
                types.push(declaring);
            }
            None => merged.push((vec![declaring], crd)),
        }
    }
    for (types, crd) in &mut merged {
        finish(types, crd)?;
    }
    let mut merged: Vec<Crd> = merged.into_iter().map(|(_, crd)| crd).collect();
    sort_by(&mut merged, &|a, b| a.metadata.name.cmp(&b.metadata.name));
    Ok(merged)
}

/// The Rust type of a resource, for messages.
#[derive(Clone, Copy)]
pub(crate) struct RustType {
    /// Empty if the type is not known.
    path: &'static str,
    /// The position of the spec.
    source: Option<fn() -> &'static RustSource>,
}

impl From<&Resource> for RustType {
    fn from(resource: &Resource) -> Self {
        RustType {
            path: resource.rust_path,
            source: resource.spec.source,
        }
    }
}

impl fmt::Display for RustType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.path)?;
        if let Some(source) = self.source {
            let RustSource {
                file,
                position: (line, column),
                ..
            } = source();
            write!(f, " at {file}:{line}:{column}")?;
        }
        Ok(())
    }
}

/// The version that a CRD declares, and the Rust type that declares it.
struct DeclaringType {
    ty: RustType,
    version: Box<str>,
}

impl DeclaringType {
    fn new(ty: RustType, crd: &Crd) -> Self {
        let first = crd.versions().first();
        DeclaringType {
            ty,
            version: first.map(|version| version.name.clone()).unwrap_or_default(),
        }
    }
}

impl fmt::Display for DeclaringType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "version `{}`", self.version)?;
        if !self.ty.path.is_empty() {
            write!(f, " ({})", self.ty)?;
        }
        Ok(())
    }
}

/// Adds the versions of a CRD to those of another one with the same name.
fn join(
    (first, crd): (&DeclaringType, &mut Crd),
    (second, other): (&DeclaringType, Crd),
) -> Result<(), MergeError> {
    let conflict = [other_kind, other_attributes, other_conversion, same_version]
        .iter()
        .find_map(|conflict| conflict((first, crd), (second, &other)));
    if let Some(message) = conflict {
        return Err(MergeError {
            name: crd.metadata.name.to_string(),
            message,
        });
    }
    if let Some(conversion) = other.spec.conversion {
        crd.spec.conversion = Some(conversion);
    }
    for (key, value) in other.metadata.labels {
        crd.metadata.labels.insert(key, value);
    }
    for (key, value) in other.metadata.annotations {
        crd.metadata.annotations.insert(key, value);
    }
    let versions = crd.spec.versions.get_or_insert_default();
    versions.extend(other.spec.versions.into_iter().flatten());
    Ok(())
}

/// A CRD and the type that declares it.
type CrdOfType<'a> = (&'a DeclaringType, &'a Crd);

/// Describes the conflict of two kinds with one name of the CRD.
fn other_kind((first, crd): CrdOfType<'_>, (second, other): CrdOfType<'_>) -> Option<String> {
    let (one, another) = (&crd.spec.names.kind, &other.spec.names.kind);
    let of = |declaring: &DeclaringType| match declaring.ty.path {
        "" => String::new(),
        _ => format!(" of {}", declaring.ty),
    };
    (one != another).then(|| {
        format!(
            "the kinds `{one}`{} and `{another}`{} have the same plural, `{}`; give one of them another `plural`{}",
            of(first),
            of(second),
            crd.spec.names.plural,
            code!(ATTRIBUTE_CONTRADICTION)
        )
    })
}

/// Describes the attributes that differ, though a CRD has only one of each.
fn other_attributes((first, crd): CrdOfType<'_>, (second, other): CrdOfType<'_>) -> Option<String> {
    let mut differences = Vec::new();
    let mut differ = |attribute: &str, one: &str, another: &str| {
        differences.push(format!("`{attribute}`: {one} in {first}, {another} in {second}"));
    };
    for ((attribute, one), (_, another)) in common(crd).into_iter().zip(common(other)) {
        if one != another {
            differ(attribute, &one, &another);
        }
    }
    let (of_crd, of_other) = (&crd.metadata, &other.metadata);
    for (attribute, ours, theirs) in [
        ("label", &of_crd.labels, &of_other.labels),
        ("annotation", &of_crd.annotations, &of_other.annotations),
    ] {
        for (key, value) in theirs.iter() {
            if let Some(known) = ours.get(key).filter(|known| *known != value) {
                differ(
                    &format!("{attribute}(\"{key}\")"),
                    &format!("`{known}`"),
                    &format!("`{value}`"),
                );
            }
        }
    }
    (!differences.is_empty()).then(|| {
        format!(
            "its versions disagree on {}; use the same value in all, because a CRD has only one{}",
            differences.join(", and on "),
            code!(ATTRIBUTE_CONTRADICTION)
        )
    })
}

/// Describes two different conversions.
fn other_conversion((first, crd): CrdOfType<'_>, (second, other): CrdOfType<'_>) -> Option<String> {
    let (one, another) = crd.spec.conversion.as_ref().zip(other.spec.conversion.as_ref())?;
    (one != another).then(|| {
        format!(
            "{first} and {second} declare `conversion` differently{}; declare it once, because a CRD has only one{}",
            match (webhook(one), webhook(another)) {
                (Some(one), Some(another)) if one != another => format!(": {one} and {another}"),
                _ => String::new(),
            },
            code!(ATTRIBUTE_CONTRADICTION)
        )
    })
}

/// Returns the address of a conversion webhook.
fn webhook(conversion: &Conversion) -> Option<String> {
    let client = conversion.webhook.as_ref()?.client_config.as_ref()?;
    match (&client.url, &client.service) {
        (Some(url), _) => Some(format!("`{url}`")),
        (None, Some(service)) => Some(format!("the service `{}/{}`", service.namespace, service.name)),
        (None, None) => None,
    }
}

/// Describes a version that both have.
fn same_version((first, crd): CrdOfType<'_>, (second, other): CrdOfType<'_>) -> Option<String> {
    let mut versions = other.spec.versions.iter().flatten();
    let is_here = |name: &str| {
        let mut here = crd.spec.versions.iter().flatten();
        here.any(|here| *here.name == *name)
    };
    let version = &versions.find(|version| is_here(&version.name))?.name;
    let code = code!(VERSION_DUPLICATE);
    let path = second.ty.path;
    if !path.is_empty() && first.ty.path == path {
        return Some(format!("{} is added twice; remove one{code}", first.ty));
    }
    let types = match path {
        "" => "two types".to_owned(),
        _ => format!("{} and {}", first.ty, second.ty),
    };
    Some(format!(
        "{types} declare the same version `{version}`; give each its own version{code}"
    ))
}

/// Returns the attributes that all versions must share, with their values as messages show them.
fn common(crd: &Crd) -> [(&'static str, String); 5] {
    let names = &crd.spec.names;
    let text = |text: &str| format!("`{text}`");
    let list = |list: &[Box<str>]| {
        let list: Vec<String> = list.iter().map(|name| text(name)).collect();
        if list.is_empty() {
            "none".to_owned()
        } else {
            list.join(" and ")
        }
    };
    [
        (
            "namespaced",
            text(if *crd.spec.scope == *"Namespaced" {
                "true"
            } else {
                "false"
            }),
        ),
        ("list_kind", text(&names.list_kind)),
        ("singular", text(&names.singular)),
        ("shortname", list(&names.short_names)),
        ("category", list(&names.categories)),
    ]
}

/// Returns the name of a version, with the type that declares it.
fn with_type(types: &[DeclaringType], version: &Version) -> String {
    let mut declaring = types.iter().filter(|declaring| declaring.version == version.name);
    match declaring.next() {
        Some(declaring) if !declaring.ty.path.is_empty() => format!("`{}` ({})", version.name, declaring.ty),
        _ => format!("`{}`", version.name),
    }
}

/// Orders the versions and checks that exactly one of them is the storage version.
fn finish(types: &[DeclaringType], crd: &mut Crd) -> Result<(), MergeError> {
    let Some(versions) = crd.spec.versions.as_mut().filter(|versions| versions.len() > 1) else {
        return Ok(());
    };
    sort_by(versions, &|a, b| compare_versions(&a.name, &b.name));
    let stored: Vec<&Version> = versions.iter().filter(|version| version.storage).collect();
    if stored.len() == 1 {
        return Ok(());
    }
    let listed = |versions: &[&Version], separator: &str| {
        let names: Vec<String> = versions.iter().map(|version| with_type(types, version)).collect();
        names.join(separator)
    };
    let message = if stored.is_empty() {
        let all: Vec<&Version> = versions.iter().collect();
        format!(
            "none of its versions is the storage version, neither {}; remove `storage = false` from one of them{}",
            listed(&all, " nor "),
            code!(STORAGE_VERSION)
        )
    } else {
        format!(
            "{} are all the storage version; set `storage = false` on all but one{}",
            listed(&stored, " and "),
            code!(STORAGE_VERSION)
        )
    };
    Err(MergeError {
        name: crd.metadata.name.to_string(),
        message,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a CRD with one version, which is not the storage version.
    fn served(version: &str) -> Crd {
        crd(Version {
            name: version.into(),
            ..Version::default()
        })
    }

    /// Returns a CRD with one version, which is the storage version.
    fn stored(version: &str) -> Crd {
        crd(Version {
            name: version.into(),
            storage: true,
            ..Version::default()
        })
    }

    fn crd(version: Version) -> Crd {
        let mut crd = Crd::default();
        crd.metadata.name = "widgets.example.com".into();
        crd.spec.versions = Some(vec![version]);
        crd
    }

    #[test]
    fn ranks_versions() {
        let merged = merge([served("v1beta1"), served("v1alpha2"), stored("v1"), served("v10")]);
        let names: Vec<_> = merged.unwrap().remove(0).spec.versions.unwrap();
        let names: Vec<_> = names.iter().map(|version| &*version.name).collect();
        assert_eq!(names, ["v10", "v1", "v1beta1", "v1alpha2"]);
    }

    #[test]
    fn says_what_is_wrong() {
        let message = |crds: [Crd; 2]| merge(crds).unwrap_err().message;
        assert!(message([stored("v1"), stored("v2")]).contains("`v2` and `v1` are all the storage version"));
        assert!(message([served("v1"), served("v2")]).contains("storage version, neither `v2` nor `v1`;"));
        assert!(message([stored("v1"), served("v1")]).contains("two types declare the same version `v1`"));
        for [second, expected] in [
            [
                "api::v2::Widget",
                "`api::v2::Widget` is added twice; remove one [CRD0121]",
            ],
            [
                "api::v3::Widget",
                "`api::v2::Widget` and `api::v3::Widget` declare the same version `v2`; give each its own version [CRD0121]",
            ],
        ] {
            let declared = [
                ("api::v1::Widget", stored("v1")),
                ("api::v2::Widget", served("v2")),
                (second, served("v2")),
            ];
            assert_eq!(merge_declared(declared).unwrap_err().message, expected);
        }
        let mut cluster = served("v2");
        cluster.spec.scope = "Cluster".into();
        cluster.spec.names.short_names = vec!["wg".into()];
        assert!(
            message([stored("v1"), cluster.clone()])
                .contains("disagree on `shortname`: none in version `v1`, `wg` in version `v2`")
        );
        let mut namespaced = stored("v1");
        namespaced.spec.scope = "Namespaced".into();
        let declared = merge_declared([("api::v1::Widget", namespaced), ("api::v2::Widget", cluster)]);
        assert_eq!(
            declared.unwrap_err().to_string(),
            "`widgets.example.com`: its versions disagree on `namespaced`: `true` in version `v1` (`api::v1::Widget`), \
             `false` in version `v2` (`api::v2::Widget`), and on `shortname`: none in version `v1` (`api::v1::Widget`), `wg` in \
             version `v2` (`api::v2::Widget`); use the same value in all, because a CRD has only one [CRD0906]"
        );
        let of_kind = |kind: &str| {
            let mut crd = stored("v1");
            crd.spec.names.kind = kind.into();
            crd.spec.names.plural = "widgets".into();
            crd
        };
        assert_eq!(
            merge_declared([
                ("api::Widget", of_kind("Widget")),
                ("api::Gadget", of_kind("Gadget"))
            ])
            .unwrap_err()
            .to_string(),
            "`widgets.example.com`: the kinds `Widget` of `api::Widget` and `Gadget` of `api::Gadget` have the same plural, \
             `widgets`; give one of them another `plural` [CRD0906]"
        );
        let annotated = |mut crd: Crd, key: &str, value: &str| {
            crd.metadata.annotations.insert(key, value.into());
            crd
        };
        assert!(
            message([
                annotated(stored("v1"), "a", "1"),
                annotated(served("v2"), "a", "2")
            ])
            .contains("disagree on `annotation(\"a\")`: `1` in version `v1`, `2` in version `v2`")
        );
        // Each version may add keys of its own.
        let merged = merge([
            annotated(stored("v1"), "a", "1"),
            annotated(served("v2"), "b", "2"),
        ])
        .unwrap();
        assert_eq!(merged[0].metadata.annotations.iter().count(), 2);
    }
}
