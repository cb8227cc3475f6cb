//! Reads a tree of nodes as `encoding/json` reads a document into structs (rules DEC).

use super::error::{DecodeCause, JsonType};
use crate::KubeVersion;
use crate::model::field::{FieldPath, Path, Segment};
use crate::yaml::tree::{InternedText, Mapping, Node, Span, Value};

/// Collects the errors of a document while it is read.
#[derive(Debug)]
pub(crate) struct CrdReader {
    /// The package of the types, `v1` or `v1beta1`, as in type names in errors.
    pub(crate) package: &'static str,
    /// The server version.
    pub(crate) version: KubeVersion,
    pub(crate) errors: Vec<ReadError>,
    pub(crate) unknown: Vec<UnknownMember>,
    /// The unknown members below types with a custom decoder, which the server does not report.
    pub(crate) unreported: Vec<UnknownMember>,
}

/// A member of the wrong type.
#[derive(Clone, Debug)]
pub(crate) struct ReadError {
    pub(crate) message: String,
    pub(crate) cause: DecodeCause,
    pub(crate) path: FieldPath,
    pub(crate) span: Span,
    /// Whether the server stops here; otherwise it continues and reports the first error at the end.
    stops: bool,
}

/// A member that is unknown (`first` is `None`) or repeated.
#[derive(Clone, Debug)]
pub(crate) struct UnknownMember {
    pub(crate) path: FieldPath,
    /// The path in the server's spelling.
    pub(crate) spelled: String,
    pub(crate) span: Span,
    pub(crate) first: Option<Span>,
}

/// The position of the reader in a document.
#[derive(Clone, Copy)]
pub(crate) struct DecodeContext<'p> {
    /// The path from the document's root; `None` at the root.
    pub(crate) path: Option<&'p Path<'p>>,
    /// The Go struct to which the innermost field belongs.
    pub(crate) owner: &'static str,
    /// Whether unknown and repeated members are reported: not below types with a custom decoder (DEC-02).
    pub(crate) strict: bool,
}

/// The name of a Go type in errors; `{}` is a placeholder for the package.
pub(crate) type GoType = &'static str;

impl<'p> DecodeContext<'p> {
    /// The root of a document.
    pub(crate) const ROOT: DecodeContext<'static> = DecodeContext {
        path: None,
        owner: "",
        strict: true,
    };

    /// Returns the path of the field `name` of the struct `owner`.
    pub(crate) fn field(&self, name: &'p str) -> Path<'p> {
        match self.path {
            Some(path) => path.child(name),
            None => Path::root(name),
        }
    }

    /// Returns the context at `path`, a field of `owner`.
    pub(crate) fn below<'q>(&self, path: &'q Path<'q>, owner: &'static str) -> DecodeContext<'q> {
        DecodeContext {
            path: Some(path),
            owner,
            strict: self.strict,
        }
    }

    /// Returns the context at `path`, an element of the same list or map.
    pub(crate) fn element<'q>(&self, path: &'q Path<'q>) -> DecodeContext<'q> {
        self.below(path, self.owner)
    }

    fn segments(&self) -> Vec<Segment<&'p str>> {
        self.path.map(Path::segments).unwrap_or_default()
    }

    /// Returns an owned path; empty at the root.
    fn field_path(&self) -> FieldPath {
        self.path.map(Path::to_field_path).unwrap_or_default()
    }

    /// Returns the path in the spelling of strict errors: `spec.versions[0].schema.openAPIV3Schema.properties.spec`.
    fn spelled(&self) -> String {
        let mut text = String::new();
        for segment in self.segments() {
            match segment {
                Segment::Field(name) | Segment::Key(name) => {
                    if !text.is_empty() {
                        text.push('.');
                    }
                    text.push_str(name);
                }
                Segment::Index(index) => text.push_str(&format!("[{index}]")),
            }
        }
        text
    }

    /// Returns the path in the spelling of type errors: only the fields.
    fn fields(&self) -> String {
        let fields: Vec<&str> = self
            .segments()
            .into_iter()
            .filter_map(|segment| match segment {
                Segment::Field(name) => Some(name),
                Segment::Key(_) | Segment::Index(_) => None,
            })
            .collect();
        fields.join(".")
    }
}

