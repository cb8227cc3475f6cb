//! Converts the compiler's output to the recorded form: without line numbers and parts that depend on the machine.

use std::path::Path;

use serde_json::Value;

use crate::cases::{Case, package};

/// The name of each crate of cases.
pub(crate) const CRATE: &str = "a_crate_of_cases";

/// The name of the module of a case, without its number.
pub(crate) const MODULE: &str = "module_of_case_";

/// An error or a warning, as text for a terminal.
pub(crate) struct Diagnostic(String);

/// Parses the compiler's output, one JSON document on each line. Summaries of other diagnostics are left out.
pub(crate) fn read(printed: &str) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for line in printed.lines() {
        let Ok(document) = serde_json::from_str::<Value>(line) else {
            // A compiler that panics prints no JSON.
            diagnostics.push(Diagnostic(line.to_owned()));
            continue;
        };
        let member = |name: &str| document[name].as_str().unwrap_or_default();
        let message = member("message");
        let is_sum = member("level") == "failure-note"
            || message.starts_with("aborting due to ")
            || message.ends_with("warning emitted")
            || message.ends_with("warnings emitted");
        if !is_sum && document.get("rendered").is_some() {
            diagnostics.push(Diagnostic(member("rendered").to_owned()));
        }
    }
    diagnostics
}

/// Whether an output has an error.
pub(crate) fn has_error(output: &str) -> bool {
    output.lines().any(|line| line.starts_with("error"))
}

/// Returns the recorded form of all diagnostics.
pub(crate) fn of_all(diagnostics: &[Diagnostic]) -> String {
    joined(diagnostics.iter())
}

/// Returns the output of each case: the diagnostics that name only its file.
pub(crate) fn by_case(diagnostics: &[Diagnostic], cases: &[&Case]) -> Vec<String> {
    let mut of_case: Vec<Vec<&Diagnostic>> = vec![Vec::new(); cases.len()];
    let sources: Vec<String> = cases.iter().map(|case| case.source()).collect();
    for diagnostic in diagnostics {
        let mut named = (0..cases.len()).filter(|place| diagnostic.0.contains(&sources[*place]));
        if let (Some(place), None) = (named.next(), named.next()) {
            of_case[place].push(diagnostic);
        }
    }
    of_case.into_iter().map(|of| joined(of.into_iter())).collect()
}

fn joined<'a>(diagnostics: impl Iterator<Item = &'a Diagnostic>) -> String {
    let texts: Vec<String> = diagnostics.map(|diagnostic| normal(&diagnostic.0)).collect();
    texts.join("\n")
}

/// Returns a diagnostic in the recorded form, with a line break at its end.
fn normal(rendered: &str) -> String {
    // Line numbers are right-aligned before the bars, so every line but headings begins with as many columns.
    let width = rendered
        .lines()
        .find_map(|line| line.trim_start().starts_with("--> ").then(|| line.find("--> ")))
        .flatten()
        .unwrap_or(1);
    let mut text = String::new();
    for line in rendered.trim_end().lines() {
        let trimmed = line.trim_start();
        if trimmed.starts_with("= note: the full ") && trimmed.contains(" has been written to ")
            || trimmed.starts_with("= note: consider using `--verbose` to print the full type name")
        {
            continue;
        }
        let is_number = |columns: &str| columns.bytes().all(|byte| byte == b' ' || byte.is_ascii_digit());
        let line = match line.split_at_checked(width) {
            Some((columns, rest)) if is_number(columns) && rest.starts_with(' ') => {
                format!("{}{rest}", " ".repeat(width))
            }
            _ => line.to_owned(),
        };
        let cut = line
            .bytes()
            .take(width.saturating_sub(1))
            .take_while(|byte| *byte == b' ');
        let line = &line[cut.count()..];
        text.push_str(words(line).trim_end());
        text.push('\n');
    }
    text
}

/// Replaces the names in a line that differ from run to run.
fn words(line: &str) -> String {
    let package = package().to_string_lossy().replace('\\', "/");
    let workspace = Path::new(&package)
        .ancestors()
        .nth(2)
        .map(|path| path.to_string_lossy().into_owned())
        .unwrap_or_default();
    let mut line = line.replace(CRATE, "$CRATE");
    let trimmed = line.trim_start();
    if let Some(place) = trimmed
        .strip_prefix("--> ")
        .or_else(|| trimmed.strip_prefix("::: "))
    {
        let start = line.len() - place.len();
        let path = place.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == ':');
        let path = path.replace(&format!("{package}/"), "");
        // cargo compiles the crates of a workspace in its folder, so their paths are relative to it.
        let path = if path.starts_with("crd-core/") {
            format!("$WORKSPACE/{path}")
        } else {
            path
        };
        let path = below(&path, "/rustlib/src/rust/library", "$RUST");
        line = format!("{}{}", &line[..start], below(&path, "/registry/src", "$CARGO"));
    } else {
        line = line.replace(&package, "$DIR").replace(&workspace, "$WORKSPACE");
    }
    if let Some((before, count)) = line.split_once("and ")
        && before.trim().is_empty()
        && let Some(count) = count.strip_suffix(" others")
        && count.bytes().all(|byte| byte.is_ascii_digit())
    {
        line = format!("{before}and $N others");
    }
    without_module(&line)
}

/// Replaces everything up to a folder by a name.
fn below(path: &str, folder: &str, name: &str) -> String {
    match path.split_once(folder) {
        Some((_, rest)) => format!("{name}{rest}"),
        None => path.to_owned(),
    }
}

/// Removes the modules of cases from paths, since a case that is compiled alone has no module.
fn without_module(line: &str) -> String {
    let mut rest = line;
    let mut text = String::new();
    while let Some((before, after)) = rest.split_once(MODULE) {
        text.push_str(before);
        let after = after.trim_start_matches(|letter: char| letter.is_ascii_digit());
        rest = after.strip_prefix("::").unwrap_or(after);
    }
    text + rest
}
