//! Writes the table of names at the start of a file, from which the next import takes the names of types at the same places.

use crate::home::{Home, SHARED};
use crate::layout::Plan;
use crate::names::kept::{ALIAS, SEPARATOR};
use crate::place::SchemaPosition;
use crd_core::sort::sort;

const TITLE: &str = "// Names of types by place, kept by the next import:\n";

/// Returns the table of the types of some modules.
pub(crate) fn table(plan: &Plan<'_>, is_wanted: &dyn Fn(Home) -> bool) -> String {
    let mut lines = Vec::new();
    for (named, (_, entry)) in plan.names.iter().zip(plan.types.iter()) {
        if entry.is_part() || !is_wanted(named.home) {
            continue;
        }
        for (name, place) in &named.aliases {
            let place = places(plan, named.home, [place].into_iter());
            lines.push(format!("//   {ALIAS}{name} = {place}\n"));
        }
        let all = [&named.place].into_iter().chain(&named.more_places);
        let places = places(plan, named.home, all);
        lines.push(format!("//   {} = {places}\n", named.name));
    }
    sort(&mut lines);
    if lines.is_empty() {
        return String::new();
    }
    format!("{TITLE}{}", lines.concat())
}

/// Formats places with their version, and with the module of their CRD if there are several. A place in the same version as the one before
/// it does not repeat them.
fn places<'a>(plan: &Plan<'_>, home: Home, places: impl Iterator<Item = &'a SchemaPosition>) -> String {
    let mut text = String::new();
    let mut before = None;
    for place in places {
        if before.is_some() {
            text.push_str(SEPARATOR);
        } else if home == Home::Shared {
            text.push_str(&format!("{SHARED} "));
        }
        if before != Some(place.scope) {
            let module = plan.crds.get(place.scope.crd).filter(|_| plan.crds.len() > 1);
            let module = module.map(|planned| planned.module.clone());
            let version = plan
                .version(place.scope)
                .map(|(_, version)| version.name.to_string());
            let words = [module, version].into_iter().flatten();
            text.extend(words.flat_map(|word| [word, " ".to_owned()]));
        }
        text.push_str(&place.to_string());
        before = Some(place.scope);
    }
    text
}
