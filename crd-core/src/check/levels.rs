//! How bad each code is: its own severity, unless the user says otherwise.

use super::codes::{self, UnknownCode};
use super::{Code, Severity};

/// What becomes of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// It is not reported.
    Allow,
    /// It is reported with this severity.
    Report(Severity),
}

/// The levels of the codes that are not left at their own severity.
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
    /// In the order of the codes.
    codes: Vec<(Code, Level)>,
    warnings: Option<Level>,
}

impl Levels {
    /// The name that [`set_named`](Levels::set_named) takes for all warnings.
    pub const WARNINGS: &str = "warnings";

    /// The levels of `fieldValidation=Strict`: unknown and repeated members are errors.
    #[must_use]
    pub fn strict() -> Self {
        let mut levels = Levels::default();
        for code in [codes::DUPLICATE_KEY, codes::UNKNOWN_FIELD, codes::DUPLICATE_FIELD] {
            levels.set(code, Level::Report(Severity::Error));
        }
        levels
    }

    /// The levels for CRDs that are about to be written: columns that would never show anything are
    /// errors, and so are examples that break their schema (which are judged with the feature `eval`).
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
        levels
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

    /// Sets the level of a code such as `CRD0213`, of a slug such as `items-required`, or of all `warnings`.
    ///
    /// # Errors
    /// When there is no such code.
    pub fn set_named(&mut self, name: &str, level: Level) -> Result<(), UnknownCode> {
        if name == Levels::WARNINGS {
            self.warnings = Some(level);
        } else {
            self.set(codes::named(name)?.code, level);
        }
        Ok(())
    }

    /// These levels, and those of `other` for the codes that these do not set.
    #[must_use]
    pub fn or(&self, other: &Levels) -> Levels {
        let mut levels = other.clone();
        for (code, level) in self.iter() {
            levels.set(code, level);
        }
        levels.warnings = self.warnings.or(other.warnings);
        levels
    }

    /// What becomes of a finding with this code and this severity.
    #[must_use]
    pub fn of(&self, code: Code, severity: Severity) -> Level {
        let set = self.place(code).ok().and_then(|place| self.codes.get(place));
        match set {
            Some((_, level)) => *level,
            None if severity == Severity::Warning => self.warnings.unwrap_or(Level::Report(severity)),
            None => Level::Report(severity),
        }
    }

    /// The codes whose level is set, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Code, Level)> {
        self.codes.iter().copied()
    }

    fn place(&self, code: Code) -> Result<usize, usize> {
        self.codes.binary_search_by(|(known, _)| known.cmp(&code))
    }
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
        assert!(arguments.set_named("CRD9999", Level::Allow).is_err());
    }
}
