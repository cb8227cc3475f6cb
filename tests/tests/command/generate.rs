//! `crd-gen generate` on small packages: the files that it writes, and the errors that it reports.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::support::temporary;
use tempfile::TempDir;

/// Returns the target folder of all packages; they share one, so that crd-core is built once.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("generate")
}

pub(super) struct Package {
    dir: TempDir,
}

impl Package {
    /// Creates a package with one source file.
    pub(super) fn new(source: &str, text: &str) -> Package {
        let core = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../crd-core")
            .canonicalize()
            .unwrap();
        let package = Package { dir: temporary() };
        package.write(
            "Cargo.toml",
            &format!(
                "[package]\nname = \"tiny\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
                 crd-core = {{ path = \"{}\", default-features = false, features = [\"derive\"] }}\n\
                 serde = {{ version = \"1\", features = [\"derive\"] }}\n",
                core.display()
            ),
        );
        // The lock file of this workspace, so that cargo needs no network.
        fs::copy(core.join("../Cargo.lock"), package.dir.path().join("Cargo.lock")).unwrap();
        package.write(source, text);
        package
    }

    pub(super) fn write(&self, name: &str, text: &str) {
        let path = self.dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(super) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.dir.path().join(name)).unwrap()
    }

    fn generate(&self, arguments: &[&str]) -> (i32, String, String) {
        self.run("generate", arguments)
    }

    /// Runs a command in the package. Returns the exit code, stdout and stderr.
    pub(super) fn run(&self, command: &str, arguments: &[&str]) -> (i32, String, String) {
        let Output {
            status,
            stdout,
            stderr,
        } = Command::new(env!("CARGO_BIN_EXE_crd-gen-under-test"))
            .arg(command)
            .args(arguments)
            .current_dir(self.dir.path())
            .env("CARGO_TARGET_DIR", target())
            // Every package is built once.
            .env("CARGO_INCREMENTAL", "0")
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (status.code().unwrap(), text(stdout), text(stderr))
    }

    /// Asserts the exit code, and that stdout or stderr contains each of `words`.
    #[track_caller]
    fn fails(&self, arguments: &[&str], code: i32, words: &[&str]) {
        let (status, out, err) = self.generate(arguments);
        assert_eq!(status, code, "{out}{err}");
        for word in words {
            assert!(
                err.contains(word) || out.contains(word),
                "no `{word}` in\n{out}{err}"
            );
        }
    }
}

const GOOD: &str = r#"
use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

/// A widget.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Widget")]
pub struct WidgetSpec {
    /// How many.
    pub count: u8,
}
"#;

const FILE: &str = "crds/example.com_widgets.yaml";

// A single test, because the packages share a target folder and are built one after the other.
#[test]
fn packages() {
    writes_and_keeps_up_to_date();
    a_header_json_and_stdout();
    refused_crds_are_not_written();
    what_makes_the_server_panic_is_not_written();
    manifests_are_decoded_as_the_asked_version_does();
    packages_without_resources_or_that_do_not_build();
}

fn writes_and_keeps_up_to_date() {
    let package = Package::new("src/lib.rs", &format!("#![forbid(unsafe_code)]\n{GOOD}"));
    let (status, out, err) = package.generate(&["-o", "crds"]);
    assert_eq!((status, out.as_str()), (0, ""), "{err}");
    assert!(
        err.contains("wrote crds/example.com_widgets.yaml (tiny::Widget)"),
        "{err}"
    );
    assert!(package.read(FILE).contains("plural: widgets"));
    let (status, _, err) = package.generate(&["-o", "crds"]);
    assert!(status == 0 && err.contains("up to date"), "{err}");
    package.write("src/lib.rs", &GOOD.replace("count: u8", "number: u8"));
    package.fails(
        &["-o", "crds", "--check"],
        1,
        &[
            "-              count:",
            "+              number:",
            "1 of 1 manifests in `crds` is stale",
        ],
    );
    assert!(package.read(FILE).contains("count:"), "--check writes nothing");
    // The output folder cannot be created: there is a file of that name.
    package.fails(
        &["-o", "Cargo.toml/crds"],
        2,
        &["cannot write `Cargo.toml/crds", "choose another directory"],
    );
    package.fails(
        &["-o", "Cargo.toml"],
        2,
        &["`Cargo.toml` is a file", "is the directory to write to"],
    );
    package.fails(&["Database"], 2, &["leave out `Database`", "--output Database"]);
}

fn a_header_json_and_stdout() {
    let package = Package::new("src/lib.rs", GOOD);
    package.write("header.txt", "Copyright us\n# all of us\n");
    let (status, out, err) = package.generate(&["--header", "header.txt"]);
    assert_eq!(status, 0, "{err}");
    assert!(
        out.starts_with("# Copyright us\n# all of us\napiVersion:"),
        "{out}"
    );
    let (status, _, err) = package.generate(&["--format", "json", "--header", "header.txt"]);
    assert!(status == 0 && err.contains("JSON has no comments"), "{err}");
    let (status, out, _) = package.generate(&["--format", "json", "--max-description", "0"]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, &json["kind"]), (0, &"CustomResourceDefinition".into()));
    assert!(!out.contains("How many"), "descriptions are dropped");
}

