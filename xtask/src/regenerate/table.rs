//! The table of everything that is generated and checked in.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use super::{k8s_types, openapi_facts, recordings};

/// A set of generated files with one generator.
#[derive(Clone, Copy)]
pub(super) struct Generated {
    /// The name on the command line.
    pub(super) name: &'static str,
    /// The files, as a pattern relative to the root folder.
    pub(super) files: &'static str,
    /// The kind of the content.
    pub(super) kind: GeneratedKind,
    pub(super) maker: Maker,
    /// The test that compares the files with their source, besides `cargo xtask regenerate --check`.
    pub(super) checked_by: &'static str,
}

/// The kind of the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GeneratedKind {
    /// The content follows from the sources.
    Derived,
    /// The recorded results of the API server's own code.
    Recording,
    /// The expected output of a test. A change must be read before it is accepted.
    Snapshot,
}

/// The path and text of generated files.
pub(super) type Files = Vec<(PathBuf, String)>;

/// A way of generating files.
#[derive(Clone, Copy)]
pub(super) enum Maker {
    /// Runs a test that compares the files, and writes them if an environment variable is set.
    Test {
        /// The arguments of `cargo test`.
        arguments: &'static [&'static str],
        /// The name and value of the variable.
        update: (&'static str, &'static str),
    },
    /// Runs `crd-gen generate` on packages, each with its output folder and further arguments.
    Examples(&'static [(&'static str, &'static str, &'static [&'static str])]),
    /// Calls a function of this program that returns the path and text of each file.
    Files(fn(workspace: &Path) -> io::Result<Files>, Tool),
}

/// A tool that may not be installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tool {
    /// `go` on PATH.
    Go,
    /// A nightly toolchain of Rust.
    Nightly,
}

impl Tool {
    /// Returns the name of the tool for messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Tool::Go => "Go",
            Tool::Nightly => "a nightly toolchain",
        }
    }
}

impl Maker {
    /// Returns the tool that is needed besides cargo.
    pub(super) fn needs(self) -> Option<Tool> {
        match self {
            Maker::Files(_, tool) => Some(tool),
            Maker::Test { .. } | Maker::Examples(_) => None,
        }
    }

    fn command(self) -> String {
        match self {
            Maker::Test { arguments, update } => {
                format!("{}={} cargo test {}", update.0, update.1, arguments.join(" "))
            }
            Maker::Examples(_) => "crd-gen generate -p PACKAGE -o examples/…/crds".to_owned(),
            Maker::Files(..) => "xtask itself".to_owned(),
        }
    }
}

/// The environment variable that makes our tests write their files.
const UPDATE: (&str, &str) = ("CRD_GEN_UPDATE", "1");

