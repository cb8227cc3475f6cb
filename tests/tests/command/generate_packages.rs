//! `crd-gen generate` on a workspace: several packages, and manifests of removed types.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use super::support::{crd_gen, temporary};
use tempfile::TempDir;

/// A workspace: `api` with a library, `more` that uses it, and `tool` with only a binary.
struct Workspace {
    dir: TempDir,
}

/// The result of a run of the command.
struct Run {
    code: i32,
    text: String,
}

impl Run {
    /// Asserts the exit code, and that the output contains each of the words.
    #[track_caller]
    fn says(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, code, "{}", self.text);
        for word in words {
            assert!(self.text.contains(word), "no `{word}` in\n{}", self.text);
        }
    }

    /// Asserts that the output contains none of the words.
    #[track_caller]
    fn is_silent_of(&self, words: &[&str]) {
        for word in words {
            assert!(!self.text.contains(word), "`{word}` in\n{}", self.text);
        }
    }
}

impl Workspace {
    fn new() -> Workspace {
        let core = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../crd-core")
            .canonicalize()
            .unwrap();
        let workspace = Workspace { dir: temporary() };
        workspace.write(
            "Cargo.toml",
            "[workspace]\nresolver = \"3\"\nmembers = [\"api\", \"more\", \"tool\"]\n",
        );
        // The lock file of this workspace, so that cargo needs no network.
        fs::copy(core.join("../Cargo.lock"), workspace.path("Cargo.lock")).unwrap();
        for (name, uses) in [
            ("api", ""),
            ("more", "api = { path = \"../api\" }\n"),
            ("tool", ""),
        ] {
            workspace.write(
                &format!("{name}/Cargo.toml"),
                &format!(
                    "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{uses}\
                     crd-core = {{ path = \"{}\", default-features = false, features = [\"derive\"] }}\n\
                     serde = {{ version = \"1\", features = [\"derive\"] }}\n",
                    core.display()
                ),
            );
        }
        workspace.write(
            "api/src/lib.rs",
            &format!(
                "{}{}",
                kind("Widget", "example.com"),
                kind("Gadget", "example.com")
            ),
        );
        // Types of a package are also generated for packages that use them.
        workspace.write(
            "more/src/lib.rs",
            &format!("pub use api::widget;\n{}", kind("Bolt", "example.com")),
        );
        workspace.write(
            "tool/src/main.rs",
            &format!("{}fn main() {{}}\n", kind("Tool", "example.com")),
        );
        workspace
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn generate(&self, arguments: &[&str]) -> Run {
        let Output {
            status,
            stdout,
            stderr,
        } = crd_gen(self.dir.path())
            .arg("generate")
            .args(arguments)
            // Shared with the other packages of tests, so that crd-core is built once.
            .env(
                "CARGO_TARGET_DIR",
                Path::new(env!("CARGO_TARGET_TMPDIR")).join("generate"),
            )
            .env("CARGO_INCREMENTAL", "0")
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .output()
            .unwrap();
        Run {
            code: status.code().unwrap(),
            text: String::from_utf8([stdout, stderr].concat()).unwrap(),
        }
    }

    /// Returns the files below the output directory, in order.
    fn files(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut directories = vec![self.path("crds")];
        while let Some(directory) = directories.pop() {
            for entry in fs::read_dir(directory).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    directories.push(path);
                } else {
                    let below = path.strip_prefix(self.path("crds")).unwrap();
                    found.push(below.display().to_string());
                }
            }
        }
        found.sort();
        found
    }
}

/// Returns a module with a custom resource.
fn kind(kind: &str, group: &str) -> String {
    format!(
        "pub mod {} {{\n    use crd_core::{{CustomResource, Schema}};\n    use serde::{{Deserialize, Serialize}};\n\n    \
         #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]\n    #[crd(group = \"{group}\", version = \"v1\", \
         kind = \"{kind}\")]\n    pub struct {kind}Spec {{\n        pub count: u8,\n    }}\n}}\n",
        kind.to_lowercase()
    )
}

