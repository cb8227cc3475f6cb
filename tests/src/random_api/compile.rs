//! Compiles a crate of random modules and runs those that compile.
//!
//! The compiler is run again without the modules it reported errors in until the rest compiles. The program then prints
//! one [`CompileReport`] for each of its modules.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::module::Module;
use crate::serde_schema_parity::Subject;
use crate::serde_schema_parity::check::check;

/// The errors of a module that does not compile.
#[derive(Clone, Debug, Default)]
pub struct Refusal {
    /// The errors that carry a code of this project, such as `[CRD0911]`.
    pub coded: Vec<String>,
    /// The errors that carry no code.
    pub plain: Vec<String>,
}

/// The report of the compiled program on one module.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct CompileReport {
    /// The name of the module.
    pub name: String,
    /// The error if no CRD could be generated although the module compiled.
    pub error: Option<String>,
    /// A CRD whose `spec.value` is of the root type; null if there is none.
    pub crd: Value,
    /// The CRD of the custom resource that the module declares, or the error as a string; null if it declares none.
    pub resource: Value,
    /// Some values as serialized by serde.
    pub samples: Vec<Value>,
    /// The numbers of values that were serialized, admitted, rejected, and deserialized with and without defaults.
    pub counts: [usize; 4],
    /// The names of the known gaps that occurred.
    pub known: Vec<String>,
    /// The first disagreement of schema and serde that is not a known gap.
    pub failure: Option<String>,
}

/// A module in the program: its name, its subject, its custom resource, and whether it is restricted in ways that its
/// random values do not respect.
pub type Entry = (
    &'static str,
    fn(&str) -> Result<Subject, String>,
    fn() -> Option<Value>,
    bool,
);

/// The `main` of the compiled program: prints a report for each module.
pub fn serve(entries: &[Entry]) {
    let seeds = env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(20);
    for (name, subject, resource, restricted_by_hand) in entries {
        let mut report = CompileReport {
            name: (*name).to_owned(),
            resource: resource().unwrap_or_default(),
            ..CompileReport::default()
        };
        match subject(name) {
            // Rules that the macro cannot check, such as those on flattened types, are only checked when the CRD is generated.
            Err(error)
                if *restricted_by_hand
                    && error.starts_with("refused: ")
                    && error.contains("RuleId(\"CEL-") =>
            {
                report
                    .known
                    .push("rules on members of types that the macro does not see".to_owned());
            }
            Err(error) => report.error = Some(error),
            Ok(subject) if *restricted_by_hand => report.crd = subject.crd,
            Ok(subject) => {
                let agreement = check(&subject, 1, seeds);
                report.counts = [
                    agreement.written,
                    agreement.admitted,
                    agreement.refused,
                    agreement.defaulted,
                ];
                report.known = agreement.known.iter().map(|name| (*name).to_owned()).collect();
                report.failure = agreement.failure.map(|failure| failure.to_string());
                report.samples = agreement.samples;
                report.crd = subject.crd;
            }
        }
        println!("{}", serde_json::to_string(&report).unwrap_or_default());
    }
}

/// The result of compiling and running a crate.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The modules that do not compile, by number.
    pub refused: BTreeMap<u64, Refusal>,
    /// The reports of the others.
    pub reports: Vec<CompileReport>,
}

