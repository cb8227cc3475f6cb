//! Follows the advice of findings about CRDs with one slip.
//!
//! ```text
//! type: strng                   did you mean `string`?             type: string
//! rule: self.min =< self.max    write `<=`                         rule: self.min <= self.max
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::PathBuf;

use clap::Args;
use crd_core::check::{self, Diagnostic, Options, Severity, codes};
use crd_core::yaml::tree::Span;
use crd_gen_tests::rng::Rng;

use super::Numbers;
use super::editor::texts::files;

/// The largest document that is changed, in bytes; each input is checked several times.
const MOST_BYTES: u64 = 30_000;

/// Slips in expressions: a part, and what authors write instead.
const OF_RULES: [(&str, &str); 40] = [
    ("self.", ""),
    ("self.", "this."),
    ("self.", "spec."),
    ("self.", "self.spec."),
    ("self.", "self.?"),
    ("oldSelf", "old"),
    ("oldSelf", "oldself"),
    ("==", "="),
    ("==", "==="),
    ("!=", "<>"),
    ("<=", "=<"),
    ("&&", "and"),
    ("&&", "&"),
    ("||", "or"),
    ("||", "|"),
    ("!has(", "not has("),
    ("has(", "exists("),
    ("has(", "defined("),
    ("has(self.", "'x' in (self."),
    (".size()", ".length"),
    (".size()", ".count()"),
    ("size(", "len("),
    (".all(", ".every("),
    (".exists(", ".any("),
    (".exists(", ".some("),
    (".filter(", ".where("),
    (".startsWith(", ".startswith("),
    (".matches(", ".match("),
    (".matches('", ".matches(/"),
    (".contains(", ".includes("),
    (" in ", " not in "),
    (", ", " => "),
    (", ", " "),
    ("true", "'true'"),
    ("'", ""),
    ("'", "\""),
    (")", ""),
    ("(", ""),
    (" ? ", " then "),
    ("exists_one", "existsOne"),
];

/// Slips in values of keywords.
const OF_VALUES: [(&str, &str); 14] = [
    ("string", "str"),
    ("string", "text"),
    ("integer", "int"),
    ("boolean", "bool"),
    ("number", "float"),
    ("array", "list"),
    ("object", "map"),
    ("true", "yes"),
    ("true", "'true'"),
    ("int32", "int"),
    ("date-time", "datetime"),
    ("Namespaced", "namespaced"),
    ("map", "dict"),
    ("atomic", "Atomic"),
];

/// Documents with one slip, and the advice about it (needs no Go; build for release).
///
/// Each input is a document of the directories with a slip in one line. The advice is followed: the fix is applied, or a text that a
/// help proposes is written at the marked place, as its value, or as the whole line or expression. Advice with which the document has
/// another error is printed. Texts with names that the document does not have show a form, and are not followed.
#[derive(Debug, Args)]
pub(super) struct AdviceOptions {
    #[command(flatten)]
    numbers: Numbers,
    /// Directories of CRDs.
    #[arg(value_name = "DIRECTORY", default_values = ["examples"])]
    directories: Vec<PathBuf>,
}

/// Returns the number of advices that lead to another error.
pub(super) fn run(options: &AdviceOptions) -> io::Result<usize> {
    let files = files(&options.directories, MOST_BYTES)?;
    let documents: Vec<String> = files.iter().map(fs::read_to_string).collect::<io::Result<_>>()?;
    let (mut wrong, mut counts) = (0, BTreeMap::new());
    for number in options.numbers.first..options.numbers.end() {
        let mut random = Rng::new(number);
        let Some(document) = random.pick::<String>(&documents) else {
            return Err(io::Error::other("there are no CRDs in these directories"));
        };
        let Some(changed) = slip(document, &mut random) else {
            continue;
        };
        let (before, found) = (findings(document), findings(&changed));
        let known: BTreeSet<_> = before.iter().chain(&found).map(key).collect();
        for finding in found
            .iter()
            .filter(|found| !before.iter().any(|old| key(old) == key(found)))
        {
            for advice in advices(&changed, finding) {
                let result = followed(document, &advice, finding, &known);
                *counts.entry(result.name()).or_insert(0_usize) += 1;
                if let Outcome::Wrong(error) = result {
                    wrong += 1;
                    println!("{number}: {}\n  {}\n  {error}", finding.message, advice.help);
                }
            }
        }
    }
    println!("{} documents: {counts:?}", documents.len());
    Ok(wrong)
}

