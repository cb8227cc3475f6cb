//! Writes a full object as YAML: optional members are commented out, and each has its docs above it.
//!
//! ```text
//! spec:
//!   # How many instances there are.
//!   # integer, 1 to 50, default 3
//!   #replicas: 3
//!   # The name of the engine.
//!   # string, required
//!   engine: example
//! ```
//!
//! Docs start with `# `, members that are commented out start with `#` without a space. Removing the `#` in front of a
//! member enables it.

use serde_json::Value;

use super::full::FullSample;
use super::{SampleError, Samples};
use crate::describe::{bounds_of, type_of};
use crate::model::structural::Structural;
use crate::yaml;

/// The members that every object has.
const OF_ALL: [&str; 3] = ["apiVersion", "kind", "metadata"];
/// Maximum line length of docs.
const LINE: usize = 90;

impl Samples {
    /// Returns the full object as YAML, with docs; optional members are commented out.
    ///
    /// Both the text and the text without the `#` in front of members are accepted.
    ///
    /// # Errors
    ///
    /// If none is found; the error has the violated restrictions.
    pub fn full_text(&mut self) -> Result<String, SampleError> {
        let full = self.full()?;
        Ok(self.text_of_full(&full))
    }

    /// Writes a full object as YAML, as [`full_text`](Self::full_text) does.
    #[must_use]
    pub fn text_of_full(&self, full: &FullSample) -> String {
        let kept = KeptMembers {
            uncommented: Some(&full.uncommented),
            required: Some(&full.required),
        };
        self.written(&full.object, kept, Docs::Above)
    }

    /// Writes an object as YAML, with its members in the order of the schema.
    #[must_use]
    pub fn text(&self, object: &Value) -> String {
        let kept = KeptMembers {
            uncommented: Some(object),
            required: Some(object),
        };
        self.written(object, kept, Docs::None)
    }

    fn written(&self, object: &Value, kept: KeptMembers<'_>, docs: Docs) -> String {
        let mut writing = Writing {
            out: String::new(),
            docs,
        };
        for name in OF_ALL {
            if let Some(value) = object.get(name) {
                writing.free(name, value, 0, Comment::No);
            }
        }
        let schema = self.schema();
        // Members that users write come before the status that controllers write.
        let last = |name: &str| name == "status";
        let properties = schema.properties();
        let ordered = properties
            .filter(|(name, _)| !last(name))
            .chain(schema.properties().filter(|(name, _)| last(name)));
        for (name, property) in ordered {
            let is_left_out = OF_ALL.contains(&name) || last(name) && object.get(name).is_none();
            if !is_left_out {
                writing.member(name, property, object, kept, 0, Comment::No);
            }
        }
        for (name, other) in object.as_object().into_iter().flatten() {
            if !OF_ALL.contains(&&**name) && schema.property(name).is_none() {
                writing.free(name, other, 0, Comment::No);
            }
        }
        writing.out
    }
}

/// Whether a member is commented out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comment {
    No,
    Yes,
}

/// What of a value is not commented out, and what of it is required.
#[derive(Clone, Copy, Debug)]
struct KeptMembers<'a> {
    uncommented: Option<&'a Value>,
    required: Option<&'a Value>,
}

impl<'a> KeptMembers<'a> {
    fn at(self, step: impl Fn(&'a Value) -> Option<&'a Value>) -> Self {
        KeptMembers {
            uncommented: self.uncommented.and_then(&step),
            required: self.required.and_then(&step),
        }
    }

    fn member(self, name: &str) -> Self {
        self.at(|value| value.get(name))
    }

    fn element(self, index: usize) -> Self {
        self.at(|value| value.get(index))
    }

    fn comment(self, outer: Comment) -> Comment {
        if self.uncommented.is_some() {
            outer
        } else {
            Comment::Yes
        }
    }

    fn remarks(self) -> &'static [&'static str] {
        if self.required.is_some() {
            &["required"]
        } else {
            &[]
        }
    }
}

