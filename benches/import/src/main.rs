//! Imports all CRDs below directories, and writes the types as the crates of a workspace.
//!
//! `import-measure [--all] [--crds] OUT DIRECTORY…`: each entry of a directory is a project, whose CRDs are imported together. Each name of a
//! CRD is imported once, in its first form; with `--all`, in each form, with forms of the same name in one project in separate lots. With
//! `--crds`, the types only generate CRDs, and read no objects.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs};

use crd_core::Crd;
use crd_import::{Client, Imported, import, normal_form, read_crds};
use import_measure::files::find;
use import_measure::{client, k8s_openapi, options};

/// The minimum number of lines of types in a crate.
const LINES: usize = 60_000;

/// The CRDs to import if several have the same name.
#[derive(Clone, Copy)]
enum Forms {
    First,
    All,
}

/// What the compiled types are for.
#[derive(Clone, Copy)]
enum Purpose {
    CrdsAndObjects,
    Crds,
}

#[derive(Default)]
struct Counts {
    crds: usize,
    versions: usize,
    files: usize,
    unreadable: usize,
    refused: usize,
    twice: usize,
    types: usize,
    lines: usize,
    written: BTreeMap<String, usize>,
    time: Duration,
}

fn main() {
    let (flags, arguments): (Vec<String>, Vec<String>) = env::args()
        .skip(1)
        .partition(|argument| argument.starts_with("--"));
    let has = |flag: &str| flags.iter().any(|given| given == flag);
    let forms = if has("--all") { Forms::All } else { Forms::First };
    let purpose = if has("--crds") {
        Purpose::Crds
    } else {
        Purpose::CrdsAndObjects
    };
    let mut arguments = arguments.into_iter();
    let out = PathBuf::from(
        arguments
            .next()
            .expect("usage: import-measure [--all] [--crds] OUT DIRECTORY…"),
    );
    let mut counts = Counts::default();
    let mut seen = BTreeSet::new();
    let mut crates = Crates::new(&out, purpose);
    for directory in arguments {
        let entries = fs::read_dir(&directory).unwrap_or_else(|error| panic!("{directory}: {error}"));
        let mut projects: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        projects.sort();
        for project in projects {
            for lot in lots(&project, forms, &mut seen, &mut counts) {
                if let Some(imported) = imported(&lot, &project, &mut counts) {
                    crates.add(&lot, &imported, &mut counts);
                }
            }
        }
    }
    crates.finish();
    println!(
        "{} CRDs with {} versions from {} files; {} files cannot be read, {} CRDs are refused by the server, {} are there twice",
        counts.crds, counts.versions, counts.files, counts.unreadable, counts.refused, counts.twice
    );
    println!(
        "{} types, {} lines, {} crates; imported in {:.2} s",
        counts.types,
        counts.lines,
        crates.count,
        counts.time.as_secs_f64()
    );
    let mut written: Vec<(String, usize)> = counts.written.into_iter().collect();
    written.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    println!(
        "{} schemas stand in the text:",
        written.iter().map(|(_, count)| count).sum::<usize>()
    );
    for (reason, count) in written {
        println!("{count:5}  {reason}");
    }
}

/// Returns the CRDs of a project, in lots in which each name occurs once.
fn lots(project: &Path, forms: Forms, seen: &mut BTreeSet<String>, counts: &mut Counts) -> Vec<Vec<Crd>> {
    let mut lots: Vec<Vec<Crd>> = Vec::new();
    let mut paths = Vec::new();
    find(project, &mut paths);
    for path in paths {
        let Ok(text) = fs::read(&path) else { continue };
        let is_crd = text.windows(24).any(|part| part == b"CustomResourceDefinition");
        if !is_crd {
            continue;
        }
        counts.files += 1;
        let crds = match read_crds(&text) {
            Ok(crds) => crds,
            Err(error) => {
                eprintln!("{}: {error}", path.display());
                counts.unreadable += 1;
                continue;
            }
        };
        for crd in crds {
            let key = match forms {
                Forms::First => crd.metadata.name.to_string(),
                Forms::All => normal_form(&crd).to_string(),
            };
            if !seen.insert(key) {
                counts.twice += 1;
                continue;
            }
            let is_new =
                |lot: &&mut Vec<Crd>| lot.iter().all(|other| other.metadata.name != crd.metadata.name);
            match lots.iter_mut().find(is_new) {
                Some(lot) => lot.push(crd),
                None => lots.push(vec![crd]),
            }
        }
    }
    lots
}

fn imported(lot: &[Crd], project: &Path, counts: &mut Counts) -> Option<Imported> {
    let start = Instant::now();
    let imported = import(lot, &options(), &[]);
    counts.time += start.elapsed();
    match imported {
        Ok(imported) => {
            for rejection in imported.rejections() {
                eprintln!(
                    "{}: {}: {}",
                    project.display(),
                    rejection.name,
                    rejection.errors.join("; ")
                );
            }
            Some(imported)
        }
        Err(error) => {
            eprintln!("{}: {error}", project.display());
            None
        }
    }
}

