//! LNT-41, LNT-42 and LNT-45 to LNT-48: versions, output of kubectl, and size.

use std::cmp::Ordering;

use super::imported::ImportedPart;
use super::judged::JudgedVersion;
use super::run::LintRun;
use super::size;
use super::walk::SchemaNode;
use crate::check::codes;
use crate::check::diagnose::cut;
use crate::check::place::node_at;
use crate::model::crd::{Version, compare_versions};
use crate::model::field::{FieldPath, Path};
use crate::model::schema::JsonSchemaProps;
use crate::yaml::tree::Value;

/// A text that is shorter than this (in bytes) is small enough for `kubectl apply`.
const SMALL: usize = 200_000;
const OF_OBJECTS: [&str; 5] = ["apiVersion", "kind", "metadata", "spec", "status"];

/// The stability of a version, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stability {
    Alpha,
    Beta,
    Stable,
}

/// Returns the stability of a version such as `v1` or `v1beta2`; `None` for names of another form.
fn stability(name: &str) -> Option<Stability> {
    let digits = |text: &str| {
        !text.is_empty() && !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let rest = name.strip_prefix('v')?;
    for (word, stability) in [("alpha", Stability::Alpha), ("beta", Stability::Beta)] {
        if let Some((major, minor)) = rest.split_once(word) {
            return (digits(major) && digits(minor)).then_some(stability);
        }
    }
    digits(rest).then_some(Stability::Stable)
}

/// Checks all versions together.
pub(super) fn all(run: &mut LintRun<'_>) {
    let crd = run.judged.crd;
    let versions = crd.versions();
    let spec = Path::root("spec");
    let path = spec.child("versions");
    let unserved = without_served(run, &path);
    if unserved.is_empty() && !versions.is_empty() && versions.iter().all(|version| !version.served) {
        run.report(
            codes::STORAGE_UNSERVED,
            &path.to_field_path(),
            "no version is served, so clients cannot read or write objects".to_owned(),
        )
        .help("serve one, unless the CRD only exists to keep objects until they are deleted");
    }
    let best = versions
        .iter()
        .filter(|version| version.served)
        .filter_map(|version| stability(&version.name))
        .max();
    for (index, version) in versions.iter().enumerate() {
        let place = path.index(index);
        let name = || place.child("name").to_field_path();
        let shown = || cut(&version.name, 60);
        let known = stability(&version.name);
        if known.is_none() {
            run.report(
                codes::VERSION_NAME_ODD,
                &name(),
                format!("`{}` does not follow the naming of versions", shown()),
            )
            .help(
                "use names such as `v1`, `v1beta1` and `v2alpha1`: only for these does the server \
                    know which is newer",
            );
        }
        let is_unserved = !version.served && !unserved.contains(&index);
        if version.storage && is_unserved && versions.iter().any(|other| other.served) {
            run.report(
                codes::STORAGE_UNSERVED,
                &name(),
                format!(
                    "`{}` is the storage version but not served, so objects are converted whenever they are \
                     read",
                    shown()
                ),
            )
            .help("make a served version the storage version");
        }
        if version.storage && known == Some(Stability::Alpha) && best > Some(Stability::Alpha) {
            run.report(
                codes::STORAGE_UNSTABLE,
                &name(),
                format!(
                    "`{}` is the storage version, although a more stable version is served",
                    shown()
                ),
            )
            .help(
                "make the stable version the storage version: alpha versions can be removed without notice",
            );
        }
        // The default warning names the newest served version, if there is one after this.
        let is_newer = |other: &Version| {
            let is_usable = other.served && !other.deprecated;
            is_usable && compare_versions(&other.name, &version.name) == Ordering::Less
        };
        let is_silent =
            version.deprecated && version.deprecation_warning.is_none() && !versions.iter().any(is_newer);
        if is_silent {
            run.report(
                codes::DEPRECATION_SILENT,
                &place.child("deprecated").to_field_path(),
                format!(
                    "`{}` is deprecated, but no newer version is served, so its warning does not name a replacement",
                    shown()
                ),
            )
            .help("add a `deprecationWarning` that says what to use instead");
        }
    }
    too_large(run);
}

/// Reports the versions without `served`, and returns their indices.
fn without_served(run: &mut LintRun<'_>, path: &Path<'_>) -> Vec<usize> {
    let judged = run.judged;
    let versions = judged.crd.versions();
    let is_absent = |index: usize| {
        let written = node_at(judged.source.document, &path.index(index).to_field_path());
        written.is_some_and(|version| version.get("served").is_none_or(|node| node.value == Value::Null))
    };
    let unserved = versions.iter().enumerate().filter(|(_, version)| !version.served);
    let absent: Vec<usize> = unserved
        .map(|(index, _)| index)
        .filter(|index| is_absent(*index))
        .collect();
    for index in &absent {
        let name = path.index(*index).child("name").to_field_path();
        let shown = versions.get(*index).map_or("", |version| &version.name);
        let message = format!("`{}` has no `served`, so it is not served", cut(shown, 60));
        run.report(codes::SERVED_ABSENT, &name, message)
            .label("not served")
            .help("add `served: true`, or `served: false` if this is intended");
    }
    absent
}

fn too_large(run: &mut LintRun<'_>) {
    let judged = run.judged;
    let document = judged.source.document;
    let length = document.span.end.saturating_sub(document.span.start) as usize;
    if !run.has(codes::CLIENT_SIDE_APPLY_IMPOSSIBLE) || length < SMALL {
        return;
    }
    if !size::is_oversize(judged.source) || !run.has_room(codes::CLIENT_SIDE_APPLY_IMPOSSIBLE) {
        return;
    }
    let name = &*judged.crd.metadata.name;
    if let Some(oversize) = size::check(name, document) {
        let field = FieldPath::default().child("spec").child("versions");
        let mut finding = run.report(codes::CLIENT_SIDE_APPLY_IMPOSSIBLE, &field, oversize.message);
        for note in oversize.notes {
            finding = finding.help(note);
        }
    }
}

/// Checks a version.
pub(super) fn version(run: &mut LintRun<'_>, judged: &JudgedVersion<'_>) {
    let JudgedVersion { version, path, .. } = *judged;
    let Some(root) = version.openapi_schema() else {
        return;
    };
    let schema = path.child("schema");
    let root_path = schema.child("openAPIV3Schema");
    if version.served && version.additional_printer_columns.is_none() && run.has_room(codes::COLUMNS_ABSENT) {
        let field = path.child("name").to_field_path();
        run.report(
            codes::COLUMNS_ABSENT,
            &field,
            format!(
                "`kubectl get` shows only the names and ages of `{}`",
                cut(&version.name, 60)
            ),
        )
        .help("add `additionalPrinterColumns`, including the age");
    }
    scale(run, path, version, root);
    // An object without both, such as a class or a report, has only such members.
    let has = |name: &str| root.property(name).is_some();
    let sections = match (has("spec"), has("status")) {
        (true, true) => "`spec` and `status`",
        (true, false) => "`spec`",
        (false, _) => "`status`",
    };
    if run.has(codes::ROOT_MEMBERS) && (has("spec") || has("status")) {
        let properties = root_path.child("properties");
        for (name, member) in root.properties.iter().flat_map(crate::model::map::Map::iter) {
            if !OF_OBJECTS.contains(&name) && !ImportedPart::of(member).is_all() {
                let field = properties.key(name).to_field_path();
                run.report(
                    codes::ROOT_MEMBERS,
                    &field,
                    format!("`{}` is a field of the root beside {sections}", cut(name, 60)),
                )
                .help("move it into `spec`, or into `status` if controllers write it");
            }
        }
    }
}

fn scale(run: &mut LintRun<'_>, path: &Path<'_>, version: &Version, root: &JsonSchemaProps) {
    let Some(scale) = version
        .subresources
        .as_ref()
        .and_then(|subresources| subresources.scale.as_ref())
    else {
        return;
    };
    let subresources = path.child("subresources");
    let here = subresources.child("scale");
    let selector = scale.label_selector_path.as_deref();
    let paths = [
        ("specReplicasPath", Some(&*scale.spec_replicas_path), "integer"),
        (
            "statusReplicasPath",
            Some(&*scale.status_replicas_path),
            "integer",
        ),
        ("labelSelectorPath", selector, "string"),
    ];
    for (keyword, written, type_) in paths {
        let Some(written) = written.filter(|written| !written.is_empty()) else {
            continue;
        };
        if run.judged.crd.spec.preserve_unknown_fields {
            continue;
        }
        let target = target(root, written);
        let has_other_type = matches!(target, Target::Type(_));
        let label = match target {
            Target::Type(found) => format!("of type `{found}`"),
            _ => "not declared".to_owned(),
        };
        let why = match target {
            Target::Unknown => continue,
            Target::Nothing => "is not a field of the schema".to_owned(),
            Target::Type(found) if found == type_ => continue,
            Target::Type(found) => format!("is a field of type `{found}`, not `{type_}`"),
        };
        run.report(
            codes::SCALE_PATH_DANGLING,
            &here.child(keyword).to_field_path(),
            format!("`{}` {why}", cut(written, 60)),
        )
        .label(label)
        .help(match near(root, written) {
            Some(near) => format!("did you mean `{near}`?"),
            None if let Some(only) = only_integer(root, written).filter(|_| type_ == "integer") => {
                format!("write `{only}` if that is the number of replicas: it is the only integer there")
            }
            None => {
                let help = dangling_help(keyword, written, has_other_type.then_some(type_));
                match integers(root, written).filter(|_| type_ == "integer" && !has_other_type) {
                    Some(integers) => format!("{help}; the integers there are {integers}"),
                    None => help,
                }
            }
        });
    }
    if selector.is_none() {
        run.report(
            codes::SCALE_WITHOUT_SELECTOR,
            &here.to_field_path(),
            "no `labelSelectorPath`, so a HorizontalPodAutoscaler cannot find the pods".to_owned(),
        )
        .help(
            "add `labelSelectorPath: .status.selector`, and write the selector of the pods there as a string",
        );
    }
}

/// Returns what does not work without the target of a path, and how to correct it.
fn dangling_help(keyword: &str, path: &str, wanted: Option<&str>) -> String {
    let fails = if keyword == "labelSelectorPath" {
        "a HorizontalPodAutoscaler does"
    } else {
        "`kubectl scale` and autoscalers do"
    };
    let correction = match wanted {
        _ if path.contains('[') => "correct the path, which can only have names of fields".to_owned(),
        Some(type_) => format!("write `type: {type_}` on the field, or correct the path"),
        None => "declare the field, or correct the path".to_owned(),
    };
    format!("{fails} not work without it: {correction}")
}

/// Returns the path of a field with a similar name in the same object.
fn near(root: &JsonSchemaProps, path: &str) -> Option<String> {
    let (above, name) = path.rsplit_once('.')?;
    let mut names = above.trim_start_matches('.').split('.');
    let object = names.try_fold(root, |here, name| here.property(name))?;
    let declared = || object.properties.iter().flat_map(crate::model::map::Map::keys);
    let lower = name.to_ascii_lowercase();
    let near = crd_cel::nearest(name, declared())
        .or_else(|| declared().find(|declared| lower.ends_with(&*declared.to_ascii_lowercase())))
        .filter(|_| object.property(name).is_none())?;
    Some(format!("{above}.{near}"))
}

/// Returns the path of the only integer in the object that a path leads to, unless the path has a target.
fn only_integer(root: &JsonSchemaProps, path: &str) -> Option<String> {
    let mut integers = integers_beside(root, path).into_iter();
    let only = integers.next()?;
    integers.next().is_none().then_some(only)
}

/// Lists the paths of the integers in the object that a path leads to, if there are few.
fn integers(root: &JsonSchemaProps, path: &str) -> Option<String> {
    let integers = integers_beside(root, path);
    let shown: Vec<String> = integers.iter().map(|path| format!("`{path}`")).collect();
    let (last, others) = shown.split_last()?;
    (1..4)
        .contains(&others.len())
        .then(|| format!("{} and {last}", others.join(", ")))
}

/// Returns the paths of the integers in the object that a path leads to, unless the path has a target.
fn integers_beside(root: &JsonSchemaProps, path: &str) -> Vec<String> {
    let beside = || {
        let (above, name) = path.rsplit_once('.')?;
        let mut names = above.trim_start_matches('.').split('.');
        let object = names.try_fold(root, |here, name| here.property(name))?;
        let declared = object.properties.iter().flat_map(crate::model::map::Map::iter);
        let integers = declared.filter(|(_, property)| *property.type_ == *"integer");
        let paths = integers.map(|(name, _)| format!("{above}.{name}")).collect();
        object.property(name).is_none().then_some(paths)
    };
    beside().unwrap_or_default()
}

/// The target of a path of the scale subresource.
enum Target<'s> {
    Nothing,
    Type(&'s str),
    Unknown,
}

fn target<'s>(root: &'s JsonSchemaProps, path: &str) -> Target<'s> {
    let mut here = root;
    // The server splits the path at the dots: an index is a part of a name.
    for name in path.trim_start_matches('.').split('.') {
        if here.x_preserve_unknown_fields == Some(true) || here.additional_properties.is_some() {
            return Target::Unknown;
        }
        match here.property(name) {
            Some(property) => here = property,
            None => return Target::Nothing,
        }
    }
    match &*here.type_ {
        "" => Target::Unknown,
        type_ => Target::Type(type_),
    }
}

/// Reports `x-kubernetes-preserve-unknown-fields` at the root or at `spec`.
pub(super) fn check(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    if node.schema.x_preserve_unknown_fields == Some(true) && (node.is_root() || node.is_section("spec")) {
        let what = if node.is_root() {
            "the root".to_owned()
        } else {
            node.shown()
        };
        let has_fields = node
            .schema
            .properties
            .as_ref()
            .is_some_and(|fields| !fields.is_empty());
        let shown = if has_fields {
            "only those that are declared"
        } else {
            "nothing"
        };
        let field = node.at("x-kubernetes-preserve-unknown-fields");
        run.report(
            codes::PRESERVE_AT_TOP,
            &field,
            format!(
                "{what} keeps all fields: misspelled fields are kept, and `kubectl explain` shows {shown}"
            ),
        )
        .help("declare the fields, and keep unknown ones only where they are needed");
    }
}

#[cfg(test)]
mod tests;
