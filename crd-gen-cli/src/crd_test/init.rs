//! `crd-gen test --init`: writes a first file of cases, from samples.

use std::path::{Component, Path, PathBuf};

use crd_core::yaml;
use serde_json::{Map, Value, json};

use super::TestArgs;
use super::suite::KIND;
use crate::sample::{SampleForm, VersionSamples};
use crate::sources::CrdSources;
use crate::terminal::Terminal;
use crate::{CommandError, write};

/// Writes the file; returns the arguments that run it and record the server's responses.
pub(super) fn write(args: &TestArgs, file: &Path, terminal: &Terminal) -> Result<TestArgs, CommandError> {
    if file.exists() {
        return Err(CommandError::new(format!("`{}` already exists", file.display()))
            .help("choose another file, or remove this one first"));
    }
    let sources = CrdSources::read(&args.crds, &args.packages, terminal)?;
    let server = sources.server(args.server);
    let mut cases = Vec::new();
    let mut problems = Vec::new();
    for crd in sources.crds(terminal)? {
        for version in crd.versions().iter().filter(|version| version.served) {
            for form in [SampleForm::Smallest, SampleForm::Members] {
                let made = VersionSamples::make(&crd, &version.name, server, form);
                problems.extend(made.problems);
                for sample in made.samples {
                    add_cases(&mut cases, sample.member.as_ref(), &sample.object);
                }
            }
        }
    }
    for problem in &problems {
        terminal.warning(problem);
    }
    let crds: Vec<String> = args.crds.iter().map(|path| beside(file, path)).collect();
    let mut suite = json!({"kind": KIND});
    if !crds.is_empty() {
        suite["crds"] = json!(crds);
    }
    // `kind` and `crds` first, as people write it.
    let text = |value: &Value| yaml::to_string(value).map_err(|error| CommandError::new(error.to_string()));
    let mut written = text(&json!({"kind": KIND}))? + &crds_text(&suite, text)? + "cases:\n";
    for case in &cases {
        for (index, member) in ["name", "create", "expect"].iter().enumerate() {
            if let Some(value) = case.get(*member) {
                let lines = text(&json!({*member: value}))?;
                let dash = if index == 0 { "- " } else { "  " };
                written.extend(lines.lines().enumerate().map(|(line, text)| {
                    let start = if line == 0 { dash } else { "  " };
                    format!("{start}{text}\n")
                }));
            }
        }
    }
    write::file(file, written)?;
    Ok(TestArgs {
        paths: vec![file.to_owned()],
        crds: if crds.is_empty() {
            args.crds.clone()
        } else {
            Vec::new()
        },
        packages: args.packages.clone(),
        server: args.server,
        update: true,
        init: None,
        min_coverage: None,
        format: args.format,
    })
}

fn crds_text(
    suite: &Value,
    text: impl Fn(&Value) -> Result<String, CommandError>,
) -> Result<String, CommandError> {
    match suite.get("crds") {
        Some(crds) => text(&json!({ "crds": crds })),
        None => Ok(String::new()),
    }
}

/// Adds a case that is accepted, and cases without a required member, which the server rejects.
fn add_cases(cases: &mut Vec<Value>, member: Option<&(String, String)>, object: &Value) {
    let resource = format!(
        "{} {}",
        object["apiVersion"].as_str().unwrap_or_default(),
        object["kind"].as_str().unwrap_or_default()
    );
    let name = match member {
        Some((union, member)) => format!("{resource} with `{member}` at {union}"),
        None => format!("the smallest {resource}"),
    };
    cases.push(json!({"name": name, "create": object, "expect": "accepted"}));
    if member.is_some() {
        return;
    }
    let spec = object.get("spec").and_then(Value::as_object);
    for required in spec.into_iter().flat_map(Map::keys) {
        let mut without = object.clone();
        if let Some(spec) = without.get_mut("spec").and_then(Value::as_object_mut) {
            spec.remove(required);
        }
        cases.push(json!({"name": format!("{resource} without `spec.{required}`"), "create": without}));
    }
}

/// Converts a path relative to this directory to one relative to the directory of a file.
fn beside(file: &Path, path: &Path) -> String {
    let is_outside =
        |path: &Path| path.is_absolute() || path.components().any(|part| part == Component::ParentDir);
    let directory = file.parent().unwrap_or(Path::new(""));
    let steps = directory
        .components()
        .filter(|part| matches!(part, Component::Normal(_)))
        .count();
    let found: PathBuf = if path.is_absolute() {
        path.to_owned()
    } else if is_outside(directory) {
        std::env::current_dir().unwrap_or_default().join(path)
    } else {
        std::iter::repeat_n(Path::new(".."), steps)
            .collect::<PathBuf>()
            .join(path)
    };
    found.to_string_lossy().replace('\\', "/")
}
