//! The severity of each code: its own or that of the profile of lints, unless the user overrides it.

use std::borrow::Cow;

use super::catalogue::{Lint, LintProfile, codes_named, lint_of, lints_named};
use super::codes::{self, UnknownCode};
use super::{Code, Severity};

/// How a finding is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Not reported.
    Allow,
    /// Reported with this severity.
    Report(Severity),
}

/// The levels of the codes that do not have their default severity.
///
/// ```
/// use crd_core::check::{Level, Levels, Severity, codes};
///
/// let mut levels = Levels::default();
/// levels.set_named("items-required", Level::Report(Severity::Warning))?;
/// assert_eq!(levels.of(codes::ITEMS_REQUIRED, Severity::Error), Level::Report(Severity::Warning));
/// # Ok::<(), crd_core::check::codes::UnknownCode>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    /// Ordered by code.
    codes: Vec<(Code, Level)>,
    warnings: Option<Level>,
    profile: Option<LintProfile>,
    /// The lints that are selected or ignored regardless of the profile; ordered by code.
    chosen: Vec<(Code, LintChoice)>,
    /// The levels for CRDs whose name matches a pattern; later ones take precedence.
    crds: Vec<(Box<str>, Levels)>,
}

/// Whether a lint is reported, regardless of the profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LintChoice {
    /// Reported, with the severity of its code.
    Select,
    /// Not reported.
    Ignore,
}

impl Levels {
    /// The name that [`set_named`](Levels::set_named) takes for all warnings.
    pub const WARNINGS: &str = "warnings";

    /// Returns the levels of `fieldValidation=Strict`: unknown and repeated members are errors.
    #[must_use]
    pub fn strict() -> Self {
        let mut levels = Levels::default();
        for code in [codes::DUPLICATE_KEY, codes::UNKNOWN_FIELD, codes::DUPLICATE_FIELD] {
            levels.set(code, Level::Report(Severity::Error));
        }
        levels
    }

    /// Returns the levels for generated CRDs: printer columns that would never show anything are errors, and so are examples
    /// that violate their schema (which are validated with the feature `eval`).
    #[must_use]
    pub fn generated() -> Self {
        let mut levels = Levels::default();
        for code in [
            codes::COLUMN_PATH_MALFORMED,
            codes::COLUMN_PATH_DANGLING,
            codes::COLUMN_TYPE_MISMATCH,
            codes::EXAMPLE_INVALID,
        ] {
            levels.set(code, Level::Report(Severity::Error));
        }
        // Its author can declare the lifecycle.
        levels.set(codes::DEPRECATION_UNDECLARED, Level::Report(Severity::Warning));
        levels
    }

    /// Sets the profile of lints; [`LintProfile::Server`] unless set.
    pub fn set_profile(&mut self, profile: LintProfile) {
        self.profile = Some(profile);
    }

    /// Returns the profile of lints.
    #[must_use]
    pub fn profile(&self) -> LintProfile {
        self.profile.unwrap_or_default()
    }

    /// Selects or ignores lints regardless of the profile: those of a rule such as `LNT-11`, of a family such as
    /// `naming`, or that of a code or slug.
    ///
    /// # Errors
    /// When there is no such lint.
    pub fn choose(&mut self, name: &str, choice: LintChoice) -> Result<(), UnknownCode> {
        let lints = lints_named(name);
        if lints.is_empty() {
            let is_lint = |entry: &&codes::CodeEntry| lint_of(entry.code).is_some();
            return Err(UnknownCode {
                name: name.to_owned(),
                nearest: codes::nearest(name).filter(is_lint),
            });
        }
        for lint in lints {
            self.choose_code(lint.code, choice);
        }
        Ok(())
    }

    fn choose_code(&mut self, code: Code, choice: LintChoice) {
        match self.chosen_place(code) {
            Ok(place) => {
                if let Some(chosen) = self.chosen.get_mut(place) {
                    chosen.1 = choice;
                }
            }
            Err(place) => self.chosen.insert(place, (code, choice)),
        }
    }