/// Whether docs are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Docs {
    None,
    /// Above each member.
    Above,
}

struct Writing {
    out: String,
    docs: Docs,
}

/// The recursion depth is that of the schema.
impl Writing {
    /// Writes a member of an object, of which `kept` says what is kept.
    fn member(
        &mut self,
        name: &str,
        schema: &Structural,
        object: &Value,
        kept: KeptMembers<'_>,
        indent: usize,
        comment: Comment,
    ) {
        let Some(value) = object.get(name) else {
            self.docs(
                schema,
                indent,
                &["not accepted together with the other fields"],
                Some(name),
            );
            return;
        };
        let kept = kept.member(name);
        let comment = kept.comment(comment);
        self.docs(schema, indent, kept.remarks(), None);
        self.value(&key_text(name), schema, value, kept, indent, comment);
    }

    fn value(
        &mut self,
        key: &str,
        schema: &Structural,
        value: &Value,
        kept: KeptMembers<'_>,
        indent: usize,
        comment: Comment,
    ) {
        match value {
            Value::Object(members) if !members.is_empty() && schema.properties().next().is_some() => {
                // If all members are commented out, the value must still be an object.
                let is_emptied = comment == Comment::No
                    && kept
                        .uncommented
                        .and_then(Value::as_object)
                        .is_some_and(serde_json::Map::is_empty);
                if is_emptied {
                    self.line(indent, comment, &format!("{key} {{}}"));
                    self.words(indent, "with any of these, without the `{}`:");
                } else {
                    self.line(indent, comment, key);
                }
                for (name, property) in schema.properties() {
                    self.member(name, property, value, kept, indent + 2, comment);
                }
                let others = members.iter().filter(|(name, _)| schema.property(name).is_none());
                for (name, other) in others {
                    self.free(name, other, indent + 2, comment);
                }
            }
            Value::Array(elements)
                if !elements.is_empty()
                    && schema
                        .items()
                        .is_some_and(|items| items.properties().next().is_some())
                    && elements
                        .iter()
                        .all(|element| element.as_object().is_some_and(|element| !element.is_empty())) =>
            {
                // If all elements are commented out, the value must still be a list.
                let is_emptied = comment == Comment::No
                    && kept
                        .uncommented
                        .and_then(Value::as_array)
                        .is_some_and(Vec::is_empty);
                if is_emptied {
                    self.line(indent, comment, &format!("{key} []"));
                    self.words(indent, "with any of these, without the `[]`:");
                } else {
                    self.line(indent, comment, key);
                }
                for (index, element) in elements.iter().enumerate() {
                    if let Some(items) = schema.items() {
                        self.element(items, element, kept.element(index), indent, comment);
                    }
                }
            }
            _ => self.written(key, value, indent, comment),
        }
    }

    /// Writes an element of a list of objects; its first member is on the line of the dash.
    fn element(
        &mut self,
        items: &Structural,
        element: &Value,
        kept: KeptMembers<'_>,
        indent: usize,
        comment: Comment,
    ) {
        let comment = kept.comment(comment);
        let is_first = |name: &str| {
            element.get(name).is_some() && kept.uncommented.is_none_or(|kept| kept.get(name).is_some())
        };
        let first = items.properties().find(|(name, _)| is_first(name));
        match first {
            Some((name, property)) => {
                let value = element.get(name).unwrap_or(&Value::Null);
                let kept = kept.member(name);
                self.docs(property, indent, kept.remarks(), None);
                self.first_member(name, property, value, kept, indent, comment);
            }
            None => {
                self.line(indent, comment, "- {}");
                self.words(indent, "with any of these, without the `{}`:");
            }
        }
        for (name, property) in items.properties() {
            if first.is_none_or(|(first, _)| first != name) {
                self.member(name, property, element, kept, indent + 2, comment);
            }
        }
        let others = element.as_object().into_iter().flatten();
        for (name, other) in others.filter(|(name, _)| items.property(name).is_none()) {
            self.free(name, other, indent + 2, comment);
        }
    }

