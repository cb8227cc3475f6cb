//! There are no cyclic uses between the files and subfolders of a folder.
//!
//! A file uses another if one of its paths (`use crate::a::b::Item`, `super::b::item()`, `self::child::…`) refers to an item that
//! the other defines. A subfolder counts as one unit with everything below it. `mod.rs` of a folder declares and re-exports its
//! children, so its uses of them are not counted; a child may use the items that `mod.rs` itself defines.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::rooms::rust_files;

/// The crates whose files are checked.
const CRATES: &[&str] = &[
    "crd-cel",
    "crd-core",
    "crd-derive",
    "crd-gen-cli",
    "crd-import",
    "crd-lsp",
    "crd-playground",
    "crd-webhook",
    "xtask",
];

#[test]
fn files_and_folders_beside_each_other_are_in_no_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut wrong = Vec::new();
    for name in CRATES {
        let arrows = Sources::read(&root.join(name).join("src")).arrows();
        let count: usize = arrows.values().map(BTreeSet::len).sum();
        assert!(count > 10, "only {count} uses were found in {name}");
        for circle in circles_by_folder(&arrows) {
            let of = |file: &Module| circle.iter().position(|module| file.starts_with(module));
            wrong.push(format!("in {name}:"));
            for (from, targets) in &arrows {
                let targets = targets.iter().filter(|to| of(to).is_some() && of(to) != of(from));
                let from = of(from).map(|_| from.join("::"));
                wrong.extend(from.iter().flat_map(|from| {
                    let lines = targets
                        .clone()
                        .map(move |to| format!("    {from} uses {}", to.join("::")));
                    lines.collect::<Vec<_>>()
                }));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "these use each other in a circle:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn circles_are_found_and_chains_are_not() {
    let sources = |files: &[(&str, &str)]| {
        let files = files
            .iter()
            .map(|(path, text)| (module_of(Path::new(path)), (*text).to_owned()));
        Sources::new(files.collect())
    };
    let circle = sources(&[
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", "use super::b::B; pub struct A;"),
        ("b.rs", "fn f() { crate::a::A; } pub struct B;"),
    ]);
    assert_eq!(circles_by_folder(&circle.arrows()), [[vec!["a"], vec!["b"]]]);
    let chain = sources(&[
        ("lib.rs", "mod a; mod b; pub use a::A;"),
        ("a.rs", "use super::b::{self, B}; pub struct A;"),
        ("b.rs", "pub struct B; pub fn c() {}"),
    ]);
    assert_eq!(circles_by_folder(&chain.arrows()), Vec::<Vec<Module>>::new());
    // Folders in a cycle, although no two of their files use each other.
    let folders = sources(&[
        ("lib.rs", "mod a; mod b;"),
        ("a/mod.rs", "pub mod c; pub mod d;"),
        ("a/c.rs", "use crate::b::e::E;"),
        ("a/d.rs", "pub struct D;"),
        ("b/mod.rs", "pub mod e; pub mod f;"),
        ("b/e.rs", "pub struct E;"),
        ("b/f.rs", "use crate::a::d::D;"),
    ]);
    assert_eq!(circles_by_folder(&folders.arrows()), [[vec!["a"], vec!["b"]]]);
    // An item that `mod.rs` re-exports belongs to the file that defines it.
    let through_head = sources(&[
        ("lib.rs", "mod room;"),
        ("room/mod.rs", "mod a; mod b; pub use b::B; pub use a::*;"),
        ("room/a.rs", "use super::B; pub struct A;"),
        ("room/b.rs", "use super::A; pub struct B;"),
    ]);
    assert_eq!(
        circles_by_folder(&through_head.arrows()),
        [[vec!["room", "a"], vec!["room", "b"]]]
    );
}

/// The path of a module in its crate, empty for the crate root.
type Module = Vec<String>;

/// The files of a crate, and the sources of names that a module re-exports.
struct Sources {
    files: BTreeMap<Module, Vec<Use>>,
    /// The items that each file defines.
    items: BTreeMap<Module, BTreeSet<String>>,
}

/// A path in a file: the module that contains it, and its segments.
struct Use {
    inside: Module,
    path: Vec<String>,
    /// The name under which the path can be used from elsewhere, `*` for all names; of a re-export or an import.
    name: Option<String>,
}

impl Sources {
    fn read(source: &Path) -> Self {
        // The binary of a crate with a library only calls the library.
        let is_beside = |file: &Path| file == source.join("main.rs") && source.join("lib.rs").exists();
        let files = rust_files(source).into_iter().filter(|file| !is_beside(file));
        let texts = files.map(|file| {
            let module = module_of(file.strip_prefix(source).unwrap());
            (module, fs::read_to_string(&file).unwrap())
        });
        Self::new(texts.collect())
    }

    fn new(texts: BTreeMap<Module, String>) -> Self {
        let mut sources = Self {
            files: BTreeMap::new(),
            items: BTreeMap::new(),
        };
        let mut declared = BTreeSet::from([Module::new()]);
        for (module, text) in texts {
            let tokens: TokenStream = text.parse().unwrap_or_else(|error| panic!("{module:?}: {error}"));
            let mut reader = Reader::default();
            reader.tokens(tokens, &module);
            declared.extend(reader.modules);
            sources.files.insert(module.clone(), reader.uses);
            sources.items.insert(module, reader.items);
        }
        // The other files are declared only for tests, or below a module that is.
        let is_declared =
            |module: &Module| (0..=module.len()).all(|length| declared.contains(&module[..length]));
        sources.files.retain(|module, _| is_declared(module));
        sources
    }

    /// Returns, for each file, the files that it uses.
    fn arrows(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let mut arrows = BTreeMap::new();
        for (file, uses) in &self.files {
            let mut targets = BTreeSet::new();
            for found in uses {
                let Some(target) = self.target(&found.inside, &found.path, 8) else {
                    continue;
                };
                let is_child = target.len() > file.len() && target.starts_with(file);
                if target != *file && !is_child {
                    targets.insert(target);
                }
            }
            arrows.insert(file.clone(), targets);
        }
        arrows
    }

    /// Returns the file that defines the item of a path. `None` if the path refers to another crate.
    fn target(&self, inside: &Module, path: &[String], depth: usize) -> Option<Module> {
        let (first, mut rest) = path.split_first()?;
        let mut at = match first.as_str() {
            "crate" => Module::new(),
            "self" => self.file_of(inside),
            "super" => parent(inside)?,
            name if self.is_module(inside, name) => {
                rest = path;
                inside.clone()
            }
            _ => return None,
        };
        while let Some((name, after)) = rest.split_first() {
            if name == "super" {
                at = parent(&at)?;
            } else if name == "self" {
                return None;
            } else if self.is_module(&at, name) {
                at.push(name.clone());
            } else {
                return self.definition(&at, name, depth);
            }
            rest = after;
        }
        // A module that is imported, so that its items can be named through it.
        path.last()
            .filter(|name| *name != "super" && *name != "crate")
            .map(|_| at)
    }

    /// Returns the file that defines an item that a module has or re-exports.
    fn definition(&self, module: &Module, name: &str, depth: usize) -> Option<Module> {
        let file = self.file_of(module);
        if depth == 0 || name == "*" || self.items.get(&file)?.contains(name) {
            return Some(file);
        }
        let reexports = self.files.get(&file)?.iter();
        for found in reexports.filter(|found| found.name.is_some()) {
            if found.name.as_deref() == Some(name) {
                return self.target(&found.inside, &found.path, depth - 1);
            }
            if found.name.as_deref() == Some("*") {
                let mut path = found.path.clone();
                path.pop();
                path.push(name.to_owned());
                let defined = self.target(&found.inside, &path, depth - 1);
                if let Some(defined) = defined.filter(|defined| self.defines(defined, name)) {
                    return Some(defined);
                }
            }
        }
        Some(file)
    }

    fn defines(&self, file: &Module, name: &str) -> bool {
        self.items.get(file).is_some_and(|items| items.contains(name))
    }

    fn is_module(&self, parent: &Module, name: &str) -> bool {
        let mut module = parent.clone();
        module.push(name.to_owned());
        self.files.contains_key(&module)
    }

    /// Returns the file of a module, which may be inline in its parent's file.
    fn file_of(&self, module: &Module) -> Module {
        let mut file = module.clone();
        while !self.files.contains_key(&file) && file.pop().is_some() {}
        file
    }
}

/// Collects paths and items of a file.
#[derive(Default)]
struct Reader {
    uses: Vec<Use>,
    items: BTreeSet<String>,
    /// The declared modules, inline or in a file.
    modules: Vec<Module>,
}

impl Reader {
    fn tokens(&mut self, tokens: TokenStream, inside: &Module) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            match token {
                TokenTree::Ident(word) if word == "use" => at = self.import(&tokens, at + 1, inside),
                TokenTree::Ident(word) if word == "mod" => at = self.module(&tokens, at + 1, inside),
                TokenTree::Ident(word) if is_definition(&word.to_string()) => {
                    if let Some(TokenTree::Ident(name)) = tokens.get(at + 1) {
                        self.items.insert(name.to_string());
                    }
                    at += 1;
                }
                TokenTree::Ident(_) => at = self.path(&tokens, at, inside),
                TokenTree::Group(group) => {
                    self.tokens(group.stream(), inside);
                    at += 1;
                }
                TokenTree::Punct(mark) if mark.as_char() == '#' => at = attribute(&tokens, at),
                // `$crate::…` in a macro is used where the macro is.
                TokenTree::Punct(mark) if mark.as_char() == '$' => at = path_end(&tokens, at + 1),
                _ => at += 1,
            }
        }
    }

    /// Reads `mod name;` or `mod name { … }`, whose paths belong to that module. Returns the index of the next token.
    fn module(&mut self, tokens: &[TokenTree], at: usize, inside: &Module) -> usize {
        let Some(TokenTree::Ident(name)) = tokens.get(at) else {
            return at;
        };
        let mut module = inside.clone();
        module.push(name.to_string());
        if let Some(TokenTree::Group(body)) = tokens.get(at + 1) {
            self.tokens(body.stream(), &module);
        }
        self.modules.push(module);
        at + 2
    }

    /// Reads a path in an expression or a type. Returns the index of the next token.
    fn path(&mut self, tokens: &[TokenTree], mut at: usize, inside: &Module) -> usize {
        let mut path = Vec::new();
        while let Some(TokenTree::Ident(word)) = tokens.get(at) {
            path.push(word.to_string());
            at += 1;
            if !is_path_separator(tokens, at) {
                break;
            }
            at += 2;
        }
        if path.len() > 1 {
            self.add(path, None, inside);
        }
        at
    }

    fn import(&mut self, tokens: &[TokenTree], at: usize, inside: &Module) -> usize {
        let end = (at..tokens.len())
            .find(|&at| is_mark(tokens.get(at), ';'))
            .unwrap_or(tokens.len());
        self.tree(tokens.get(at..end).unwrap_or_default(), &[], inside);
        end + 1
    }

    /// Reads one tree of an import, `a::{b, c as d, e::*}`.
    fn tree(&mut self, tokens: &[TokenTree], before: &[String], inside: &Module) {
        let mut path = before.to_vec();
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Ident(word) if word == "as" => {
                    let name = tokens.get(at + 1).map(ToString::to_string);
                    self.add(path, name, inside);
                    return;
                }
                TokenTree::Ident(word) if word == "self" && !path.is_empty() => {}
                TokenTree::Ident(word) => path.push(word.to_string()),
                TokenTree::Punct(mark) if mark.as_char() == '*' => path.push("*".to_owned()),
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    for tree in inner.split(|token| is_mark(Some(token), ',')) {
                        self.tree(tree, &path, inside);
                    }
                    return;
                }
                _ => {}
            }
        }
        let name = path.last().cloned();
        self.add(path, name, inside);
    }

    fn add(&mut self, path: Vec<String>, name: Option<String>, inside: &Module) {
        let inside = inside.clone();
        self.uses.push(Use { inside, path, name });
    }
}