fn refused_crds_are_not_written() {
    // The derive cannot compute the cost, because the rule compares all pairs of elements of a list without a limit.
    let costly = GOOD.replace(
        "pub count: u8,",
        "#[crd(rule(\"self.all(a, self.exists_one(b, a == b))\"))] pub names: Vec<String>,",
    );
    let package = Package::new("src/lib.rs", &costly);
    package.fails(
        &["-o", "crds"],
        1,
        &[
            "CRD0451",
            "--> src/lib.rs:10:17",
            "in a rule of `WidgetSpec::names`",
            "nothing was written",
        ],
    );
    assert!(!package.dir.path().join("crds").exists());
}

fn what_makes_the_server_panic_is_not_written() {
    let source = r#"
use crd_core::shape::{ForeignError, Kind};
use crd_core::structural::{Additional, Object, Structural, StructuralShape};
use crd_core::{CustomResource, Schema, Shape};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct OpenMap {}

impl Schema for OpenMap {
    const SHAPE: Shape = Shape::new("OpenMap", Kind::Foreign(open_map));
}

fn open_map() -> Result<Structural, Vec<ForeignError>> {
    Ok(Structural::new(StructuralShape::Object(Object {
        additional: Some(Additional::Bool(true)),
        ..Object::default()
    })))
}

/// The API server panics when it follows the field path below `open`, where there is no schema.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Crash")]
#[crd(rule("has(self.open)", field_path = ".open.x.y"))]
pub struct CrashSpec {
    /// Any values.
    pub open: OpenMap,
}
"#;
    let package = Package::new("src/lib.rs", source);
    package.fails(
        &["-o", "crds"],
        1,
        &["CRD0015", "responds with status 500", "nothing was written"],
    );
    assert!(!package.dir.path().join("crds").exists());
}

/// Kubernetes 1.29 does not know `selectableFields` and drops the field.
fn manifests_are_decoded_as_the_asked_version_does() {
    let selectable = GOOD.replace(
        "kind = \"Widget\")]",
        "kind = \"Widget\", selectable = \".spec.count\")]",
    );
    let package = Package::new("src/lib.rs", &selectable);
    let (status, out, err) = package.generate(&["--kubernetes-version", "1.29"]);
    assert!(status == 0 && out.contains("selectableFields"), "{out}{err}");
    assert!(
        err.contains("CRD0012") && err.contains("selectableFields"),
        "{err}"
    );
    let (status, _, err) = package.generate(&["--kubernetes-version", "1.30"]);
    assert!(status == 0 && !err.contains("CRD0012"), "{err}");
}

fn packages_without_resources_or_that_do_not_build() {
    let broken = Package::new("src/lib.rs", &GOOD.replace("count: u8", "count: Nonsense"));
    broken.fails(
        &[],
        2,
        &[
            "cannot find type `Nonsense` in this scope",
            "package `tiny` does not build; see cargo's message above",
        ],
    );
    let binary = Package::new("src/main.rs", &format!("{GOOD}\nfn main() {{}}\n"));
    binary.fails(
        &[],
        2,
        &["has no library", "move the types of the API into `src/lib.rs`"],
    );
    let empty = Package::new("src/lib.rs", "");
    empty.fails(&[], 2, &["has no custom resource", "derive `CustomResource`"]);
    empty.fails(
        &["-p", "other"],
        2,
        &["has no package `other`", "its package is `tiny`"],
    );
    empty.fails(
        &["--manifest-path", "nowhere/Cargo.toml"],
        2,
        &["`cargo metadata` failed"],
    );
    empty.fails(&["--check"], 2, &["--output"]);
}

