//! The catalogue of lints: the rule of each code, and its level in each profile.
//!
//! A row is `rule CODE: server conventions openshift gateway-api strict family;` with `E`, `W` and `N` for errors, warnings and
//! notes, and `_` for codes that a profile does not report. Slug, title and page of a code are in [`codes`](crate::check::codes).

use std::fmt;
use std::str::FromStr;

use crate::check::codes::{self, Code, Severity, UnknownCode};

/// A lint: a rule of the catalogue, and one code that reports it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Lint {
    /// The rule, such as `LNT-11`. A rule may have several codes.
    pub rule: &'static str,
    /// The code of its findings.
    pub code: Code,
    /// Its subject: `lists`, `naming`.
    pub family: &'static str,
    levels: [Option<Severity>; LintProfile::ALL.len()],
}

impl Lint {
    /// Returns its severity in a profile; `None` if the profile does not report it.
    #[must_use]
    pub fn level(&self, profile: LintProfile) -> Option<Severity> {
        let [server, conventions, openshift, gateway_api, strict] = self.levels;
        match profile {
            LintProfile::Server => server,
            LintProfile::Conventions => conventions,
            LintProfile::Openshift => openshift,
            LintProfile::GatewayApi => gateway_api,
            LintProfile::Strict => strict,
        }
    }
}

/// A selection of lints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum LintProfile {
    /// The server treats a CRD differently than its author intended.
    #[default]
    Server,
    /// Also the API conventions of Kubernetes.
    Conventions,
    /// The conventions of `OpenShift`.
    Openshift,
    /// The conventions of Gateway API.
    GatewayApi,
    /// Every lint.
    Strict,
}

impl LintProfile {
    /// All profiles.
    pub const ALL: [LintProfile; 5] = [
        LintProfile::Server,
        LintProfile::Conventions,
        LintProfile::Openshift,
        LintProfile::GatewayApi,
        LintProfile::Strict,
    ];

    /// Returns its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            LintProfile::Server => "server",
            LintProfile::Conventions => "conventions",
            LintProfile::Openshift => "openshift",
            LintProfile::GatewayApi => "gateway-api",
            LintProfile::Strict => "strict",
        }
    }
}

impl fmt::Display for LintProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for LintProfile {
    type Err = UnknownProfile;

    fn from_str(name: &str) -> Result<Self, UnknownProfile> {
        let known = LintProfile::ALL
            .into_iter()
            .find(|profile| profile.name() == name);
        known.ok_or_else(|| UnknownProfile {
            name: name.to_owned(),
        })
    }
}

/// The error for a name that is not that of a profile.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownProfile {
    /// The name.
    pub name: String,
}

impl fmt::Display for UnknownProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&str> = LintProfile::ALL.iter().map(|profile| profile.name()).collect();
        write!(
            f,
            "unknown profile `{}`; the profiles are {}",
            self.name,
            known.join(", ")
        )
    }
}

impl std::error::Error for UnknownProfile {}

/// Returns all lints, by rule and then by code.
#[must_use]
pub fn lints() -> &'static [Lint] {
    LINTS
}

/// Returns the lint with a code; `None` if the code is not that of a lint.
#[must_use]
pub fn lint_of(code: Code) -> Option<&'static Lint> {
    LINTS.iter().find(|lint| lint.code == code)
}

/// Returns the lints of a rule such as `LNT-11`, of a family such as `naming`, or of one code or slug.
#[must_use]
pub fn lints_named(name: &str) -> Vec<&'static Lint> {
    let one = codes::find(name).map(|entry| entry.code);
    let is_meant = |lint: &&Lint| {
        let is_group = lint.rule.eq_ignore_ascii_case(name) || lint.family.eq_ignore_ascii_case(name);
        is_group || Some(lint.code) == one
    };
    LINTS.iter().filter(is_meant).collect()
}

/// Returns the codes that a name stands for: those of a rule such as `LNT-11` or of a family such as `naming`, or the one with this
/// code or slug. Each place that takes codes takes these names.
///
/// # Errors
/// When nothing has this name.
pub fn codes_named(name: &str) -> Result<Vec<Code>, UnknownCode> {
    let lints = lints_named(name);
    if lints.is_empty() {
        return codes::named(name).map(|entry| vec![entry.code]);
    }
    Ok(lints.iter().map(|lint| lint.code).collect())
}

