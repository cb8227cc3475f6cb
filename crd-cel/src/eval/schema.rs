//! The schema of the data that an expression reads.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Determines how the JSON values at one place of an object become CEL values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataSchema {
    /// The kind of value.
    pub kind: DataKind,
    /// Whether null is a valid value; otherwise it is an error.
    pub nullable: bool,
}

/// The kind of a value, according to its schema.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DataKind {
    /// `type: boolean`.
    Bool,
    /// `type: integer`.
    Int,
    /// `type: number`.
    Double,
    /// `type: string` without a format that has a CEL type of its own.
    String,
    /// `format: byte`: URL-safe base64.
    Bytes,
    /// `format: date`.
    Date,
    /// `format: date-time`.
    DateTime,
    /// `format: duration`.
    Duration,
    /// `x-kubernetes-int-or-string`.
    IntOrString,
    /// `type: array`.
    List(Box<ListSchema>),
    /// `type: object` with `additionalProperties`.
    Map(Box<DataSchema>),
    /// `type: object` with properties.
    Object(ObjectSchema),
    /// `x-kubernetes-preserve-unknown-fields` without a type. Expressions cannot access such values by name, but
    /// include them when they compare the values around them: numbers compare by type, so that 1 and 1.0 differ.
    Preserved,
}

/// A list, with its list type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListSchema {
    /// The elements.
    pub items: DataSchema,
    /// `x-kubernetes-list-type`.
    pub kind: ListKind,
}

/// `x-kubernetes-list-type`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ListKind {
    /// Order counts.
    Atomic,
    /// Elements are unique; order does not count.
    Set,
    /// Elements are unique by these keys (names as in the schema).
    Map(Vec<String>),
}

/// An object with named fields.
#[derive(Clone, Debug, Default)]
pub struct ObjectSchema {
    fields: Vec<DataField>,
    /// Identifies the schema among those with other fields; 0 if no id is left.
    id: u32,
}

impl PartialEq for ObjectSchema {
    fn eq(&self, other: &Self) -> bool {
        self.fields == other.fields
    }
}

impl Eq for ObjectSchema {}

/// A field of an [`ObjectSchema`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataField {
    /// Name in expressions (escaped), or the name in JSON if no expression can contain it.
    pub name: String,
    /// The name in JSON.
    pub key: String,
    /// Schema of the value.
    pub schema: DataSchema,
}

impl ObjectSchema {
    /// Creates an object schema with these fields.
    pub fn new(mut fields: Vec<DataField>) -> Self {
        fields.sort_by(|a, b| a.name.cmp(&b.name));
        Self {
            fields,
            id: next_id(),
        }
    }

    /// Returns the field with a name as written in expressions: escaped, or one of the few names that servers
    /// accept in either form, such as `namespace`.
    pub fn field(&self, name: &str) -> Option<&DataField> {
        match self
            .fields
            .binary_search_by(|field| field.name.as_str().cmp(name))
        {
            Ok(at) => self.fields.get(at),
            Err(_) => self.fields.iter().find(|field| field.key == name),
        }
    }

    /// Like [`field`](Self::field), but with a cached result: a cached field is found without comparing
    /// names. Also returns its name in JSON.
    pub(super) fn field_at<'s>(
        &'s self,
        name: &'s str,
        hint: &FieldHint,
    ) -> Option<(&'s DataField, &'s str)> {
        let known = hint.get();
        if known.schema == self.id
            && self.id != 0
            && let Some(field) = self.fields.get(known.place as usize)
        {
            return Some((field, if known.is_plain { name } else { &field.key }));
        }
        let found = self
            .fields
            .binary_search_by(|field| field.name.as_str().cmp(name));
        let place = match found {
            Ok(place) => place,
            Err(_) => self.fields.iter().position(|field| field.key == name)?,
        };
        let field = self.fields.get(place)?;
        if let Ok(place) = u16::try_from(place) {
            hint.set(FieldAt {
                schema: self.id,
                place,
                is_plain: field.key == name,
            });
        }
        Some((field, &field.key))
    }

    /// Returns the field with a name in JSON.
    pub fn field_of_key(&self, key: &str) -> Option<&DataField> {
        match self.field(key) {
            Some(field) if field.key == key => Some(field),
            _ => self.fields.iter().find(|field| field.key == key),
        }
    }

    /// Returns all fields, sorted by escaped name.
    pub fn fields(&self) -> &[DataField] {
        &self.fields
    }
}

/// The field that the last lookup of a name found.
#[derive(Debug, Default)]
pub(super) struct FieldHint(AtomicU64);

/// A field of an object's schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FieldAt {
    /// The id of the schema.
    pub(super) schema: u32,
    /// Index among its fields.
    pub(super) place: u16,
    /// Whether its name is the same in JSON.
    pub(super) is_plain: bool,
}

impl FieldHint {
    pub(super) fn get(&self) -> FieldAt {
        let all = self.0.load(Ordering::Relaxed);
        FieldAt {
            schema: u32::try_from(all >> 32).unwrap_or_default(),
            place: u16::try_from((all >> 16) & 0xffff).unwrap_or_default(),
            is_plain: all & 1 != 0,
        }
    }

    pub(super) fn set(&self, found: FieldAt) {
        let all = u64::from(found.schema) << 32 | u64::from(found.place) << 16 | u64::from(found.is_plain);
        self.0.store(all, Ordering::Relaxed);
    }
}

impl Clone for FieldHint {
    fn clone(&self) -> Self {
        Self(AtomicU64::new(self.0.load(Ordering::Relaxed)))
    }
}

/// Returns the id for a new schema; 0 if no ids are left.
fn next_id() -> u32 {
    static LAST: AtomicU32 = AtomicU32::new(0);
    let next = LAST.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| last.checked_add(1));
    next.map_or(0, |last| last.saturating_add(1))
}

impl DataSchema {
    /// Creates a schema of values that must not be null.
    pub fn new(kind: DataKind) -> Self {
        Self {
            kind,
            nullable: false,
        }
    }
}

impl DataKind {
    /// Checks whether its texts are converted to values of another type.
    pub(super) fn is_read(&self) -> bool {
        matches!(
            self,
            DataKind::Date | DataKind::DateTime | DataKind::Duration | DataKind::Bytes
        )
    }

    /// Checks whether its texts are strings in expressions, too.
    pub(super) fn is_text(&self) -> bool {
        matches!(self, DataKind::String | DataKind::IntOrString)
    }

    /// Checks whether its integers are integers in expressions, too.
    pub(super) fn is_int(&self) -> bool {
        matches!(self, DataKind::Int | DataKind::IntOrString)
    }

    /// Returns the error for a Go value of another type.
    pub(super) fn unfit(&self, found: &str) -> String {
        let expected = match self {
            DataKind::IntOrString => {
                return "invalid data, expected XIntOrString value to be either a string or integer"
                    .to_owned();
            }
            DataKind::List(_) => {
                return "invalid data, expected an array for the provided schema with type=array".to_owned();
            }
            DataKind::Map(_) | DataKind::Object(_) => {
                return "invalid data, expected a map for the provided schema with type=object".to_owned();
            }
            DataKind::Bool => "bool",
            DataKind::Int => "int",
            DataKind::Double => "float",
            DataKind::String | DataKind::Bytes | DataKind::Date | DataKind::DateTime | DataKind::Duration => {
                "string"
            }
            DataKind::Preserved => "any value",
        };
        format!("invalid data, expected {expected}, got {found}")
    }
}
