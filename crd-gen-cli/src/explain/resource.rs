//! Finds the resource that `crd-gen explain` describes.

use std::io::Write as _;

use crd_core::Crd;
use crd_core::crd::Version;
use crd_core::publish;
use serde_json::Value;

use super::ExplainArgs;
use super::fields::{Layout, Printer, Restrictions};
use crate::sources::CrdSources;
use crate::terminal::Terminal;
use crate::text::{listed, quoted};
use crate::{CommandError, CommandOutcome};

pub(super) fn run(
    name: &str,
    args: &ExplainArgs,
    terminal: &Terminal,
) -> Result<CommandOutcome, CommandError> {
    let sources = CrdSources::read(&args.crds, &args.packages, terminal)?;
    let loaded = sources.accepted(terminal, args.server)?;
    let server = sources.server(args.server);
    let mut parts = name.split('.');
    let wanted = parts.next().unwrap_or_default();
    let mut path: Vec<&str> = parts.collect();
    // As in kubectl, the group may follow the resource: `databases.db.example.com.spec`.
    let group_length = loaded.iter().find_map(|crd| length_of_group(crd, wanted, &path));
    let group = group_length.map(|length| path.drain(..length).collect::<Vec<_>>().join("."));
    let crd = find(&loaded, wanted, group.as_deref(), args, terminal)?;
    let version = version(crd, args)?;
    let group = &*crd.spec.group;
    let document = publish::openapi_v3(&loaded, group, &version.name, server)
        .ok_or_else(|| CommandError::new(format!("`{group}/{}` is not served", version.name)))?;
    let kind = &*crd.spec.names.kind;
    let printer = Printer {
        document: &document,
        layout: if args.recursive {
            Layout::Recursive
        } else {
            Layout::Described
        },
        restrictions: if args.rules {
            Restrictions::Shown
        } else {
            Restrictions::LeftOut
        },
    };
    let schemas = document.pointer("/components/schemas").and_then(Value::as_object);
    let gvk = serde_json::json!([{"group": group, "kind": kind, "version": *version.name}]);
    let schema = schemas
        .into_iter()
        .flat_map(|schemas| schemas.values())
        .find(|schema| schema.get("x-kubernetes-group-version-kind") == Some(&gvk))
        .and_then(Value::as_object);
    // kubectl prints the heading before it searches for the field.
    write!(
        terminal.stdout(),
        "GROUP:      {group}\nKIND:       {kind}\nVERSION:    {}\n\n",
        version.name
    )?;
    let text = schema.and_then(|schema| printer.explain(schema, &path));
    let Some(text) = text else {
        let field = path.last().copied().unwrap_or_default();
        return Err(missing_field(
            schema.map(|schema| (printer, schema)),
            wanted,
            &path,
            field,
        ));
    };
    writeln!(terminal.stdout(), "{text}")?;
    Ok(CommandOutcome::Clean)
}

/// Returns the CRD that kubectl would select for the name: a plural, a singular, a short name or a kind.
fn find<'a>(
    crds: &'a [Crd],
    wanted: &str,
    group: Option<&str>,
    args: &ExplainArgs,
    terminal: &Terminal,
) -> Result<&'a Crd, CommandError> {
    let lower = wanted.to_lowercase();
    let given = args.api_version.as_deref().and_then(|text| text.split_once('/'));
    let groups = [group, given.map(|(group, _)| group)];
    let of_group = |crd: &&Crd| groups.iter().flatten().all(|group| *crd.spec.group == **group);
    let named = |crd: &&Crd| names(crd).any(|name| name == lower);
    if let Some(found) = crds.iter().filter(of_group).find(named) {
        let name = &found.metadata.name;
        if crds.iter().filter(|crd| crd.metadata.name == *name).count() > 1 {
            terminal.warning(&format!(
                "several CRDs have the name `{name}`; the first is explained"
            ));
        }
        return Ok(found);
    }
    let failure = CommandError::new(format!("no CRD defines a resource `{wanted}`"));
    let all: Vec<String> = crds.iter().flat_map(names).collect();
    Err(
        if matches!(wanted, "spec" | "status" | "metadata") && crds.len() == 1 {
            let plural = crds.first().map_or("", |crd| &*crd.spec.names.plural);
            failure.help(format!(
                "write the resource before its field: `{plural}.{wanted}`"
            ))
        } else if wanted.contains('/') {
            failure.help(format!(
                "separate fields by dots: `{}`",
                wanted.trim_matches('/').replace('/', ".")
            ))
        } else if let Some(near) = nearest(&lower, &all) {
            failure.help(format!("did you mean `{near}`?"))
        } else {
            let plurals = crds.iter().map(|crd| &*crd.spec.names.plural);
            failure.help(listed("the resource is", "the resources are", plurals))
        },
    )
}

