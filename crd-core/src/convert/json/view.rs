//! One value of a document.

use std::borrow::Cow;

use super::{Token, unescape};

/// A value of a document.
#[derive(Clone, Copy)]
pub(crate) struct Json<'a> {
    text: &'a str,
    /// The tokens of the value, and maybe more.
    tokens: &'a [Token],
}

/// What a value is.
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

    /// The text of the value.
    pub(crate) fn raw(self) -> &'a str {
        match self.tokens.first() {
            Some(token) => slice(self.text, *token),
            None => "null",
        }
    }

    pub(crate) fn kind(self) -> Kind {
        match self.raw().as_bytes().first() {
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

    /// The text of a string, without quotes and escapes.
    pub(crate) fn string(self) -> Option<Cow<'a, str>> {
        (self.kind() == Kind::String).then(|| unescape(self.raw()))
    }

    /// The members of an object in their order; none of anything else.
    pub(crate) fn members(self) -> Members<'a> {
        Members {
            text: self.text,
            rest: self.inner(Kind::Object),
        }
    }

    /// The elements of a list in their order; none of anything else.
    pub(crate) fn elements(self) -> impl Iterator<Item = Json<'a>> {
        let text = self.text;
        let mut rest = self.inner(Kind::List);
        std::iter::from_fn(move || {
            let first = rest.first()?;
            let (value, after) = rest.split_at_checked(first.size as usize)?;
            rest = after;
            Some(Json::new(text, value))
        })
    }

    /// The member of a name. The last of several counts, as in Go.
    pub(crate) fn get(self, name: &str) -> Option<Json<'a>> {
        let found = self.members().filter(|(key, _)| **key == *name);
        found.last().map(|(_, value)| value)
    }

    /// The value at the end of a path of names.
    pub(crate) fn at(self, path: &[impl AsRef<str>]) -> Option<Json<'a>> {
        path.iter().try_fold(self, |value, name| value.get(name.as_ref()))
    }

    /// The tokens inside of an object or list.
    fn inner(self, kind: Kind) -> &'a [Token] {
        match self.tokens.split_first() {
            Some((first, rest)) if self.kind() == kind => {
                rest.get(..first.size as usize - 1).unwrap_or_default()
            }
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
        let size = rest.first()?.size as usize;
        let (value, rest) = rest.split_at_checked(size)?;
        self.rest = rest;
        Some((unescape(slice(self.text, *name)), Json::new(self.text, value)))
    }
}

fn slice(text: &str, token: Token) -> &str {
    text.get(token.start as usize..token.end as usize)
        .unwrap_or_default()
}
