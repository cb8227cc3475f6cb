//! The compiler, and the crates that it compiles.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

use serde_json::Value;

use crate::cases::{Case, package};
use crate::output::{self, Diagnostic};

/// The crates that cases use.
pub(crate) const CRATES: &[&str] = &["crd_core", "serde"];

/// The compiler, with the arguments that all crates of cases have in common.
pub(crate) struct Compiler {
    path: OsString,
    arguments: Vec<String>,
}

/// Returns the number of compilers that run at the same time.
pub(crate) fn threads() -> usize {
    thread::available_parallelism().map_or(1, Into::into)
}

/// Returns a new number for each call: tests run at the same time, and each compilation has its own folders.
fn compilation() -> usize {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    COUNT.fetch_add(1, Ordering::Relaxed)
}

impl Compiler {
    /// Returns the compiler, with the given crates, which this package depends on.
    ///
    /// cargo checks them with the features that this package enables. In a test of the whole workspace, crd-core has every
    /// feature, but some mistakes are that a feature is off.
    pub(crate) fn of_this_package(crates: &[&str]) -> Self {
        let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["check", "--lib", "--message-format=json", "--quiet"])
            .current_dir(package())
            .stderr(Stdio::inherit())
            .output()
            .expect("cargo");
        assert!(output.status.success(), "the dependencies do not compile");
        let mut arguments: Vec<String> = ["--edition=2024", "--error-format=json", "--emit=metadata"]
            .map(str::to_owned)
            .into();
        // Cases construct no values, and the modules of a crate have no `main`.
        arguments.extend(["-A".to_owned(), "dead_code".to_owned()]);
        let mut found = 0;
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let message: Value = serde_json::from_str(line).expect("a message of cargo");
            let name = message["target"]["name"].as_str().unwrap_or_default();
            let files = message["filenames"].as_array().into_iter().flatten();
            let file = files.filter_map(Value::as_str).find(|file| {
                Path::new(file)
                    .extension()
                    .is_some_and(|extension| extension == "rmeta")
            });
            let (true, Some(file)) = (crates.contains(&name), file) else {
                continue;
            };
            let folder = Path::new(file).parent().expect("a folder of crates");
            arguments.extend(["--extern".to_owned(), format!("{name}={file}")]);
            arguments.extend(["-L".to_owned(), format!("dependency={}", folder.display())]);
            found += 1;
        }
        assert_eq!(found, crates.len(), "cargo names each crate once");
        Self {
            path: env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()),
            arguments,
        }
    }

    /// Returns the version: `1.95.0` for `rustc 1.95.0 (…)`.
    pub(crate) fn version(&self) -> String {
        let output = Command::new(&self.path)
            .arg("--version")
            .output()
            .expect("the compiler");
        let text = String::from_utf8_lossy(&output.stdout);
        text.split_whitespace().nth(1).unwrap_or_default().to_owned()
    }

    /// Compiles crates of cases, several at the same time, and returns the output of each case.
    pub(crate) fn outputs<'a>(&self, crates: &[Vec<&'a Case>]) -> Vec<(&'a Case, String)> {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut outputs = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(cases) = crates.get(number) else {
                    return outputs;
                };
                let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("ui-{}", compilation()));
                fs::create_dir_all(&folder).expect("a folder for a crate");
                outputs.extend(self.compile(cases, &folder));
            }
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads()).map(|_| scope.spawn(work)).collect();
            let joined = workers.into_iter().map(|worker| worker.join().expect("no panic"));
            joined.flatten().collect()
        })
    }

    fn compile<'a>(&self, cases: &[&'a Case], folder: &Path) -> Vec<(&'a Case, String)> {
        if let [case] = cases {
            let diagnostics = self.run(Path::new(&case.source()), "bin", folder);
            return vec![(case, output::of_all(&diagnostics))];
        }
        let mut text = String::new();
        for (number, case) in cases.iter().enumerate() {
            text.push_str(&format!(
                "#[path = {:?}]\nmod {}{number};\n",
                case.source(),
                output::MODULE
            ));
        }
        let root: PathBuf = folder.join("lib.rs");
        fs::write(&root, text).expect("the source of a crate");
        let diagnostics = self.run(&root, "lib", folder);
        let texts = output::by_case(&diagnostics, cases);
        cases.iter().copied().zip(texts).collect()
    }

    fn run(&self, root: &Path, kind: &str, folder: &Path) -> Vec<Diagnostic> {
        let output = Command::new(&self.path)
            .arg(root)
            .args(["--crate-type", kind, "--crate-name", output::CRATE])
            .arg("--out-dir")
            .arg(folder)
            .args(&self.arguments)
            // The compiler shows lines of crd-core by paths that are relative to the workspace.
            .current_dir(package().join("../.."))
            .env_remove("RUST_BACKTRACE")
            .output()
            .expect("the compiler");
        output::read(&String::from_utf8_lossy(&output.stderr))
    }
}
