//! Run-time values: borrowed from the object where possible, owned if they were computed.

mod keys;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use serde_json::{Map as JsonMap, Value as Json};

pub use self::keys::MapKey;
pub(super) use self::keys::{each_key, has_known_zone, sorted_keys};

use super::error::EvalError;
use super::kubernetes::formats::Format;
use super::kubernetes::net::{Cidr, Ip};
use super::kubernetes::quantity::Quantity;
use super::kubernetes::semver::Semver;
use super::schema::{DataField, DataSchema, FieldHint, ListSchema, ObjectSchema};
use crate::go::Timestamp;
use crate::go::url::Url;

/// The first server on which the elements of sets are compared as CEL values, and duplicates count.
pub(super) const TYPED_SETS: u8 = 37;

/// A CEL value.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Value<'a> {
    /// `null`
    Null,
    /// `bool`
    Bool(bool),
    /// `int`
    Int(i64),
    /// `uint`
    Uint(u64),
    /// `double`
    Double(f64),
    /// `string`
    String(Text<'a>),
    /// `bytes`
    Bytes(Rc<[u8]>),
    /// `google.protobuf.Duration`, in nanoseconds.
    Duration(i64),
    /// `google.protobuf.Timestamp`
    Timestamp(Timestamp),
    /// `type`, by its name.
    Type(Text<'a>),
    /// `optional_type`
    Optional(Option<Rc<Value<'a>>>),
    /// `list`
    List(List<'a>),
    /// `map`
    Map(Map<'a>),
    /// An object of the data, with declared fields.
    Object(Object<'a>),
    /// A value of one of Kubernetes' libraries.
    Library(Arc<Library>),
    /// An error, which propagates as a value.
    Error(EvalError),
}

/// A text, borrowed or shared.
#[derive(Clone, Debug)]
pub enum Text<'a> {
    /// Part of the object or of the expression.
    Borrowed(&'a str),
    /// Computed.
    Owned(Rc<str>),
}

impl Text<'_> {
    /// Returns the text.
    pub fn as_str(&self) -> &str {
        match self {
            Text::Borrowed(text) => text,
            Text::Owned(text) => text,
        }
    }

    /// Returns the number of code points.
    pub(super) fn size(&self) -> usize {
        count_chars(self.as_str())
    }
}

/// Returns the number of code points of a text.
pub(super) fn count_chars(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.chars().count()
    }
}

/// A value of a library type.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Library {
    /// `kubernetes.Quantity`
    Quantity(Quantity),
    /// `net.IP`
    Ip(Ip),
    /// `net.CIDR`
    Cidr(Cidr),
    /// `kubernetes.URL`
    Url(Url),
    /// `kubernetes.NamedFormat`
    Format(Format),
    /// `kubernetes.Semver`
    Semver(Semver),
}

/// A list.
#[derive(Clone, Debug)]
pub enum List<'a> {
    /// A list of the object.
    Data {
        /// Its elements.
        items: &'a [Json],
        /// Schema of the list.
        schema: &'a ListSchema,
    },
    /// A list of the object without a schema.
    Raw(&'a [Json]),
    /// A computed list.
    Owned(Rc<OwnedList<'a>>),
}

/// A computed list.
#[derive(Clone, Debug, Default)]
pub struct OwnedList<'a> {
    /// Its elements.
    pub items: Vec<Value<'a>>,
    /// The list type inherited from the lists of the object of which it was made; `None` for a list of CEL's own.
    pub schema: Option<&'a ListSchema>,
    /// Whether it is the sum of two lists of CEL's own, which is a separate type in Go.
    pub(super) is_sum: bool,
    /// The ranges of such a sum that come from lists of the object, which compare their elements differently.
    pub(super) from_data: Vec<Range<usize>>,
    /// The elements as the server keeps them until 1.36, if the schema converts them to other values (EVAL-14).
    pub(super) raw: Vec<Value<'a>>,
}

/// A map with computed or dynamic keys.
#[derive(Clone, Debug)]
pub enum Map<'a> {
    /// A map of the object.
    Data {
        /// Its members.
        map: &'a JsonMap<String, Json>,
        /// Schema of the values.
        values: &'a DataSchema,
    },
    /// A map or object of the object without a schema.
    Raw(&'a JsonMap<String, Json>),
    /// A computed map.
    Owned(Rc<BTreeMap<MapKey<'a>, Value<'a>>>),
}

/// An object of the data.
#[derive(Clone, Copy, Debug)]
pub struct Object<'a> {
    /// Its members, declared or not.
    pub map: &'a JsonMap<String, Json>,
    /// Its declared fields.
    pub schema: &'a ObjectSchema,
}

impl<'a> Value<'a> {
    /// Creates an error value with the server's text.
    pub fn error(text: impl Into<Cow<'static, str>>) -> Self {
        Value::Error(EvalError::new(text))
    }

    /// Creates a borrowed text.
    pub fn text(text: &'a str) -> Self {
        Value::String(Text::Borrowed(text))
    }

    /// Creates a computed text.
    pub fn owned(text: impl Into<Rc<str>>) -> Self {
        Value::String(Text::Owned(text.into()))
    }

    /// Creates a computed list.
    pub fn list(items: Vec<Value<'a>>) -> Self {
        Value::List(List::Owned(Rc::new(OwnedList {
            items,
            ..OwnedList::default()
        })))
    }

    /// Creates an optional with a value.
    pub fn some(value: Value<'a>) -> Self {
        Value::Optional(Some(Rc::new(value)))
    }

    pub(super) fn library(value: Library) -> Self {
        Value::Library(Arc::new(value))
    }

    /// Checks whether this is an error.
    pub fn is_error(&self) -> bool {
        matches!(self, Value::Error(_))
    }

    /// Returns the name of the value's type, as in run-time errors.
    pub fn type_name(&self) -> &str {
        match self {
            Value::Null => "null_type",
            Value::Bool(_) => "bool",
            Value::Int(_) => "int",
            Value::Uint(_) => "uint",
            Value::Double(_) => "double",
            Value::String(_) => "string",
            Value::Bytes(_) => "bytes",
            Value::Duration(_) => "google.protobuf.Duration",
            Value::Timestamp(_) => "google.protobuf.Timestamp",
            Value::Type(_) => "type",
            Value::Optional(_) => "optional_type",
            Value::List(_) => "list",
            Value::Map(_) | Value::Object(_) => "map",
            Value::Library(library) => library.type_name(),
            Value::Error(_) => "error",
        }
    }

    /// Returns the size from which costs are computed: code points, bytes, elements or members; 1 for any other value.
    pub(super) fn size(&self) -> u64 {
        let size = match self {
            Value::String(text) => text.size(),
            Value::Bytes(bytes) => bytes.len(),
            Value::List(list) => list.len(),
            Value::Map(map) => map.len(),
            Value::Object(object) => object.map.len(),
            Value::Optional(Some(value)) => return value.size(),
            Value::Library(library) => return library.size(),
            _ => 1,
        };
        size as u64
    }
}

impl Library {
    /// Returns the name of the type.
    pub fn type_name(&self) -> &'static str {
        match self {
            Library::Quantity(_) => "kubernetes.Quantity",
            Library::Ip(_) => "net.IP",
            Library::Cidr(_) => "net.CIDR",
            Library::Url(_) => "kubernetes.URL",
            Library::Format(_) => "kubernetes.NamedFormat",
            Library::Semver(_) => "kubernetes.Semver",
        }
    }

    /// Returns the Go type of the contents of the value.
    pub(super) fn native_type(&self) -> &'static str {
        match self {
            Library::Quantity(_) => "*resource.Quantity",
            Library::Ip(_) => "netip.Addr",
            Library::Cidr(_) => "netip.Prefix",
            Library::Url(_) => "*url.URL",
            Library::Format(_) => "cel.Format",
            Library::Semver(_) => "semver.Version",
        }
    }

    fn size(&self) -> u64 {
        match self {
            Library::Ip(ip) => ip.size(),
            Library::Cidr(cidr) => cidr.size(),
            _ => 1,
        }
    }
}

