//! Names of codes in options and in `crd-gen.toml`.

use crd_core::check::codes::{UnknownCode, find};
use crd_core::check::{Levels, help_for_unknown};

use crate::CommandError;

/// Returns what to write for a name of all codes, such as `all`, as the value of an option of levels or lints.
pub(crate) fn of_all_codes(option: &str, name: &str) -> Option<&'static str> {
    if !is_all(name) && name != Levels::WARNINGS {
        return None;
    }
    Some(match option {
        "select" => "`--profile strict` reports all lints",
        "warn" if name.starts_with("error") => "`--deny warnings` reports warnings as errors",
        "warn" => "all warnings are reported; `--profile strict` also reports all lints",
        "deny" => "write `--deny warnings`: errors of the server are always errors",
        _ => "write `--allow warnings`; an error is allowed by its own code",
    })
}

/// Whether a name stands for all codes in other tools.
pub(crate) fn is_all(name: &str) -> bool {
    matches!(
        name,
        "all" | "*" | "everything" | "any" | "error" | "errors" | "warning"
    )
}

/// Returns the suggestion for a code that does not exist.
pub(crate) fn nearest_code(unknown: &UnknownCode) -> String {
    match unknown.nearest {
        _ if find(&unknown.name).is_some() => {
            "`--allow`, `--warn` and `--deny`, and `[levels]`, set the levels of all codes".to_owned()
        }
        None if let Some(entry) = find(&unknown.name.replace(['-', '_', ' '], "")) => {
            format!("did you mean `{}`?", entry.code)
        }
        None if let Some(number) = unknown.name.to_ascii_uppercase().strip_prefix("LNT")
            && !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            format!("did you mean `LNT-{number}`?")
        }
        _ => help_for_unknown(unknown),
    }
}

/// Creates the error for a value of an option that is not a code.
pub(crate) fn not_a_code(option: &str, unknown: &UnknownCode) -> CommandError {
    let help = of_all_codes(option, &unknown.name).map_or_else(|| nearest_code(unknown), str::to_owned);
    CommandError::new(unknown.to_string()).help(help)
}
