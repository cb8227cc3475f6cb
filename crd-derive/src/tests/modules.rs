//! Which modules may use which: `expand` → `check` → `attr` → the files that everything uses, and no circles.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// What the modules of the crate root may use besides themselves. `lib.rs` may use everything.
const ALLOWED: [(&str, &[&str]); 3] = [
    ("expand", &["check", "attr"]),
    ("check", &["attr"]),
    ("attr", &[]),
];

/// The files that every module may use.
const SHARED: [&str; 6] = ["codes", "errors", "hygiene", "rust_type", "spanned", "suggest"];

/// Module paths such as `attr::resource::column`, with the modules that each uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

fn uses() -> Uses {
    let mut sources = BTreeMap::new();
    read(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        "",
        &mut sources,
    );
    let modules: BTreeSet<String> = sources.keys().cloned().collect();
    let mut uses = Uses::new();
    for (module, text) in &sources {
        uses.insert(module.clone(), used_in(module, text, &modules));
    }
    uses
}

fn read(dir: &Path, module: &str, sources: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let below = join(module, stem);
        match stem {
            "lib" | "tests" => {}
            _ if path.is_dir() => read(&path, &below, sources),
            "mod" => drop(sources.insert(module.to_owned(), code(&path))),
            _ => drop(sources.insert(below, code(&path))),
        }
    }
}

/// A file without comments and unit tests.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The modules that a file names after `crate::`, `super::` or `self::`.
fn used_in(module: &str, text: &str, modules: &BTreeSet<String>) -> BTreeSet<String> {
    let parent = module.rsplit_once("::").map_or("", |(parent, _)| parent);
    let mut used = BTreeSet::new();
    for (start, base) in [("crate::", ""), ("super::", parent), ("self::", module)] {
        for (at, _) in text.match_indices(start) {
            let path = &text[at + start.len()..];
            match path.strip_prefix('{') {
                // `use super::{a, b::C};`
                Some(list) => {
                    let list = list.split(';').next().unwrap();
                    used.extend(
                        list.split(',')
                            .filter_map(|path| longest(base, path.trim(), modules)),
                    );
                }
                None => used.extend(longest(base, path, modules)),
            }
        }
    }
    // A folder's `mod.rs` may use the files in it.
    used.retain(|target| target != module && !target.starts_with(&format!("{module}::")));
    used
}

/// The module that a path such as `resource::Column` leads into.
fn longest(base: &str, path: &str, modules: &BTreeSet<String>) -> Option<String> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut module = base.to_owned();
    let mut found = None;
    for name in path.split("::") {
        let end = name.find(|c| !is_name(c)).unwrap_or(name.len());
        module = join(&module, &name[..end]);
        if modules.contains(&module) {
            found = Some(module.clone());
        }
        if end < name.len() {
            break;
        }
    }
    found
}

fn join(module: &str, name: &str) -> String {
    if module.is_empty() {
        name.to_owned()
    } else {
        format!("{module}::{name}")
    }
}

fn room(module: &str) -> &str {
    module.split("::").next().unwrap()
}

#[test]
fn rooms_use_only_those_below() {
    let mut wrong = Vec::new();
    for (module, used) in uses() {
        let allowed = ALLOWED.iter().find(|(name, _)| *name == room(&module));
        let allowed = allowed.map_or([].as_slice(), |(_, allowed)| allowed);
        for target in used {
            let to = room(&target);
            if to != room(&module) && !SHARED.contains(&to) && !allowed.contains(&to) {
                wrong.push(format!("{module} uses {target}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn modules_use_each_other_in_no_circle() {
    let mut left = uses();
    assert!(left.len() > 30, "{} modules", left.len());
    // A module that uses none of those that are left is in no circle.
    while let Some(free) = left
        .iter()
        .find(|(_, used)| !used.iter().any(|target| left.contains_key(target)))
    {
        let free = free.0.clone();
        left.remove(&free);
    }
    assert!(left.is_empty(), "{left:#?}");
}
