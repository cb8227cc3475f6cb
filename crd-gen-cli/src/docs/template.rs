//! Renders pages with a template of the user.

use std::path::Path;

use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior, context};

use super::DocsFile;
use super::descriptions::{html, summary};
use super::markdown_text::markdown;
use super::pages::DocumentedKind;
use crate::CommandError;

/// Renders a page for each kind with a Jinja template. Its variables are `title`, `page` and `since`; its filters `markdown`, `html` and
/// `summary` make descriptions safe.
pub(super) fn files(path: &Path, kinds: &[DocumentedKind]) -> Result<Vec<DocsFile>, CommandError> {
    let text = std::fs::read_to_string(path).map_err(|error| CommandError::unreadable(path, &error))?;
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let stem = name
        .strip_suffix(".j2")
        .or_else(|| name.strip_suffix(".jinja"))
        .unwrap_or(&name);
    let extension = Path::new(stem).extension().unwrap_or_default().to_string_lossy();
    let extension = if extension.is_empty() {
        "md".into()
    } else {
        extension
    };
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.add_filter("markdown", |text: &str| markdown(text));
    environment.add_filter("summary", |text: &str| summary(text));
    environment.add_filter("html", |text: &str| {
        let mut out = String::new();
        html(text, &mut out);
        minijinja::Value::from_safe_string(out)
    });
    // The name determines whether HTML is escaped.
    environment
        .add_template(stem, &text)
        .map_err(|error| problem(path, &error))?;
    let template = environment
        .get_template(stem)
        .map_err(|error| problem(path, &error))?;
    kinds
        .iter()
        .map(|kind| {
            let page = &kind.page;
            let text = template
                .render(context! {
                    title => kind.title.as_str(),
                    page => minijinja::Value::from(Serde(page)),
                    since => kind.since.as_ref().map(|since| minijinja::Value::from(Serde(since))),
                })
                .map_err(|error| problem(path, &error))?;
            Ok(DocsFile {
                name: format!("{}.{extension}", page.crd),
                text,
            })
        })
        .collect()
}

fn problem(path: &Path, error: &minijinja::Error) -> CommandError {
    let line = error.line().map_or_else(String::new, |line| format!(":{line}"));
    let detail = error.detail().unwrap_or_default();
    let kind = error.kind().to_string();
    let detail = if detail.is_empty() {
        kind
    } else {
        format!("{kind}: {detail}")
    };
    CommandError::new(format!("`{}{line}`: {detail}", path.display()))
        .help("`crd-gen docs --format json` prints what a template can use, as `page`")
}
