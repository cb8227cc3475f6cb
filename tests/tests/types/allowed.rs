//! `#[crd(allow(…))]`: generated manifests have comments with the findings that their types allow, for later checks.

use crd_core::build::Manifests;
use crd_core::check::{self, LintProfile, Options, codes};
use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

/// A machine.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Machine", namespaced)]
#[crd(allow("columns-absent", reason = "there is nothing to show"))]
#[serde(rename_all = "camelCase")]
pub struct MachineSpec {
    /// Hosts of the machine.
    #[crd(max_items = 4, items(max_length = 8))]
    #[crd(allow(
        "list-type-absent",
        "CRD1024",
        reason = "their order matters:\n  the first one is asked first"
    ))]
    pub hosts: Vec<String>,
    /// Disks of the machine.
    #[crd(list_type = map, list_map_keys("name"), max_items = 4)]
    #[serde(default)]
    pub disks: Vec<Disk>,
    /// Rules about the machine.
    #[crd(
        rule("true\n|| self == ''", message = "must be as it is"),
        allow("rules", reason = "a stub")
    )]
    pub note: String,
}

/// A disk.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(allow("LNT-20", reason = "these have two states for ever"))]
pub struct Disk {
    /// Name of the disk.
    #[crd(min_length = 1, max_length = 8)]
    pub name: String,
    /// Whether it can be written.
    #[crd(allow("list-unbounded", reason = "this is no list"))]
    pub writable: bool,
}

/// Returns the manifest that a build script writes.
fn written() -> String {
    let dir = tempfile::tempdir().unwrap();
    Manifests::in_dir(dir.path()).add::<Machine>().write().unwrap();
    std::fs::read_to_string(dir.path().join("example.com_machines.yaml")).unwrap()
}

/// Returns the codes of the findings about a text.
fn found(text: &str, profile: LintProfile) -> Vec<check::Code> {
    let mut options = Options::default();
    options.levels.set_profile(profile);
    let report = check::text(text, &options);
    report
        .findings
        .iter()
        .map(|finding| finding.diagnostic.code)
        .collect()
}

#[test]
fn manifests_say_what_their_types_allow() {
    let manifest = written();
    let places: Vec<(&str, &str)> = manifest
        .lines()
        .zip(manifest.lines().skip(1))
        .filter_map(|(line, next)| Some((line.trim().strip_prefix("# crd-gen: allow ")?, next.trim())))
        .collect();
    let order = "their order matters: the first one is asked first";
    assert_eq!(
        places,
        [
            ("columns-absent there is nothing to show", "- name: v1"),
            ("boolean-field these have two states for ever", "type: boolean"),
            (
                &*format!("length-minimum-absent {order}"),
                &*format!("# crd-gen: allow list-type-absent {order}")
            ),
            (&*format!("list-type-absent {order}"), "type: array"),
            ("rule-constant a stub", "- rule: |-"),
        ],
        "{manifest}"
    );
    for code in [
        codes::COLUMNS_ABSENT,
        codes::BOOLEAN_FIELD,
        codes::LIST_TYPE_ABSENT,
        codes::RULE_CONSTANT,
        codes::ALLOW_UNUSED,
    ] {
        assert!(!found(&manifest, LintProfile::Strict).contains(&code), "{code}");
    }
    // A comment for a lint that a profile does not report does not count as unused.
    assert_eq!(found(&manifest, LintProfile::Server), []);
    // The comments are not part of the CRD that the server receives.
    let mut without = String::new();
    for line in manifest.split_inclusive('\n') {
        if !line.contains("crd-gen: allow") {
            without.push_str(line);
        }
    }
    assert_eq!(
        without,
        crd_core::yaml::to_string(&Machine::crd().unwrap()).unwrap()
    );
}
