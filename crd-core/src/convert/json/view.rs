//! One value of a document.

use std::borrow::Cow;

use super::{Token, unescape};

/// Maximum number of members or elements for which capacity is reserved.
const MOST_RESERVED: usize = 16;

/// A value of a document.
#[derive(Clone, Copy)]
pub(crate) struct Json<'a> {
    text: &'a str,
    /// The tokens of the value, and possibly later ones.
    tokens: &'a [Token],
}

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Null,
    Boolean,
    Number,
    String,
    List,
    Object,
}

impl<'a> Json<'a> {
    pub(super) fn new(text: &'a str, tokens: &'a [Token]) -> Self {
        Json { text, tokens }
    }

    /// Returns the tokens of the value.
    pub(super) fn tokens(self) -> &'a [Token] {
        let size = self.tokens.first().map_or(0, |first| first.size());
        self.tokens.get(..size).unwrap_or_default()
    }

    /// Returns the text of the value.
    pub(crate) fn raw(self) -> &'a str {
        match self.tokens.first() {
            Some(token) => slice(self.text, *token),
            None => "null",
        }
    }

    pub(crate) fn kind(self) -> Kind {
        let start = self.tokens.first().map(|token| token.start as usize);
        match start.and_then(|start| self.text.as_bytes().get(start)) {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::List,
            Some(b'"') => Kind::String,
            Some(b't' | b'f') => Kind::Boolean,
            Some(b'-' | b'0'..=b'9') => Kind::Number,
            _ => Kind::Null,
        }
    }

    pub(crate) fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    pub(crate) fn is_object(self) -> bool {
        self.kind() == Kind::Object
    }

    /// Returns the text of a string, without quotes and escapes.
    pub(crate) fn string(self) -> Option<Cow<'a, str>> {
        let token = *self.tokens.first()?;
        (self.kind() == Kind::String).then(|| string(self.text, token))
    }

    /// Estimates the number of members or elements, for reserving capacity.
    pub(crate) fn capacity(self) -> usize {
        let size = self.tokens.first().map_or(0, |first| first.size() - 1);
        let each = if self.is_object() { 2 } else { 1 };
        (size / each).min(MOST_RESERVED)
    }

    /// Returns the members of an object in order; empty for other values.
    pub(crate) fn members(self) -> Members<'a> {
        Members {
            text: self.text,
            rest: self.inner(Kind::Object),
        }
    }

    /// Returns the elements of a list in order; empty for other values.
    pub(crate) fn elements(self) -> impl Iterator<Item = Json<'a>> {
        let text = self.text;
        let mut rest = self.inner(Kind::List);
        std::iter::from_fn(move || {
            let first = rest.first()?;
            let (value, after) = rest.split_at_checked(first.size())?;
            rest = after;
            Some(Json::new(text, value))
        })
    }

    /// Returns the member with a name; the last one if there are several, as in Go.
    pub(crate) fn get(self, name: &str) -> Option<Json<'a>> {
        let mut found = None;
        let mut rest = self.inner(Kind::Object);
        while let Some((key, after)) = rest.split_first() {
            let Some((value, after)) = after
                .first()
                .and_then(|first| after.split_at_checked(first.size()))
            else {
                break;
            };
            let is_it = if key.has_escapes() {
                *string(self.text, *key) == *name
            } else {
                // A name with another length is different.
                (key.end - key.start) as usize == name.len() + 2
                    && self
                        .text
                        .as_bytes()
                        .get(key.start as usize + 1..key.end as usize - 1)
                        == Some(name.as_bytes())
            };
            if is_it {
                found = Some(Json::new(self.text, value));
            }
            rest = after;
        }
        found
    }

    /// Returns the value at the end of a path of names.
    pub(crate) fn at(self, path: &[impl AsRef<str>]) -> Option<Json<'a>> {
        path.iter().try_fold(self, |value, name| value.get(name.as_ref()))
    }

    /// Returns the tokens inside of an object or list.
    fn inner(self, kind: Kind) -> &'a [Token] {
        match self.tokens.split_first() {
            Some((first, rest)) if self.kind() == kind => rest.get(..first.size() - 1).unwrap_or_default(),
            _ => &[],
        }
    }
}

/// The members of an object, with their names without escapes.
#[derive(Clone)]
pub(crate) struct Members<'a> {
    text: &'a str,
    rest: &'a [Token],
}

impl<'a> Iterator for Members<'a> {
    type Item = (Cow<'a, str>, Json<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let (name, rest) = self.rest.split_first()?;
        let size = rest.first()?.size();
        let (value, rest) = rest.split_at_checked(size)?;
        self.rest = rest;
        Some((string(self.text, *name), Json::new(self.text, value)))
    }
}

/// Returns the text of a string.
fn string(text: &str, token: Token) -> Cow<'_, str> {
    if token.has_escapes() {
        return unescape(slice(text, token));
    }
    let inner = text.get(token.start as usize + 1..(token.end as usize).saturating_sub(1));
    Cow::Borrowed(inner.unwrap_or_default())
}

fn slice(text: &str, token: Token) -> &str {
    text.get(token.start as usize..token.end as usize)
        .unwrap_or_default()
}
