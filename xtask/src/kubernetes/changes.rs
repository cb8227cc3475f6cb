//! Writes the changes between the code of two servers to files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::go_output;
use super::oracle::Server;

/// The folders of the server's code that handle CRDs, their objects and CEL.
const FOLDERS: &[(&str, &[&str])] = &[
    (
        "k8s.io/apiextensions-apiserver",
        &[
            "pkg/apis",
            "pkg/apiserver",
            "pkg/controller",
            "pkg/features",
            "pkg/registry",
        ],
    ),
    (
        "k8s.io/apiserver",
        &[
            "pkg/cel",
            "pkg/apis/cel",
            "pkg/features",
            "pkg/registry/rest",
            "pkg/endpoints/handlers",
        ],
    ),
    (
        "k8s.io/apimachinery",
        &["pkg/api", "pkg/apis/meta", "pkg/runtime", "pkg/util"],
    ),
    (
        "k8s.io/kube-openapi",
        &["pkg/validation", "pkg/util", "pkg/schemaconv"],
    ),
    (
        "github.com/google/cel-go",
        &["cel", "checker", "common", "ext", "interpreter", "parser"],
    ),
    ("sigs.k8s.io/structured-merge-diff/v6", &["."]),
    ("sigs.k8s.io/yaml", &["."]),
];

/// Writes one file for each module that changed, below `target`.
pub(super) fn write(root: &Path, before: &Server, after: &Server) -> Result<(), String> {
    let oracle = root.join("tests/oracle");
    let (old, new) = (folders(&oracle, before)?, folders(&oracle, after)?);
    let to = root.join(format!("target/kubernetes-1.{}", after.minor));
    fs::create_dir_all(&to).map_err(|error| format!("{}: {error}", to.display()))?;
    for (module, parts) in FOLDERS {
        let (Some(old), Some(new)) = (old.get(*module), new.get(*module)) else {
            println!("  {module}: only one of the servers has it");
            continue;
        };
        let mut text = String::new();
        for part in *parts {
            text += &difference(&format!("{old}/{part}"), &format!("{new}/{part}"))?;
        }
        let changed = text.lines().filter(|line| {
            line.starts_with(['+', '-']) && !line.starts_with("+++") && !line.starts_with("---")
        });
        let (changed, file) = (
            changed.count(),
            to.join(format!("{}.diff", module.replace('/', "_"))),
        );
        println!("  {module}: {changed} lines, {}", file.display());
        fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(())
}

/// Returns the folders of a server's modules.
fn folders(oracle: &Path, server: &Server) -> Result<BTreeMap<String, String>, String> {
    let file = format!("-modfile={}", server.modules);
    let mut arguments = vec!["list", &file, "-m", "-f", "{{.Path}} {{.Dir}}"];
    arguments.extend(FOLDERS.iter().map(|(module, _)| *module));
    let listed = go_output(oracle, &arguments)?;
    let listed = listed.lines().filter_map(|line| line.split_once(' '));
    Ok(listed
        .filter(|(_, folder)| !folder.is_empty())
        .map(|(module, folder)| (module.to_owned(), folder.to_owned()))
        .collect())
}

/// Returns the differences between two folders, without tests and generated files.
fn difference(old: &str, new: &str) -> Result<String, String> {
    let excluded = [
        "*_test.go",
        "zz_generated*",
        "*.pb.go",
        "testdata",
        "testing",
        "OWNERS",
        "gen",
    ];
    let excluded = excluded.iter().map(|pattern| format!("--exclude={pattern}"));
    let output = Command::new("diff")
        .args(["--recursive", "--unified", "--new-file"])
        .args(excluded)
        .args([old, new])
        .output();
    let output = output.map_err(|error| format!("`diff` cannot be run: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
