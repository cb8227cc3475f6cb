use std::fmt;

/// One step of a field path while walking down a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Segment<'a> {
    /// A struct field, printed after a dot.
    Field(&'a str),
    /// A map key, printed in brackets without quotes.
    Key(&'a str),
    /// A list index, printed in brackets.
    Index(usize),
}

/// A path linked to its parent, so that walking down costs no allocation; it is rendered only on error.
#[derive(Clone, Copy, Debug)]
pub struct Path<'a> {
    parent: Option<&'a Path<'a>>,
    segment: Segment<'a>,
}

impl<'a> Path<'a> {
    /// A path of one field.
    pub const fn root(name: &'a str) -> Self {
        Path {
            parent: None,
            segment: Segment::Field(name),
        }
    }

    /// The path of field `name` below this one.
    #[must_use]
    pub const fn child(&'a self, name: &'a str) -> Path<'a> {
        Path {
            parent: Some(self),
            segment: Segment::Field(name),
        }
    }

    /// The path of map entry `key` below this one.
    #[must_use]
    pub const fn key(&'a self, key: &'a str) -> Path<'a> {
        Path {
            parent: Some(self),
            segment: Segment::Key(key),
        }
    }

    /// The path of list element `index` below this one.
    #[must_use]
    pub const fn index(&'a self, index: usize) -> Path<'a> {
        Path {
            parent: Some(self),
            segment: Segment::Index(index),
        }
    }

    /// The steps from the root.
    pub fn segments(&self) -> Vec<Segment<'a>> {
        let mut segments = Vec::new();
        let mut here = Some(self);
        while let Some(path) = here {
            segments.push(path.segment);
            here = path.parent;
        }
        segments.reverse();
        segments
    }

    /// The path as a value of its own.
    pub fn to_field_path(&self) -> FieldPath {
        FieldPath {
            segments: self.segments().into_iter().map(OwnedSegment::from).collect(),
        }
    }
}

/// One step of an owned path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OwnedSegment {
    /// A struct field.
    Field(Box<str>),
    /// A map key.
    Key(Box<str>),
    /// A list index.
    Index(usize),
}

impl From<Segment<'_>> for OwnedSegment {
    fn from(segment: Segment<'_>) -> Self {
        match segment {
            Segment::Field(name) => OwnedSegment::Field(name.into()),
            Segment::Key(key) => OwnedSegment::Key(key.into()),
            Segment::Index(index) => OwnedSegment::Index(index),
        }
    }
}

/// An owned field path such as `spec.versions[0].name`; the empty path prints `<nil>`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldPath {
    /// The steps from the root.
    pub segments: Vec<OwnedSegment>,
}

impl FieldPath {
    /// The path with one more step.
    #[must_use]
    pub fn join(mut self, segment: OwnedSegment) -> Self {
        self.segments.push(segment);
        self
    }
}

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.segments.is_empty() {
            return f.write_str("<nil>");
        }
        for (position, segment) in self.segments.iter().enumerate() {
            match segment {
                OwnedSegment::Field(name) if position == 0 => f.write_str(name)?,
                OwnedSegment::Field(name) => write!(f, ".{name}")?,
                OwnedSegment::Key(key) => write!(f, "[{key}]")?,
                OwnedSegment::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
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
}