/// Returns the index of the token after an attribute; for `#[cfg(test)]`, that after the item that it belongs to.
fn attribute(tokens: &[TokenTree], at: usize) -> usize {
    let text = tokens.get(at + 1).map(ToString::to_string).unwrap_or_default();
    if !text.replace(' ', "").starts_with("[cfg(test)]") {
        return at + 2;
    }
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        token => is_mark(Some(token), ';'),
    };
    let rest = tokens.iter().skip(at + 2).position(ends);
    rest.map_or(tokens.len(), |length| at + 2 + length + 1)
}

/// Returns the end of the path that begins at a token.
fn path_end(tokens: &[TokenTree], mut at: usize) -> usize {
    while matches!(tokens.get(at), Some(TokenTree::Ident(_))) && is_path_separator(tokens, at + 1) {
        at += 3;
    }
    at + usize::from(matches!(tokens.get(at), Some(TokenTree::Ident(_))))
}

fn is_definition(word: &str) -> bool {
    matches!(
        word,
        "struct" | "enum" | "union" | "trait" | "type" | "fn" | "const" | "static" | "macro_rules"
    )
}

fn is_mark(token: Option<&TokenTree>, wanted: char) -> bool {
    matches!(token, Some(TokenTree::Punct(mark)) if mark.as_char() == wanted)
}