/// Returns what to write instead of a name that is not that of codes.
pub fn help_for_unknown(unknown: &UnknownCode) -> String {
    let name = &*unknown.name;
    let with_digits = codes::with_digits(name);
    if !with_digits.is_empty() {
        let codes: Vec<String> = with_digits
            .iter()
            .map(|entry| format!("`{}`", entry.code))
            .collect();
        return format!("a code has four digits, such as {}", codes.join(", "));
    }
    if name.parse::<LintProfile>().is_ok() {
        return format!("`{name}` is a profile: write `--profile {name}`, or `profile` in `crd-gen.toml`");
    }
    let family = || crd_cel::nearest(name, LINTS.iter().map(|lint| lint.family));
    match unknown.nearest {
        Some(entry) => format!("did you mean `{}` ({})?", entry.slug, entry.code),
        None => match family() {
            Some(family) => format!("did you mean `{family}`?"),
            None => match with_word(name).as_slice() {
                [] => "`crd-gen explain --all` lists all codes".to_owned(),
                [only] => format!("did you mean `{only}`?"),
                several => format!("did you mean one of `{}`?", several.join("`, `")),
            },
        },
    }
}

/// Returns the families of lints and the slugs that share words with a name, apart from endings, if they are few. Those with the same
/// words come alone.
fn with_word(name: &str) -> Vec<&'static str> {
    const SHORTEST: usize = 4;
    const MOST: usize = 4;
    let stem = |word: &str| match word.trim_end_matches(['s', 'e']) {
        "missing" => "absent".to_owned(),
        word => word.to_ascii_lowercase(),
    };
    let words: Vec<String> = name.split(['-', '_', ' ']).map(stem).collect();
    let is_start =
        |family: &&str| name.len() >= SHORTEST && family.starts_with(name.trim_end_matches(['s', 'e']));
    let families = LINTS.iter().map(|lint| lint.family).filter(is_start);
    let shared = |slug: &str| {
        let of_slug = slug.split('-').map(stem);
        of_slug
            .filter(|word| word.len() >= SHORTEST && words.contains(word))
            .count()
    };
    let slugs = || codes::all().map(|entry| entry.slug);
    if let Some(same) =
        slugs().find(|slug| shared(slug) == words.len() && shared(slug) == slug.split('-').count())
    {
        return vec![same];
    }
    let mut found: Vec<&str> = families.chain(slugs().filter(|slug| shared(slug) > 0)).collect();
    found.sort_unstable();
    found.dedup();
    if found.len() > MOST { Vec::new() } else { found }
}

macro_rules! level {
    (E) => {
        Some(Severity::Error)
    };
    (W) => {
        Some(Severity::Warning)
    };
    (N) => {
        Some(Severity::Note)
    };
    (_) => {
        None
    };
}

macro_rules! lints {
    ($($rule:literal $code:ident: $server:tt $conventions:tt $openshift:tt $gateway:tt $strict:tt $family:literal;)*) => {
        static LINTS: &[Lint] = &[$(Lint {
            rule: $rule,
            code: codes::$code,
            family: $family,
            levels: [level!($server), level!($conventions), level!($openshift), level!($gateway), level!($strict)],
        }),*];
    };
}

