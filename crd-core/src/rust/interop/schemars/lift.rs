use serde_json::Value;

use super::draft::Draft;
use crate::model::structural::Structural;
use crate::rust::shape::ForeignError;

/// Schemas within schemas; no real one is deeper.
const MAX_DEPTH: usize = 64;
/// Schemas in all, each reference taken in where it stands.
const MAX_SCHEMAS: usize = 50_000;

/// What there is to do instead.
pub(super) const INSTEAD: &str = "in place of `schemars` use `schema_as = …` with a type of the same form, `schema_with = …`, or \
     `preserve_unknown_fields`";

/// The walk over a JSON schema.
pub(super) struct Lift<'a> {
    root: &'a Value,
    name: &'a str,
    /// The references that are being followed.
    following: Vec<String>,
    depth: usize,
    schemas: usize,
    finished: usize,
    errors: Vec<ForeignError>,
}

impl<'a> Lift<'a> {
    pub(super) fn new(root: &'a Value, name: &'a str) -> Self {
        Lift {
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

    /// Notes what is wrong at a place; each only once, for definitions may be taken in many times.
    pub(super) fn problem(&mut self, pointer: &str, message: impl AsRef<str>) {
        let error = ForeignError {
            pointer: format!("#{pointer}"),
            message: format!(
                "the JSON schema of `{}`: {} [CRD0922]",
                self.name,
                message.as_ref()
            ),
        };
        if !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }

    /// Counts a schema that is finished; false when there are too many, for alternatives may be tried twice.
    pub(super) fn may_finish(&mut self, pointer: &str) -> bool {
        self.finished += 1;
        if self.finished == 4 * MAX_SCHEMAS {
            self.problem(pointer, format!("it is too large; {INSTEAD}"));
        }
        self.finished < 4 * MAX_SCHEMAS
    }

    /// A schema that stands at `pointer`.
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
                    format!("`false` admits no value, which a structural schema cannot say; {INSTEAD}"),
                );
                Draft::new(pointer.to_owned())
            }
            _ => {
                self.problem(pointer, "a schema is an object, `true` or `false`");
                Draft::new(pointer.to_owned())
            }
        };
        self.depth -= 1;
        draft
    }

    /// The schema that `$ref` names.
    pub(super) fn follow(&mut self, reference: &str, pointer: &str) -> Draft {
        let nothing = || Draft::new(pointer.to_owned());
        if self.following.iter().any(|other| other == reference) {
            let at = format!("{pointer}/$ref");
            self.problem(
                &at,
                format!(
                    "`{reference}` contains itself, but structural schemas cannot recurse; cut the cycle with \
                     `#[schemars(with = \"…\")]` in that type, or {INSTEAD}"
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
            self.problem(&at, format!("`{reference}` is not in the schema; {INSTEAD}"));
            return nothing();
        };
        self.following.push(reference.to_owned());
        let draft = self.read(schema, target);
        self.following.pop();
        draft
    }
}

/// A URI fragment without its percent signs.
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

/// A member's name as a part of a JSON pointer.
pub(super) fn step(pointer: &str, name: &str) -> String {
    format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"))
}