    /// Sets the levels for CRDs whose name matches a pattern, in which `*` stands for any text: `*.example.com`.
    pub fn set_for_crds(&mut self, pattern: &str, levels: Levels) {
        self.crds.push((pattern.into(), levels));
    }

    /// Returns the levels for a CRD.
    #[must_use]
    pub fn of_crd(&self, name: &str) -> Cow<'_, Levels> {
        let mut levels = Cow::Borrowed(self);
        for (_, own) in self.crds.iter().filter(|(pattern, _)| is_match(pattern, name)) {
            levels = Cow::Owned(own.or(&levels));
        }
        levels
    }

    /// Returns the lints that are selected or ignored regardless of the profile, ordered by code.
    pub fn choices(&self) -> impl Iterator<Item = (Code, LintChoice)> {
        self.chosen.iter().copied()
    }

    /// Returns the severity of a code: for a lint, that of the profile, or `None` if it is not reported. A lint whose
    /// level is set is reported.
    #[must_use]
    pub fn severity(&self, code: Code) -> Option<Severity> {
        lint_of(code).map_or_else(|| Some(own_severity(code)), |lint| self.lint_severity(lint))
    }

    /// Returns the severity of a lint, or `None` if it is not reported.
    pub(in crate::check) fn lint_severity(&self, lint: &Lint) -> Option<Severity> {
        let code = lint.code;
        let choice = self.chosen_place(code).ok();
        let choice = choice.and_then(|place| self.chosen.get(place));
        match (choice, lint.level(self.profile())) {
            (Some((_, LintChoice::Ignore)), _) => None,
            (Some((_, LintChoice::Select)), level) => level.or_else(|| Some(own_severity(code))),
            (None, None) if self.place(code).is_ok() => Some(own_severity(code)),
            (None, level) => level,
        }
    }

    /// Sets the level of a code.
    pub fn set(&mut self, code: Code, level: Level) {
        match self.place(code) {
            Ok(place) => {
                if let Some(set) = self.codes.get_mut(place) {
                    set.1 = level;
                }
            }
            Err(place) => self.codes.insert(place, (code, level)),
        }
    }

    /// Sets the level of a code such as `CRD0213`, of a slug such as `items-required`, of all codes of a rule such as `LNT-11` or of a
    /// family such as `naming`, or of all `warnings`.
    ///
    /// # Errors
    /// When there is no such code.
    pub fn set_named(&mut self, name: &str, level: Level) -> Result<(), UnknownCode> {
        if name == Levels::WARNINGS {
            self.warnings = Some(level);
            return Ok(());
        }
        for code in codes_named(name)? {
            self.set(code, level);
        }
        Ok(())
    }

    /// Returns these levels, and those of `other` for the codes that these do not set.
    #[must_use]
    pub fn or(&self, other: &Levels) -> Levels {
        let mut levels = other.clone();
        for (code, level) in self.iter() {
            levels.set(code, level);
        }
        levels.warnings = self.warnings.or(other.warnings);
        levels.profile = self.profile.or(other.profile);
        for (code, choice) in self.choices() {
            levels.choose_code(code, choice);
        }
        levels.crds.extend(self.crds.iter().cloned());
        levels
    }

    /// Returns the level of a finding with this code and this severity.
    #[must_use]
    pub fn of(&self, code: Code, severity: Severity) -> Level {
        let set = self.place(code).ok().and_then(|place| self.codes.get(place));
        match set {
            Some((_, level)) => *level,
            None if severity == Severity::Warning => self.warnings.unwrap_or(Level::Report(severity)),
            None => Level::Report(severity),
        }
    }

    /// Returns the severity with which a finding with this code and this severity is reported, if it is.
    pub(in crate::check) fn reported(&self, code: Code, severity: Severity) -> Option<Severity> {
        self.severity(code)?;
        match self.of(code, severity) {
            Level::Report(severity) => Some(severity),
            Level::Allow => None,
        }
    }

    /// Returns the level that is set for all warnings.
    #[must_use]
    pub fn warnings(&self) -> Option<Level> {
        self.warnings
    }

    /// Returns the codes whose level is set, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Code, Level)> {
        self.codes.iter().copied()
    }

    fn place(&self, code: Code) -> Result<usize, usize> {
        self.codes.binary_search_by(|(known, _)| known.cmp(&code))
    }

    fn chosen_place(&self, code: Code) -> Result<usize, usize> {
        self.chosen.binary_search_by(|(known, _)| known.cmp(&code))
    }
}

