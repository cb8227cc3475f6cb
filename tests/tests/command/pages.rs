//! The examples on the page of every code are correct: the failing example is reported with the code and with no error of the
//! server that the page does not quote, and the corrected example is accepted.
//!
//! `cargo xtask regenerate pages` writes the server's errors into the pages, and the names that `allow(…)` accepts into the macros.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may stop")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::example::{Example, examples};
use super::support::{crd_gen, temporary};
use crd_core::check::codes::{self as registry, CodeEntry};
use crd_core::check::{Severity, lint_of};
use crd_core::rules::GROUPS;
use serde_json::Value;

/// Codes whose page has no example that can be checked, with the reason.
const WITHOUT_EXAMPLE: [(u16, &str); 8] = [
    (
        6,
        "the file would have to be larger than 64 MiB; the test `bad_input` has one",
    ),
    (114, "the server overwrites these members before it looks"),
    (128, "only v1beta1 can say it"),
    (
        637,
        "only types say how versions map; the tests of conversion have it",
    ),
    (125, "CRD0122 has the same cause, and is reported instead"),
    (701, "a set of CRDs would have to lose one; the transcript has it"),
    (731, "the CRD would have to be larger than 256 KiB"),
    (1072, "the CRD would have to be larger than 256 KiB"),
];

/// Codes that are never reported so far, with the reason. The test fails if one is reported.
const NOT_YET: [(u16, &str); 0] = [];

fn is_without_example(entry: &CodeEntry) -> bool {
    WITHOUT_EXAMPLE
        .iter()
        .any(|(code, _)| *code == entry.code.number())
}

#[test]
fn every_page_does_what_it_says() {
    let mut problems = Vec::new();
    let mut ran = 0;
    for entry in registry::all() {
        // The examples of the derive's codes are in Rust.
        if is_without_example(entry) || entry.code.number() / 100 == 9 {
            continue;
        }
        ran += 1;
        let is_expected = !NOT_YET.iter().any(|(code, _)| *code == entry.code.number());
        match run(entry) {
            Err(problem) if is_expected => problems.push(format!("{} {}: {problem}", entry.code, entry.slug)),
            Ok(()) if !is_expected => problems.push(format!("{} is found now", entry.code)),
            _ => {}
        }
    }
    println!("{ran} pages ran");
    assert!(
        problems.is_empty(),
        "{} of {ran} pages:\n{}",
        problems.len(),
        problems.join("\n")
    );
}

/// Returns the page of a code, from its file: the compressed pages can be older.
fn page(entry: &CodeEntry) -> String {
    fs::read_to_string(page_path(entry)).unwrap_or_default()
}

#[test]
fn compressed_pages_are_those_of_the_files() {
    let differs = |entry: &&CodeEntry| entry.page() != page(entry);
    let Some(entry) = registry::all().find(differs) else {
        return;
    };
    assert!(
        std::env::var_os("CRD_GEN_UPDATE").is_some(),
        "pages.deflate is out of date ({}): `cargo xtask regenerate pages`",
        entry.code
    );
    let text: String = registry::all().map(|entry| page(entry) + "\0").collect();
    let compressed = miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 10);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crd-core/src/check/codes");
    fs::write(folder.join("pages.deflate"), compressed).unwrap();
}

#[test]
fn every_page_has_its_headings() {
    for entry in registry::all() {
        let page = page(entry);
        let headings: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        let mut expected = vec![
            "What it does",
            "Why it is bad",
            "Example",
            "Fixed",
            "The server says",
            "Since",
        ];
        if entry.code.number() >= 1000 {
            expected.insert(2, "Source");
            expected.insert(5, "In Rust");
            expected.insert(6, "How to suppress it");
        } else if lint_of(entry.code).is_some() {
            expected.insert(2, "Source");
            // The examples of the derive's codes are in Rust.
            if entry.code.number() / 100 != 9 {
                expected.insert(5, "In Rust");
            }
            expected.insert(expected.len() - 2, "How to suppress it");
        }
        if is_without_example(entry) {
            expected.retain(|heading| *heading != "Fixed");
        }
        assert_eq!(headings, expected, "{}", entry.code);
        let title = format!("# {} `{}`: {}", entry.code, entry.slug, entry.title);
        assert_eq!(page.lines().next(), Some(title.as_str()));
    }
}

