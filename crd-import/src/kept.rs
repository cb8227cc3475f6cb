//! The table of names at the start of a file, from which the next import takes the names of types at the same places.
//!
//! ```text
//! // Names of types by place, kept by the next import:
//! //   User = v1 spec.users[]
//! ```

use std::collections::BTreeMap;

use crate::layout::Plan;
use crate::names::types::{Home, key};

const TITLE: &str = "// Names of types by place, kept by the next import:\n";

/// Returns the table of the types of some modules.
pub(crate) fn table(plan: &Plan<'_>, is_wanted: &dyn Fn(Home) -> bool) -> String {
    let mut lines = Vec::new();
    for (named, (_, entry)) in plan.names.iter().zip(plan.types.iter()) {
        let is_part = entry
            .uses
            .iter()
            .any(|found| found.role == crate::table::TypeRole::Part);
        if is_part || !is_wanted(named.home) {
            continue;
        }
        let own = (&named.name, &named.place);
        for (name, place) in named
            .aliases
            .iter()
            .map(|(name, place)| (name, place))
            .chain([own])
        {
            lines.push(format!("//   {name} = {}\n", full_key(plan, named.home, place)));
        }
    }
    lines.sort();
    if lines.is_empty() {
        return String::new();
    }
    format!("{TITLE}{}", lines.concat())
}

/// Formats a place with its version, and with its CRD if there are several.
fn full_key(plan: &Plan<'_>, home: Home, place: &crate::place::SchemaPosition) -> String {
    let version = match home {
        Home::Version(scope) => plan.version(scope).map(|(_, version)| version.name.to_string()),
        Home::Shared => None,
    };
    let module = match home {
        Home::Version(scope) if plan.crds.len() > 1 => {
            plan.crds.get(scope.crd).map(|planned| planned.module.clone())
        }
        _ => None,
    };
    let parts = [module, version, Some(key(home, place))];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Returns the names of a file that an import wrote, by the place as written in the table.
pub(crate) fn read(text: &str) -> BTreeMap<String, String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("//   "));
    lines
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, place)| (place.trim().to_owned(), name.trim().to_owned()))
        .collect()
}

/// Returns the names of an earlier import, from the tables of its files.
pub(crate) fn names(
    tables: &BTreeMap<String, String>,
    homes: &[(Home, Option<String>, Option<String>)],
) -> crate::names::types::KeptNames {
    let mut kept = crate::names::types::KeptNames::new();
    for (place, name) in tables {
        for (home, module, version) in homes {
            let prefixes = [
                [module.as_deref(), version.as_deref()]
                    .into_iter()
                    .flatten()
                    .collect::<Vec<_>>()
                    .join(" "),
                version.clone().unwrap_or_default(),
            ];
            for prefix in prefixes {
                let rest = if prefix.is_empty() {
                    matches!(home, Home::Shared).then_some(place.as_str())
                } else {
                    place
                        .strip_prefix(&prefix)
                        .and_then(|rest| rest.strip_prefix(' '))
                };
                if let Some(rest) = rest {
                    kept.insert((*home, rest.to_owned()), name.clone());
                    break;
                }
            }
        }
    }
    kept
}