// A single test, because the packages share a target folder and are built one after the other.
#[test]
fn workspaces() {
    let workspace = Workspace::new();
    several_packages(&workspace);
    manifests_of_types_that_are_gone(&workspace);
    problems_of_one_type_do_not_hide_those_of_another(&workspace);
    channels_and_feature_sets(&workspace);
}

/// A package with two channels and three feature sets; one kind is the same in all outputs, another in two feature sets.
const GATED: &str = r#"
crd_core::channels! { standard, experimental; annotation = "example.com/channel" }
crd_core::feature_sets! { Default: []; Tech: ["Retries"]; Dev: ["Retries", "Mirrors"] }

pub mod route {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Route")]
    pub struct RouteSpec {
        pub host: String,
        #[crd(feature_gate = "Retries")]
        pub retries: Option<u8>,
    }
}
pub mod mirror {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Mirror", channel = experimental)]
    pub struct MirrorSpec {
        #[crd(feature_gate = "Mirrors")]
        pub host: Option<String>,
    }
}
pub mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2alpha1", kind = "Route", storage = false, channel = experimental)]
    pub struct RouteSpec {
        pub host: String,
        #[crd(feature_gate = "Retries")]
        pub retries: Option<u8>,
    }
}
"#;

fn channels_and_feature_sets(workspace: &Workspace) {
    workspace.write("api/src/lib.rs", GATED);
    fs::remove_dir_all(workspace.path("crds")).unwrap();
    let channels = [
        "-p",
        "api",
        "--channel",
        "standard",
        "--channel",
        "experimental",
        "-o",
        "crds",
    ];
    workspace
        .generate(&channels)
        .says(0, &["wrote crds/experimental/example.com_mirrors.yaml"]);
    assert_eq!(
        workspace.files(),
        [
            "experimental/example.com_mirrors.yaml",
            "experimental/example.com_routes.yaml",
            "standard/example.com_routes.yaml",
        ]
    );
    // A version that is served in one channel only.
    let [standard, experimental] = ["standard", "experimental"]
        .map(|channel| workspace.read(&format!("crds/{channel}/example.com_routes.yaml")));
    assert!(
        !standard.contains("v2alpha1") && experimental.contains("name: v2alpha1"),
        "{experimental}"
    );
    assert!(standard.contains("example.com/channel: standard"), "{standard}");
    workspace
        .generate(&[&channels[..], &["--check"]].concat())
        .says(0, &[]);
    // A stale file in one channel is found.
    workspace.write(
        "crds/standard/example.com_routes.yaml",
        &standard.replace("host", "hosts"),
    );
    workspace
        .generate(&[&channels[..], &["--check"]].concat())
        .says(1, &["1 of 1 manifests in `crds/standard` is stale"]);
    workspace
        .generate(&["-p", "api", "--channel", "beta", "-o", "crds"])
        .says(
            2,
            &["the package has no channel `beta`; they are `standard`, `experimental`"],
        );
    for (gates, expected) in [
        (
            "Retrys",
            "the package has no feature gate `Retrys`; did you mean `Retries`?",
        ),
        (
            "Retries=true",
            "`Retries=true` is no feature gate; write the names of the gates that are on: `--feature-gates Retries`",
        ),
    ] {
        workspace
            .generate(&["-p", "api", "--feature-gates", gates, "-o", "crds"])
            .says(2, &[expected]);
    }
    workspace
        .generate(&["-p", "api", "--channel", "standard", "--channel", "experimental"])
        .says(2, &["several channels or feature sets need a directory for each"]);

    fs::remove_dir_all(workspace.path("crds")).unwrap();
    let sets = [
        "-p",
        "api",
        "--channel",
        "experimental",
        "--feature-set",
        "Default",
        "--feature-set",
        "Tech",
        "--feature-set",
        "Dev",
        "-o",
        "crds",
    ];
    workspace.generate(&sets).says(0, &[]);
    assert_eq!(
        workspace.files(),
        [
            "experimental/Default+Tech/example.com_mirrors.yaml",
            "experimental/Default/example.com_routes.yaml",
            "experimental/Dev/example.com_mirrors.yaml",
            "experimental/Tech+Dev/example.com_routes.yaml",
        ]
    );
    workspace
        .generate(&[&sets[..], &["--check"]].concat())
        .says(0, &[]);
    // With one gate less, two outputs become equal, and the previous files are obsolete.
    workspace.write(
        "api/src/lib.rs",
        &GATED.replace("Tech: [\"Retries\"]", "Tech: []"),
    );
    workspace
        .generate(&[&sets[..], &["--prune"]].concat())
        .says(0, &[]);
    assert_eq!(
        workspace.files(),
        [
            "experimental/Default+Tech/example.com_mirrors.yaml",
            "experimental/Default+Tech/example.com_routes.yaml",
            "experimental/Dev/example.com_mirrors.yaml",
            "experimental/Dev/example.com_routes.yaml",
        ]
    );
}