/// The crates that are written.
struct Crates<'a> {
    out: &'a Path,
    purpose: Purpose,
    count: usize,
    batches: usize,
    lines: usize,
    modules: String,
    entries: String,
    measure: String,
}

impl<'a> Crates<'a> {
    fn new(out: &'a Path, purpose: Purpose) -> Self {
        let _ = fs::remove_dir_all(out);
        Crates {
            out,
            purpose,
            count: 0,
            batches: 0,
            lines: 0,
            modules: String::new(),
            entries: String::new(),
            measure: env!("CARGO_MANIFEST_DIR").to_owned(),
        }
    }

    fn add(&mut self, lot: &[Crd], imported: &Imported, counts: &mut Counts) {
        counts.refused += imported.rejections().len();
        counts.types += imported.type_count();
        for note in imported.notes() {
            *counts.written.entry(note.reason.clone()).or_default() += 1;
        }
        let batch = format!("b{}", self.batches);
        self.batches += 1;
        let directory = self.out.join(format!("c{}/src/{batch}", self.count));
        let crds = self.out.join("crds").join(&batch);
        for crd in lot {
            write(
                &crds.join(format!("{}.json", crd.metadata.name)),
                &serde_json::to_string(crd).unwrap(),
            );
        }
        for file in imported.files() {
            let lines = file.text.lines().count();
            self.lines += lines;
            counts.lines += lines;
            write(&directory.join(format!("{}.rs", file.module)), &file.text);
        }
        write(&directory.join("mod.rs"), imported.index());
        self.modules.push_str(&format!("pub mod {batch};\n"));
        let mut names = BTreeSet::new();
        for resource in imported.resources() {
            names.insert(&resource.crd);
            counts.versions += 1;
            let (crd, version, path) = (&resource.crd, &resource.version, &resource.path);
            let round_trip = match self.purpose {
                Purpose::CrdsAndObjects => format!("Some(import_measure::round_trip::<{batch}::{path}>)"),
                Purpose::Crds => "None".to_owned(),
            };
            self.entries.push_str(&format!(
                "    Entry {{ batch: {batch:?}, crd: {crd:?}, version: {version:?}, generate: <{batch}::{path} as CustomResource>::crd, \
                 round_trip: {round_trip} }},\n"
            ));
        }
        counts.crds += names.len();
        if self.lines > LINES {
            self.close();
        }
    }

    /// Finishes a crate.
    fn close(&mut self) {
        if self.modules.is_empty() {
            return;
        }
        let name = format!("c{}", self.count);
        write(
            &self.out.join(&name).join("src/lib.rs"),
            &format!(
                "{}\nuse crd_core::CustomResource;\nuse import_measure::Entry;\n\npub static ENTRIES: &[Entry] = &[\n{}];\n",
                self.modules, self.entries
            ),
        );
        let kube = match client() {
            Client::Kube => "kube = { version = \"5\", default-features = false }\n",
            Client::None => "",
        };
        let (features, k8s_openapi) = match k8s_openapi() {
            Some(minor) => (
                ", features = [\"k8s-openapi\"]",
                format!("k8s-openapi = {{ version = \"0.29\", features = [\"v1_{minor}\"] }}\n"),
            ),
            None => ("", String::new()),
        };
        write(
            &self.out.join(&name).join("Cargo.toml"),
            &format!(
                "[package]\nname = {name:?}\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\nimport-measure = {{ path = {:?} }}\n\
                 crd-core = {{ path = \"{}/../../crd-core\"{features} }}\n{k8s_openapi}{kube}\
                 serde = {{ version = \"1\", features = [\"derive\"] }}\nserde_json = \"1\"\n",
                self.measure, self.measure
            ),
        );
        self.count += 1;
        self.lines = 0;
        self.modules.clear();
        self.entries.clear();
    }

    fn finish(&mut self) {
        self.close();
        let names: Vec<String> = (0..self.count).map(|index| format!("c{index}")).collect();
        let dependencies: Vec<String> = names
            .iter()
            .map(|name| format!("{name} = {{ path = \"../{name}\" }}\n"))
            .collect();
        write(
            &self.out.join("driver/Cargo.toml"),
            &format!(
                "[package]\nname = \"driver\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\nimport-measure = {{ path = {:?} }}\n{}",
                self.measure,
                dependencies.concat()
            ),
        );
        let entries: Vec<String> = names.iter().map(|name| format!("{name}::ENTRIES")).collect();
        write(
            &self.out.join("driver/src/main.rs"),
            &format!(
                "fn main() {{\n    import_measure::run(&[{}]);\n}}\n",
                entries.join(", ")
            ),
        );
        write(
            &self.out.join("Cargo.toml"),
            &format!(
                "[workspace]\nresolver = \"3\"\nmembers = [\"driver\", {}]\n\n[profile.dev]\ndebug = 0\nincremental = false\n\n\
                 [profile.dev.package.\"*\"]\nopt-level = 1\n",
                names
                    .iter()
                    .map(|name| format!("{name:?}"))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        );
        let lock = Path::new(&self.measure).join("Cargo.lock");
        let _ = fs::copy(lock, self.out.join("Cargo.lock"));
    }
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}
