//! Reads the table of names at the start of a file, from which the next import takes the names of types at the same places.
//!
//! ```text
//! // Names of types by place, kept by the next import:
//! //   User = v1 spec.users[], spec.admins[]
//! //   Role = v1 spec.users[].role
//! //   type Guest = v1 spec.guests[]
//! ```
//!
//! A type has a few of its places, so that it keeps its name when one of them disappears. `spec.admins[].role` is not in the table: it is
//! the `role` of a `User`.

use crd_core::sort::sort_by_key;
use std::collections::BTreeMap;

use crate::home::{Home, SHARED};
use crate::place::{SchemaPosition, Scope, relative};

/// Before the name of an alias.
pub(crate) const ALIAS: &str = "type ";

/// Between two places of a type.
pub(crate) const SEPARATOR: &str = ", ";

/// Returns the first line of the documentation of the types of a CRD, which tells the CRD of a table.
pub(crate) fn title(kind: &str, group: &str) -> String {
    format!("`{kind}` of `{group}`.")
}

/// A CRD, for the reader of tables.
pub(crate) struct TableCrd {
    pub(crate) kind: String,
    pub(crate) group: String,
    pub(crate) module: String,
    /// The versions, in the order of [`Scope::version`].
    pub(crate) versions: Vec<String>,
}

/// The names of an earlier import.
#[derive(Default)]
pub(crate) struct KeptNames {
    lines: Vec<Line>,
    /// By the module of the CRD, the version and the path.
    by_version: BTreeMap<TablePlace, KeptPlace>,
    /// By the module and the path, for places in versions that are new, or that do not exist any more.
    by_crd: BTreeMap<(String, String), KeptPlace>,
    /// The modules of the CRDs and their versions.
    crds: Vec<(String, Vec<String>)>,
}

/// A name in a table.
struct Line {
    name: String,
    role: NameRole,
    module: TypeModule,
    first: TablePlace,
}

/// The module of a type in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TypeModule {
    /// That of the version of its first place.
    Version,
    /// The module of types that several CRDs share.
    Shared,
}

/// A place in a table. Its CRD and its version may not exist any more.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct TablePlace {
    module: String,
    version: String,
    path: String,
}

/// What a name in a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NameRole {
    /// The name of a type.
    Type,
    /// The name of an alias.
    Alias,
}

/// A place in a table: the index of its line, and the position in the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KeptPlace {
    pub(crate) line: usize,
    pub(crate) position: usize,
}