/// Returns the severity of a code that no profile and no option changes.
fn own_severity(code: Code) -> Severity {
    codes::entry(code).map_or(Severity::Error, |entry| entry.severity)
}

/// Whether a pattern matches a name; `*` stands for any text.
fn is_match(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return pattern == name;
    };
    let Some(name) = name.strip_prefix(start) else {
        return false;
    };
    (0..=name.len()).any(|at| name.get(at..).is_some_and(|name| is_match(rest, name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_level_counts() {
        let (error, warning) = (Level::Report(Severity::Error), Level::Report(Severity::Warning));
        let mut config = Levels::default();
        config.set_named("items-required", warning).unwrap();
        config.set_named("warnings", error).unwrap();
        let mut arguments = Levels::default();
        arguments.set_named("CRD0213", Level::Allow).unwrap();
        let levels = arguments.or(&config);
        assert_eq!(levels.of(codes::ITEMS_REQUIRED, Severity::Error), Level::Allow);
        assert_eq!(levels.of(codes::FORMAT_UNRECOGNIZED, Severity::Warning), error);
        assert_eq!(levels.of(codes::TYPE_REQUIRED, Severity::Error), error);
        assert_eq!(levels.warnings(), Some(error));
        assert!(arguments.set_named("CRD9999", Level::Allow).is_err());
    }

    #[test]
    fn crds_have_levels_of_their_own() {
        let mut levels = Levels::default();
        let mut own = Levels::default();
        own.set_profile(LintProfile::Strict);
        levels.set_for_crds("*.old.example.com", own);
        for (name, profile) in [
            ("a.old.example.com", LintProfile::Strict),
            ("a.example.com", LintProfile::Server),
        ] {
            assert_eq!(levels.of_crd(name).profile(), profile, "{name}");
        }
        for (pattern, name, expected) in [
            ("a*c*", "abcd", true),
            ("a*c", "abcd", false),
            ("*", "", true),
            ("a", "ab", false),
        ] {
            assert_eq!(is_match(pattern, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn profiles_and_choices_turn_lints_on_and_off() {
        let mut levels = Levels::default();
        assert_eq!(levels.severity(codes::BOOLEAN_FIELD), None);
        assert_eq!(
            levels.severity(codes::STATUS_FIELD_REQUIRED),
            Some(Severity::Warning)
        );
        levels.choose("LNT-20", LintChoice::Select).unwrap();
        levels.choose("status", LintChoice::Ignore).unwrap();
        assert_eq!(levels.severity(codes::BOOLEAN_FIELD), Some(Severity::Note));
        assert_eq!(levels.severity(codes::STATUS_FIELD_REQUIRED), None);
        let mut config = Levels::default();
        config.set_profile(LintProfile::Openshift);
        config
            .set_named("list-unbounded", Level::Report(Severity::Error))
            .unwrap();
        let mut levels = levels.or(&config);
        assert_eq!(levels.severity(codes::BOOLEAN_FIELD), Some(Severity::Warning));
        assert_eq!(levels.severity(codes::STATUS_WITHOUT_SUBRESOURCE), None);
        let list = levels.severity(codes::LIST_UNBOUNDED).unwrap();
        assert_eq!(
            levels.of(codes::LIST_UNBOUNDED, list),
            Level::Report(Severity::Error)
        );
        assert!(levels.choose("items-required", LintChoice::Select).is_err());
    }
}