/// Every rule that the validator names has a code.
#[test]
fn every_rule_has_a_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crd-core/src/server");
    let mut missing = Vec::new();
    let mut named = 0;
    for file in rust_files(&root) {
        // Findings about objects have no codes yet.
        if file.components().any(|part| part.as_os_str() == "objects") {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        // Unit tests may cite any rule.
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let words: BTreeSet<&str> = text
            .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
            .collect();
        for rule in GROUPS.iter().flat_map(|group| group.rules) {
            if !words.contains(rule.constant) {
                continue;
            }
            named += 1;
            if registry::of_rule(rule.id).is_none() && !rule.id.as_str().starts_with("DEC-") {
                missing.push(format!("{} in {}", rule.id, file.display()));
            }
        }
    }
    assert!(named > 100, "only {named} rules are named: the search is broken");
    assert!(
        missing.is_empty(),
        "rules without a code:\n{}",
        missing.join("\n")
    );
}

fn run(entry: &CodeEntry) -> Result<(), String> {
    let page = page(entry);
    let page = examples(&page);
    let code = entry.code.to_string();
    if page.iter().any(|example| example.kind == "object") {
        return run_objects(entry, &page);
    }
    let [bad @ .., good] = page.as_slice() else {
        return Err("no example".to_owned());
    };
    let (old, bad) = match bad {
        [bad] => (None, bad),
        [old, bad] => (Some(old), bad),
        _ => return Err(format!("{} examples", page.len())),
    };
    let found = findings(entry, old, bad);
    let said: Vec<&Value> = found
        .iter()
        .filter(|finding| finding["code"] == code.as_str())
        .collect();
    if said.is_empty() {
        return Err(format!("the example yields {}", words(&found)));
    }
    let mut left = findings(entry, old, good);
    // The profile has other lints, which the corrected example may trigger.
    left.retain(|finding| entry.code.number() < 1000 || finding["code"] == code.as_str());
    if !left.is_empty() {
        return Err(format!("the fixed example yields {}", words(&left)));
    }
    let server: Vec<String> = said
        .iter()
        .filter_map(|finding| server_text(&finding["cause"]))
        .collect();
    quoted(entry, &server)
}

/// Checks the examples of a page on objects: a CRD and objects, of which the last of each half is checked.
fn run_objects(entry: &CodeEntry, page: &[Example]) -> Result<(), String> {
    let fixed = page
        .iter()
        .rposition(|example| example.kind == "object" && !example.says("old"))
        .ok_or("no object")?;
    let bad = page
        .get(..fixed)
        .unwrap_or_default()
        .iter()
        .rposition(|example| example.kind == "object" && !example.says("old"))
        .ok_or("no example")?;
    let before =
        |at: usize, is_meant: fn(&Example) -> bool| page[..at].iter().rfind(|example| is_meant(example));
    let found = |at: usize| {
        let crd = before(at, |example| example.kind != "object");
        let old = before(at, |example| example.says("old"));
        object_findings(crd, old, &page[at])
    };
    let code = entry.code.to_string();
    let yielded = found(bad);
    let said: Vec<&Value> = yielded
        .iter()
        .filter(|finding| finding["code"] == code.as_str())
        .collect();
    if said.is_empty() {
        return Err(format!("the example yields {}", words(&yielded)));
    }
    let left = found(fixed);
    if !left.is_empty() {
        return Err(format!("the fixed example yields {}", words(&left)));
    }
    let server: Vec<String> = said
        .iter()
        .filter_map(|finding| server_text(&finding["cause"]))
        .collect();
    quoted(entry, &server)
}

