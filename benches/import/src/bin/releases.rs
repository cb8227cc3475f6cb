//! Imports two releases of CRDs, the second into the files of the first: names of types at common places must be the same, and the
//! text must change only where the CRD changes.
//!
//! `releases OLD NEW`: two directories of projects.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs};

use crd_core::Crd;
use crd_import::{ImportOptions, import, normal_form, read_crds};
use import_measure::files::find;

fn main() {
    let mut arguments = env::args().skip(1);
    let (Some(old), Some(new)) = (arguments.next(), arguments.next()) else {
        panic!("usage: releases OLD NEW");
    };
    let (old, new) = (crds(&old), crds(&new));
    let (mut both, mut changed, mut renamed, mut would_be, mut kept) = (0, 0, 0, 0, 0);
    let (mut crd_lines, mut text_lines, mut unchanged_text) = (0, 0, 0);
    for (key, old) in &old {
        let Some(new) = new.get(key) else { continue };
        both += 1;
        let options = ImportOptions::default();
        let Ok(first) = import(std::slice::from_ref(old), &options, &[]) else {
            continue;
        };
        let Ok(second) = import(std::slice::from_ref(new), &options, &[first.one_file()]) else {
            continue;
        };
        if normal_form(old) == normal_form(new) && approval(old) == approval(new) {
            assert!(
                first.one_file() == second.one_file(),
                "{key:?}: the text changed, the CRD did not"
            );
            unchanged_text += 1;
            continue;
        }
        changed += 1;
        let (before, after) = (names(first.one_file()), names(second.one_file()));
        let alone = import(std::slice::from_ref(new), &options, &[])
            .map(|alone| names(alone.one_file()))
            .unwrap_or_default();
        for (place, name) in &before {
            match after.get(place) {
                Some(same) if same == name => kept += 1,
                Some(other) => {
                    renamed += 1;
                    println!("{key:?} {place}: {name} became {other}");
                }
                None => {}
            }
            would_be += usize::from(alone.get(place).is_some_and(|other| other != name));
        }
        crd_lines += changed_lines(&pretty(old), &pretty(new));
        text_lines += changed_lines(first.one_file(), second.one_file());
    }
    println!(
        "{both} CRDs in both, {unchanged_text} did not change and gave the same text, {changed} changed"
    );
    println!(
        "{kept} types at places of both kept their names, {renamed} did not; {would_be} would have others without the table"
    );
    println!("{crd_lines} lines of CRDs changed, {text_lines} lines of Rust");
}

/// Returns the CRDs of a directory, by project and name; the first of several with the same name.
fn crds(directory: &str) -> BTreeMap<(String, String), Crd> {
    let mut all = BTreeMap::new();
    let mut paths: Vec<PathBuf> = Vec::new();
    find(Path::new(directory), &mut paths);
    for path in paths {
        let project = path
            .strip_prefix(directory)
            .ok()
            .and_then(|path| path.iter().next())
            .map(|name| name.to_string_lossy().into_owned());
        let Ok(text) = fs::read(&path) else { continue };
        for crd in read_crds(&text).unwrap_or_default() {
            all.entry((project.clone().unwrap_or_default(), crd.metadata.name.to_string()))
                .or_insert(crd);
        }
    }
    all
}

/// Returns the names in the table at the head of a text, by version and place.
fn names(text: &str) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    let lines = text.lines().filter_map(|line| line.strip_prefix("//   "));
    for (name, places) in lines.filter_map(|line| line.split_once(" = ")) {
        let name = name.strip_prefix("type ").unwrap_or(name);
        let (version, places) = places.split_once(' ').unwrap();
        for place in places.split(", ") {
            names.insert(format!("{version} {place}"), name.to_owned());
        }
    }
    names
}

/// Returns the annotation that the types contain; the normal form of a CRD has no annotations.
fn approval(crd: &Crd) -> Option<String> {
    let crd = serde_json::to_value(crd).unwrap();
    let value = crd.pointer("/metadata/annotations/api-approved.kubernetes.io")?;
    value.as_str().map(str::to_owned)
}

fn pretty(crd: &Crd) -> String {
    serde_json::to_string_pretty(&normal_form(crd)).unwrap()
}

/// Number of lines that are in only one of two texts.
fn changed_lines(old: &str, new: &str) -> usize {
    let count = |text: &str| {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for line in text.lines() {
            *counts.entry(line.trim().to_owned()).or_default() += 1;
        }
        counts
    };
    let (old, new) = (count(old), count(new));
    let lines: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let of = |counts: &BTreeMap<String, usize>, line: &String| counts.get(line).copied().unwrap_or_default();
    lines
        .into_iter()
        .map(|line| of(&old, line).abs_diff(of(&new, line)))
        .sum()
}
