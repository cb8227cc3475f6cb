//! `crd-gen cel`: types an expression at a place of a CRD, or evaluates it over an object.

mod answer;
mod evaluate;
mod object;

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use crd_core::Crd;
use crd_core::KubeVersion;
use crd_core::cel::{
    EXPRESSION_COST_LIMIT, EvaluatedValue, Expression, OldSelf, RuleScope, SelfKind, values_at,
};
use crd_core::check::{self, Code, Diagnostic, Severity, codes};
use crd_core::schema::{FoundNode, JsonSchemaProps, NotFound, ValidationRule};

use self::evaluate::Detail;
use self::object::ObjectForm;
use crate::options::{KubernetesVersion, PackageArgs};
use crate::sources::{Completeness, CrdSources};
use crate::terminal::Terminal;
use crate::text::{listed, quoted};
use crate::{CommandError, CommandOutcome};

const EXAMPLES: &str = "\
Examples:
  # Check a rule and estimate its cost
  crd-gen cel crd.yaml --path spec.listeners 'self.all(l, l.port > 0)'
  crd-gen cel crd.yaml --path spec 'self.a != oldSelf.a'
  # Show the type and the fields of `self` at a path
  crd-gen cel crd.yaml --path 'spec.listeners[].name'
  # Evaluate an expression on an object, and explain the result
  crd-gen cel crd.yaml --path spec 'self.a <= self.b' --object a.yaml --explain
  crd-gen cel crd.yaml 'self.spec.a == oldSelf.spec.a' --object new.yaml \\
    --old-object old.yaml
  kubectl get gateway main -o yaml |
    crd-gen cel crd.yaml 'self.spec.listeners.map(l, l.port)' --object -

Without `--object`, a condition is checked as `crd-gen check` checks a rule at that path, and the cost of any expression is \
estimated. Without an expression, the type and the fields of `self` are listed.

With `--object`, the expression is evaluated for each value of the object at that path. The results, errors and costs \
are those of the API server. `--explain` lists the value of each part of the expression; `>` marks the parts that \
determine the result.

Exit codes: 0 the expression is valid and, with `--object`, fails for no value at that path; 1 it is invalid, or its evaluation \
fails; 2 the command was misused or failed.";

/// Arguments of `crd-gen cel`.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES, disable_version_flag = true)]
pub struct CelArgs {
    /// The CRD: a file, a directory, a Rust package (a `Cargo.toml` or its directory), `git:REVISION[:PATH]`, or `-` for
    /// standard input.
    #[arg(value_name = "CRD")]
    pub file: PathBuf,
    /// The CEL expression. Without it, the type and the fields of `self` are shown.
    #[arg(value_name = "EXPRESSION", allow_hyphen_values = true)]
    pub expression: Option<String>,
    /// The path of `self`, such as `spec.listeners[].name` [default: the whole object].
    #[arg(long, value_name = "PATH", default_value = "", hide_default_value = true)]
    pub path: String,
    /// The name of the CRD, if there are several.
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// The version of the CRD [default: the storage version].
    #[arg(long, value_name = "NAME")]
    pub version: Option<String>,
    /// Give `oldSelf` an optional type, as in rules with `optionalOldSelf: true`.
    #[arg(long)]
    pub optional_old_self: bool,
    /// The version of the API server.
    #[command(flatten)]
    pub server: KubernetesVersion,
    /// Evaluate the expression on the object in this file, or `-` for standard input.
    #[arg(long, value_name = "FILE", requires = "expression")]
    pub object: Option<PathBuf>,
    /// The object before the update: the value of `oldSelf`.
    #[arg(long, value_name = "FILE", requires = "object")]
    pub old_object: Option<PathBuf>,
    /// Prune the objects and set defaults before the evaluation, as the API server does.
    #[arg(long, requires = "object")]
    pub as_stored: bool,
    /// Show the value of each part of the expression.
    #[arg(long, requires = "object")]
    pub explain: bool,
    /// The output format of the value.
    #[arg(long, value_name = "FORMAT", default_value = "human", requires = "object")]
    pub format: CelFormat,
}