lints! {
    "LNT-01" STORED_FORM_DIFFERS: W W W W W "stored-form";
    "LNT-02" SERVER_DEFAULT_ABSENT: _ _ _ _ N "stored-form";
    "LNT-03" OBJECT_KEEPS_NOTHING: W W W W W "stored-form";
    "LNT-04" EMBEDDED_METADATA_PRUNED: W W W W W "stored-form";
    "LNT-05" NESTED_MAP_EMPTIED: W W W W W "stored-form";
    "LNT-06" UNSATISFIABLE: E E E E E "dead-keywords";
    "LNT-06" REQUIRED_UNDECLARED: E E E E E "dead-keywords";
    "LNT-06" BOUND_OUTSIDE_OF_FORMAT: E E E E E "dead-keywords";
    "LNT-07" KEYWORD_DEAD: W W W W W "dead-keywords";
    "LNT-07" ENUM_MEMBER_REFUSED: W W W W W "dead-keywords";
    "LNT-08" NULLABLE_ENUM_REFUSES_NULL: W W W W W "dead-keywords";
    "LNT-09" DEFAULT_UNREACHED: W W W W W "dead-keywords";
    "LNT-09" DEFAULT_REPEATS: E E E E E "dead-keywords";
    "LNT-09" DEFAULT_BELOW_OPTIONAL: _ N N N N "dead-keywords";
    "LNT-10" REQUIRED_WITH_DEFAULT: _ N N N N "dead-keywords";
    "LNT-11" STATUS_FIELD_REQUIRED: W W W W W "status";
    "LNT-12" STATUS_WITHOUT_SUBRESOURCE: W W E E E "status";
    "LNT-12" SUBRESOURCE_WITHOUT_STATUS: W W E E E "status";
    "LNT-13" CONDITIONS_SHAPE: _ W W W W "status";
    "LNT-14" OBSERVED_GENERATION_ABSENT: _ _ _ _ N "status";
    "LNT-15" STATUS_PHASE: _ N W N W "status";
    "LNT-16" LIST_TYPE_ABSENT: _ W W W W "lists";
    "LNT-17" SET_OF_OBJECTS: W W W W W "lists";
    "LNT-17" LIST_ATOMIC_WITH_KEY: _ N N N W "lists";
    "LNT-18" LIST_UNBOUNDED: _ N W W W "size";
    "LNT-18" STRING_UNBOUNDED: _ _ W N W "size";
    "LNT-18" MAP_UNBOUNDED: _ _ N N W "size";
    "LNT-18" LENGTH_MINIMUM_ABSENT: _ _ N _ N "size";
    "LNT-19" LIST_ELEMENTS_OPTIONAL: _ N N _ N "lists";
    "LNT-20" BOOLEAN_FIELD: _ _ W _ N "types";
    "LNT-21" FLOAT_FIELD: _ W E W W "types";
    "LNT-22" INTEGER_FORMAT: _ N W N W "types";
    "LNT-22" INTEGER_BEYOND_FLOAT: _ N W N W "types";
    "LNT-23" DURATION_STRING: _ N W _ N "types";
    "LNT-23" NUMBER_WITHOUT_UNIT: _ N N N N "types";
    "LNT-24" MAP_OF_OBJECTS: _ N W N N "types";
    "LNT-25" NULLABLE_FIELD: _ N W N N "types";
    "LNT-26" TIMESTAMP_NAME: _ N W N N "naming";
    "LNT-27" REFERENCE_NAME: _ N N N N "naming";
    "LNT-27" REFERENCE_NAMESPACE: _ N N _ N "naming";
    "LNT-28" NAME_NOT_CAMEL_CASE: _ W W W W "naming";
    "LNT-28" NAME_ACRONYM: _ N N N N "naming";
    "LNT-28" NAMES_DIFFER_BY_CASE: W W W W W "naming";
    "LNT-28" NAME_IS_PREFIX: _ N N N N "naming";
    "LNT-29" ENUM_NOT_PASCAL_CASE: _ N W N N "naming";
    "LNT-29" ENUM_NUMERIC: _ N W N N "naming";
    "LNT-30" DESCRIPTION_ABSENT: _ N W N W "descriptions";
    "LNT-31" DESCRIPTION_START: _ N N N N "descriptions";
    "LNT-31" DESCRIPTION_LEAK: _ N N N W "descriptions";
    "LNT-31" DESCRIPTION_MARKDOWN: _ N N N N "descriptions";
    "LNT-32" DEPRECATION_UNDECLARED: _ _ _ _ N "descriptions";
    "LNT-33" PATTERN_UNANCHORED: _ N N N N "strings";
    "LNT-33" PATTERN_SAYS_KEYWORD: _ N N N N "strings";
    "LNT-33" PATTERN_ESCAPED_TWICE: W W W W W "strings";
    "LNT-34" RULE_WITHOUT_MESSAGE: _ N W N W "rules";
    "LNT-34" RULE_MESSAGE_FORM: _ N N N N "rules";
    "LNT-35" RULE_SAYS_KEYWORD: _ N _ N N "rules";
    "LNT-36" CEL_ABSENT_FIELD: W W W W W "rules";
    "LNT-36" CEL_ABSENT_ELEMENT: W W W W W "rules";
    "LNT-36" CEL_DIVISION_BY_ZERO: W W W W W "rules";
    "LNT-36" CEL_INT_OR_STRING: W W W W W "rules";
    "LNT-36" CEL_CONSTANT_ERROR: W W W W W "rules";
    "LNT-36" CEL_TEXT_ORDER: W W W W W "rules";
    "LNT-36" CEL_OPTIONAL: W W W W W "rules";
    "LNT-37" RULE_CONSTANT: W W W W W "rules";
    "LNT-37" RULE_LINES_JOINED: W W W W W "rules";
    "LNT-37" RULE_NEVER_TRUE: E E E E E "rules";
    "LNT-37" CEL_NEVER_EQUAL: W W W W W "rules";
    "LNT-38" IMMUTABLE_OPTIONAL: _ W W W W "rules";
    "LNT-39" RULE_EXPENSIVE: _ N N N W "rules";
    "LNT-39" QUANTITY_UNBOUNDED: _ N N N N "rules";
    "LNT-40" UNION_WITHOUT_DISCRIMINATOR: _ N N N N "unions";
    "LNT-40" UNION_MEMBER_REQUIRED: W W W W W "unions";
    "LNT-40" UNION_OVERLAP: W W W W W "unions";
    "LNT-41" ROOT_MEMBERS: _ N N N N "versions";
    "LNT-42" VERSION_NAME_ODD: _ W W W W "versions";
    "LNT-42" STORAGE_UNSERVED: W W W W W "versions";
    "LNT-42" SERVED_ABSENT: W W W W W "versions";
    "LNT-42" STORAGE_UNSTABLE: _ W W W W "versions";
    "LNT-43" NONE_DROPS_FIELD: W W W W W "versions";
    "LNT-43" NONE_CHANGES_TYPE: W W W W W "versions";
    "LNT-43" NONE_DROPS_NULL: W W W W W "versions";
    "LNT-43" NONE_DEFAULT_DIFFERS: N N N N N "versions";
    "LNT-43" NONE_REFUSED: N N N N N "versions";
    "LNT-44" NAMES_FORM: _ W W W W "naming";
    "LNT-44" NAMES_SHADOW_BUILTIN: W W W W W "naming";
    "LNT-45" COLUMN_PATH_MALFORMED: W W W W W "versions";
    "LNT-45" COLUMN_PATH_DANGLING: W W W W W "versions";
    "LNT-45" COLUMN_TYPE_MISMATCH: W W W W W "versions";
    "LNT-45" COLUMN_DATE_UNVALIDATED: W W W W W "versions";
    "LNT-45" COLUMN_SHOWS_JSON: N N N N N "versions";
    "LNT-45" COLUMN_NAME_REPEATED: W W W W W "versions";
    "LNT-45" COLUMNS_ABSENT: _ N N N N "versions";
    "LNT-45" SCALE_PATH_DANGLING: W W W W W "versions";
    "LNT-45" SCALE_WITHOUT_SELECTOR: _ N N N N "versions";
    "LNT-46" DEPRECATION_SILENT: _ N N N N "versions";
    "LNT-47" PRESERVE_AT_TOP: _ N N N W "size";
    "LNT-48" CLIENT_SIDE_APPLY_IMPOSSIBLE: _ W W W W "size";
    "LNT-49" SECRET_IN_PLAIN: _ _ _ _ N "strings";
    "LNT-50" CHANNEL_ABSENT: E E E E E "lifecycle";
    "LNT-51" ALPHA_UNGATED: E E E E E "lifecycle";
    "LNT-52" LIFECYCLE_AHEAD: W W W W W "lifecycle";
    "LNT-53" DEPRECATION_UNEXPLAINED: E E E E E "lifecycle";
    "LNT-54" LIFECYCLE_OVERDUE: W W W W W "lifecycle";
    "LNT-56" FEATURE_GATE_UNUSED: E E E E E "lifecycle";
}