impl CrdReader {
    pub(crate) fn new(package: &'static str, version: KubeVersion) -> Self {
        CrdReader {
            package,
            version,
            errors: Vec::new(),
            unknown: Vec::new(),
            unreported: Vec::new(),
        }
    }

    /// Checks whether the document is of `v1beta1`.
    pub(super) fn is_v1beta1(&self) -> bool {
        self.package == "v1beta1"
    }

    /// Records a member for which the struct has no field.
    #[cold]
    pub(crate) fn unknown(&mut self, at: DecodeContext<'_>, name: &str, span: Span) {
        self.strict_error(at, name, span, None);
    }

    #[cold]
    fn strict_error(&mut self, at: DecodeContext<'_>, name: &str, span: Span, first: Option<Span>) {
        let mut spelled = at.spelled();
        if !spelled.is_empty() {
            spelled.push('.');
        }
        spelled.push_str(name);
        let known = |seen: &UnknownMember| seen.spelled == spelled && seen.first.is_some() == first.is_some();
        let members = if at.strict {
            &mut self.unknown
        } else {
            &mut self.unreported
        };
        if !members.iter().any(known) {
            members.push(UnknownMember {
                path: at.field_path().child(name),
                spelled,
                span,
                first,
            });
        }
    }

    /// Records a value of the wrong type, if a value of the type `expected` would match the Go type.
    #[cold]
    pub(crate) fn mismatch(
        &mut self,
        node: &Node,
        at: DecodeContext<'_>,
        go_type: GoType,
        expected: JsonType,
    ) {
        let is_integer = matches!(go_type, "int64" | "int32" | "uint8");
        let number = match &node.value {
            Value::Int(int) if is_integer => Some(int.to_string()),
            Value::Float(float) if is_integer => Some(crate::go::float_json(*float)),
            _ => None,
        };
        let value = match (&node.value, &number) {
            (_, Some(number)) => format!("number {number}"),
            (Value::Null, _) => String::from("null"),
            (Value::Bool(_), _) => String::from("bool"),
            (Value::Int(_) | Value::Float(_), _) => String::from("number"),
            (Value::String(_), _) => String::from("string"),
            (Value::Sequence(_), _) => String::from("array"),
            (Value::Mapping(_), _) => String::from("object"),
        };
        let found = JsonType::of(node);
        let cause = match number {
            Some(number) if found == JsonType::Integer => DecodeCause::OutOfRange { number },
            number => DecodeCause::WrongType {
                expected,
                found,
                number,
            },
        };
        let go_type = go_type.replace("{}", self.package);
        let message = if at.path.is_none() {
            format!("json: cannot unmarshal {value} into Go value of type {go_type}")
        } else {
            format!(
                "json: cannot unmarshal {value} into Go struct field {}.{} of type {go_type}",
                at.owner,
                at.fields()
            )
        };
        self.errors.push(ReadError {
            message,
            cause,
            path: at.field_path(),
            span: node.span,
            stops: false,
        });
    }

    /// Records an error of a type with a custom decoder, at which the server stops.
    #[cold]
    pub(crate) fn refuse(&mut self, node: &Node, at: DecodeContext<'_>, message: String) {
        self.save(node, at, message);
        if let Some(error) = self.errors.last_mut() {
            error.stops = true;
        }
    }

    /// Records an error of a value, and continues.
    #[cold]
    pub(crate) fn save(&mut self, node: &Node, at: DecodeContext<'_>, message: String) {
        self.errors.push(ReadError {
            message,
            cause: DecodeCause::Other,
            path: at.field_path(),
            span: node.span,
            stops: false,
        });
    }

    /// Returns the number of errors, for [`CrdReader::stop_since`].
    pub(crate) fn mark(&self) -> usize {
        self.errors.len()
    }

    /// Treats the errors since `mark` as those of a type with a custom decoder: the one that the decoder
    /// returns stops the server, and comes first.
    pub(crate) fn stop_since(&mut self, mark: usize) {
        if let Some(errors) = self.errors.get_mut(mark..) {
            let reported = errors.iter().position(|error| error.stops).unwrap_or(0);
            if let Some(errors) = errors.get_mut(..=reported) {
                errors.rotate_right(1);
            }
            for (position, error) in errors.iter_mut().enumerate() {
                error.stops = position == 0;
            }
        }
    }