impl KeptNames {
    /// Reads the tables of files that an import wrote.
    pub(crate) fn read(texts: &[&str], crds: &[TableCrd]) -> KeptNames {
        let versions = |crd: &TableCrd| (crd.module.clone(), crd.versions.clone());
        let mut kept = KeptNames {
            crds: crds.iter().map(versions).collect(),
            ..KeptNames::default()
        };
        // The places of the newest version are found first, those of removed versions last.
        let mut of_crds = Vec::new();
        for text in texts {
            let title = text.lines().find(|line| line.starts_with("//! `"));
            let lines = text.lines().filter_map(|line| line.strip_prefix("//   "));
            for (name, places) in lines.filter_map(|line| line.split_once(" = ")) {
                for (line, places) in read_line(name.trim(), places.trim(), title, crds) {
                    let index = kept.lines.len();
                    kept.lines.push(line);
                    for (position, place) in places.into_iter().enumerate() {
                        let found = KeptPlace {
                            line: index,
                            position,
                        };
                        let rank = kept.scope(&place).map_or(usize::MAX, |scope| scope.version);
                        of_crds.push((rank, (place.module.clone(), place.path.clone()), found));
                        kept.by_version.insert(place, found);
                    }
                }
            }
        }
        sort_by_key(&mut of_crds, &|(rank, ..)| *rank);
        for (_, place, found) in of_crds {
            kept.by_crd.entry(place).or_insert(found);
        }
        kept
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns the name of a line.
    pub(crate) fn name(&self, line: usize) -> &str {
        self.lines.get(line).map_or("", |line| &line.name)
    }

    /// Returns what the name of a line is.
    pub(crate) fn role(&self, line: usize) -> NameRole {
        self.lines.get(line).map_or(NameRole::Type, |line| line.role)
    }

    /// Returns the module of the type of a line, if it still exists.
    pub(crate) fn home(&self, line: usize) -> Option<Home> {
        let line = self.lines.get(line)?;
        match line.module {
            TypeModule::Shared => Some(Home::Shared),
            TypeModule::Version => self.scope(&line.first).map(Home::Version),
        }
    }

    fn scope(&self, place: &TablePlace) -> Option<Scope> {
        let crd = self.crds.iter().position(|(module, _)| *module == place.module)?;
        let (_, versions) = self.crds.get(crd)?;
        let version = versions.iter().position(|version| *version == place.version)?;
        Some(Scope { crd, version })
    }

    /// Returns the line with the type that a place had.
    pub(crate) fn in_version(&self, place: &SchemaPosition) -> Option<KeptPlace> {
        let (module, versions) = self.crds.get(place.scope.crd)?;
        let version = versions.get(place.scope.version)?;
        let get = |place: &SchemaPosition| {
            let place = TablePlace {
                module: module.clone(),
                version: version.clone(),
                path: place.to_string(),
            };
            self.by_version.get(&place).copied()
        };
        let below = |line: usize, steps: &str| {
            let mut place = self.lines.get(line)?.first.clone();
            place.path.push_str(steps);
            self.by_version.get(&place).copied()
        };
        get(place).or_else(|| walk(place, &get, &below))
    }

    /// Returns the line with the type that a place had in another version.
    pub(crate) fn in_crd(&self, place: &SchemaPosition) -> Option<KeptPlace> {
        let (module, _) = self.crds.get(place.scope.crd)?;
        let get = |place: &SchemaPosition| self.by_crd.get(&(module.clone(), place.to_string())).copied();
        let below = |line: usize, steps: &str| {
            let TablePlace { module, path, .. } = self.lines.get(line)?.first.clone();
            self.by_crd.get(&(module, path + steps)).copied()
        };
        get(place).or_else(|| walk(place, &get, &below))
    }
}

/// Reads a line, for each CRD that it may refer to: a table of a single CRD does not name it, but its title does.
fn read_line(name: &str, text: &str, title: Option<&str>, crds: &[TableCrd]) -> Vec<(Line, Vec<TablePlace>)> {
    let shared = text.strip_prefix(SHARED).and_then(|rest| rest.strip_prefix(' '));
    let mut places: Vec<TablePlace> = Vec::new();
    for place in shared.unwrap_or(text).split(SEPARATOR) {
        let mut place = match place.splitn(3, ' ').collect::<Vec<_>>().as_slice() {
            [module, version, path] => TablePlace {
                module: (*module).to_owned(),
                version: (*version).to_owned(),
                path: (*path).to_owned(),
            },
            [version, path] => TablePlace {
                version: (*version).to_owned(),
                path: (*path).to_owned(),
                ..TablePlace::default()
            },
            _ => TablePlace {
                path: place.to_owned(),
                ..TablePlace::default()
            },
        };
        if let Some(before) = places.last().filter(|_| place.version.is_empty()) {
            place.module.clone_from(&before.module);
            place.version.clone_from(&before.version);
        }
        places.push(place);
    }
    let Some(first) = places.first().cloned() else {
        return Vec::new();
    };
    let alias = name.strip_prefix(ALIAS);
    let line = |first| Line {
        name: alias.unwrap_or(name).to_owned(),
        role: alias.map_or(NameRole::Type, |_| NameRole::Alias),
        module: shared.map_or(TypeModule::Version, |_| TypeModule::Shared),
        first,
    };
    if !first.module.is_empty() {
        return vec![(line(first), places)];
    }
    let is_of =
        |crd: &&TableCrd| title.is_none_or(|found| found.ends_with(&self::title(&crd.kind, &crd.group)));
    let of_crd = |crd: &TableCrd| {
        let within = |place: &TablePlace| TablePlace {
            module: crd.module.clone(),
            ..place.clone()
        };
        (line(within(&first)), places.iter().map(within).collect())
    };
    crds.iter().filter(is_of).map(of_crd).collect()
}

/// Returns the line of a place that is below a place of a known type: below the first place of that type, it has the same type.
fn walk(
    place: &SchemaPosition,
    get: &dyn Fn(&SchemaPosition) -> Option<KeptPlace>,
    below: &dyn Fn(usize, &str) -> Option<KeptPlace>,
) -> Option<KeptPlace> {
    let mut found: Vec<Option<KeptPlace>> = vec![None];
    let mut outer = SchemaPosition {
        steps: Vec::new(),
        ..place.clone()
    };
    for (index, step) in place.steps.iter().enumerate() {
        outer.steps.push(step.clone());
        let in_parent = || {
            let parent = found.iter().rposition(Option::is_some)?;
            let line = found.get(parent).copied().flatten()?.line;
            below(line, &relative(place.steps.get(parent..=index)?))
        };
        let here = get(&outer).or_else(in_parent);
        found.push(here);
    }
    found.pop().flatten()
}