/// Compiles the modules in `directory` and runs those that compile, with `seeds` random values for each type.
///
/// # Errors
/// When cargo cannot be run, or fails without naming a module.
pub fn run(directory: &Path, modules: &[Module], seeds: u64) -> io::Result<Outcome> {
    let mut outcome = Outcome::default();
    write_crate(directory, modules)?;
    for _ in 0..12 {
        let left: Vec<&Module> = modules
            .iter()
            .filter(|module| !outcome.refused.contains_key(&module.number))
            .collect();
        write_main(directory, &left)?;
        let (refused, stray, success) = compile(directory)?;
        if success {
            outcome.reports = execute(directory, seeds)?;
            return Ok(outcome);
        }
        if refused.is_empty() {
            return Err(io::Error::other(format!("cargo fails: {}", stray.join("\n"))));
        }
        outcome.refused.extend(refused);
    }
    Err(io::Error::other("there are always more errors"))
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn write_crate(directory: &Path, modules: &[Module]) -> io::Result<()> {
    let source = directory.join("src");
    if source.exists() {
        fs::remove_dir_all(&source)?;
    }
    fs::create_dir_all(&source)?;
    let root = workspace().canonicalize()?;
    let root = root.display();
    fs::write(
        directory.join("Cargo.toml"),
        format!(
            "[package]\nname = \"random-api\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n[dependencies]\n\
             crd-core = {{ path = \"{root}/crd-core\", features = [\"check\"] }}\ncrd-gen-tests = {{ path = \"{root}/tests\" }}\n\
             serde = {{ version = \"1\", features = [\"derive\"] }}\nserde_json = \"1\"\n\n[workspace]\n\n[profile.dev]\ndebug = 0\nincremental = false\n",
        ),
    )?;
    fs::copy(workspace().join("Cargo.lock"), directory.join("Cargo.lock"))?;
    for module in modules {
        fs::write(source.join(format!("{}.rs", module.name())), &module.source)?;
    }
    Ok(())
}

fn write_main(directory: &Path, modules: &[&Module]) -> io::Result<()> {
    let mut text = String::new();
    for module in modules {
        text.push_str(&format!("mod {};\n", module.name()));
    }
    text.push_str("\nfn main() {\n    crd_gen_tests::random_api::compile::serve(&[\n");
    for module in modules {
        let name = module.name();
        text.push_str(&format!(
            "        (\"{name}\", {name}::subject, {name}::resource, {name}::RESTRICTED_BY_HAND),\n"
        ));
    }
    text.push_str("    ]);\n}\n");
    fs::write(directory.join("src/main.rs"), text)
}

fn target(directory: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(
        || directory.join("target"),
        |target| PathBuf::from(target).join("random-api"),
    )
}

/// Builds the crate. Returns the refused modules, the errors that belong to no module, and whether the build succeeded.
fn compile(directory: &Path) -> io::Result<(BTreeMap<u64, Refusal>, Vec<String>, bool)> {
    let mut child = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["build", "--message-format=json", "--quiet", "--offline"])
        .current_dir(directory)
        .env("CARGO_TARGET_DIR", target(directory))
        .env("RUSTFLAGS", "-Awarnings")
        .stdout(Stdio::piped())
        .spawn()?;
    let mut refused: BTreeMap<u64, Refusal> = BTreeMap::new();
    let mut stray = Vec::new();
    let output = child
        .stdout
        .take()
        .ok_or_else(|| io::Error::other("cargo has no output"))?;
    for line in BufReader::new(output).lines() {
        let Ok(line) = serde_json::from_str::<Value>(&line?) else {
            continue;
        };
        let message = &line["message"];
        if line["reason"] != "compiler-message" || message["level"] != "error" {
            continue;
        }
        let text = message["message"].as_str().unwrap_or_default().to_owned();
        let all = with_children(message);
        match module_of(message) {
            Some(number) => {
                let refusal = refused.entry(number).or_default();
                if has_code(&all) {
                    refusal.coded.push(text);
                } else {
                    refusal.plain.push(text);
                }
            }
            None => stray.push(all),
        }
    }
    let success = child.wait()?.success();
    Ok((refused, stray, success))
}

/// Returns the text of a compiler message with its labels and notes.
fn with_children(message: &Value) -> String {
    let mut text = message["message"].as_str().unwrap_or_default().to_owned();
    for span in message["spans"].as_array().into_iter().flatten() {
        text.push('\n');
        text.push_str(span["label"].as_str().unwrap_or_default());
    }
    for child in message["children"].as_array().into_iter().flatten() {
        text.push('\n');
        text.push_str(&with_children(child));
    }
    text
}

/// Whether a text contains a code that `crd-gen explain` knows.
fn has_code(text: &str) -> bool {
    text.match_indices("CRD").any(|(at, _)| {
        text.get(at..at + 7)
            .is_some_and(|code| crd_core::check::codes::find(code).is_some())
    })
}

/// Returns the number of the module that a message points into.
fn module_of(message: &Value) -> Option<u64> {
    message["spans"].as_array()?.iter().find_map(module_of_span)
}

fn module_of_span(span: &Value) -> Option<u64> {
    let file = span["file_name"].as_str().unwrap_or_default();
    let name = Path::new(file)
        .file_stem()
        .and_then(|stem| stem.to_str())
        .unwrap_or_default();
    let number = name.strip_prefix('t').and_then(|number| number.parse().ok());
    number.or_else(|| module_of_span(span["expansion"].get("span")?))
}

fn execute(directory: &Path, seeds: u64) -> io::Result<Vec<CompileReport>> {
    let program = target(directory).join("debug/random-api");
    let output = Command::new(program).arg(seeds.to_string()).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let reports: Vec<CompileReport> = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    if output.status.success() {
        Ok(reports)
    } else {
        let after = reports.last().map_or("the start", |report| &report.name);
        Err(io::Error::other(format!(
            "the program ends after {after}: {}",
            String::from_utf8_lossy(&output.stderr)
        )))
    }
}
