//! Paths of fields: linked to their parents while walking down, or owned.

use std::fmt;

/// One step of a field path; `S` is the type of names: owned, or borrowed while walking down a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Segment<S = Box<str>> {
    /// A struct field, printed after a dot.
    Field(S),
    /// A map key, printed in brackets without quotes.
    Key(S),
    /// A zero-based list index, printed in brackets.
    Index(usize),
}

impl<S: AsRef<str>> Segment<S> {
    /// Returns the name of the field or the key; `None` for an index.
    pub fn name(&self) -> Option<&str> {
        match self {
            Segment::Field(name) | Segment::Key(name) => Some(name.as_ref()),
            Segment::Index(_) => None,
        }
    }

    /// Returns the name of the struct field; `None` for a key or an index.
    pub fn field(&self) -> Option<&str> {
        match self {
            Segment::Field(name) => Some(name.as_ref()),
            Segment::Key(_) | Segment::Index(_) => None,
        }
    }

    /// Checks whether the segment is the struct field `name`.
    pub fn is_field(&self, name: &str) -> bool {
        self.field() == Some(name)
    }
}

impl From<Segment<&str>> for Segment {
    fn from(segment: Segment<&str>) -> Self {
        match segment {
            Segment::Field(name) => Segment::Field(name.into()),
            Segment::Key(key) => Segment::Key(key.into()),
            Segment::Index(index) => Segment::Index(index),
        }
    }
}

/// A path linked to its parent, so that walking down does not allocate; it is formatted only on error.
#[derive(Clone, Copy, Debug)]
pub struct Path<'a> {
    parent: Option<&'a Path<'a>>,
    segment: Segment<&'a str>,
}

impl<'a> Path<'a> {
    /// Creates a path of one field.
    pub const fn root(name: &'a str) -> Self {
        Path {
            parent: None,
            segment: Segment::Field(name),
        }
    }

    const fn join(&'a self, segment: Segment<&'a str>) -> Path<'a> {
        Path {
            parent: Some(self),
            segment,
        }
    }

    /// Returns the path of field `name` below this one.
    #[must_use]
    pub const fn child(&'a self, name: &'a str) -> Path<'a> {
        self.join(Segment::Field(name))
    }

    /// Returns the path of map entry `key` below this one.
    #[must_use]
    pub const fn key(&'a self, key: &'a str) -> Path<'a> {
        self.join(Segment::Key(key))
    }

    /// Returns the path of list element `index` below this one.
    #[must_use]
    pub const fn index(&'a self, index: usize) -> Path<'a> {
        self.join(Segment::Index(index))
    }

    /// Returns the steps from the root.
    pub fn segments(&self) -> Vec<Segment<&'a str>> {
        let mut segments = Vec::new();
        let mut here = Some(self);
        while let Some(path) = here {
            segments.push(path.segment);
            here = path.parent;
        }
        segments.reverse();
        segments
    }

    /// Converts to an owned path.
    pub fn to_field_path(&self) -> FieldPath {
        self.segments().into_iter().map(Segment::from).collect()
    }
}

/// An owned field path such as `spec.versions[0].name`; the empty path prints `<nil>`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldPath {
    /// The steps from the root.
    pub segments: Vec<Segment>,
}

impl FieldPath {
    /// Adds one more step to the path.
    #[must_use]
    pub fn join(mut self, segment: Segment) -> Self {
        self.segments.push(segment);
        self
    }

    /// Returns the path of field `name` below this one.
    #[must_use]
    pub fn child(self, name: &str) -> Self {
        self.join(Segment::Field(name.into()))
    }

    /// Returns the path of map entry `key` below this one.
    #[must_use]
    pub fn key(self, key: &str) -> Self {
        self.join(Segment::Key(key.into()))
    }

    /// Returns the path of list element `index` below this one, counted from 0.
    #[must_use]
    pub fn index(self, index: usize) -> Self {
        self.join(Segment::Index(index))
    }

    /// Returns the path `count` steps up; the empty path if there are fewer steps.
    #[must_use]
    pub fn ancestor(&self, count: usize) -> Self {
        let kept = self.segments.len().saturating_sub(count);
        self.segments.iter().take(kept).cloned().collect()
    }

    /// Returns the zero-based index in `spec.versions` that the path leads through.
    ///
    /// `None` for a path that is not in one version, such as `spec.names`, or `spec.validation`, which the
    /// server creates from equal versions.
    pub fn version_index(&self) -> Option<usize> {
        match self.segments.as_slice() {
            [spec, versions, Segment::Index(index), ..]
                if spec.is_field("spec") && versions.is_field("versions") =>
            {
                Some(*index)
            }
            _ => None,
        }
    }

    /// Returns the steps below the root of a schema, if the path leads into one: those after `openAPIV3Schema`.
    pub fn below_schema(&self) -> Option<&[Segment]> {
        let root = self
            .segments
            .iter()
            .position(|step| step.is_field("openAPIV3Schema"))?;
        self.segments.get(root + 1..)
    }