const VERSIONS: &str = r#"
pub mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Gadget", storage = false, also("v1beta1"))]
    #[crd(next = crate::v2::GadgetSpec)]
    pub struct GadgetSpec { #[crd(next(rename = "width"))] pub size: u8 }
}
pub mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Gadget")]
    #[crd(conversion(service = "webhook", namespace = "gadgets", cert_manager = "gadgets/webhook"))]
    pub struct GadgetSpec { pub width: u8 }
}
"#;

#[test]
fn the_webhook_of_several_versions_is_replaced_or_left_out() {
    let package = Package::new("src/lib.rs", VERSIONS);
    package.write(
        "ca.pem",
        "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n",
    );
    let generated = |arguments: &[&str]| {
        let (status, out, err) = package.generate(arguments);
        assert_eq!(status, 0, "{out}{err}");
        out
    };
    let declared = generated(&[]);
    for words in [
        "namespace: gadgets\n          name: webhook\n",
        "cert-manager.io/inject-ca-from: gadgets/webhook",
        "- name: v2\n",
        "- name: v1\n",
        "- name: v1beta1\n",
    ] {
        assert!(declared.contains(words), "no `{words}` in\n{declared}");
    }
    let replaced = generated(&[
        "--webhook-service",
        "other/hook",
        "--webhook-path",
        "/convert",
        "--webhook-port",
        "8443",
    ]);
    assert!(
        replaced.contains(
            "namespace: other\n          name: hook\n          path: /convert\n          port: 8443\n"
        ),
        "{replaced}"
    );
    let outside = generated(&["--webhook-url", "https://hook.example.com/convert"]);
    assert!(
        outside.contains("url: https://hook.example.com/convert") && !outside.contains("service:"),
        "{outside}"
    );
    // Without a webhook the versions lose fields, which is an error unless it is explicitly accepted.
    package.fails(&["--no-conversion"], 1, &["CRD0630", "spec.size"]);
    let without = generated(&[
        "--no-conversion",
        "--allow",
        "none-drops-field",
        "--allow",
        "none-changes-type",
    ]);
    assert!(
        !without.contains("conversion") && !without.contains("cert-manager"),
        "{without}"
    );
    package.fails(&["--webhook-service", "hook"], 2, &["NAMESPACE/NAME"]);
    package.fails(
        &["--webhook-service", "a/b", "--webhook-url", "https://a"],
        2,
        &["cannot be used with"],
    );
    package.fails(&["--ca-bundle", "missing.pem"], 2, &["missing.pem"]);
    let trusted = generated(&["--ca-bundle", "ca.pem"]);
    assert!(trusted.contains("        caBundle: LS0tLS1CRUdJTi"), "{trusted}");
    let injected = generated(&["--cert-manager", "other/hook", "--webhook-path", ""]);
    assert!(
        injected.contains("cert-manager.io/inject-ca-from: other/hook") && !injected.contains("path:"),
        "{injected}"
    );
    let unknown = generated(&["--no-ca"]);
    assert!(
        unknown.contains("strategy: Webhook") && !unknown.contains("cert-manager"),
        "{unknown}"
    );
    package.fails(&["--cert-manager", "hook"], 2, &["NAMESPACE/CERTIFICATE"]);
}

#[test]
fn mappings_are_checked_without_the_feature_convert() {
    let package = Package::new(
        "src/lib.rs",
        "pub mod v1beta1 {\n    use crd_core::{CustomResource, Schema};\n    use serde::{Deserialize, Serialize};\n\n    \
         #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]\n    \
         #[crd(group = \"example.com\", version = \"v1beta1\", kind = \"Nurse\", namespaced, storage = false)]\n    \
         #[crd(next = crate::v1::NurseSpec)]\n    pub struct NurseSpec {\n        #[crd(max_length = 80)]\n        \
         name: String,\n    }\n}\n\npub mod v1 {\n    use crd_core::{CustomResource, Schema};\n    \
         use serde::{Deserialize, Serialize};\n\n    \
         #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]\n    \
         #[crd(group = \"example.com\", version = \"v1\", kind = \"Nurse\", namespaced)]\n    pub struct NurseSpec {\n        \
         name: String,\n    }\n}\n",
    );
    package.fails(&["--offline", "-o", "crds"], 1, &["CRD0934", "`spec.name`"]);
    assert!(!package.dir.path().join("crds").exists());
}