/// The output format of `crd-gen cel --object`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CelFormat {
    /// Text for people.
    Human,
    /// One line of JSON per value of `self`: `value` or `error`, and `cost`.
    Json,
}

pub(crate) fn run(args: &CelArgs, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    let read = CrdSources::read(
        std::slice::from_ref(&args.file),
        &PackageArgs::default(),
        terminal,
    );
    let sources = read.map_err(|failure| match &args.expression {
        Some(expression) if !args.file.exists() && Path::new(expression).exists() => failure.help(format!(
            "the CRD comes first: `crd-gen cel {expression} EXPRESSION`"
        )),
        None if !args.file.exists() && args.file.to_string_lossy().contains("self") => {
            failure.help("the CRD comes first: `crd-gen cel CRD EXPRESSION`")
        }
        _ => failure,
    })?;
    let kubernetes = sources.server(args.server);
    let crd = one_crd(&sources, args.name.as_deref(), terminal)?;
    let (version, schema) = one_version(&crd, args.version.as_deref())?;
    let place = schema
        .lookup(&args.path)
        .map_err(|error| not_found(schema, &args.path, &error))?;
    let scope = RuleScope::new(schema, &place.path, kubernetes).ok_or_else(|| {
        CommandError::new(format!("expressions cannot use `{}`", args.path))
            .help("rules need a value with a `type`; lists and maps also need elements with a `type`")
    })?;
    let mut out = terminal.stdout();
    let expression = args.expression.as_deref().map(str::trim).unwrap_or_default();
    let old_self = if args.optional_old_self {
        OldSelf::Optional
    } else {
        OldSelf::Value
    };
    let target = ExpressionTarget {
        crd: &crd,
        version,
        schema,
        place: &place,
        scope: &scope,
        server: kubernetes,
    };
    if let Some(object) = &args.object {
        return over_object(args, &target, expression, old_self, object, &mut out, terminal);
    }
    if expression.is_empty() || expression == "self" {
        let text = answer::fields(&scope, &place, &format!("{} {version}", crd.metadata.name));
        out.write_all(text.as_bytes())?;
        return Ok(CommandOutcome::Clean);
    }
    let compiled = scope.compile(expression, old_self);
    if let Ok(typed) = &compiled {
        out.write_all(answer::typed(&scope, typed, expression, old_self).as_bytes())?;
        if !typed.is_bool {
            return Ok(CommandOutcome::Clean);
        }
    }
    let findings = target.findings(expression, old_self)?;
    if compiled.is_ok() && !findings.is_empty() {
        writeln!(out)?;
    }
    let text = answer::findings(&findings, expression, crate::terminal::width());
    out.write_all(text.as_bytes())?;
    let is_rejected = findings.iter().any(|finding| finding.severity == Severity::Error);
    match compiled {
        Ok(_) if !is_rejected => Ok(CommandOutcome::Clean),
        Err(error) if !is_rejected => Err(CommandError::new(error.to_string())),
        _ => Ok(CommandOutcome::Findings),
    }
}

/// The node at which an expression is checked, and over whose values it is evaluated.
struct ExpressionTarget<'a> {
    crd: &'a Crd,
    version: &'a str,
    schema: &'a JsonSchemaProps,
    place: &'a FoundNode<'a>,
    scope: &'a RuleScope,
    server: KubeVersion,
}

impl ExpressionTarget<'_> {
    /// Checks an expression as `crd-gen check` does for a rule of the node.
    fn findings(&self, expression: &str, old_self: OldSelf) -> Result<Vec<Diagnostic>, CommandError> {
        let rule = ValidationRule {
            rule: expression.into(),
            message: "must be valid".into(),
            optional_old_self: (old_self == OldSelf::Optional).then_some(true),
            ..ValidationRule::default()
        };
        let options = check::Options::for_version(self.server);
        let mut findings = check::rule(self.crd, self.version, &self.place.path, rule, &options)
            .map_err(|error| CommandError::new(error.to_string()))?;
        for finding in &mut findings {
            if finding.code == codes::METADATA_RESTRICTED {
                finding.help = vec![OF_METADATA.to_owned()];
            }
        }
        Ok(findings)
    }
}