/// Returns the number of parts of the CRD's group, if the CRD has this name and the group follows it.
fn length_of_group(crd: &Crd, wanted: &str, path: &[&str]) -> Option<usize> {
    let group: Vec<&str> = crd.spec.group.split('.').collect();
    let is_named = names(crd).any(|name| name == wanted.to_lowercase());
    (is_named && path.starts_with(&group)).then_some(group.len())
}

fn names(crd: &Crd) -> impl Iterator<Item = String> {
    let names = &crd.spec.names;
    let kind = names.kind.to_lowercase();
    let singular = if names.singular.is_empty() {
        kind.clone()
    } else {
        names.singular.to_string()
    };
    let fixed = [names.plural.to_string(), singular, kind];
    fixed
        .into_iter()
        .chain(names.short_names.iter().map(ToString::to_string))
}

/// Returns the requested version, or the served one with the highest priority.
fn version<'a>(crd: &'a Crd, args: &ExplainArgs) -> Result<&'a Version, CommandError> {
    let served: Vec<&Version> = crd
        .spec
        .versions
        .iter()
        .flatten()
        .filter(|version| version.served)
        .collect();
    let asked = args
        .api_version
        .as_deref()
        .map(|text| text.split_once('/').map_or(text, |(_, version)| version));
    let found = match asked {
        Some(asked) => served.iter().find(|version| *version.name == *asked),
        None => served
            .iter()
            .min_by(|a, b| crd_core::crd::compare_versions(&a.name, &b.name)),
    };
    found.copied().ok_or_else(|| {
        let names = quoted(served.iter().map(|version| &*version.name));
        let kind = &crd.spec.names.kind;
        match asked {
            Some(asked) => CommandError::new(format!("`{kind}` does not serve `{asked}`"))
                .help(format!("it serves {names}")),
            None => CommandError::new(format!("no version of `{kind}` is served")),
        }
    })
}

fn missing_field(
    place: Option<(Printer<'_>, &serde_json::Map<String, Value>)>,
    resource: &str,
    path: &[&str],
    field: &str,
) -> CommandError {
    let failure = CommandError::new(format!("field \"{field}\" does not exist"));
    let Some((printer, schema)) = place else {
        return failure;
    };
    // The first wrong part of the path, and its siblings.
    for end in 0..path.len() {
        let (Some(before), Some(wrong)) = (path.get(..end), path.get(end)) else {
            break;
        };
        if path
            .get(..=end)
            .is_some_and(|start| printer.explain(schema, start).is_some())
        {
            continue;
        }
        let beside = printer.names(schema, before);
        let parent = std::iter::once(resource)
            .chain(before.iter().copied())
            .collect::<Vec<_>>()
            .join(".");
        let below: Vec<&str> = std::iter::once("spec").chain(path.iter().copied()).collect();
        if end == 0 && printer.explain(schema, &below).is_some() {
            return failure.help(format!("did you mean `{resource}.{}`?", below.join(".")));
        }
        // Paths of `cel` and `import` have brackets after a list.
        let plain: Vec<&str> = path
            .iter()
            .filter_map(|step| step.split('[').next())
            .filter(|step| !step.is_empty() && *step != "*")
            .collect();
        if plain != path && printer.explain(schema, &plain).is_some() {
            return failure.help(format!(
                "write `{resource}.{}`: elements have no step of their own",
                plain.join(".")
            ));
        }
        let name = wrong.trim_end_matches("[]");
        let is_deeper = end + 1 < path.len();
        return match beside
            .iter()
            .find(|other| *other == name)
            .map(String::as_str)
            .or_else(|| nearest(name, &beside))
        {
            Some(near) => failure.help(format!("`{parent}` has no `{wrong}`; did you mean `{near}`?")),
            None if is_deeper && !beside.is_empty() => failure.help(format!(
                "`{parent}` has no `{wrong}`; it has {}",
                quoted(beside.iter().map(String::as_str))
            )),
            None if beside.is_empty() => failure.help(format!("`{parent}` has no fields")),
            None => failure.help(listed(
                &format!("the field of `{parent}` is"),
                &format!("the fields of `{parent}` are"),
                beside,
            )),
        };
    }
    failure
}

fn nearest<'a>(wanted: &str, names: &'a [String]) -> Option<&'a str> {
    crd_core::nearest(wanted, names.iter().map(String::as_str))
}
