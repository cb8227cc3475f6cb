//! Unknown fields that are known at another level, because their indentation is wrong or the line of their parent is missing.
//!
//! ```text
//! metadata:            metadata:             metadata:
//!   name: a              name: a               name: a
//!   engine: x          spec:                 spec:
//!                      engine: x               engine: x
//!
//! `spec:` is missing   one level too high    as it was meant
//! ```

use super::edits::object_at;
use super::members::{Known, RULES, is_of_type};
use crate::model::field::Segment;
use crate::yaml::tree::{Entry, Mapping, Node, Span, Value};

/// Maximum number of unknown fields of an object that one mistake explains.
const MOST_MOVED: usize = 100;

/// An object on the way to unknown fields.
struct Level<'a> {
    /// The number of steps from the root of the document to it.
    depth: usize,
    node: &'a Node,
    known: Known<'a>,
}

/// The correction of unknown fields of one object.
pub(super) struct Correction {
    /// The names of the fields.
    pub(super) names: Vec<String>,
    /// The name of the first field.
    pub(super) place: Span,
    /// The message, the label at the first field, and the help.
    pub(super) message: String,
    pub(super) label: String,
    pub(super) help: String,
    /// The document as it was probably meant.
    pub(super) document: Node,
}

/// Returns the correction of unknown fields of the object at a path that are known at another level. `root` is what is known about the
/// document.
pub(super) fn find(
    document: &Node,
    root: Known<'_>,
    path: &[Segment],
    unknown: &[&str],
) -> Option<Correction> {
    if unknown.len() > MOST_MOVED {
        return None;
    }
    let levels = levels(document, root, path)?;
    let (here, above) = levels.split_last()?;
    let entries = here.node.members();
    let first = entries.iter().position(|entry| unknown.contains(&&*entry.key))?;
    let moved = entries.get(first..)?;
    // The keywords below the name of a property are its own.
    let is_property = matches!(here.known, Known::Keywords)
        && moved
            .first()
            .is_some_and(|entry| entry.value.value == Value::Null);
    let is_unknown = |entry: &&Entry| is_property || unknown.contains(&&*entry.key);
    let count = moved.iter().take_while(is_unknown).count();
    let moved = moved.get(..count)?;
    let before = first.checked_sub(1).and_then(|before| entries.get(before));
    let search = Search {
        document,
        path,
        here,
        above,
        moved,
        unknown,
    };
    before
        .and_then(|before| search.below(before))
        .or_else(|| search.above())
        .or_else(|| search.beside())
        .or_else(|| search.missing())
        .or_else(|| search.within())
}

/// Returns the objects on the way to a path, that at the path last.
fn levels<'a>(document: &'a Node, root: Known<'a>, path: &[Segment]) -> Option<Vec<Level<'a>>> {
    let mut level = Level {
        depth: 0,
        node: document,
        known: root,
    };
    let mut levels = Vec::new();
    for segment in path {
        let (node, known) = match segment {
            Segment::Field(name) | Segment::Key(name) => (level.node.get(name)?, level.known.inside(name)?),
            Segment::Index(index) => (level.node.elements().get(*index)?, level.known),
        };
        let depth = level.depth + 1;
        let outer = std::mem::replace(&mut level, Level { depth, node, known });
        if outer.node.as_mapping().is_some() {
            levels.push(outer);
        }
    }
    levels.push(level);
    Some(levels)
}

#[derive(Clone, Copy)]
struct Search<'a> {
    document: &'a Node,
    path: &'a [Segment],
    here: &'a Level<'a>,
    above: &'a [Level<'a>],
    moved: &'a [Entry],
    /// The names of the unknown fields of the object.
    unknown: &'a [&'a str],
}