impl<'a> List<'a> {
    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        match self {
            List::Data { items, .. } | List::Raw(items) => items.len(),
            List::Owned(list) => list.items.len(),
        }
    }

    /// Checks whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Checks whether it is a list of the object in Go, or until 1.36 the sum of such lists.
    pub(super) fn is_of_data(&self, server: u8) -> bool {
        match self {
            List::Data { .. } => true,
            List::Raw(_) => false,
            List::Owned(list) => list.schema.is_some() && server < TYPED_SETS,
        }
    }

    /// Returns the list type inherited from the object; `None` for a list of CEL's own.
    pub(super) fn schema(&self) -> Option<&'a ListSchema> {
        match self {
            List::Data { schema, .. } => Some(schema),
            List::Raw(_) => None,
            List::Owned(list) => list.schema,
        }
    }
}

impl<'a> Map<'a> {
    /// Returns the number of members, including null and hidden ones.
    pub fn len(&self) -> usize {
        match self {
            Map::Data { map, .. } | Map::Raw(map) => map.len(),
            Map::Owned(map) => map.len(),
        }
    }

    /// Checks whether there are no members.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the keys in order, as values.
    pub(super) fn keys(&self) -> Vec<Value<'a>> {
        match self {
            Map::Data { map, .. } | Map::Raw(map) => sorted_keys(map),
            Map::Owned(map) => map.keys().map(MapKey::value).collect(),
        }
    }
}