    /// Returns the members of a struct, or `None` for null and for a value of the wrong type.
    pub(crate) fn object<'n>(
        &mut self,
        node: &'n Node,
        at: DecodeContext<'_>,
        go_type: GoType,
    ) -> Option<&'n Mapping> {
        match &node.value {
            Value::Mapping(mapping) => {
                for duplicate in mapping.duplicates() {
                    self.strict_error(at, &duplicate.key, duplicate.key_span, Some(duplicate.first));
                }
                Some(mapping)
            }
            Value::Null => None,
            _ => {
                self.mismatch(node, at, go_type, JsonType::Object);
                None
            }
        }
    }

    /// Reads a list; `None` if null.
    pub(crate) fn list<'n>(
        &mut self,
        node: &'n Node,
        at: DecodeContext<'_>,
        go_type: GoType,
    ) -> Option<&'n [Node]> {
        match &node.value {
            Value::Sequence(items) => Some(items),
            Value::Null => None,
            _ => {
                self.mismatch(node, at, go_type, JsonType::Array);
                None
            }
        }
    }

    /// Reads a string; empty if null.
    pub(crate) fn text(&mut self, node: &Node, at: DecodeContext<'_>) -> Box<str> {
        self.text_as(node, at, "string")
            .map(Into::into)
            .unwrap_or_default()
    }

    /// Reads a string of a named type; `None` if null.
    pub(crate) fn text_as<'n>(
        &mut self,
        node: &'n Node,
        at: DecodeContext<'_>,
        go_type: GoType,
    ) -> Option<&'n InternedText> {
        match &node.value {
            Value::String(text) => Some(text),
            Value::Null => None,
            _ => {
                self.mismatch(node, at, go_type, JsonType::String);
                None
            }
        }
    }

    /// Reads a boolean; `None` if null.
    pub(crate) fn flag(&mut self, node: &Node, at: DecodeContext<'_>) -> Option<bool> {
        match &node.value {
            Value::Bool(flag) => Some(*flag),
            Value::Null => None,
            _ => {
                self.mismatch(node, at, "bool", JsonType::Boolean);
                None
            }
        }
    }

    /// Reads an `int64`; `None` if null.
    pub(crate) fn integer(&mut self, node: &Node, at: DecodeContext<'_>) -> Option<i64> {
        match &node.value {
            Value::Int(int) => Some(*int),
            Value::Null => None,
            _ => {
                self.mismatch(node, at, "int64", JsonType::Integer);
                None
            }
        }
    }

    /// Reads an `int32`; `None` if null.
    pub(crate) fn integer32(&mut self, node: &Node, at: DecodeContext<'_>) -> Option<i32> {
        match &node.value {
            Value::Int(int) if i32::try_from(*int).is_ok() => i32::try_from(*int).ok(),
            Value::Null => None,
            _ => {
                self.mismatch(node, at, "int32", JsonType::Integer);
                None
            }
        }
    }

    /// Reads a `float64`; `None` if null.
    pub(crate) fn number(&mut self, node: &Node, at: DecodeContext<'_>) -> Option<f64> {
        match &node.value {
            #[expect(
                clippy::cast_precision_loss,
                reason = "Go rounds to the nearest float as well"
            )]
            Value::Int(int) => Some(*int as f64),
            Value::Float(float) => Some(*float),
            Value::Null => None,
            _ => {
                self.mismatch(node, at, "float64", JsonType::Number);
                None
            }
        }
    }

    /// Reads a list of strings; `None` if null.
    pub(crate) fn texts(&mut self, node: &Node, at: DecodeContext<'_>) -> Option<Vec<Box<str>>> {
        let items = self.list(node, at, "[]string")?;
        let mut texts = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            texts.push(match (&item.value, at.path) {
                (Value::String(text), _) => text.into(),
                (_, Some(path)) => self.text(item, at.element(&path.index(index))),
                (_, None) => Box::default(),
            });
        }
        Some(texts)
    }
}
