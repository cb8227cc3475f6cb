//! Readable strings that match a pattern.

use crd_cel::regex::Matcher;

use super::limits::Limits;

/// The first string of a list that matches each pattern with its length bounds; patterns are compiled once.
#[derive(Default)]
pub(super) struct ReadableTexts {
    patterns: Vec<(Box<str>, Option<Matcher>)>,
}

impl ReadableTexts {
    pub(super) fn of_pattern<'t>(&mut self, texts: &[&'t str], limits: &Limits<'_>) -> Option<&'t str> {
        let known = self
            .patterns
            .iter()
            .position(|(known, _)| **known == *limits.pattern);
        let index = known.unwrap_or_else(|| {
            let compiled = Matcher::new(limits.pattern).ok();
            self.patterns.push((limits.pattern.into(), compiled));
            self.patterns.len() - 1
        });
        let (_, compiled) = self.patterns.get(index)?;
        let compiled = compiled.as_ref()?;
        let fits = |text: &&&str| {
            (limits.shortest..=limits.longest).contains(&text.chars().count()) && compiled.is_match(text)
        };
        texts.iter().find(fits).copied()
    }
}
