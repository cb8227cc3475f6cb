//! The levels of codes that the command line sets.

use crd_core::check::codes::UnknownCode;
use crd_core::check::{Level, Levels, Severity};

use crate::Failure;
use crate::args::CheckArgs;

/// The levels of `--strict`, `--warn`, `--deny` and `--allow`; later ones count.
pub(crate) fn of_arguments(args: &CheckArgs) -> Result<Levels, Failure> {
    let mut levels = if args.strict {
        Levels::strict()
    } else {
        Levels::default()
    };
    let options = [
        (&args.warn, Level::Report(Severity::Warning)),
        (&args.deny, Level::Report(Severity::Error)),
        (&args.allow, Level::Allow),
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
