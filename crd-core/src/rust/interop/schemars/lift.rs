//! Walks a JSON Schema from the root, follows its references, and collects errors for parts without a structural form.
//!
//! ```text
//! {properties: {a: {$ref: "#/$defs/A"}}, $defs: {A: {type: [string, "null"]}}}
//! {type: object, properties: {a: {type: string, nullable: true}}}
//! ```
//!
//! Each schema is read into a [`Draft`] (`keywords`, `annotations`), its choices are merged (`choice`), and the draft
//! becomes a structural schema (`finish`).

use serde_json::Value;

use super::draft::Draft;
use crate::model::structural::Structural;
use crate::rust::shape::ForeignError;

/// Maximum nesting of schemas.
const MAX_DEPTH: usize = 64;
/// Maximum number of schemas, counting the target of a reference once for each reference.
const MAX_SCHEMAS: usize = 50_000;

/// End of a message, which suggests alternatives.
pub(super) const INSTEAD: &str = "instead of `schemars`, use `schema_as = …` with a type of the same form, \
    `schema_with = …`, or `preserve_unknown_fields`";

/// The walk over a JSON schema.
pub(super) struct SchemarsImport<'a> {
    root: &'a Value,
    name: &'a str,
    /// The references on the way from the root to the current schema, to find cycles.
    following: Vec<String>,
    depth: usize,
    schemas: usize,
    finished: usize,
    errors: Vec<ForeignError>,
}

impl<'a> SchemarsImport<'a> {
    pub(super) fn new(root: &'a Value, name: &'a str) -> Self {
        SchemarsImport {
            root,
            name,
            following: Vec::new(),
            depth: 0,
            schemas: 0,
            finished: 0,
            errors: Vec::new(),
        }
    }

    pub(super) fn run(mut self) -> Result<Structural, Vec<ForeignError>> {
        self.following.push(String::from("#"));
        let draft = self.read(self.root, "");
        let node = self.finish(draft);
        if self.errors.is_empty() {
            Ok(node)
        } else {
            Err(self.errors)
        }
    }

    /// Reports a problem at a place. Each is reported once, since a definition may be read many times.
    pub(super) fn problem(&mut self, pointer: &str, message: impl AsRef<str>) {
        let error = ForeignError {
            pointer: format!("#{pointer}"),
            message: format!(
                "the JSON schema of `{}`: {}{}",
                self.name,
                message.as_ref(),
                code!(JSON_SCHEMA_INEXPRESSIBLE)
            ),
        };
        if !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }

    /// Counts a finished schema, and returns false when there are too many. Finished schemas are counted separately
    /// from those that are read, since a branch may be finished twice.
    pub(super) fn may_finish(&mut self, pointer: &str) -> bool {
        self.finished += 1;
        if self.finished == 4 * MAX_SCHEMAS {
            self.problem(pointer, format!("it is too large; {INSTEAD}"));
        }
        self.finished < 4 * MAX_SCHEMAS
    }

    /// Reads the schema at `pointer`.
    pub(super) fn read(&mut self, schema: &'a Value, pointer: &str) -> Draft {
        self.schemas += 1;
        if self.depth >= MAX_DEPTH || self.schemas > MAX_SCHEMAS {
            if self.schemas <= MAX_SCHEMAS || self.errors.is_empty() {
                self.problem(pointer, format!("it is too large or too deep; {INSTEAD}"));
            }
            return Draft::new(pointer.to_owned());
        }
        self.depth += 1;
        let draft = match schema {
            Value::Bool(true) => Draft::new(pointer.to_owned()),
            Value::Object(members) => self.members(members, pointer),
            Value::Bool(false) => {
                self.problem(
                    pointer,
                    format!("`false` accepts no value, which a structural schema cannot express; {INSTEAD}"),
                );
                Draft::new(pointer.to_owned())
            }
            _ => {
                self.problem(pointer, "a schema must be an object, `true` or `false`");
                Draft::new(pointer.to_owned())
            }
        };
        self.depth -= 1;
        draft
    }

    /// Reads the schema that `$ref` refers to.
    pub(super) fn follow(&mut self, reference: &str, pointer: &str) -> Draft {
        let nothing = || Draft::new(pointer.to_owned());
        if self.following.iter().any(|other| other == reference) {
            let at = format!("{pointer}/$ref");
            self.problem(
                &at,
                format!(
                    "`{reference}` contains itself, but structural schemas cannot be recursive; break the \
                     cycle with `#[schemars(with = \"…\")]` in that type, or {INSTEAD}"
                ),
            );
            return nothing();
        }
        let target = reference.strip_prefix('#').map(decode);
        let found = target
            .as_deref()
            .and_then(|target| self.root.pointer(target).map(|schema| (target, schema)));
        let Some((target, schema)) = found else {
            let at = format!("{pointer}/$ref");
            self.problem(
                &at,
                format!("the schema does not contain `{reference}`; {INSTEAD}"),
            );
            return nothing();
        };
        self.following.push(reference.to_owned());
        let draft = self.read(schema, target);
        self.following.pop();
        draft
    }
}

/// Decodes the percent escapes of a URI fragment.
fn decode(fragment: &str) -> String {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let [first, tail @ ..] = rest {
        let digit = |byte: &u8| {
            char::from(*byte)
                .to_digit(16)
                .and_then(|digit| u8::try_from(digit).ok())
        };
        match tail {
            [high, low, after @ ..] if *first == b'%' => {
                if let (Some(high), Some(low)) = (digit(high), digit(low)) {
                    bytes.push(high * 16 + low);
                    rest = after;
                    continue;
                }
                bytes.push(*first);
            }
            _ => bytes.push(*first),
        }
        rest = tail;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns the pointer of a member of the value at `pointer`.
pub(super) fn step(pointer: &str, name: &str) -> String {
    format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"))
}
