//! Composes the findings about objects that cannot be validated.

use super::builtin::{group_and_version, is_builtin, is_builtin_kind};
use super::crds::Crds;
use super::declared::{DeclaredCrd, DeclaredVersion};
use crate::check::diagnose::misspelt;
use crate::check::{Code, Severity, codes};
use crate::decode::JsonType;
use crate::yaml::tree::{Node, Value};

/// The part of an object that a finding marks.
pub(super) enum Marked {
    /// The value of a member, or the start of the object if there is none.
    Value(&'static str),
    /// The name of a member.
    Name(String),
}

/// A finding about a member of an object.
pub(super) struct Unjudgeable {
    pub(super) code: Code,
    pub(super) place: Marked,
    pub(super) message: String,
    pub(super) label: String,
    pub(super) help: Option<String>,
}

/// Finding for an object without a `kind`, whose group has CRDs.
pub(super) fn no_kind(node: &Node, crds: &Crds, group: &str) -> Unjudgeable {
    let kinds = crds.kinds_of(group).map(|kind| format!("`kind: {kind}`"));
    missing(node, "kind", "apiVersion", &kinds.collect::<Vec<_>>())
}

/// Finding for an object without an `apiVersion` whose kind is declared.
pub(super) fn no_api_version(node: &Node, crds: &Crds, kind: &str) -> Unjudgeable {
    missing(node, "apiVersion", "kind", &api_versions(crds, kind))
}

/// Returns the newest `apiVersion` of each CRD that declares a kind.
fn api_versions(crds: &Crds, kind: &str) -> Vec<String> {
    let newest = crds.of_kind(kind).filter_map(DeclaredCrd::newest);
    let versions = newest.map(|(group, version)| format!("`apiVersion: {group}/{version}`"));
    versions.collect()
}

/// Finding for an object whose kind a CRD declares, but whose `apiVersion` is one of Kubernetes or has no group.
pub(super) fn no_such_kind(crds: &Crds, api_version: &str, kind: &str) -> Option<Unjudgeable> {
    let (group, version) = group_and_version(api_version);
    let versions = api_versions(crds, kind);
    // `v1/example.com`
    let is_swapped = || crds.declaring(version, kind).is_some();
    let is_wrong = group.is_empty() || is_builtin(group, version) || is_swapped();
    (is_wrong && !versions.is_empty() && !is_builtin_kind(kind)).then(|| Unjudgeable {
        code: codes::OBJECT_KIND_UNDECLARED,
        place: Marked::Value("apiVersion"),
        message: format!("there is no kind `{kind}` in `{api_version}`"),
        label: "not of this version".to_owned(),
        help: Some(format!("a CRD declares it: write {}", versions.join(" or "))),
    })
}

/// Finding for an object without a member; `forms` are the members that it may be. It is found at `place`, unless the name of the
/// member is misspelt.
fn missing(node: &Node, name: &'static str, place: &'static str, forms: &[String]) -> Unjudgeable {
    if let Some(value) = node.get(name).filter(|value| value.value != Value::Null) {
        return Unjudgeable {
            code: codes::OBJECT_UNDECODABLE,
            place: Marked::Name(name.to_owned()),
            message: format!("`{name}` must be a string, not {}", JsonType::of(value)),
            label: "must be a string".to_owned(),
            help: (forms.len() == 1).then(|| format!("write {}", forms.join(""))),
        };
    }
    let has_no_value = node.get(name).is_some();
    let misspelt = misspelt(node, name).map(|entry| &*entry.key);
    Unjudgeable {
        code: codes::OBJECT_UNDECODABLE,
        place: misspelt.map_or(Marked::Value(place), |misspelt| Marked::Name(misspelt.to_owned())),
        message: format!("the object has no `{name}`"),
        label: format!("`{name}` is not set"),
        help: Some(match (misspelt, forms) {
            (_, [form]) if has_no_value => format!("write {form}"),
            _ if has_no_value => "write its value".to_owned(),
            (Some(misspelt), _) => format!("write `{name}` instead of `{misspelt}`"),
            (None, [] | [_, _, _, _, ..]) => format!("add `{name}`"),
            (None, forms) => format!("add {}", forms.join(" or ")),
        }),
    }
}

/// Finding for an object of another kind in a request to the subresource `scale`.
pub(super) fn no_scale(api_version: &str, kind: &str) -> Unjudgeable {
    Unjudgeable {
        code: codes::OBJECT_INVALID,
        place: Marked::Value("kind"),
        message: format!(
            "the subresource `scale` has objects of the kind `Scale` of `autoscaling/v1`, but this is a `{kind}` of \
             `{api_version}`"
        ),
        label: "is not a `Scale`".to_owned(),
        help: Some(
            "pass the scaled object with `--old`, and here `{apiVersion: autoscaling/v1, kind: Scale, metadata: …, \
             spec: {replicas: …}}`"
                .to_owned(),
        ),
    }
}

/// Finding for an object whose version does not have the subresource of a request.
pub(super) fn no_subresource(declared: &DeclaredCrd, version: &DeclaredVersion, name: &str) -> Unjudgeable {
    Unjudgeable {
        code: codes::OBJECT_INVALID,
        place: Marked::Value("kind"),
        message: format!(
            "the version `{}` of `{}` has no subresource `{name}`, so the server responds with status 404",
            version.name, declared.name
        ),
        label: format!("has no subresource `{name}`"),
        help: Some(format!("validate the object without `--subresource {name}`")),
    }
}

pub(super) fn no_scaled_object() -> Unjudgeable {
    Unjudgeable {
        code: codes::OBJECT_INVALID,
        place: Marked::Value("metadata"),
        message: "`--old` does not have exactly one object with the namespace and name of this `Scale`"
            .to_owned(),
        label: "scales no object".to_owned(),
        help: Some("pass the scaled object with `--old`".to_owned()),
    }
}

/// Finding for a kind that no CRD declares.
pub(super) fn undeclared(crds: &Crds, group: &str, kind: &str) -> Unjudgeable {
    let (member, help) = match meant(crds, group, kind) {
        Some((member, help)) => (member, help),
        None => ("kind", "pass its CRD with `--crds`".to_owned()),
    };
    let of = if group.is_empty() {
        String::new()
    } else {
        format!(" of `{group}`")
    };
    Unjudgeable {
        code: codes::OBJECT_KIND_UNDECLARED,
        place: Marked::Value(member),
        message: format!("no CRD declares the kind `{kind}`{of}"),
        label: "not declared".to_owned(),
        help: Some(help),
    }
}

/// Returns the member of an object that is probably misspelt, and the kind or the group that was meant.
fn meant(crds: &Crds, group: &str, kind: &str) -> Option<(&'static str, String)> {
    let of_list = kind.strip_suffix("List");
    if let Some(item) = of_list.filter(|item| crds.declaring(group, item).is_some()) {
        let help =
            format!("`{kind}` is the list of `{item}`: write `kind: {item}`, or the objects below `items`");
        return Some(("kind", help));
    }
    let near = |name: &str, limit: usize| name.chars().count() / 3 + limit;
    if let Some(meant) = crd_cel::nearest_within(kind, crds.kinds_of(group), near(kind, 1)) {
        return Some(("kind", format!("did you mean `{meant}`?")));
    }
    let groups = || {
        crds.groups()
            .filter(|other| crds.declaring(other, kind).is_some())
    };
    // One is below the other: `mq.example.com` and `example.com`, or the name of a CRD.
    let is_below = |one: &str, other: &str| one.strip_suffix(other).is_some_and(|rest| rest.ends_with('.'));
    if let Some(meant) = groups().find(|other| is_below(other, group) || is_below(group, other)) {
        return Some(declared_in(crds, meant, kind));
    }
    let meant = crd_cel::nearest_within(group, groups(), near(group, 0))?;
    Some(declared_in(crds, meant, kind))
}

/// Returns the member to correct for an object whose kind a CRD declares in another group: that of the CRD if it is no group.
fn declared_in(crds: &Crds, group: &str, kind: &str) -> (&'static str, String) {
    let is_group = group
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-.".contains(&byte));
    match crds.declaring(group, kind).filter(|_| !is_group) {
        Some(declared) => (
            "kind",
            format!(
                "its CRD has the group `{group}`, which the server rejects: run `crd-gen check {}`",
                declared.file_name()
            ),
        ),
        None => (
            "apiVersion",
            format!("a CRD declares it in the group `{group}`; did you mean that one?"),
        ),
    }
}

/// Finding for an object that is skipped, because no CRD declares its kind, although its group or its kind is known.
pub(super) struct Doubt {
    pub(super) severity: Severity,
    pub(super) words: Unjudgeable,
}

/// Returns the finding for a kind that no CRD declares, if its kind is similar to a declared one (a warning), or if its group has
/// other kinds (a note).
pub(super) fn doubt(crds: &Crds, group: &str, kind: &str) -> Option<Doubt> {
    let mut words = undeclared(crds, group, kind);
    words.message.push_str(", so the object is skipped");
    if meant(crds, group, kind).is_some() {
        return Some(Doubt {
            severity: Severity::Warning,
            words,
        });
    }
    let kinds: Vec<String> = crds
        .kinds_of(group)
        .take(4)
        .map(|kind| format!("`{kind}`"))
        .collect();
    (!kinds.is_empty()).then(|| {
        words.help = Some(format!(
            "the CRDs of this group declare {}; pass that of `{kind}` with `--crds`",
            kinds.join(", ")
        ));
        Doubt {
            severity: Severity::Note,
            words,
        }
    })
}

/// Finding for a version that a CRD does not serve.
pub(super) fn no_such_version(
    declared: &DeclaredCrd,
    version: &str,
    found: Option<&DeclaredVersion>,
) -> Unjudgeable {
    let served = declared.versions.iter().filter(|version| version.is_served);
    let served: Vec<String> = served.map(|version| format!("`{}`", version.name)).collect();
    let how = match found {
        Some(_) => "does not serve",
        None => "has no",
    };
    Unjudgeable {
        code: codes::OBJECT_VERSION_NOT_SERVED,
        place: Marked::Value("apiVersion"),
        message: format!("`{}` {how} version `{version}`", declared.name),
        label: "not served".to_owned(),
        help: Some(match served.as_slice() {
            [] => "it serves no version".to_owned(),
            served => format!("it serves {}", served.join(", ")),
        }),
    }
}

/// Finding for an invalid CRD.
pub(super) fn unusable_crd(declared: &DeclaredCrd, reason: &str) -> Unjudgeable {
    Unjudgeable {
        code: codes::OBJECT_CRD_UNUSABLE,
        place: Marked::Value("kind"),
        message: format!(
            "the API server would reject the CRD `{}` of this object",
            declared.name
        ),
        label: "cannot be validated".to_owned(),
        help: Some(format!(
            "{}\nrun `crd-gen check {}` to see where",
            reason.split("; ").next().unwrap_or(reason),
            declared.file_name()
        )),
    }
}
