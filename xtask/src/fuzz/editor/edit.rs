//! Random edits of a text, like typing, pasting and deleting.

use std::ops::Range;

use crd_gen_tests::rng::Rng;

/// The inserted texts.
const PARTS: [&str; 40] = [
    "a",
    "spec",
    ":",
    ": ",
    " ",
    "\n",
    "\n  ",
    "- ",
    "{",
    "}",
    "[",
    "]",
    "'",
    "\"",
    "#",
    " # ",
    "|",
    ">-\n",
    "\t",
    "é😀",
    "kind: X\n",
    "---\n",
    "spec:\n",
    "{{ x }}",
    "&a ",
    "*a",
    "null",
    "1",
    "true",
    ".",
    "(",
    ")",
    "self.",
    ".all(x, x.",
    " && ",
    "rule: ",
    "\r\n",
    "<<: ",
    "? ",
    "!!str ",
];

/// The replacement of a byte range.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    pub(super) range: Range<usize>,
    pub(super) text: String,
}

/// Returns a random edit; `word` is the rest of the word that is typed letter by letter, with the place after the last letter.
pub(super) fn edit(text: &str, word: &mut Option<(usize, Vec<char>)>, random: &mut Rng) -> Edit {
    if let Some((at, letters)) = word {
        let at = *at;
        match letters
            .pop()
            .filter(|_| at <= text.len() && boundary(text, at) == at)
        {
            Some(letter) => {
                *word = (!letters.is_empty()).then(|| (at + letter.len_utf8(), std::mem::take(letters)));
                return insert(at, letter.to_string());
            }
            None => *word = None,
        }
    }
    let at = boundary(text, random.below(text.len() + 1));
    match random.below(10) {
        0 => {
            // Types a part of the text itself, letter by letter.
            let from = boundary(text, random.below(text.len() + 1));
            let to = boundary(text, (from + 1 + random.below(24)).min(text.len())).max(from);
            let mut letters: Vec<char> = text.get(from..to).unwrap_or_default().chars().rev().collect();
            let first = letters.pop().unwrap_or('x');
            *word = (!letters.is_empty()).then(|| (at + first.len_utf8(), letters));
            insert(at, first.to_string())
        }
        1 => {
            // Copies a line to another place.
            let from = line(text, random.below(text.len() + 1));
            insert(
                line(text, at).start,
                text.get(from).unwrap_or_default().to_owned(),
            )
        }
        2 => {
            let start = line(text, at).start;
            let lines = text.get(start..).unwrap_or_default().split_inclusive('\n');
            let length = lines.take(1 + random.below(3)).map(str::len).sum::<usize>();
            delete(start..start + length)
        }
        3 => {
            // Changes the indentation.
            let start = line(text, at).start;
            if random.one_in(2) {
                insert(start, "  ".to_owned())
            } else {
                let has_blank = text.get(start..).is_some_and(|rest| rest.starts_with(' '));
                delete(start..start + usize::from(has_blank))
            }
        }
        4 | 5 => {
            let end = boundary(text, (at + 1 + random.below(12)).min(text.len())).max(at);
            delete(at..end)
        }
        _ => {
            let new = random.pick(&PARTS).copied().unwrap_or_default();
            let end = if random.one_in(2) {
                at
            } else {
                boundary(text, (at + random.below(12)).min(text.len())).max(at)
            };
            Edit {
                range: at..end,
                text: new.to_owned(),
            }
        }
    }
}

fn insert(at: usize, text: String) -> Edit {
    Edit { range: at..at, text }
}

fn delete(range: Range<usize>) -> Edit {
    Edit {
        range,
        text: String::new(),
    }
}

/// Returns the line of a byte offset, with its end.
fn line(text: &str, at: usize) -> Range<usize> {
    let at = boundary(text, at);
    let start = text
        .get(..at)
        .and_then(|before| before.rfind('\n'))
        .map_or(0, |end| end + 1);
    let rest = text.get(start..).unwrap_or_default();
    start..start + rest.find('\n').map_or(rest.len(), |end| end + 1)
}

/// The start of the character or of the line end that a byte is in.
pub(super) fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let is_in_end = text.get(..at).is_some_and(|before| before.ends_with('\r'))
        && text.get(at..).is_some_and(|rest| rest.starts_with('\n'));
    at - usize::from(is_in_end)
}