/// Returns the document with a slip in one line.
fn slip(document: &str, random: &mut Rng) -> Option<String> {
    let lines: Vec<&str> = document.lines().collect();
    let rules: Vec<usize> = (0..lines.len())
        .filter(|at| lines[*at].contains("rule: "))
        .collect();
    let at = match random.pick(&rules) {
        Some(rule) if random.one_in(2) => *rule,
        _ => random.below(lines.len()),
    };
    let line = *lines.get(at)?;
    let (key, value) = line.split_once(':')?;
    let start = key.len() - key.trim_start_matches([' ', '-']).len();
    let (indent, name) = key.split_at(start);
    let replaced = |value: &str, slips: &[(&str, &str)], random: &mut Rng| {
        let fitting: Vec<_> = slips.iter().filter(|(part, _)| value.contains(part)).collect();
        let (part, instead) = **random.pick(&fitting)?;
        let places: Vec<usize> = value.match_indices(part).map(|(at, _)| at).collect();
        let place = *random.pick(&places)?;
        let (before, after) = value.split_at(place);
        Some(format!("{before}{instead}{}", &after[part.len()..]))
    };
    let slipped = if name == "rule" {
        format!("{key}:{}", replaced(value, &OF_RULES, random)?)
    } else {
        let middle = name.len() / 2;
        let name_without = format!("{}{}", name.get(..middle)?, name.get(middle + 1..)?);
        match random.below(10) {
            0 => format!("{indent}{name_without}:{value}"),
            1 => format!("{indent}{}:{value}", name.to_lowercase()),
            2 => format!("{indent}{name}s:{value}"),
            3 => format!("{indent}{}:{value}", name.replace('-', "_")),
            4 => format!("  {line}"),
            5 => format!("{indent}- {name}:{value}"),
            6 => format!("{key}:"),
            7 => format!("{key}: [{}]", value.trim()),
            8 => format!("{key}: \"{}\"", value.trim()),
            _ => format!("{key}:{}", replaced(value, &OF_VALUES, random)?),
        }
    };
    let mut changed: Vec<&str> = lines.clone();
    *changed.get_mut(at)? = &slipped;
    let changed = changed.join("\n") + "\n";
    (changed != document).then_some(changed)
}

fn findings(text: &str) -> Vec<Diagnostic> {
    let report = check::text(text, &Options::default());
    report
        .findings
        .into_iter()
        .map(|finding| finding.diagnostic)
        .collect()
}

/// What makes findings the same in two texts.
fn key(finding: &Diagnostic) -> (check::Code, String) {
    (finding.code, finding.message.clone())
}

/// An advice, and the texts in which it is followed.
struct Advice {
    help: String,
    texts: Vec<String>,
}

/// What happens if an advice is followed.
enum Outcome {
    /// The text is as before the slip.
    Restored,
    /// There is no other error.
    Clean,
    Wrong(String),
}

impl Outcome {
    fn name(&self) -> &'static str {
        match self {
            Outcome::Restored => "restored",
            Outcome::Clean => "without error",
            Outcome::Wrong(_) => "wrong",
        }
    }
}

/// Returns what a finding advises.
fn advices(text: &str, finding: &Diagnostic) -> Vec<Advice> {
    if let Some(fix) = &finding.fix {
        let (fixed, _) = check::apply(text, &[fix]);
        return vec![Advice {
            help: format!("fix: {}", fix.title),
            texts: vec![fixed],
        }];
    }
    let Some(place) = finding.span else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let needs_quotes = finding.help.iter().any(|help| help.starts_with("in YAML"));
    for help in finding.help.iter().filter(|_| !needs_quotes) {
        for proposed in proposals(help).filter(|proposed| is_concrete(text, proposed)) {
            found.extend(placed(text, place, proposed).map(|texts| Advice {
                help: help.clone(),
                texts,
            }));
        }
    }
    found
}

