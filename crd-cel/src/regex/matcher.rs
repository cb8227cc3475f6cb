//! Compiled patterns.

use std::sync::Arc;

#[cfg(feature = "eval")]
use regex::RegexBuilder;

use super::RegexError;
use super::parse::parse;
#[cfg(feature = "eval")]
use super::print::print;
use super::program::CharProgram;

/// A pattern of Go's dialect, compiled to search texts.
#[derive(Clone, Debug)]
pub struct Matcher(Engine);

#[derive(Clone, Debug)]
enum Engine {
    /// Automata over bytes: the faster ones, which take longer to build as dependencies.
    #[cfg(feature = "eval")]
    Bytes(regex::Regex),
    /// For patterns whose automata over bytes would be large: copies of large Unicode classes.
    Chars(Arc<CharProgram>),
}

impl Matcher {
    /// Compiles a pattern.
    ///
    /// # Errors
    ///
    /// Returns the error of Go's `regexp.Compile`.
    pub fn new(pattern: &str) -> Result<Matcher, RegexError> {
        let parsed = parse(pattern)?;
        #[cfg(feature = "eval")]
        if let Some(regex) = over_bytes(&print(&parsed)) {
            return Ok(Matcher(Engine::Bytes(regex)));
        }
        Ok(Matcher(Engine::Chars(Arc::new(CharProgram::new(&parsed)))))
    }

    /// Checks whether the pattern matches in `text`.
    pub fn is_match(&self, text: &str) -> bool {
        match &self.0 {
            #[cfg(feature = "eval")]
            Engine::Bytes(regex) => regex.is_match(text),
            Engine::Chars(program) => program.is_match(text),
        }
    }

    /// Returns the first match, which is the leftmost one.
    #[cfg(feature = "eval")]
    pub(crate) fn find<'t>(&self, text: &'t str) -> Option<&'t str> {
        match &self.0 {
            Engine::Bytes(regex) => regex.find(text).map(|found| found.as_str()),
            Engine::Chars(program) => text.get(program.find(text, 0)?),
        }
    }

    /// Returns at most `limit` matches that do not overlap. An empty match directly after another is left out.
    #[cfg(feature = "eval")]
    pub(crate) fn find_all<'t>(&self, text: &'t str, limit: usize) -> Vec<&'t str> {
        match &self.0 {
            Engine::Bytes(regex) => regex
                .find_iter(text)
                .take(limit)
                .map(|found| found.as_str())
                .collect(),
            Engine::Chars(program) => {
                let found = program.find_all(text, limit).into_iter();
                found.filter_map(|span| text.get(span)).collect()
            }
        }
    }
}

/// Returns a pattern for exactly this text, as Go's `regexp.QuoteMeta`: the characters with a meaning have backslashes.
///
/// ```
/// assert_eq!(crd_cel::regex::quote("a.b"), r"a\.b");
/// ```
pub fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len());
    for char in text.chars() {
        if r"\.+*?()|[]{}^$".contains(char) {
            quoted.push('\\');
        }
        quoted.push(char);
    }
    quoted
}

/// Compiles a pattern to automata over bytes; `None` if they would be large.
#[cfg(feature = "eval")]
fn over_bytes(translated: &str) -> Option<regex::Regex> {
    /// Maximum size of automata over bytes; larger ones take a second and more to compile.
    const LARGEST: usize = 16 << 20;
    let mut builder = RegexBuilder::new(translated);
    builder.size_limit(LARGEST).nest_limit(NEST_LIMIT).build().ok()
}

/// More than the levels that Go accepts.
#[cfg(feature = "eval")]
const NEST_LIMIT: u32 = 2000;

#[cfg(test)]
mod tests {
    use super::*;

    /// Copies of large classes make automata of hundreds of megabytes, where Go has an instruction for each.
    #[test]
    fn large_patterns() {
        let letters = |separator| format!(r"^(?:[\p{{S}}\p{{L}}]{{1,60}}{separator}){{15}}$");
        let pattern = ["-", "_", "/", "@", ":", "#"].map(letters).join("|");
        let matcher = Matcher::new(&pattern).unwrap();
        assert!(matches!(matcher.0, Engine::Chars(_)));
        assert!(matcher.is_match(&"éλ#".repeat(15)));
        assert!(!matcher.is_match(&"éλ#".repeat(14)));
    }
}
