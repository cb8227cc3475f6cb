//! The table of generated types, without duplicates.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use crate::model::{Definition, TypeId};
use crate::place::{SchemaPosition, SchemaStep};

/// The generated types of an import.
#[derive(Default)]
pub(crate) struct TypeTable {
    entries: Vec<TypeEntry>,
    /// The texts are long and begin alike, so they are hashed.
    by_text: HashMap<String, TypeId>,
}

/// A generated type with the places where it is used.
pub(crate) struct TypeEntry {
    pub(crate) definition: Definition,
    pub(crate) uses: Vec<Use>,
}

/// A place where a type is used.
pub(crate) struct Use {
    pub(crate) place: SchemaPosition,
    pub(crate) description: String,
    pub(crate) role: TypeRole,
}

/// The role of a type at a place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TypeRole {
    /// The spec or the status of a resource.
    Part,
    /// The type of a field, whose doc comment is the description.
    Field,
    /// The type of the elements of a list, or of the values of a map.
    Element,
}

impl TypeTable {
    /// Adds a type at a place, or only the place if the table already has the type.
    pub(crate) fn enter(&mut self, definition: Definition, found: Use) -> TypeId {
        // Only one resource can be derived from a spec, so it is never shared.
        let owner = match found.role {
            TypeRole::Part => format!("{:?} {}", found.place.scope, found.place),
            TypeRole::Field | TypeRole::Element => String::new(),
        };
        let text = format!("{owner}{definition:?}");
        let id = *self.by_text.entry(text).or_insert(TypeId(self.entries.len()));
        match self.entries.get_mut(id.0) {
            Some(entry) => entry.uses.push(found),
            None => self.entries.push(TypeEntry {
                definition,
                uses: vec![found],
            }),
        }
        id
    }

    pub(crate) fn get(&self, id: TypeId) -> Option<&TypeEntry> {
        self.entries.get(id.0)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (TypeId, &TypeEntry)> {
        self.entries
            .iter()
            .enumerate()
            .map(|(index, entry)| (TypeId(index), entry))
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }
}

impl TypeEntry {
    /// Whether this is the type of a spec or status.
    pub(crate) fn is_part(&self) -> bool {
        self.uses.iter().any(|found| found.role == TypeRole::Part)
    }

    /// Whether the doc comment of the type is only for readers, since every place has a description.
    pub(crate) fn is_for_readers(&self) -> bool {
        self.uses
            .iter()
            .all(|found| found.role == TypeRole::Field && !found.description.is_empty())
    }

    /// Returns the doc comment of the type.
    ///
    /// A node without its own description has that of its type, so the type has one only if every place has a description. In a list or
    /// map, the type is the only item that can have the description.
    pub(crate) fn doc(&self) -> Cow<'_, str> {
        if let Some(part) = self.uses.iter().find(|found| found.role == TypeRole::Part) {
            return Cow::Borrowed(&part.description);
        }
        if self.uses.iter().any(|found| found.description.is_empty()) {
            return Cow::Borrowed("");
        }
        let element = self.uses.iter().find(|found| found.role == TypeRole::Element);
        match element {
            Some(element) => Cow::Borrowed(&element.description),
            None => Cow::Owned(self.for_readers()),
        }
    }

    /// Returns a sentence for readers: the first one of a field's description, or the names of the fields if several fields with different
    /// descriptions have the type, since the description of one field would be wrong for the others.
    fn for_readers(&self) -> String {
        const MOST_FIELDS: usize = 3;
        let newest = self.uses.first().map(|found| found.place.scope);
        let uses = || self.uses.iter().filter(|found| Some(found.place.scope) == newest);
        let sentences: BTreeSet<String> = uses().map(|found| first_sentence(&found.description)).collect();
        let fields: BTreeSet<&str> = uses()
            .filter_map(|found| match found.place.steps.last() {
                Some(SchemaStep::Member(name)) => Some(name.as_str()),
                _ => None,
            })
            .collect();
        if sentences.len() < 2 || fields.len() < 2 {
            let first = self.uses.first();
            return first.map_or_else(String::new, |first| first_sentence(&first.description));
        }
        let mut names: Vec<String> = fields.iter().map(|name| format!("`{name}`")).collect();
        let last = if names.len() > MOST_FIELDS {
            names.truncate(MOST_FIELDS);
            "other fields".to_owned()
        } else {
            names.pop().unwrap_or_default()
        };
        format!("The type of {} and {last}.", names.join(", "))
    }
}

/// Returns the first sentence of a description on one line, if it is short: with the second one if it is a word or two, such as
/// `Required.`; nothing if the paragraph is one word. It is only for readers of the text.
fn first_sentence(text: &str) -> String {
    const LONGEST: usize = 240;
    const FEWEST_WORDS: usize = 3;
    let paragraph = text.trim().split("\n\n").next().unwrap_or_default();
    let mut ends = paragraph.match_indices('.').map(|(at, _)| at);
    let end = ends.find(|at| {
        let rest = paragraph.get(at + 1..).unwrap_or_default();
        let before = paragraph.get(..*at).unwrap_or_default();
        (rest.is_empty() || rest.starts_with(char::is_whitespace))
            && !before.ends_with("e.g")
            && !before.ends_with("i.e")
            && before.split_whitespace().count() >= FEWEST_WORDS
    });
    let sentence = end.and_then(|end| paragraph.get(..=end)).unwrap_or(paragraph);
    let is_plain = !sentence.contains(['<', '`', '*'])
        || sentence.matches('`').count() % 2 == 0 && !sentence.contains(['<', '*']);
    let says_something = sentence.contains(char::is_whitespace);
    if sentence.len() <= LONGEST && is_plain && says_something {
        sentence.split_whitespace().collect::<Vec<_>>().join(" ")
    } else {
        String::new()
    }
}