fn is_path_separator(tokens: &[TokenTree], at: usize) -> bool {
    is_mark(tokens.get(at), ':') && is_mark(tokens.get(at + 1), ':')
}

/// Returns the module of a file, by its path below `src`.
fn module_of(path: &Path) -> Module {
    let mut module: Module = path
        .with_extension("")
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    if matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        module.pop();
    }
    module
}

fn parent(module: &Module) -> Option<Module> {
    let (_, parent) = module.split_last()?;
    Some(parent.to_vec())
}

/// Returns, for each folder, the cycles among the files and subfolders that are directly in it.
fn circles_by_folder(arrows: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<Vec<Module>> {
    let mut folders: BTreeMap<Module, BTreeMap<Module, BTreeSet<Module>>> = BTreeMap::new();
    for (from, targets) in arrows {
        for to in targets {
            let common = from.iter().zip(to).take_while(|(a, b)| a == b).count();
            // `mod.rs` of a folder and a module below it.
            if common == from.len() || common == to.len() {
                continue;
            }
            let inside = folders.entry(from[..common].to_vec()).or_default();
            inside.entry(to[..=common].to_vec()).or_default();
            let user = inside.entry(from[..=common].to_vec()).or_default();
            user.insert(to[..=common].to_vec());
        }
    }
    folders.values().flat_map(circles).collect()
}

/// Returns the groups of modules that all reach each other, each sorted.
fn circles(arrows: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<Vec<Module>> {
    let reach: BTreeMap<&Module, BTreeSet<&Module>> = arrows
        .keys()
        .map(|file| (file, reachable(arrows, file)))
        .collect();
    let mut found: Vec<Vec<Module>> = Vec::new();
    for (file, reached) in &reach {
        let is_known = found.iter().any(|circle| circle.contains(file));
        if is_known || !reached.contains(file) {
            continue;
        }
        let back = reached
            .iter()
            .filter(|other| reach.get(**other).is_some_and(|back| back.contains(file)));
        found.push(back.map(|other| (*other).clone()).collect());
    }
    found
}

/// Returns the files that a file uses, directly or through others.
fn reachable<'a>(arrows: &'a BTreeMap<Module, BTreeSet<Module>>, from: &Module) -> BTreeSet<&'a Module> {
    let mut reached = BTreeSet::new();
    let mut ahead: Vec<&Module> = arrows.get(from).into_iter().flatten().collect();
    while let Some(file) = ahead.pop() {
        if reached.insert(file) {
            ahead.extend(arrows.get(file).into_iter().flatten());
        }
    }
    reached
}