/// Returns the findings on an object.
fn object_findings(crd: Option<&Example>, old: Option<&Example>, object: &Example) -> Vec<Value> {
    let dir = temporary();
    let write = |name: &str, text: String| fs::write(dir.path().join(name), text).unwrap();
    write("crd.yaml", crd.unwrap().manifest(false));
    write("object.yaml", object.object());
    let mut command = crd_gen(dir.path());
    command.args([
        "validate",
        "--format",
        "json",
        "--crds",
        "crd.yaml",
        "object.yaml",
    ]);
    if let Some(old) = old {
        write("old.yaml", old.object());
        command.args(["--old", "old.yaml"]);
    }
    if object.says("strict-kinds") {
        command.arg("--strict-kinds");
    }
    let output = command.output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}\n{}", object.object(), String::from_utf8_lossy(&output.stderr)));
    report["findings"].as_array().cloned().unwrap_or_default()
}

/// Returns the findings on an example: those of an update, or those of a change of a CRD for codes of compatibility.
fn findings(entry: &CodeEntry, old: Option<&Example>, example: &Example) -> Vec<Value> {
    let dir = temporary();
    fs::write(dir.path().join("crd.yaml"), example.manifest(false)).unwrap();
    let mut command = crd_gen(dir.path());
    let is_of_compat = entry.code.number() / 100 == 7;
    if let Some(old) = old {
        fs::write(dir.path().join("old.yaml"), old.manifest(!is_of_compat)).unwrap();
    }
    if is_of_compat {
        command.args(["compat", "--format", "json", "old.yaml", "crd.yaml"]);
    } else {
        command.args(["check", "--format", "json", "crd.yaml"]);
        if old.is_some() {
            command.args(["--old", "old.yaml"]);
        }
    }
    if entry.code.number() >= 1000 {
        command.args(["--select", &entry.code.to_string()]);
    }
    if let Some(version) = &example.kubernetes {
        command.args(["--kubernetes-version", version]);
    }
    let output = command.output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| {
        panic!(
            "{}\n{}",
            example.manifest(false),
            String::from_utf8_lossy(&output.stderr)
        )
    });
    report["findings"].as_array().cloned().unwrap_or_default()
}

fn words(findings: &[Value]) -> String {
    let words: Vec<String> = findings
        .iter()
        .map(|finding| {
            format!(
                "{} {} {}",
                finding["code"], finding["message"], finding["cause"]["detail"]
            )
        })
        .collect();
    if words.is_empty() {
        "nothing".to_owned()
    } else {
        words.join("; ")
    }
}

/// Returns the server's error: the field, if there is one, and the text.
fn server_text(cause: &Value) -> Option<String> {
    let detail = cause["detail"].as_str()?;
    let detail = detail.split("\n |").next().unwrap_or(detail);
    let text = match cause["field"].as_str() {
        Some(field) => format!("{field}: {detail}"),
        None => detail.to_owned(),
    };
    Some(text)
}

/// Whether the page quotes the server's error.
fn quoted(entry: &CodeEntry, server: &[String]) -> Result<(), String> {
    let said = server
        .iter()
        .take(2)
        .fold(String::new(), |text, line| text + line + "\n");
    let expected = match said.is_empty() {
        true if entry.code.number() < 10 || entry.code.number() == 14 => {
            "Nothing: it never sees the file.\n".to_owned()
        }
        true if entry.code.number() == 15 => "Nothing of use: it answers 500.\n".to_owned(),
        true => "Nothing: only crd-gen reports it.\n".to_owned(),
        false => format!("```text\n{said}```\n"),
    };
    let page = page(entry);
    let (before, rest) = page.split_once("## The server says\n\n").ok_or("no heading")?;
    let (present, after) = rest.split_once("\n## Since").ok_or("no heading")?;
    if present == expected {
        return Ok(());
    }
    if std::env::var_os("CRD_GEN_UPDATE").is_some() {
        let text = format!("{before}## The server says\n\n{expected}\n## Since{after}");
        fs::write(page_path(entry), text).unwrap();
        return Ok(());
    }
    Err(format!("the page says\n{present}\nand the server\n{expected}"))
}

