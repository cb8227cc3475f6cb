//! Links types to those of the next version, for versions that differ only in their descriptions.
//!
//! ```text
//! v1beta1::WidgetSpec   next = super::v1::WidgetSpec
//! ```

use std::collections::BTreeMap;

use super::root::ResourceRoot;
use crate::model::{Attrs, Choice, Definition, RustType, SpecPresence, Struct, StructField, TypeId};
use crate::table::TypeTable;

/// Returns the next version of each type of the older versions; empty if versions differ in more than their descriptions.
///
/// The versions are ordered from the newest to the oldest.
pub(crate) fn successors(roots: &[ResourceRoot], types: &TypeTable) -> BTreeMap<TypeId, TypeId> {
    let mut all = BTreeMap::new();
    for pair in roots.windows(2) {
        let [newer, older] = pair else { continue };
        let mut found = Successors {
            types,
            of: BTreeMap::new(),
        };
        let is_plain = newer.schema.is_none() && older.schema.is_none() && older.also.is_empty();
        let have_same_status = match (&older.status, &newer.status) {
            (Some(older), Some(newer)) => found.is_same(older, newer),
            (None, None) => true,
            _ => false,
        };
        // The derive maps the fields of a spec.
        let have_spec = newer.presence != SpecPresence::AtRoot;
        if !is_plain
            || !have_spec
            || newer.presence != older.presence
            || !have_same_status
            || !found.is_same_type(older.spec, newer.spec)
        {
            return BTreeMap::new();
        }
        all.extend(found.of);
    }
    all
}

struct Successors<'a> {
    types: &'a TypeTable,
    of: BTreeMap<TypeId, TypeId>,
}

impl Successors<'_> {
    fn is_same(&mut self, older: &RustType, newer: &RustType) -> bool {
        match (older, newer) {
            (RustType::Own(older), RustType::Own(newer)) => self.is_same_type(*older, *newer),
            (RustType::List(older), RustType::List(newer))
            | (RustType::Map(older), RustType::Map(newer))
            | (RustType::Nullable(older), RustType::Nullable(newer)) => self.is_same(older, newer),
            _ => older == newer,
        }
    }

    fn is_same_type(&mut self, older: TypeId, newer: TypeId) -> bool {
        if older == newer {
            return true;
        }
        if let Some(known) = self.of.get(&older) {
            return *known == newer;
        }
        self.of.insert(older, newer);
        let types = self.types;
        match (types.get(older), types.get(newer)) {
            (Some(older), Some(newer)) => match (&older.definition, &newer.definition) {
                (Definition::Struct(older), Definition::Struct(newer)) => self.is_same_struct(older, newer),
                (Definition::Choice(older), Definition::Choice(newer)) => self.is_same_choice(older, newer),
                (older, newer) => older == newer,
            },
            _ => false,
        }
    }

    fn is_same_struct(&mut self, older: &Struct, newer: &Struct) -> bool {
        let is_plain =
            |of: &Struct| of.schema.is_none() && of.fields.iter().all(|field| field.schema.is_none());
        older.is_open == newer.is_open
            && is_plain(older)
            && is_plain(newer)
            && undescribed(&older.attrs) == undescribed(&newer.attrs)
            && older.fields.len() == newer.fields.len()
            && older
                .fields
                .iter()
                .zip(&newer.fields)
                .all(|(older, newer)| self.is_same_field(older, newer))
    }

    fn is_same_choice(&mut self, older: &Choice, newer: &Choice) -> bool {
        let wire = |of: &Choice| of.discriminator.as_ref().map(|found| found.wire.clone());
        wire(older) == wire(newer)
            && undescribed(&older.attrs) == undescribed(&newer.attrs)
            && older.alternatives.len() == newer.alternatives.len()
            && older
                .alternatives
                .iter()
                .zip(&newer.alternatives)
                .all(|(older, newer)| {
                    older.value == newer.value
                        && match (&older.content, &newer.content) {
                            (Some(older), Some(newer)) => self.is_same_field(older, newer),
                            (older, newer) => older.is_none() && newer.is_none(),
                        }
                })
    }

    fn is_same_field(&mut self, older: &StructField, newer: &StructField) -> bool {
        older.wire == newer.wire
            && (older.presence, older.null) == (newer.presence, newer.null)
            && older.default == newer.default
            && undescribed(&older.attrs) == undescribed(&newer.attrs)
            && self.is_same(&older.ty, &newer.ty)
    }
}

/// Returns the attributes without those that do not restrict values.
fn undescribed(attrs: &Attrs) -> Attrs {
    let part = |part: &Option<Box<Attrs>>| {
        let part = part.as_ref().map(|part| undescribed(part));
        part.filter(|part| !part.is_empty()).map(Box::new)
    };
    Attrs {
        title: String::new(),
        description: String::new(),
        example: None,
        descriptions: None,
        allows: Vec::new(),
        items: part(&attrs.items),
        values: part(&attrs.values),
        ..attrs.clone()
    }
}