fn several_packages(workspace: &Workspace) {
    workspace.generate(&[]).says(
        2,
        &[
            "select them with `-p`, or all with `--workspace`",
            "`api`, `more`, `tool`",
        ],
    );
    workspace.generate(&["-p", "tool"]).says(
        2,
        &[
            "package `tool` has no library",
            "`crd_core::assert_crd!(Database,",
            "into `src/lib.rs`",
        ],
    );
    workspace
        .generate(&["-p", "nuts"])
        .says(2, &["no package `nuts`", "`api`, `more`, `tool`"]);
    // A package that is named twice is processed once.
    workspace
        .generate(&["-p", "api", "-p", "api", "-o", "crds"])
        .says(0, &["(api::gadget::Gadget)", "(api::widget::Widget)"]);
    assert_eq!(
        workspace.files(),
        ["example.com_gadgets.yaml", "example.com_widgets.yaml"]
    );
    workspace.generate(&["--workspace", "-o", "crds"]).says(
        0,
        &[
            "wrote crds/example.com_bolts.yaml (more::bolt::Bolt)",
            "package `tool` is skipped: it has only a binary",
        ],
    );
    let run = workspace.generate(&["-p", "api", "-p", "more", "-o", "crds", "--check"]);
    run.says(0, &[]);
    assert_eq!(run.text, "", "nothing is stale, and nothing is left over");
}