/// The advice for a path to the metadata.
const OF_METADATA: &str =
    "a rule about `metadata` belongs to the whole object: leave out `--path`, and write `self.metadata.name`";

/// The errors because of which a rule at a node would not run, whatever its values are.
const REJECTED: [Code; 2] = [codes::OLD_SELF_UNCORRELATABLE, codes::METADATA_RESTRICTED];

/// Evaluates an expression over the values of an object.
fn over_object(
    args: &CelArgs,
    target: &ExpressionTarget<'_>,
    expression: &str,
    old_self: OldSelf,
    object: &Path,
    out: &mut impl std::io::Write,
    terminal: &Terminal,
) -> Result<CommandOutcome, CommandError> {
    let kind = if target.place.path.segments.len() == 1 {
        SelfKind::Resource
    } else {
        SelfKind::Value
    };
    let compiled = Expression::explaining(target.scope, target.place.schema, kind, expression, old_self);
    let compiled = match compiled {
        Ok(Some(compiled)) => compiled,
        Ok(None) => {
            return Err(CommandError::new(format!(
                "expressions cannot use `{}`",
                args.path
            )));
        }
        Err(error) => {
            let findings = target.findings(expression, old_self)?;
            if findings.is_empty() {
                return Err(CommandError::new(error.to_string()));
            }
            let text = answer::findings(&findings, expression, crate::terminal::width());
            out.write_all(text.as_bytes())?;
            return Ok(CommandOutcome::Findings);
        }
    };
    if let Ok(typed) = target.scope.compile(expression, old_self) {
        if typed.uses_old_self && old_self == OldSelf::Value && args.old_object.is_none() {
            return Err(CommandError::new(
                "the expression uses `oldSelf`, so as a rule it only runs on updates",
            )
            .help("pass the object before the update with `--old-object`"));
        }
        let mut findings = target.findings(expression, old_self)?;
        findings.retain(|finding| typed.is_bool && REJECTED.contains(&finding.code));
        if !findings.is_empty() {
            let text = answer::findings(&findings, expression, crate::terminal::width());
            out.write_all(text.as_bytes())?;
            return Ok(CommandOutcome::Findings);
        }
    }
    let form = if args.as_stored {
        ObjectForm::Stored
    } else {
        ObjectForm::Written
    };
    let read = |path: &Path| -> Result<serde_json::Value, CommandError> {
        let mut object = object::object_of(path, target.crd, terminal)?;
        if form == ObjectForm::Stored {
            object::stored(&mut object, target.schema, target.server)?;
        }
        Ok(object)
    };
    let object = read(object)?;
    let old = args.old_object.as_deref().map(read).transpose()?;
    let mut places = values_at(target.schema, &target.place.path, &object, old.as_ref());
    places.retain(|place| target.place.selects(&place.path));
    if places.is_empty() {
        terminal.note(&format!(
            "the object has no value at `{}`, so a rule there would not run",
            args.path
        ));
    }
    let outcome = write_values(args, &compiled, expression, &places, out)?;
    if outcome == CommandOutcome::Findings && form == ObjectForm::Written {
        let mut stored = object.clone();
        object::stored(&mut stored, target.schema, target.server)?;
        if stored != object {
            terminal.note("the object lacks defaults of the schema, which `--as-stored` sets");
        }
    }
    Ok(outcome)
}