/// Returns the texts that a help proposes, but for those of a choice, and members, whose place the help describes.
fn proposals(help: &str) -> impl Iterator<Item = &str> {
    let starts = ["write ", "did you mean ", "close it with "];
    let pieces: Vec<&str> = help.split('`').collect();
    let proposed = pieces.windows(3).step_by(2).filter_map(move |pieces| {
        let &[before, proposed, after] = pieces else {
            return None;
        };
        let is_proposed = starts.iter().any(|start| before.ends_with(start));
        let is_choice = matches!(after, ", " | " or " | ", or ");
        (is_proposed && !is_choice && !proposed.contains('…') && !proposed.contains(": ")).then_some(proposed)
    });
    proposed.collect::<Vec<_>>().into_iter()
}

/// Whether the names in a proposed text are those of the document; others show a form: `list.all(x, condition)`.
fn is_concrete(text: &str, proposed: &str) -> bool {
    const FORMS: [&str; 12] = [
        "list",
        "map",
        "text",
        "field",
        "condition",
        "value",
        "this",
        "that",
        "x",
        "a",
        "b",
        "key",
    ];
    let words = proposed.split(|c: char| !c.is_alphanumeric() && c != '_');
    let is_member = proposed.contains(['(', '.', '?']);
    !words
        .into_iter()
        .any(|word| is_member && FORMS.contains(&word) && !text.contains(&format!("{word},")))
        && proposed.len() > 1
}

/// Returns the text with a proposed one at a place, as the value there, as the whole line, and as the whole expression.
fn placed(text: &str, place: Span, proposed: &str) -> Option<Vec<String>> {
    let (start, end) = (place.start as usize, place.end as usize);
    let with = |start: usize, new: &str, end: usize| {
        Some(format!("{}{new}{}", text.get(..start)?, text.get(end..)?))
    };
    let line_start = text.get(..start)?.rfind('\n').map_or(0, |at| at + 1);
    let line_end = start + text.get(start..)?.find('\n')?;
    let mut texts = vec![with(start, proposed, end)?];
    let line = text.get(line_start..line_end)?;
    if let Some(key) = line.trim_end().strip_suffix(':') {
        texts.push(with(
            line_start + key.len() + 1,
            &format!(" {proposed}"),
            line_end,
        )?);
    } else if let Some((key, value)) = line.split_once(": ") {
        let value_start = line_start + key.len() + 2;
        texts.push(with(value_start, proposed, line_end)?);
        // Parts of an expression around the place, of which the proposed text is a form.
        let is_edge = |at: &usize| {
            let near = |at: usize| value.as_bytes().get(at).is_some_and(u8::is_ascii_alphanumeric);
            value.is_char_boundary(*at) && !(at.checked_sub(1).is_some_and(near) && near(*at))
        };
        let edges: Vec<usize> = (0..=value.len())
            .filter(is_edge)
            .map(|at| at + value_start)
            .collect();
        let (before, after) = edges.split_at(edges.partition_point(|at| *at <= start));
        for from in before.iter().rev().take(30) {
            for to in after.iter().filter(|to| **to >= end).take(30) {
                texts.push(with(*from, proposed, *to)?);
            }
        }
    }
    let key = line.trim_start_matches([' ', '-']);
    texts.push(with(line_end - key.len(), proposed, line_end)?);
    Some(texts)
}

fn followed(
    original: &str,
    advice: &Advice,
    finding: &Diagnostic,
    known: &BTreeSet<(check::Code, String)>,
) -> Outcome {
    let plain = |text: &str| text.replace([' ', '(', ')', '\'', '"'], "");
    let meant = plain(original);
    if advice.texts.iter().any(|text| plain(text) == meant) {
        return Outcome::Restored;
    }
    let mut first_error = None;
    let simple = advice.texts.iter().take(2).chain(advice.texts.last());
    for text in simple {
        let found = findings(text);
        let is_wrong = |found: &&Diagnostic| {
            let is_error = found.severity == Severity::Error || found.code == codes::RULE_CONSTANT;
            is_error && !known.contains(&key(found)) || key(found) == key(finding)
        };
        match found.iter().find(is_wrong) {
            None => return Outcome::Clean,
            Some(error) => first_error = first_error.or(Some(error.message.clone())),
        }
    }
    Outcome::Wrong(first_error.unwrap_or_default())
}
