//! Paths of values in annotations.
//!
//! ```text
//! /spec/tier                           a member
//! /spec/users/{"name":"a"}/shell       an element of a list that is merged by keys
//! /spec/hosts/#2.5.c0ffee…/port        element 2 of 5, whose fingerprint is c0ffee…
//! /spec//storage/class                 the part before `//` must exist for the value to be restored
//! /spec/storage/                       the whole path must exist
//! ```

use std::borrow::Cow;
use std::fmt::Write as _;

/// A step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Segment<'a> {
    Member(Cow<'a, str>),
    /// An element by its keys, as a JSON object.
    Keyed(String),
    /// An element by its position, the number of elements, and a fingerprint.
    Element {
        index: usize,
        of: usize,
        print: u64,
    },
}

/// A path, and the number of its steps that must exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place<'a> {
    pub(super) segments: Vec<Segment<'a>>,
    pub(super) anchor: usize,
}

impl<'a> Place<'a> {
    pub(super) fn write(&self, text: &mut String) {
        for (depth, segment) in self.segments.iter().enumerate() {
            text.push('/');
            if depth == self.anchor && depth + 1 < self.segments.len() {
                text.push('/');
            }
            match segment {
                Segment::Member(name) if name.is_empty() => text.push_str("~2"),
                Segment::Member(name) => {
                    // Names that look like another kind of step are escaped.
                    if name.starts_with(['#', '{']) {
                        text.push_str("~3");
                    }
                    escape(text, name);
                }
                Segment::Keyed(keys) => escape(text, keys),
                Segment::Element { index, of, print } => {
                    let _ = write!(text, "#{index}.{of}.{print:016x}");
                }
            }
        }
        if self.anchor >= self.segments.len() {
            text.push('/');
        }
    }

    /// Parses a path, which users may have edited.
    pub(super) fn parse(text: &'a str) -> Option<Place<'a>> {
        let mut segments = Vec::with_capacity(8);
        let mut anchor = None;
        let bytes = text.strip_prefix('/')?.as_bytes();
        let mut start = 1;
        loop {
            let rest = bytes.get(start - 1..)?;
            let length = rest.iter().position(|byte| *byte == b'/').unwrap_or(rest.len());
            if length == 0 {
                if anchor.replace(segments.len()).is_some() {
                    return None;
                }
            } else {
                segments.push(segment(text.get(start..start + length)?)?);
            }
            if length == rest.len() {
                break;
            }
            start += length + 1;
        }
        if segments.is_empty() {
            return None;
        }
        let anchor = anchor.unwrap_or(segments.len() - 1);
        Some(Place { segments, anchor })
    }

    pub(super) fn into_owned(self) -> Place<'static> {
        let segments = self.segments.into_iter().map(|segment| match segment {
            Segment::Member(name) => Segment::Member(Cow::Owned(name.into_owned())),
            Segment::Keyed(keys) => Segment::Keyed(keys),
            Segment::Element { index, of, print } => Segment::Element { index, of, print },
        });
        Place {
            segments: segments.collect(),
            anchor: self.anchor,
        }
    }
}

fn escape(out: &mut String, text: &str) {
    if !text.bytes().any(|byte| matches!(byte, b'~' | b'/')) {
        out.push_str(text);
        return;
    }
    for character in text.chars() {
        match character {
            '~' => out.push_str("~0"),
            '/' => out.push_str("~1"),
            other => out.push(other),
        }
    }
}

fn unescape(text: &str) -> Cow<'_, str> {
    if !text.bytes().any(|byte| byte == b'~') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace("~1", "/").replace("~0", "~"))
}

fn segment(part: &str) -> Option<Segment<'_>> {
    // Most steps are names without a special start or escapes.
    if !part.bytes().any(|byte| matches!(byte, b'#' | b'{' | b'~')) {
        return Some(Segment::Member(Cow::Borrowed(part)));
    }
    if let Some(element) = part.strip_prefix('#') {
        let mut numbers = element.split('.');
        let (index, of) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
        let print = u64::from_str_radix(numbers.next()?, 16).ok()?;
        return numbers
            .next()
            .is_none()
            .then_some(Segment::Element { index, of, print });
    }
    Some(match part.strip_prefix("~3") {
        Some(rest) => Segment::Member(unescape(rest)),
        None if part == "~2" => Segment::Member(Cow::Borrowed("")),
        None if part.starts_with('{') => Segment::Keyed(unescape(part).into_owned()),
        None => Segment::Member(unescape(part)),
    })
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::{Place, Segment};

    #[test]
    fn paths_are_read_as_they_are_written() {
        let member = |name: &'static str| Segment::Member(Cow::Borrowed(name));
        let keyed = Segment::Keyed(r#"{"name":"a/b~"}"#.to_owned());
        let element = Segment::Element {
            index: 2,
            of: 5,
            print: 7,
        };
        for segments in [
            vec![member("spec"), member("tier")],
            vec![member("spec"), keyed, member("x")],
            vec![member("spec"), element, member("")],
            vec![
                member("a/b"),
                member("~1"),
                member("#x"),
                member("{"),
                member("~2"),
            ],
        ] {
            for anchor in 1..=segments.len() {
                let place = Place {
                    segments: segments.clone(),
                    anchor,
                };
                let mut text = String::new();
                place.write(&mut text);
                assert_eq!(Place::parse(&text), Some(place), "{text}");
            }
        }
        for wrong in ["", "/", "a", "//", "/#", "/#1", "/#1.2.x", "/a//b//c"] {
            assert_eq!(Place::parse(wrong), None, "{wrong}");
        }
    }
}