    /// Formats the path as users of the API know the field: `spec.listeners[].name` for
    /// `spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[listeners].items.properties[name].type`.
    ///
    /// The path leads to a keyword of a node, so that a path which ends in `items` means the keyword of the
    /// list, not its elements. The part after a junctor such as `anyOf` is left out. A path that does not
    /// lead into a schema is formatted in full.
    pub fn short(&self) -> ShortPath<'_> {
        ShortPath {
            path: self,
            end: End::Keyword,
        }
    }

    /// Formats the path to a node of a schema as users of the API know it.
    ///
    /// In contrast to [`short`](FieldPath::short), a path which ends in `items` means the elements of the list:
    /// `spec.listeners[]`.
    pub fn short_node(&self) -> ShortPath<'_> {
        ShortPath {
            path: self,
            end: End::Node,
        }
    }
}

impl FromIterator<Segment> for FieldPath {
    fn from_iter<I: IntoIterator<Item = Segment>>(segments: I) -> Self {
        FieldPath {
            segments: segments.into_iter().collect(),
        }
    }
}

impl From<Vec<Segment>> for FieldPath {
    fn from(segments: Vec<Segment>) -> Self {
        FieldPath { segments }
    }
}

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.segments.is_empty() {
            return f.write_str("<nil>");
        }
        for (position, segment) in self.segments.iter().enumerate() {
            match segment {
                Segment::Field(name) if position == 0 => f.write_str(name)?,
                Segment::Field(name) => write!(f, ".{name}")?,
                Segment::Key(key) => write!(f, "[{key}]")?,
                Segment::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// The meaning of the last step of a path into a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Keyword,
    Node,
}

/// Formats a path without the keywords of schemas, see [`FieldPath::short`]. The root of a schema is
/// formatted as an empty text.
#[derive(Clone, Copy, Debug)]
pub struct ShortPath<'a> {
    path: &'a FieldPath,
    end: End,
}

impl fmt::Display for ShortPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(mut rest) = self.path.below_schema() else {
            return self.path.fmt(f);
        };
        let mut is_first = true;
        loop {
            rest = match rest {
                [Segment::Field(word), Segment::Key(name), tail @ ..] if &**word == "properties" => {
                    if !is_first {
                        f.write_str(".")?;
                    }
                    f.write_str(name)?;
                    tail
                }
                [Segment::Field(word), tail @ ..] if self.is_step(tail) => match &**word {
                    "items" => {
                        f.write_str("[]")?;
                        tail
                    }
                    "additionalProperties" => {
                        f.write_str(".*")?;
                        tail
                    }
                    _ => return Ok(()),
                },
                _ => return Ok(()),
            };
            is_first = false;
        }
    }
}

impl ShortPath<'_> {
    /// Checks whether a keyword that is followed by `tail` leads to a node, rather than being the target of the path itself.
    fn is_step(&self, tail: &[Segment]) -> bool {
        match tail.first() {
            Some(next) => next.field().is_some(),
            None => self.end == End::Node,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_as_the_server_does() {
        let root = Path::root("spec");
        let versions = root.child("versions");
        let first = versions.index(0);
        let properties = first.child("properties");
        assert_eq!(
            properties.key("a.b").to_field_path().to_string(),
            "spec.versions[0].properties[a.b]"
        );
        assert_eq!(FieldPath::default().to_string(), "<nil>");
    }

    fn below_spec() -> FieldPath {
        let root = FieldPath::default().child("spec").child("versions").index(1);
        let root = root.child("schema").child("openAPIV3Schema");
        root.child("properties").key("spec")
    }

    #[test]
    fn short_paths_are_as_users_know_them() {
        let list = below_spec().child("properties").key("a").child("items");
        let map = below_spec().child("additionalProperties");
        let junctor = below_spec().child("anyOf").index(0).child("properties").key("z");
        for (path, short, node) in [
            (below_spec().child("type"), "spec", "spec"),
            (list.clone(), "spec.a", "spec.a[]"),
            (list.clone().index(0).child("type"), "spec.a", "spec.a"),
            (
                list.child("properties").key("x]y").child("pattern"),
                "spec.a[].x]y",
                "spec.a[].x]y",
            ),
            (map.clone(), "spec", "spec.*"),
            (map.child("type"), "spec.*", "spec.*"),
            (junctor, "spec", "spec"),
            (
                FieldPath::default().child("openAPIV3Schema").child("type"),
                "",
                "",
            ),
            (
                FieldPath::default().child("spec").child("names"),
                "spec.names",
                "spec.names",
            ),
        ] {
            assert_eq!(path.short().to_string(), short, "{path}");
            assert_eq!(path.short_node().to_string(), node, "{path}");
        }
    }

    #[test]
    fn versions_are_found_by_their_index() {
        assert_eq!(below_spec().version_index(), Some(1));
        assert_eq!(below_spec().ancestor(4).to_string(), "spec.versions[1]");
        assert_eq!(below_spec().ancestor(5).version_index(), None);
    }
}