impl Value<'_> {
    /// Checks whether two values are the same value at the same address.
    pub(super) fn is_same(&self, other: &Value<'_>) -> bool {
        match (self, other) {
            (Value::List(List::Owned(a)), Value::List(List::Owned(b))) => {
                std::ptr::eq(Rc::as_ptr(a).cast::<u8>(), Rc::as_ptr(b).cast::<u8>())
            }
            (Value::Map(Map::Owned(a)), Value::Map(Map::Owned(b))) => {
                std::ptr::eq(Rc::as_ptr(a).cast::<u8>(), Rc::as_ptr(b).cast::<u8>())
            }
            (Value::Library(a), Value::Library(b)) => match (&**a, &**b) {
                // Go has only one value for each format.
                (Library::Format(a), Library::Format(b)) => a == b,
                _ => Arc::ptr_eq(a, b),
            },
            _ => false,
        }
    }

    /// Checks whether Go can hash it as the key of a map.
    pub(super) fn is_hashable(&self, server: u8) -> bool {
        match self {
            Value::Bytes(_) => false,
            Value::Library(library) => match &**library {
                Library::Format(_) => server <= FORMAT_POINTERS_UNTIL,
                Library::Semver(_) => false,
                _ => true,
            },
            _ => true,
        }
    }
}

/// The last server that passes formats by their address.
pub(super) const FORMAT_POINTERS_UNTIL: u8 = 31;

impl<'a> Object<'a> {
    /// Returns a declared field and its JSON by the escaped name; `None` if it is undeclared, absent or null.
    pub(super) fn member(&self, name: &str) -> Option<(&'a DataField, &'a Json)> {
        let field = self.schema.field(name)?;
        let json = self.map.get(&field.key)?;
        (!json.is_null()).then_some((field, json))
    }

    /// Like [`member`](Self::member), with a cached position of the field.
    pub(super) fn member_at(&self, name: &'a str, hint: &FieldHint) -> Option<(&'a DataField, &'a Json)> {
        let (field, key) = self.schema.field_at(name, hint)?;
        let json = self.map.get(key)?;
        (!json.is_null()).then_some((field, json))
    }

    /// Returns the escaped names of the declared fields that are present or null, and null for each other member.
    pub(super) fn keys(&self) -> Vec<Value<'a>> {
        let fields = self.schema.fields().iter();
        let mut keys: Vec<Value<'a>> = fields
            .filter(|field| self.map.contains_key(&field.key))
            .map(|field| Value::text(&field.name))
            .collect();
        // The server counts members that expressions cannot access, and returns null for each (EVAL-04).
        keys.resize(keys.len().max(self.map.len()), Value::Null);
        keys
    }
}