fn manifests_of_types_that_are_gone(workspace: &Workspace) {
    let written = workspace.read("crds/example.com_gadgets.yaml");
    // None of these is an obsolete manifest: a subfolder, a file of another tool, an edited file.
    workspace.write(
        "crds/below/example.com_relics.yaml",
        &written.replace("gadget", "relic").replace("Gadget", "Relic"),
    );
    let foreign = format!(
        "---\n{}",
        written.replace("gadget", "foreign").replace("Gadget", "Foreign")
    );
    workspace.write("crds/example.com_foreigns.yaml", &foreign);
    let edited = written
        .replace("gadget", "edited")
        .replace("Gadget", "Edited")
        .replace("scope: Cluster", "scope: \"Cluster\"");
    workspace.write("crds/example.com_editeds.yaml", &edited);
    // This file may be from another repository.
    workspace.write(
        "crds/example.org_gadgets.yaml",
        &written.replace("example.com", "example.org"),
    );
    // One type is renamed, another is removed.
    let gizmo = kind("Gadget", "example.com").replace("Gadget", "Gizmo");
    workspace.write(
        "api/src/lib.rs",
        &format!("{}{gizmo}", kind("Widget", "example.com")),
    );
    workspace.write("more/src/lib.rs", &kind("Nut", "example.com"));

    let certain = [
        "crds/example.com_bolts.yaml` is left over",
        "crds/example.com_gadgets.yaml` is left over",
    ];
    let others = [
        "example.com_relics",
        "example.com_foreigns",
        "example.com_editeds",
        "example.com_widgets.yaml` is",
    ];
    let run = workspace.generate(&["--workspace", "-o", "crds", "--check"]);
    run.says(1, &certain);
    run.says(
        1,
        &[
            "2 of 3 manifests in `crds` are stale",
            "no type of packages `api`, `more` generates it",
            "`--features`",
        ],
    );
    run.says(
        1,
        &[
            "crds/example.org_gadgets.yaml` may be left over",
            "no type is in group `example.org`",
        ],
    );
    run.is_silent_of(&others);
    let run = workspace.generate(&["--workspace", "-o", "crds"]);
    run.says(0, &certain);
    run.says(
        0,
        &[
            "`--prune` removes it",
            "crds/example.org_gadgets.yaml` may be left over",
        ],
    );
    run.is_silent_of(&others);
    // Manifests of other packages of the workspace are not obsolete, and obsolete ones are found from each package.
    let run = workspace.generate(&["-p", "api", "-o", "crds", "--prune"]);
    run.says(
        0,
        &[
            "removed crds/example.com_gadgets.yaml",
            "removed crds/example.com_bolts.yaml",
        ],
    );
    run.is_silent_of(&["_nuts"]);
    assert_eq!(
        workspace.files(),
        [
            "below/example.com_relics.yaml",
            "example.com_editeds.yaml",
            "example.com_foreigns.yaml",
            "example.com_gizmos.yaml",
            "example.com_nuts.yaml",
            "example.com_widgets.yaml",
            "example.org_gadgets.yaml",
        ]
    );
    // If only the uncertain file remains, a check passes.
    workspace
        .generate(&["--workspace", "-o", "crds", "--check"])
        .says(0, &["may be left over"]);
    // JSON is also recognised, and with another format the files of the first one are obsolete.
    let run = workspace.generate(&["--workspace", "-o", "crds", "--format", "json", "--prune"]);
    run.says(
        0,
        &[
            "removed crds/example.com_nuts.yaml",
            "wrote crds/example.com_nuts.json",
        ],
    );
    workspace
        .generate(&["--workspace", "-o", "crds", "--prune"])
        .says(0, &["removed crds/example.com_nuts.json"]);
    workspace.generate(&["--prune"]).says(2, &["--output"]);
    workspace
        .generate(&["-o", "crds", "--check", "--prune"])
        .says(2, &["cannot be used with"]);
}

/// One run reports the structure of one type, the defaults and rules of another, and the rules of a third.
fn problems_of_one_type_do_not_hide_those_of_another(workspace: &Workspace) {
    let costly = kind("Widget", "example.com").replace(
        "pub count: u8,",
        "#[crd(rule(\"self.all(a, self.exists_one(b, a == b))\"))]\n        pub names: Vec<String>,",
    );
    let foreign = kind("Gadget", "example.com").replace(
        "pub count: u8,",
        "pub open: Open,\n        #[crd(rule(\"self.all(a, self.exists_one(b, a == b))\"))]\n        pub labels: Vec<String>,",
    ) + "
#[derive(serde::Serialize, serde::Deserialize, Clone, Debug)]
pub struct Open {}

impl crd_core::Schema for Open {
    const SHAPE: crd_core::Shape = crd_core::Shape::new(\"Open\", crd_core::shape::Kind::Foreign(open));
}

fn open() -> Result<crd_core::Structural, Vec<crd_core::shape::ForeignError>> {
    use crd_core::structural::{Structural, StructuralShape};
    let mut schema = Structural::new(StructuralShape::String);
    schema.validation.pattern = \"(\".into();
    Ok(schema)
}
";
    let foreign = foreign.replace("pub open: Open", "pub open: crate::Open");
    workspace.write("api/src/lib.rs", &format!("{costly}{foreign}"));
    workspace.generate(&["-p", "api", "-o", "fresh"]).says(
        1,
        &[
            "CRD0451",
            "api/src/lib.rs:",
            "`WidgetSpec::names`",
            "`GadgetSpec::open`",
            "`GadgetSpec::labels`",
            "not yet reported by the server",
            "set `max_items = ",
            "nothing was written",
        ],
    );
    assert!(!workspace.path("fresh").exists());
}
