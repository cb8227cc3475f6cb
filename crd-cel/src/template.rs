//! Texts with placeholders of other languages, which CEL does not replace.
//!
//! ```text
//! at most {self.max}      'at most %s'.format([self.max])
//! ${self.a} of {{ self.b }}   '%s of %s'.format([self.a, self.b])
//! ```

use crate::CompatVersion;
use crate::parse::parse;
use crate::proposal::short;

/// Returns the call of `format` for a text with placeholders; `None` if it has none.
///
/// ```
/// use crd_cel::template::as_format;
///
/// assert_eq!(as_format("at most {self.max} %").unwrap(), "'at most %s %%'.format([self.max])");
/// assert_eq!(as_format("{{ self.max * 2 }} at most").unwrap(), "'%s at most'.format([self.max * 2])");
/// assert_eq!(as_format("one of {a, b}"), None);
/// ```
pub fn as_format(text: &str) -> Option<String> {
    let mut template = String::new();
    let mut values = Vec::new();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        if let Some((value, after)) = placeholder(rest) {
            values.push(value);
            template.push_str("%s");
            rest = after;
            continue;
        }
        rest = rest.get(character.len_utf8()..)?;
        match character {
            '%' => template.push_str("%%"),
            '\'' => template.push_str("\\'"),
            '\\' => return None,
            _ if character.is_control() => return None,
            _ => template.push(character),
        }
    }
    (!values.is_empty()).then(|| format!("'{template}'.format([{}])", values.join(", ")))
}

/// Returns the help for a message expression that does not parse, if it is a text or if its error has no `help`. The proposal replaces
/// all of it.
pub fn message_help(source: &str, help: &[String]) -> Option<String> {
    let quotes = ['\'', '"', '`'];
    // The macro of Rust.
    let inside = source
        .trim()
        .strip_prefix("format!(")
        .and_then(|inside| inside.strip_suffix(')'));
    let source = inside.unwrap_or(source);
    let mut text = source;
    for quote in quotes {
        let quoted = source.trim_start_matches(['f', '$']).strip_prefix(quote);
        text = quoted.and_then(|text| text.strip_suffix(quote)).unwrap_or(text);
    }
    // The apostrophe of a word ends a text, too.
    let is_in_word = |around: &[&str]| {
        around
            .first()
            .is_some_and(|before| before.ends_with(char::is_alphabetic))
            && around
                .last()
                .is_some_and(|after| after.starts_with(char::is_alphabetic))
    };
    let parts: Vec<&str> = text.split('\'').collect();
    if parts.len() > 1
        && parts.windows(2).all(is_in_word)
        && !text.contains(['"', '`', '\\', '\n'])
        && text.len() <= SHOWN
    {
        return Some(format!(
            "a text with `'` stands in double quotes: write `\"{text}\"`"
        ));
    }
    if let Some(joined) = joined_parts(source) {
        return Some(format!("a message expression is one text: write `{joined}`"));
    }
    let has_quotes = text.contains(quotes);
    if !has_quotes && let Some(call) = as_format(text) {
        return Some(format!("write `{call}`"));
    }
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '.' | ',');
    let is_words = text.chars().all(is_word);
    if !help.is_empty() && !is_words {
        return None;
    }
    let is_text = is_words || !has_quotes && !text.contains("elf") && !text.contains(['\\', '\n']);
    let shown = if is_text && text.len() <= SHOWN {
        text
    } else {
        "…"
    };
    Some(format!(
        "a message expression is CEL: write `'{shown}'`, or use `message`"
    ))
}

/// Returns the call of `format` for a text and values that are joined in the way of another language: `'at most', self.max`,
/// `'at most ' & self.max`.
fn joined_parts(source: &str) -> Option<String> {
    let written = source.trim().replace("{}", "%s");
    let quote = written.chars().next().filter(|first| "'\"".contains(*first))?;
    let end = written.get(1..)?.find(quote)? + 2;
    let (first, rest) = written.split_at_checked(end)?;
    let sum = match rest.trim_start() {
        rest if first.contains('%') && rest.starts_with([',', '%']) => {
            let values = rest.get(1..)?.trim();
            let inside = values
                .strip_prefix('(')
                .and_then(|values| values.strip_suffix(')'));
            let call = format!("{first}.format([{}])", inside.unwrap_or(values));
            return short(call).filter(|call| parse(call, CompatVersion::STORED).is_ok());
        }
        rest if let Some(value) = rest.strip_prefix(',') => {
            // Functions that take several parts put a space between them.
            let text = first.trim_end_matches([quote, ' ']);
            format!("{text} {quote} + {value}")
        }
        rest if rest.starts_with('&') && !rest.contains("&&") => {
            format!("{first} {}", rest.replace('&', "+"))
        }
        _ => return None,
    };
    let tree = parse(&sum, CompatVersion::STORED).ok()?;
    short(tree.as_format(tree.root()?)?)
}

/// The maximum length of a text that a help shows.
const SHOWN: usize = 80;

/// Returns the value of the placeholder at the beginning of a text, and the text after it.
fn placeholder(text: &str) -> Option<(&str, &str)> {
    let marked = text.trim_start_matches(['$', '#', '\\']);
    let (inside, after) = match marked.strip_prefix('{') {
        Some(inside) => inside.split_once('}')?,
        None if marked.len() < text.len() => marked.strip_prefix('(')?.split_once(')')?,
        None => return None,
    };
    let (inside, after) = match inside.strip_prefix('{') {
        Some(inside) => (inside, after.strip_prefix('}')?),
        None => (inside, after),
    };
    // Python writes the format behind the value.
    let value = inside.split([':', '!']).next()?.trim();
    let members = value
        .strip_prefix("self")
        .or_else(|| value.strip_prefix("oldSelf"))?;
    let is_path = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '[' | ']' | '(' | ')');
    let is_value = members.is_empty() || members.starts_with(['.', '[', ' ']);
    let is_expression = || members.chars().all(is_path) || parse(value, CompatVersion::STORED).is_ok();
    (is_value && is_expression()).then_some((value, after))
}