/// Everything that is generated and checked in.
pub(super) const TABLE: [Generated; 15] = [
    Generated {
        name: "k8s-types",
        files: "crd-core/src/rust/interop/k8s/published/*.rs, crd-import/src/known/published.txt, examples/workloads/tests/workloads/support/types.rs",
        kind: GeneratedKind::Derived,
        maker: Maker::Files(k8s_types::generate, Tool::Go),
        checked_by: "tests of examples/workloads, by other sources",
    },
    Generated {
        name: "cli",
        files: "crd-gen-cli/{docs,man,completions}/*",
        kind: GeneratedKind::Derived,
        maker: Maker::Test {
            arguments: &[
                "-q",
                "-p",
                "crd-gen-cli",
                "--lib",
                "generated_files_are_up_to_date",
            ],
            update: UPDATE,
        },
        checked_by: "that test",
    },
    Generated {
        name: "rules",
        files: "docs/rules.md",
        kind: GeneratedKind::Derived,
        maker: Maker::Test {
            arguments: &["-q", "-p", "crd-gen-tests", "--test", "repository", "rules::"],
            update: UPDATE,
        },
        checked_by: "that test",
    },
    Generated {
        name: "public-api",
        files: "docs/public-api/*.txt",
        kind: GeneratedKind::Derived,
        maker: Maker::Files(super::public_api::generate, Tool::Nightly),
        checked_by: ".ci/run",
    },
    Generated {
        name: "examples",
        files: "examples/*/crds/*.yaml",
        kind: GeneratedKind::Derived,
        maker: Maker::Examples(&[
            ("postgres-example", "examples/postgres/crds", &[]),
            // These have versions that lose fields on purpose: one demonstrates the errors, the other is Bottlerocket's own API.
            (
                "small-examples",
                "examples/small/crds",
                &["--allow", "none-drops-field"],
            ),
            (
                "real-world-examples",
                "examples/real-world/crds",
                &["--allow", "none-drops-field"],
            ),
            ("controller-example", "examples/controller/crds", &[]),
            (
                "gateway-examples",
                "examples/gateway/crds",
                &["--channel", "standard", "--channel", "experimental"],
            ),
        ]),
        checked_by: ".ci/run",
    },
    Generated {
        name: "pictures",
        files: "docs/pictures/*.svg",
        kind: GeneratedKind::Derived,
        maker: Maker::Test {
            arguments: &["-q", "-p", "crd-gen-tests", "--test", "command", "pictures"],
            update: UPDATE,
        },
        checked_by: "that test",
    },
    Generated {
        name: "openapi-facts",
        files: "crd-core/src/server/publish/facts.json",
        kind: GeneratedKind::Recording,
        maker: Maker::Files(openapi_facts::generate, Tool::Go),
        checked_by: "tests/tests/verdicts/conformance_published.rs, by whole documents",
    },
    Generated {
        name: "unicode",
        files: "crd-cel/src/go/unicode.txt",
        kind: GeneratedKind::Recording,
        maker: Maker::Files(recordings::unicode, Tool::Go),
        checked_by: "tests of crd-cel, by matches and mapped texts",
    },
    Generated {
        name: "compressed",
        files: "the .deflate files beside facts.json and published.txt",
        kind: GeneratedKind::Derived,
        maker: Maker::Test {
            arguments: &[
                "-q",
                "-p",
                "crd-gen-tests",
                "--test",
                "repository",
                "compressed::",
            ],
            update: UPDATE,
        },
        checked_by: "that test",
    },
    Generated {
        name: "published",
        files: "tests/fixtures/published.jsonl",
        kind: GeneratedKind::Recording,
        maker: Maker::Files(openapi_facts::record_documents, Tool::Go),
        checked_by: "tests/tests/verdicts/conformance_published.rs",
    },
    Generated {
        name: "recordings",
        files: "tests/fixtures/{k8s-types,library-costs,syntax-errors,yaml-documents,yaml-scalars}.jsonl, tests/fixtures/differential/**, crd-cel/src/regex/verdicts.jsonl",
        kind: GeneratedKind::Recording,
        maker: Maker::Files(recordings::generate, Tool::Go),
        checked_by: "replayed by tests of crd-core, crd-cel, crd-gen-tests and examples/workloads",
    },
    Generated {
        name: "yaml-strings",
        files: "tests/fixtures/yaml-strings.yaml",
        kind: GeneratedKind::Snapshot,
        maker: Maker::Test {
            arguments: &[
                "-q",
                "-p",
                "crd-core",
                "--lib",
                "strings_that_look_like_something_else",
            ],
            update: UPDATE,
        },
        checked_by: "that test",
    },
    Generated {
        name: "transcripts",
        files: "tests/cli/*.md",
        kind: GeneratedKind::Snapshot,
        maker: Maker::Test {
            arguments: &["-q", "-p", "crd-gen-tests", "--test", "command", "cli::"],
            update: UPDATE,
        },
        checked_by: "that test",
    },
    Generated {
        name: "pages",
        files: "crd-core/src/check/codes/pages/*.md (the server's words in them), pages.deflate beside the folder",
        kind: GeneratedKind::Snapshot,
        maker: Maker::Test {
            arguments: &["-q", "-p", "crd-gen-tests", "--test", "command", "pages::"],
            update: UPDATE,
        },
        checked_by: "that test",
    },
    Generated {
        name: "ui",
        files: "tests/derive/ui/**/*.stderr",
        kind: GeneratedKind::Snapshot,
        maker: Maker::Test {
            arguments: &["-q", "-p", "crd-derive-tests", "--test", "ui"],
            update: UPDATE,
        },
        checked_by: "that test",
    },
];

/// Renders the table for `--list`.
pub(super) fn listing() -> String {
    let mut text = String::new();
    for generated in &TABLE {
        let kind = match generated.kind {
            GeneratedKind::Derived => "derived from the sources",
            GeneratedKind::Recording => "recorded from the API server's own code",
            GeneratedKind::Snapshot => "snapshot of a test; only written when named",
        };
        let needs = generated.maker.needs().map_or("cargo only", Tool::name);
        _ = writeln!(
            text,
            "{}\n  files       {}\n  kind        {kind}\n  made by     {}\n  needs       {needs}\n  checked by  {}\n",
            generated.name,
            generated.files,
            generated.maker.command(),
            generated.checked_by
        );
    }
    text
}