    fn first_member(
        &mut self,
        name: &str,
        schema: &Structural,
        value: &Value,
        kept: KeptMembers<'_>,
        indent: usize,
        comment: Comment,
    ) {
        let start = self.out.len();
        self.value(&key_text(name), schema, value, kept, indent + 2, comment);
        let text = self.out.split_off(start);
        let mark = if comment == Comment::Yes { "#" } else { "" };
        // The dash takes two of the spaces before the key; in a commented line, it comes after the `#`.
        let rest = text.get(indent + 2 + mark.len()..).unwrap_or_default();
        self.out
            .push_str(&format!("{}{mark}- {rest}", " ".repeat(indent)));
    }

    /// Writes a member without docs.
    fn free(&mut self, name: &str, value: &Value, indent: usize, comment: Comment) {
        self.written(&key_text(name), value, indent, comment);
    }

    fn written(&mut self, key: &str, value: &Value, indent: usize, comment: Comment) {
        let text = yaml::to_string(value).unwrap_or_default();
        let text = text.trim_end_matches('\n');
        match value {
            Value::Object(members) if !members.is_empty() => {
                self.line(indent, comment, key);
                for line in text.lines() {
                    self.line(indent + 2, comment, line);
                }
            }
            Value::Array(elements) if !elements.is_empty() => {
                self.line(indent, comment, key);
                for line in text.lines() {
                    self.line(indent, comment, line);
                }
            }
            _ => {
                // Multi-line strings are indented below their key.
                let mut lines = text.lines();
                let first = lines.next().unwrap_or_default();
                self.line(indent, comment, &format!("{key} {first}"));
                for line in lines {
                    self.line(indent, comment, line);
                }
            }
        }
    }

    fn docs(&mut self, schema: &Structural, indent: usize, remarks: &[&str], name: Option<&str>) {
        if self.docs == Docs::None {
            return;
        }
        if let Some(name) = name {
            self.words(indent, &format!("`{name}`"));
        }
        let paragraph: Vec<&str> = schema
            .generic
            .description
            .lines()
            .map(str::trim)
            .take_while(|line| !line.is_empty())
            .collect();
        for line in wrapped(&paragraph.join(" "), LINE.saturating_sub(indent).max(40)) {
            self.words(indent, &line);
        }
        let mut facts = vec![type_of(schema)];
        facts.extend(bounds_of(schema));
        if let Some(values) = &schema.validation.enum_ {
            let values: Vec<String> = values.iter().map(shown).collect();
            facts.push(format!("one of {}", values.join(", ")));
        }
        facts.extend(remarks.iter().map(|remark| (*remark).to_owned()));
        if let Some(default) = &schema.generic.default {
            facts.push(format!("default {}", shown(default)));
        }
        for line in wrapped(&facts.join(", "), LINE.saturating_sub(indent).max(40)) {
            self.words(indent, &line);
        }
    }

    fn words(&mut self, indent: usize, words: &str) {
        self.line(indent, Comment::No, &format!("# {words}"));
    }

    fn line(&mut self, indent: usize, comment: Comment, text: &str) {
        let start = if comment == Comment::Yes { "#" } else { "" };
        self.out.push_str(&" ".repeat(indent));
        self.out.push_str(start);
        self.out.push_str(text);
        self.out.push('\n');
    }
}

/// Formats a value on one line.
fn shown(value: &Value) -> String {
    match value {
        Value::Array(_) | Value::Object(_) => value.to_string(),
        scalar => yaml::to_string(scalar).map_or_else(
            |_| scalar.to_string(),
            |text| {
                if text.trim_end().contains('\n') {
                    scalar.to_string()
                } else {
                    text.trim_end().to_owned()
                }
            },
        ),
    }
}

/// Formats a key with its colon.
fn key_text(name: &str) -> String {
    let text = yaml::to_string(&serde_json::json!({name: true})).unwrap_or_default();
    text.trim_end().strip_suffix(" true").unwrap_or(name).to_owned()
}

/// Wraps a text into lines.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
