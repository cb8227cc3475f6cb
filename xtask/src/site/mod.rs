//! `cargo xtask site`: builds the project's site from files in the repository: guides, pages of codes, rules, the command line.
//!
//! ```text
//! sources.rs   the list of pages, and the file that each is generated from
//! render.rs    Markdown to HTML: links between pages, anchors, code of doctests
//! layout.rs    the layout of each page, with the list of all pages
//! search.rs    the search index
//! ```

mod configuration;
mod layout;
mod page;
mod render;
mod search;
mod sources;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs, io};

use clap::Args;

use layout::Layout;
use render::Renderer;

/// Builds the site into `target/site`: static files that ask no other server for anything.
///
/// The playground needs `rustup target add wasm32-unknown-unknown`; without it, its page says so.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cargo xtask site
  python3 -m http.server -d target/site     the playground needs a server; all other pages are files")]
pub(crate) struct SiteOptions {
    /// Leaves the WebAssembly of the playground as it is.
    #[arg(long)]
    without_wasm: bool,
    /// The profile with which cargo builds the WebAssembly. `dev` takes a third of the time, and gives four times the size.
    #[arg(long, default_value = "wasm", conflicts_with = "without_wasm")]
    profile: String,
}

/// Files that are copied unchanged.
const ASSETS: [&str; 5] = [
    "site.css",
    "site.js",
    "playground.css",
    "playground.js",
    "crd-playground.js",
];

/// Runs the command.
pub(crate) fn run(options: &SiteOptions) -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    match build(&root, options) {
        Ok(count) => {
            println!("{count} pages in `target/site`");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("the site was not built: {error}");
            ExitCode::from(2)
        }
    }
}

fn build(root: &Path, options: &SiteOptions) -> io::Result<usize> {
    let target = root.join("target/site");
    fs::create_dir_all(&target)?;
    let repository = repository(root)?;
    let pages = sources::pages(root)?;
    let layout = Layout::new(&pages, &repository);
    let renderer = Renderer::new(&pages, &repository);
    let mut index = search::Index::default();
    for page in &pages {
        let rendered = renderer.page(page);
        index.add(page, &rendered);
        write(&target, &page.file, &layout.page(page, &rendered))?;
    }
    let playground = fs::read_to_string(root.join("site/playground.html"))?;
    write(&target, "playground.html", &layout.playground(&playground))?;
    write(&target, "search-index.js", &index.script())?;
    write(&target, "examples.js", &examples(root)?)?;
    for asset in ASSETS {
        fs::copy(root.join("site").join(asset), target.join(asset))?;
    }
    for picture in pictures(root)? {
        let name = picture.file_name().unwrap_or_default();
        fs::create_dir_all(target.join("pictures"))?;
        fs::copy(&picture, target.join("pictures").join(name))?;
    }
    if !options.without_wasm {
        webassembly(root, &target, &options.profile)?;
    }
    Ok(pages.len() + 1)
}

fn write(target: &Path, name: &str, text: &str) -> io::Result<()> {
    let path = target.join(name);
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    fs::write(path, text)
}

/// Returns the address of the repository from `Cargo.toml`.
fn repository(root: &Path) -> io::Result<String> {
    let manifest = fs::read_to_string(root.join("Cargo.toml"))?;
    let line = manifest
        .lines()
        .find_map(|line| line.strip_prefix("repository = \""));
    let address = line.and_then(|line| line.strip_suffix('"'));
    address
        .map(str::to_owned)
        .ok_or_else(|| io::Error::other("`Cargo.toml` names no repository"))
}

/// Returns the pictures of the README.
fn pictures(root: &Path) -> io::Result<Vec<PathBuf>> {
    let folder = root.join("docs/pictures");
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let files = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let files: Vec<PathBuf> = files.collect::<io::Result<_>>()?;
    let is_picture = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "svg");
    Ok(files.into_iter().filter(is_picture).collect())
}

/// Returns the examples of the playground, one folder each, as a script that a page can load from a file.
fn examples(root: &Path) -> io::Result<String> {
    let mut folders: Vec<PathBuf> = fs::read_dir(root.join("site/examples"))?
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<_>>()?;
    folders.sort();
    let mut examples = Vec::new();
    for folder in folders {
        let mut example = serde_json::Map::new();
        for name in ["title", "crd", "object", "old", "expression", "path"] {
            let extension = if ["crd", "object", "old"].contains(&name) {
                "yaml"
            } else {
                "txt"
            };
            if let Ok(text) = fs::read_to_string(folder.join(format!("{name}.{extension}"))) {
                let text = if extension == "txt" {
                    text.trim().to_owned()
                } else {
                    text
                };
                example.insert(name.to_owned(), text.into());
            }
        }
        examples.push(serde_json::Value::Object(example));
    }
    Ok(format!(
        "window.EXAMPLES = {};\n",
        serde_json::Value::Array(examples)
    ))
}

/// Builds the WebAssembly if its target is installed.
fn webassembly(root: &Path, target: &Path, profile: &str) -> io::Result<()> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .current_dir(root)
        .args([
            "build",
            "--profile",
            profile,
            "--target",
            "wasm32-unknown-unknown",
            "-p",
            "crd-playground",
        ])
        .status()?;
    if !status.success() {
        println!("the playground was not built; `rustup target add wasm32-unknown-unknown` may be missing");
        return Ok(());
    }
    let folder = if profile == "dev" { "debug" } else { profile };
    let built = root
        .join("target/wasm32-unknown-unknown")
        .join(folder)
        .join("crd_playground.wasm");
    fs::copy(built, target.join("crd_playground.wasm"))?;
    Ok(())
}

/// A rendered page.
struct Rendered {
    html: String,
    /// The headings with their anchors, in order.
    sections: Vec<Section>,
}

/// A part of a page below one heading.
struct Section {
    level: u8,
    title: String,
    anchor: String,
    /// The words, for the search.
    text: String,
}