/// Evaluates a compiled expression over each value, and writes the results.
fn write_values(
    args: &CelArgs,
    compiled: &Expression,
    expression: &str,
    places: &[EvaluatedValue<'_>],
    out: &mut impl std::io::Write,
) -> Result<CommandOutcome, CommandError> {
    let detail = if args.explain {
        Detail::Parts
    } else {
        Detail::Value
    };
    let mut outcome = CommandOutcome::Clean;
    for (position, place) in places.iter().enumerate() {
        let run = compiled.explain(place.value, place.old, EXPRESSION_COST_LIMIT);
        if run.value.is_err() {
            outcome = CommandOutcome::Findings;
        }
        match args.format {
            CelFormat::Json => writeln!(out, "{}", evaluate::line(place, &run, expression, detail))?,
            CelFormat::Human => {
                if position > 0 {
                    writeln!(out)?;
                }
                let text = evaluate::text(place, &run, expression, detail, crate::terminal::width());
                out.write_all(text.as_bytes())?;
            }
        }
    }
    Ok(outcome)
}

/// Creates the error for a path that does not exist, with a suggestion.
fn not_found(schema: &JsonSchemaProps, path: &str, error: &NotFound) -> CommandError {
    let failure = CommandError::new(error.to_string());
    if path.split('.').next() == Some("metadata") {
        return failure.help(OF_METADATA);
    }
    if let Some(meant) = meant_path(schema, path) {
        return failure.help(format!("did you mean `{meant}`?"));
    }
    let NotFound::NoProperty {
        path,
        known,
        has_elements,
        ..
    } = error
    else {
        return failure;
    };
    if *has_elements {
        return failure.help(format!("the path of its elements is `{}[]`", path.short_node()));
    }
    if let Some(near) = error.suggestion() {
        return failure.help(format!("did you mean `{near}`?"));
    }
    if known.is_empty() {
        return failure;
    }
    let known = known.iter().take(20).map(|name| &**name);
    failure.help(listed("there is", "there are", known))
}

/// Returns the path from the root of the object for one from its spec or status, or in another notation: `self.spec`, `$.spec` or
/// `spec/name`.
fn meant_path(schema: &JsonSchemaProps, path: &str) -> Option<String> {
    let plain = path.replace('/', ".");
    let plain = plain.trim_start_matches(['$', '.']);
    let plain = plain.strip_prefix("self.").unwrap_or(plain);
    ["", "spec.", "status."]
        .into_iter()
        .map(|section| format!("{section}{plain}"))
        .find(|meant| schema.lookup(meant).is_ok())
}

fn one_crd(sources: &CrdSources, name: Option<&str>, terminal: &Terminal) -> Result<Crd, CommandError> {
    let loaded = sources.map(terminal, |found| (found.file.to_owned(), found.crd))?;
    if loaded.completeness == Completeness::Part {
        return Err(CommandError::Reported);
    }
    let crds = loaded.crds;
    let place = sources.shown();
    let names: BTreeSet<String> = crds
        .iter()
        .map(|(_, crd)| crd.metadata.name.to_string())
        .collect();
    let mut wanted = crds
        .into_iter()
        .filter(|(_, crd)| name.is_none_or(|name| *crd.metadata.name == *name));
    match (wanted.next(), wanted.next()) {
        (Some((_, crd)), None) => Ok(crd),
        (Some((file, crd)), Some((other, same))) if crd.metadata.name == same.metadata.name => {
            let name = &crd.metadata.name;
            let message = if file == other {
                format!("`{name}` is twice in `{file}`")
            } else {
                format!("`{name}` is in `{file}` and in `{other}`")
            };
            Err(CommandError::new(message).help("pass a file with only one of them"))
        }
        (Some(_), Some(_)) => Err(CommandError::new(format!("`{place}` contains several CRDs"))
            .help(format!("choose one with `--name`: {}", quoted(names)))),
        (None, _) => {
            Err(
                CommandError::new(format!("no CRD `{}` in `{place}`", name.unwrap_or_default()))
                    .help(listed("there is", "there are", names)),
            )
        }
    }
}

fn one_version<'c>(crd: &'c Crd, name: Option<&str>) -> Result<(&'c str, &'c JsonSchemaProps), CommandError> {
    let versions = crd.versions();
    let chosen = match name {
        Some(name) => crd.version(name),
        None => crd.storage_version().or(versions.first()),
    };
    let Some(chosen) = chosen else {
        let names: Vec<&str> = versions.iter().map(|version| &*version.name).collect();
        let wanted = name.unwrap_or_default();
        let help = match wanted.parse::<KubeVersion>() {
            Ok(_) => format!("the version of Kubernetes is given by `--kubernetes-version {wanted}`"),
            Err(_) => listed("its version is", "its versions are", names),
        };
        return Err(CommandError::new(format!("the CRD has no version `{wanted}`")).help(help));
    };
    let schema = chosen
        .openapi_schema()
        .ok_or_else(|| CommandError::new(format!("version `{}` has no schema", chosen.name)))?;
    Ok((&chosen.name, schema))
}
