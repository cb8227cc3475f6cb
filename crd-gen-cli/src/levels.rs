//! The levels of codes that the command line sets.

use crd_core::check::codes::UnknownCode;
use crd_core::check::{Level, Levels, Severity};

use crate::Failure;
use crate::args::CheckArgs;

/// The levels of `--strict`, `--warn`, `--deny` and `--allow`; later ones count.
pub(crate) fn of_arguments(args: &CheckArgs) -> Result<Levels, Failure> {
    let levels = if args.strict {
        Levels::strict()
    } else {
        Levels::default()
    };
    of(&args.warn, &args.deny, &args.allow, levels)
}

/// The levels of `--warn`, `--deny` and `--allow`, over others; later ones count.
pub(crate) fn of(
    warn: &[String],
    deny: &[String],
    allow: &[String],
    mut levels: Levels,
) -> Result<Levels, Failure> {
    let options = [
        (warn, Level::Report(Severity::Warning)),
        (deny, Level::Report(Severity::Error)),
        (allow, Level::Allow),
    ];
    for (names, level) in options {
        for name in names {
            levels.set_named(name, level)?;
        }
    }
    Ok(levels)
}

impl From<UnknownCode> for Failure {
    fn from(unknown: UnknownCode) -> Self {
        let failure = Failure::new(unknown.to_string());
        match unknown.nearest {
            Some(entry) => failure.help(format!("did you mean `{}` ({})?", entry.slug, entry.code)),
            None => failure.help("`crd-gen explain --all` lists all codes"),
        }
    }
}
