//! Checks whether the server changes the defaults of a schema when it prunes them, before it serves the CRD.

use super::at::At;
use super::embedded::{self, OnMalformed};
use super::parts::same;
use super::prune::prune;
use super::view::View;
use crate::model::structural::Structural;

/// Checks whether pruning would change a default. If a default of a schema cannot be pruned at all, its
/// defaults count as unchanged.
pub(crate) fn changes_defaults(root: &Structural) -> bool {
    matches!(changes(root, root, &At::ROOT), Ok(true))
}

/// A default at the root, which is not inside an object.
struct NotInAnObject;

fn changes(root: &Structural, schema: &Structural, at: &At<'_>) -> Result<bool, NotInAnObject> {
    let mut changed = false;
    if let Some(default) = &schema.generic.default {
        let mut object = at.surround(default.clone());
        if !object.is_object() {
            return Err(NotInAnObject);
        }
        let view = View::resource(root);
        embedded::coerce(&mut object, view, None, OnMalformed::Drop).map_err(|_| NotInAnObject)?;
        prune(&mut object, view);
        changed = !at.find(&object).is_some_and(|pruned| same(pruned, default));
    }
    if let Some(values) = schema.additional_schema() {
        changed |= changes(root, values, &at.property("*"))?;
    }
    if let Some(items) = schema.items() {
        changed |= changes(root, items, &at.index(0))?;
    }
    for (name, property) in schema.properties() {
        changed |= changes(root, property, &at.property(name))?;
    }
    Ok(changed)
}