fn page_path(entry: &CodeEntry) -> PathBuf {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crd-core/src/check/codes/pages");
    docs.join(format!("{}.md", entry.code))
}

fn rust_files(dir: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// The codes of the derive macros, which have only numbers and the names of their constants.
#[path = "../../../crd-derive/src/codes.rs"]
mod derive_codes;

/// Codes of block 09 that only crd-core reports: constant checks, and conversion from schemars.
const REPORTED_BY_CRD_CORE: [u16; 9] = [920, 922, 930, 931, 932, 933, 934, 944, 945];

#[test]
fn codes_of_the_macros_are_in_the_registry() {
    for (name, code) in derive_codes::TABLE {
        let slug = registry::find(&code.to_string()).map(|entry| entry.slug.to_uppercase().replace('-', "_"));
        assert_eq!(slug.as_deref(), Some(*name), "{code}");
    }
    for entry in registry::all().filter(|entry| entry.code.number() / 100 == 9) {
        let is_in_table = derive_codes::TABLE
            .iter()
            .any(|(_, code)| code.0 == entry.code.number());
        let is_elsewhere = REPORTED_BY_CRD_CORE.contains(&entry.code.number());
        assert!(is_in_table != is_elsewhere, "{} {}", entry.code, entry.slug);
    }
}

/// `#[crd(allow(…))]` accepts lints, and other warnings and notes about a CRD.
#[test]
fn the_macros_know_what_can_be_allowed() {
    let mut table = String::from(
        "//! Names that `allow(…)` accepts: slugs and numbers of codes, rules and families of lints. Generated by `cargo xtask regenerate \
         pages`.\n\n\
         /// The slugs, with the numbers of their codes.\n\
         pub(super) const LINT_NAMES: &[(&str, u16)] = &[\n",
    );
    let mut groups: BTreeMap<&str, Vec<u16>> = BTreeMap::new();
    for entry in registry::all() {
        let block = entry.code.number() / 100;
        let is_about_crds = matches!(block, 4 | 6 | 8) && entry.severity != Severity::Error;
        // Of the macros' own codes, only those for which they check `allow`.
        let is_of_macros = block == 9 && ![915, 941, 942, 943].contains(&entry.code.number());
        let is_allowance = [registry::ALLOW_UNKNOWN, registry::ALLOW_UNUSED].contains(&entry.code);
        let is_reserved_field = entry.code.number() == 915;
        if (is_about_crds || is_reserved_field || lint_of(entry.code).is_some())
            && !is_allowance
            && !is_of_macros
        {
            table.push_str(&format!("    (\"{}\", {}),\n", entry.slug, entry.code.number()));
            for name in lint_of(entry.code)
                .map(|lint| [lint.rule, lint.family])
                .into_iter()
                .flatten()
            {
                groups.entry(name).or_default().push(entry.code.number());
            }
        }
    }
    table.push_str(
        "];\n\n/// The rules and families of lints, with the numbers of their codes.\n\
         #[rustfmt::skip]\n\
         pub(super) const LINT_GROUPS: &[(&str, &[u16])] = &[\n",
    );
    for (name, codes) in groups {
        table.push_str(&format!("    (\"{name}\", &{codes:?}),\n"));
    }
    table.push_str("];\n");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crd-derive/src/attr/lint_names.rs");
    if std::env::var_os("CRD_GEN_UPDATE").is_some() {
        fs::write(path, table).unwrap();
        return;
    }
    assert!(
        fs::read_to_string(path).unwrap() == table,
        "run `cargo xtask regenerate pages`"
    );
}

/// The codes in the messages of constant checks have pages, and the same names as in the table of codes.
#[test]
fn codes_of_constants_have_pages() {
    for (name, code) in crd_core::__private::CODES {
        let entry = registry::find(code).unwrap_or_else(|| panic!("{code}"));
        assert_eq!(entry.slug.to_uppercase().replace('-', "_"), *name, "{code}");
    }
}
