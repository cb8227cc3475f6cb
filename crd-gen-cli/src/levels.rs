//! How bad each code is: its own severity, changed by `crd-gen.toml` and then by `-A`, `-W` and `-D`.

use std::collections::BTreeMap;

use crd_core::diagnostic::{Code, Severity};

use crate::Failure;
use crate::args::CheckArgs;
use crate::explain::named;

/// What becomes of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// Not reported.
    Allow,
    /// Reported with this severity.
    Report(Severity),
}

/// The levels that differ from the codes' own.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Levels {
    codes: BTreeMap<u16, Level>,
    warnings: Option<Level>,
}

impl Levels {
    /// The levels given on the command line.
    pub(crate) fn of_arguments(args: &CheckArgs) -> Result<Self, Failure> {
        let mut levels = Levels::default();
        if args.strict {
            for code in [3, 12, 13] {
                levels.set(Code(code), Level::Report(Severity::Error));
            }
        }
        let ways = [
            (&args.warn, Level::Report(Severity::Warning)),
            (&args.deny, Level::Report(Severity::Error)),
            (&args.allow, Level::Allow),
        ];
        for (names, level) in ways {
            for name in names {
                levels.set_named(name, level)?;
            }
        }
        Ok(levels)
    }

    /// Sets the level of a code, a slug, or of all `warnings`.
    pub(crate) fn set_named(&mut self, name: &str, level: Level) -> Result<(), Failure> {
        if name == "warnings" {
            self.warnings = Some(level);
        } else {
            self.set(named(name)?.code, level);
        }
        Ok(())
    }

    fn set(&mut self, code: Code, level: Level) {
        self.codes.insert(code.0, level);
    }

    /// These levels, and where they say nothing, those of `below`.
    #[must_use]
    pub(crate) fn over(&self, below: &Levels) -> Levels {
        let mut codes = below.codes.clone();
        codes.extend(self.codes.iter().map(|(code, level)| (*code, *level)));
        Levels {
            codes,
            warnings: self.warnings.or(below.warnings),
        }
    }

    /// What becomes of a finding of this code and severity.
    pub(crate) fn of(&self, code: Code, severity: Severity) -> Level {
        match self.codes.get(&code.0) {
            Some(level) => *level,
            None if severity == Severity::Warning => self.warnings.unwrap_or(Level::Report(severity)),
            None => Level::Report(severity),
        }
    }

    /// The levels by code, for showing.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Code, Level)> {
        self.codes.iter().map(|(code, level)| (Code(*code), *level))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearer_level_counts() {
        let (error, warning) = (Level::Report(Severity::Error), Level::Report(Severity::Warning));
        let mut config = Levels::default();
        config.set_named("items-required", warning).unwrap();
        config.set_named("warnings", error).unwrap();
        let mut arguments = Levels::default();
        arguments.set_named("CRD0213", Level::Allow).unwrap();
        let levels = arguments.over(&config);
        assert_eq!(levels.of(Code(213), Severity::Error), Level::Allow);
        assert_eq!(levels.of(Code(801), Severity::Warning), error);
        assert_eq!(levels.of(Code(212), Severity::Error), error);
        assert!(arguments.set_named("CRD9999", Level::Allow).is_err());
    }
}