impl Search<'_> {
    /// The fields belong to the field before them, or to the last item of its list.
    fn below(&self, before: &Entry) -> Option<Correction> {
        let inside = self.here.known.inside(&before.key)?;
        let target = last_item(&before.value);
        let is_open = match (&target.value, inside) {
            (Value::Null, Known::Values(values)) if self.are_scalars_of(values) => {
                return self.moved_below(before);
            }
            (Value::Null, _) => true,
            (Value::Mapping(_), Known::Any) => false,
            (Value::Mapping(_), _) => self.moved.iter().all(|entry| target.get(&entry.key).is_none()),
            _ => false,
        };
        if !is_open || !inside.has_all(self.moved) {
            return None;
        }
        self.moved_below(before)
    }

    fn moved_below(&self, before: &Entry) -> Option<Correction> {
        let start = if is_list(&before.key) && before.value.value == Value::Null {
            ", and write `- ` before the first"
        } else {
            ""
        };
        let help = format!("indent {} deeper than `{}:`{start}", self.these(), before.key);
        self.moved_into(before, help)
    }

    /// Whether the fields are scalars with the type of a schema, and are not misspelt.
    fn are_scalars_of(&self, schema: &Node) -> bool {
        let known = self.here.known.members();
        let is_similar = |entry: &Entry| crd_cel::nearest(&entry.key, known.iter().copied()).is_some();
        let mut moved = self.moved.iter();
        moved.all(|entry| {
            !entry.value.is_collection() && is_of_type(schema, &entry.value) && !is_similar(entry)
        })
    }

    /// The fields belong to another field of their object, which is the only one that declares them.
    fn beside(&self) -> Option<Correction> {
        let mut fields = self.here.node.members().iter().filter(|entry| {
            let inside = self.here.known.inside(&entry.key);
            let is_free = |moved: &Entry| entry.value.get(&moved.key).is_none();
            entry.value.as_mapping().is_some() && self.fit_into(inside) && self.moved.iter().all(is_free)
        });
        let (Some(field), None) = (fields.next(), fields.next()) else {
            return None;
        };
        if matches!(self.here.known, Known::Keywords) && *field.key != *"properties" {
            return None;
        }
        self.moved_into(field, format!("move {} into `{}`", self.these(), field.key))
    }

    /// Composes the correction of fields that belong to another field of their object.
    fn moved_into(&self, field: &Entry, help: String) -> Option<Correction> {
        let document = self.without(|mapping| {
            let entry = mapping.entries.iter_mut().find(|entry| entry.key == field.key)?;
            let target = last_item_mut(&mut entry.value)?;
            let mut members = target.members().to_vec();
            members.extend_from_slice(self.moved);
            target.value = Value::Mapping(members.into());
            if is_list(&field.key) && entry.value.elements().is_empty() {
                let first = entry.value.clone();
                entry.value.value = Value::Sequence(vec![first]);
            }
            Some(())
        })?;
        Some(self.misplaced(&format!("`{}`", field.key), help, document))
    }

    /// The fields belong to an object around theirs, or the first one does and has the others as its members.
    fn above(&self) -> Option<Correction> {
        let (first, rest) = self.moved.split_first()?;
        // An object is not meant to be empty if the fields may be in an object in it.
        let is_whole = self.moved.len() == self.here.node.members().len();
        let mut names = self.here.known.members().into_iter();
        let is_declared = matches!(self.here.known, Known::Declared(_));
        if is_whole && is_declared && names.any(|name| self.fit_into(self.here.known.inside(name))) {
            return None;
        }
        let is_null = first.value.value == Value::Null;
        let outer = self.above.iter().rev().find(|level| {
            let is_object = matches!(level.known, Known::Properties) && self.may_have_properties();
            let has = level.known.has(first) || matches!(level.known, Known::Properties) && is_null;
            level.node.get(&first.key).is_none() && has && !is_object
        })?;
        let inside = outer.known.inside(&first.key);
        let is_parent = is_null && inside.is_some_and(|known| known.has_all(rest));
        let is_free = |entry: &Entry| outer.node.get(&entry.key).is_none();
        let do_all_belong = outer.known.has_all(self.moved) && self.moved.iter().all(is_free);
        if !is_parent && !do_all_belong {
            return None;
        }
        let document = self.moved_to(outer.depth, |entries| {
            if is_parent {
                let mut parent = first.clone();
                parent.value.value = Value::Mapping(rest.to_vec().into());
                entries.push(parent);
            } else {
                entries.extend_from_slice(self.moved);
            }
        })?;
        let these = if is_parent {
            format!("`{}`", first.key)
        } else {
            self.these()
        };
        let owner = self.owner(outer.depth);
        let help = match outer.depth {
            0 => format!("do not indent {these}"),
            _ => format!("indent {these} like the fields of {owner}"),
        };
        Some(self.misplaced(&owner, help, document))
    }

    /// Whether an object with these members may have all fields.
    fn fit_into(&self, inside: Option<Known<'_>>) -> bool {
        inside.is_some_and(|inside| !matches!(inside, Known::Any) && inside.has_all(self.moved))
    }

    /// Composes the correction of fields that belong to another object.
    fn misplaced(&self, owner: &str, help: String, document: Node) -> Correction {
        let name = self.moved.first().map_or("", |entry| &*entry.key);
        let message = match self.path {
            [] => format!("unknown field `{name}`, which belongs to {owner}"),
            path => format!(
                "unknown field `{name}`, which belongs to {owner}, not to {}",
                self.owner(path.len())
            ),
        };
        self.correction(message, owner, help, document)
    }

    /// The fields belong to an object whose line is missing, in theirs or in one around it.
    fn missing(&self) -> Option<Correction> {
        let first = self.moved.first()?;
        let levels = std::iter::once(self.here).chain(self.above.iter().rev());
        for level in levels {
            let is_absent = |name: &&str| level.node.get(name).is_none();
            let mut parents = level
                .known
                .members()
                .into_iter()
                .filter(is_absent)
                // A list is not created.
                .filter(|name| !is_list(name) && !matches!(*name, "not" | "items" | "additionalProperties"))
                .filter(|name| self.fit_into(level.known.inside(name)));
            let is_schema = matches!(level.known, Known::Keywords);
            let (Some(parent), None) = (parents.next(), parents.next()) else {
                continue;
            };
            let is_likely = match level.known {
                Known::Keywords => self.may_have_properties(),
                // A single field may be misspelt.
                Known::Declared(_) => {
                    let names = || level.known.members().into_iter();
                    self.moved.len() > 1
                        || level.depth == self.here.depth && crd_cel::nearest(&first.key, names()).is_none()
                }
                _ => true,
            };
            if !is_likely || is_schema && level.depth != self.here.depth {
                continue;
            }
            return self.below_line(level, parent);
        }
        None
    }

    /// The fields in the first one belong to its object.
    fn within(&self) -> Option<Correction> {
        let [outer] = self.moved else {
            return None;
        };
        let inner = outer.value.members();
        let is_free = |entry: &Entry| self.here.node.get(&entry.key).is_none();
        let is_of_object = matches!(self.here.known, Known::Declared(_) | Known::Root(_))
            && self.here.known.has_all(inner)
            && inner.iter().all(is_free);
        let document = self.without(|mapping| {
            mapping.entries.extend_from_slice(inner);
            Some(())
        });
        let (name, owner) = (&outer.key, self.owner(self.path.len()));
        Some(self.correction(
            format!("unknown field `{name}`, whose fields belong to {owner}"),
            &owner,
            format!("remove the line `{name}:`, and indent what is below it as deep as that line"),
            document.filter(|_| is_of_object)?,
        ))
    }

    /// Composes the correction of fields that belong to an object of a level whose line is missing.
    fn below_line(&self, level: &Level<'_>, parent: &str) -> Option<Correction> {
        let moved = match self.fields_below(level, parent) {
            Some(fields) => Search {
                moved: fields,
                ..*self
            },
            None => *self,
        };
        let first = moved.moved.first()?;
        let document = moved.moved_to(level.depth, |entries| {
            let mut entry = first.clone();
            entry.key = parent.into();
            entry.value.value = Value::Mapping(moved.moved.to_vec().into());
            entries.push(entry);
        })?;
        let others = moved.moved.len() - 1;
        let is_unknown = |entry: &&Entry| self.unknown.contains(&&*entry.key);
        let unknown = moved.moved.iter().skip(1).filter(is_unknown).count();
        let them = if others == 0 { "it" } else { "them" };
        if level.depth == 0 && parent == "status" {
            let help = format!("remove {them}: the controller of the object writes its `status`");
            return Some(moved.misplaced("`status`", help, document));
        }
        let is = match (unknown, others) {
            (0, _) => "is an unknown field".to_owned(),
            (1, 1) => "and the next field are unknown".to_owned(),
            _ if unknown < others => format!("and {unknown} of the next {others} fields are unknown"),
            _ => format!("and the next {others} fields are unknown"),
        };
        Some(moved.correction(
            format!("the line `{parent}:` is missing, so `{}` {is}", first.key),
            &format!("`{parent}`"),
            moved.help_for_line(level, parent, them),
            document,
        ))
    }

    /// Returns the fields from the first unknown one on, which a line above them would make members of an object of a level, if they
    /// may all be its members. Those of an object at the same level would still have to be indented.
    fn fields_below(&self, level: &Level<'_>, parent: &str) -> Option<&[Entry]> {
        let rest = self.rest().filter(|_| level.depth < self.here.depth)?;
        level.known.inside(parent)?.has_all(rest).then_some(rest)
    }

    /// Returns the fields of the object from the first that is moved.
    fn rest(&self) -> Option<&[Entry]> {
        let (entries, first) = (self.here.node.members(), self.moved.first()?);
        let start = entries
            .iter()
            .position(|entry| entry.key_span == first.key_span)?;
        entries.get(start..)
    }

    /// Returns where the missing line of an object of a level belongs. Below a field of that level, its members are indented already.
    fn help_for_line(&self, level: &Level<'_>, parent: &str, them: &str) -> String {
        let outer = self.path.get(level.depth).and_then(Segment::name);
        let Some(outer) = outer.filter(|_| level.depth < self.here.depth) else {
            return format!("add `{parent}:` above {them}, and indent {them} deeper");
        };
        let indentation = match level.depth {
            0 => "without indentation".to_owned(),
            _ => format!("indented like `{outer}:`"),
        };
        if self.rest().is_some_and(|rest| rest.len() > self.moved.len()) {
            let owner = self.owner(self.path.len());
            return format!(
                "move {them} below the other fields of {owner}, and add `{parent}:` above {them}, {indentation}"
            );
        }
        format!("add `{parent}:` above {them}, {indentation}")
    }

    /// Whether the fields may be properties of the schema in which they are.
    fn may_have_properties(&self) -> bool {
        let schema = self.here.node;
        let type_ = schema.get("type").and_then(Node::as_str);
        matches!(self.here.known, Known::Keywords)
            && schema.get("properties").is_none()
            && type_.is_none_or(|type_| type_ == "object")
    }

    fn these(&self) -> String {
        let first = self.moved.first().map_or("", |entry| &*entry.key);
        match self.moved.len() {
            1 => format!("`{first}`"),
            2 => format!("`{first}` and the next field"),
            count => format!("`{first}` and the next {} fields", count - 1),
        }
    }

    fn owner(&self, depth: usize) -> String {
        let name = self.path.get(..depth).and_then(last_name);
        name.map_or_else(|| "the top level".to_owned(), |name| format!("`{name}`"))
    }

    fn correction(&self, message: String, owner: &str, help: String, document: Node) -> Correction {
        Correction {
            names: self.moved.iter().map(|entry| entry.key.to_string()).collect(),
            place: self
                .moved
                .first()
                .map_or(self.here.node.span, |entry| entry.key_span),
            message,
            label: format!("belongs to {owner}"),
            help,
            document,
        }
    }

    /// Returns the document without the fields, after a change of the object that had them.
    fn without(&self, change: impl FnOnce(&mut Mapping) -> Option<()>) -> Option<Node> {
        let mut document = self.document.clone();
        let mapping = object_at(&mut document, self.path)?;
        mapping
            .entries
            .retain(|entry| self.moved.iter().all(|moved| moved.key_span != entry.key_span));
        change(mapping)?;
        Some(document)
    }

    /// Returns the document after the fields were moved to the object at a depth.
    fn moved_to(&self, depth: usize, add: impl FnOnce(&mut Vec<Entry>)) -> Option<Node> {
        let mut document = self.without(|_| Some(()))?;
        add(&mut object_at(&mut document, self.path.get(..depth)?)?.entries);
        Some(document)
    }
}

/// Whether a member of a CRD is a list of objects.
fn is_list(name: &str) -> bool {
    matches!(
        name,
        "versions" | "additionalPrinterColumns" | "selectableFields" | "allOf" | "anyOf" | "oneOf" | RULES
    )
}

/// Returns the last item of a list, or of the lists in it; another value itself.
fn last_item(node: &Node) -> &Node {
    let mut node = node;
    while let Some(last) = node.elements().last() {
        node = last;
    }
    node
}

fn last_item_mut(node: &mut Node) -> Option<&mut Node> {
    if node.elements().is_empty() {
        return Some(node);
    }
    match &mut node.value {
        Value::Sequence(items) => last_item_mut(items.last_mut()?),
        _ => None,
    }
}

/// Returns the last name of a path.
fn last_name(path: &[Segment]) -> Option<&str> {
    path.iter().rev().find_map(Segment::name)
}
