//! `crd-gen docs`: writes reference pages of CRDs, as Markdown, as HTML, or with a template.

mod descriptions;
mod html;
mod html_fields;
mod index;
mod markdown;
mod markdown_fields;
mod markdown_text;
mod markdown_words;
mod pages;
mod since;
mod template;

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::choices::DocsFormat;
use crate::config::DocsSection;
use crate::options::{KubernetesVersion, PackageArgs, directory};
use crate::sources::CrdSources;
use crate::terminal::Terminal;
use crate::text::{counted, quoted};
use crate::{CommandError, CommandOutcome, write};
use pages::DocumentedKind;

const EXAMPLES: &str = "\
Examples:
  # One page of Markdown
  crd-gen docs crd.yaml
  # A page for each kind of a package, and an index
  crd-gen docs -p my-operator --out-dir docs/api
  # HTML, without JavaScript
  crd-gen docs config/crd --format html --out-dir site/api
  # With the changes since a release, breaking ones marked
  crd-gen docs config/crd --since git:v1.2.0:config/crd --out-dir docs/api
  # In CI
  crd-gen docs config/crd --out-dir docs/api --check

Fields have anchors such as `#v1.spec.listeners[].port`. Templates are Jinja templates; `--format json` prints the data that they \
get. Titles, order, hidden fields and front matter are set in `crd-gen.toml`:
  [docs]
  out-dir = \"docs/api\"
  order = [\"Database\", \"Backup\"]
  hidden = [\"spec.internal\", \"Backup.spec.debug\"]
  titles = {Database = \"Managed databases\"}
  front-matter = \"sidebar_label: {kind}\"

Exit codes: 0 the pages were written or are up to date, 1 pages are out of date, 2 the command was misused or failed.";

/// Arguments of `crd-gen docs`.
#[derive(Args, Clone, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct DocsArgs {
    /// The CRDs: files, directories, Rust packages (a `Cargo.toml` or its directory), `git:REVISION[:PATH]`, or `-` for
    /// standard input [default: the current directory].
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Rust packages to generate CRDs from.
    #[command(flatten)]
    pub packages: PackageArgs,
    /// The output format of pages [default: markdown].
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<DocsFormat>,
    /// Write a page for each kind, and an index, to this directory.
    #[arg(short, long, value_name = "DIR", value_parser = directory)]
    pub out_dir: Option<PathBuf>,
    /// Render pages with this Jinja template; their file extension is the one before `.j2` or `.jinja`.
    #[arg(long, value_name = "FILE", conflicts_with = "format")]
    pub template: Option<PathBuf>,
    /// Show the changes since these CRDs, and which of them are breaking: files, directories or `git:REVISION[:PATH]`.
    #[arg(long, value_name = "OLD")]
    pub since: Option<PathBuf>,
    /// Write nothing. Fail if pages are out of date.
    #[arg(long)]
    pub check: bool,
    /// The version of the API server that admits the samples.
    #[command(flatten)]
    pub server: KubernetesVersion,
}

impl DocsArgs {
    /// Fills in missing arguments from the configuration.
    fn or(mut self, defaults: &DocsSection) -> Self {
        self.format = self.format.or(defaults.format);
        self.out_dir = self.out_dir.or_else(|| defaults.out_dir.clone());
        self.template = self.template.or_else(|| defaults.template.clone());
        self
    }
}

/// A file of documentation.
struct DocsFile {
    /// The path relative to the directory.
    name: String,
    text: String,
}

pub(crate) fn run(args: &DocsArgs, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    let sources = CrdSources::read(&args.paths, &args.packages, terminal)?;
    let section = &sources.config.docs;
    let args = &args.clone().or(section);
    let kinds = pages::read(args, section, &sources, terminal)?;
    let files = match &args.template {
        Some(template) => template::files(template, &kinds)?,
        None => files(args.format.unwrap_or_default(), section, &kinds),
    };
    let Some(dir) = &args.out_dir else {
        if args.check {
            return Err(CommandError::new("`--check` needs a directory")
                .help("set it with `--out-dir DIR`, or as `out-dir` below `[docs]` in `crd-gen.toml`"));
        }
        return print(&files, terminal);
    };
    if args.check {
        return Ok(check(dir, &files, terminal));
    }
    for file in &files {
        write::file(&dir.join(&file.name), &file.text)?;
    }
    terminal.note(&format!(
        "{} in `{}`",
        counted(files.len(), "page"),
        dir.display()
    ));
    Ok(CommandOutcome::Clean)
}

fn files(format: DocsFormat, section: &DocsSection, kinds: &[DocumentedKind]) -> Vec<DocsFile> {
    let page: fn(&DocumentedKind, &DocsSection) -> String = match format {
        DocsFormat::Markdown => markdown::page,
        DocsFormat::Html => html::page,
        DocsFormat::Json => pages::json,
    };
    let extension = format.extension();
    let mut files = crate::parallel::mapped(kinds, |kind| DocsFile {
        name: format!("{}.{extension}", kind.page.crd),
        text: page(kind, section),
    });
    match format {
        DocsFormat::Markdown => files.push(DocsFile {
            name: "index.md".to_owned(),
            text: index::markdown(kinds, section),
        }),
        DocsFormat::Html => files.push(DocsFile {
            name: "index.html".to_owned(),
            text: index::html(kinds, section),
        }),
        DocsFormat::Json => {}
    }
    files
}

/// Writes the only page to standard output.
fn print(files: &[DocsFile], terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    let mut pages = files.iter().filter(|file| !file.name.starts_with("index."));
    match (pages.next(), pages.next()) {
        (Some(only), None) => {
            terminal.stdout().write_all(only.text.as_bytes())?;
            Ok(CommandOutcome::Clean)
        }
        _ => Err(
            CommandError::new(format!("there are {} pages", files.len().saturating_sub(1)))
                .help("write them with `--out-dir DIR`, or choose one CRD"),
        ),
    }
}

/// Compares the files of a directory with their expected content.
fn check(dir: &Path, files: &[DocsFile], terminal: &Terminal) -> CommandOutcome {
    let is_stale = |file: &&DocsFile| {
        std::fs::read_to_string(dir.join(&file.name)).map_or(true, |text| text != file.text)
    };
    let stale: Vec<String> = files
        .iter()
        .filter(is_stale)
        .map(|file| dir.join(&file.name).display().to_string())
        .collect();
    if stale.is_empty() {
        return CommandOutcome::Clean;
    }
    let what = if stale.len() == 1 { "is" } else { "are" };
    let shown = quoted(stale.iter().take(10).cloned());
    let more = stale.len().saturating_sub(10);
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    terminal.error(
        &format!("{shown}{more} {what} out of date"),
        &["run `crd-gen docs` without `--check` and commit its output".to_owned()],
    );
    CommandOutcome::Findings
}
