//! The keyword that is meant by an unknown one: it has to be for values of the type beside it, and take the value that is written.
//!
//! ```text
//! type: string, min: 1        minLength, since `minimum` is for numbers
//! type: string, note: a       none, since `not` has a schema
//! type: object, values: x     none, since `enum` is for scalars
//! ```

use super::{OF_NAMES, SHORTEST_PART, TYPES, scalar, type_named};
use crate::model::schema::SchemaKeyword;
use crate::yaml::tree::{Node, Value};

/// Returns the keyword that a schema may have with a value: the given one, or the same bound for values of its type.
pub(in crate::check) fn keyword(
    schema: Option<&Node>,
    keyword: &'static str,
    value: Option<&Node>,
) -> Option<&'static str> {
    let type_ = schema.and_then(type_of).unwrap_or_default();
    let is_list_of_scalars = || {
        let elements = value.map_or(&[][..], Node::elements);
        !elements.is_empty() && elements.iter().all(|element| !element.is_collection())
    };
    let keyword = match keyword {
        "anyOf" | "oneOf" if is_list_of_scalars() => "enum",
        keyword => keyword,
    };
    // A count of characters is no limit of a number.
    let bound = same_bound(keyword, type_).filter(|bound| !matches!(*bound, "minimum" | "maximum"));
    let keyword = bound.unwrap_or(keyword);
    let is_of_type = type_.is_empty() || is_of_type(keyword, type_);
    (is_of_type && value.is_none_or(|value| takes(keyword, value))).then_some(keyword)
}

/// Returns the keywords that an unknown one may stand for, the most similar first.
pub(in crate::check) fn similar(name: &str) -> impl Iterator<Item = &'static str> {
    let keywords = SchemaKeyword::IN_GO.map(SchemaKeyword::wire);
    let is_extension = name.starts_with("x-");
    // The prefix of extensions is often left out; other tools have extensions, too.
    let all = keywords.map(|keyword| {
        let words = keyword.strip_prefix(EXTENSION);
        letters(words.unwrap_or(if is_extension { "" } else { keyword }))
    });
    let mut written = letters(name.strip_prefix("x-").unwrap_or(name));
    for prefix in ["xkubernetes", "kubernetes"] {
        if let Some(words) = written.strip_prefix(prefix) {
            written = words.to_owned();
        }
    }
    for (short, long) in [("len", "length"), ("props", "properties")] {
        if let Some(start) = written.strip_suffix(short) {
            written = format!("{start}{long}");
        }
    }
    let find = |is_meant: &dyn Fn(&str) -> bool| {
        let mut found = all.iter().zip(keywords).filter(|(letters, _)| is_meant(letters));
        found
            .next()
            .filter(|_| found.next().is_none())
            .map(|(_, keyword)| keyword)
    };
    let is_part = |part: &str, whole: &str| part.len() >= SHORTEST_PART && whole.starts_with(part);
    let nearest = crd_cel::nearest(&written, all.iter().map(String::as_str));
    [
        find(&|keyword| keyword == written),
        find(&|keyword| Some(keyword) == nearest),
        find(&|keyword| is_part(&written, keyword)),
        find(&|keyword| is_part(keyword, &written)),
        bound(&written).filter(|_| !is_extension),
    ]
    .into_iter()
    .flatten()
}

/// Returns the extension that a name without its prefix is for: `x-kubernetes-int-or-string` for `intOrString`.
pub(in crate::check) fn extension(name: &str) -> Option<&'static str> {
    let name = letters(name.strip_prefix("x-").unwrap_or(name));
    let mut keywords = SchemaKeyword::IN_GO.map(SchemaKeyword::wire).into_iter();
    keywords.find(|keyword| {
        keyword
            .strip_prefix(EXTENSION)
            .is_some_and(|words| letters(words) == name)
    })
}

/// The prefix of the extensions that the server knows.
pub(in crate::check) const EXTENSION: &str = "x-kubernetes-";

/// Returns the letters and digits of a name in lower case, in which `max_length` and `maxLength` are the same.
pub(in crate::check) fn letters(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}

/// Returns the bound that the letters of a name begin with: `minimum` for `minvalue`, `maxLength` for `maxchars`.
fn bound(letters: &str) -> Option<&'static str> {
    let (of, side) = match letters.strip_prefix("min") {
        Some(of) => (of, 0),
        None => (letters.strip_prefix("max")?, 1),
    };
    let is_of = |words: &[&str]| words.iter().any(|word| of.contains(word));
    let bounds = if is_of(&["len", "char"]) {
        OF_TEXTS
    } else if is_of(&["item", "elem", "entr"]) {
        OF_LISTS
    } else if is_of(&["prop", "key"]) {
        OF_OBJECTS
    } else {
        OF_NUMBERS
    };
    bounds.get(side).copied()
}

/// The lower and the upper bound of values of each kind.
const OF_TEXTS: [&str; 2] = ["minLength", "maxLength"];
const OF_NUMBERS: [&str; 2] = ["minimum", "maximum"];
const OF_LISTS: [&str; 2] = ["minItems", "maxItems"];
const OF_OBJECTS: [&str; 2] = ["minProperties", "maxProperties"];

/// Returns the type of a schema, if it is known.
fn type_of(schema: &Node) -> Option<&str> {
    let written = schema.get("type")?.as_str()?;
    let type_ = type_named(written).unwrap_or(written);
    TYPES.contains(&type_).then_some(type_)
}

/// Whether a keyword is for schemas of a type, and the server accepts it in CRDs.
fn is_of_type(keyword: &str, type_: &str) -> bool {
    let is_number = matches!(type_, "integer" | "number");
    match keyword {
        "minimum" | "maximum" | "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties"
        | "maxProperties" | "pattern" | "required" | "properties" => is_for(keyword, type_),
        "multipleOf" | "exclusiveMinimum" | "exclusiveMaximum" => is_number,
        "format" => is_number || type_ == "string",
        "enum" => !matches!(type_, "object" | "array"),
        "items" | "x-kubernetes-list-type" | "x-kubernetes-list-map-keys" => type_ == "array",
        "additionalProperties" | "x-kubernetes-map-type" | "x-kubernetes-embedded-resource" => {
            type_ == "object"
        }
        "$ref" | "$schema" | "id" | "definitions" | "dependencies" => false,
        _ => true,
    }
}

/// Whether a keyword is for values of a type.
pub(in crate::check) fn is_for(keyword: &str, type_: &str) -> bool {
    match keyword {
        "pattern" => type_ == "string",
        "required" | "properties" => type_ == "object",
        bound => same_bound(bound, type_) == Some(bound),
    }
}

/// Returns the keyword for values of a type that stands for a bound of values of another type: `minLength` for `minimum` of a string.
pub(in crate::check) fn same_bound(keyword: &str, type_: &str) -> Option<&'static str> {
    const BOUNDS: [(&[&str], [&str; 2]); 4] = [
        (&["string"], OF_TEXTS),
        (&["integer", "number"], OF_NUMBERS),
        (&["array"], OF_LISTS),
        (&["object"], OF_OBJECTS),
    ];
    let (_, own) = BOUNDS.into_iter().find(|(types, _)| types.contains(&type_))?;
    let side = BOUNDS
        .iter()
        .find_map(|(_, bounds)| bounds.iter().position(|bound| *bound == keyword))?;
    own.get(side).copied()
}

/// Whether a keyword may have a value. Whether it has an error then is found by checking.
fn takes(keyword: &str, value: &Node) -> bool {
    match keyword {
        _ if OF_NAMES.contains(&keyword) => value.as_mapping().is_none(),
        "items" | "additionalProperties" => {
            value.is_collection() || value.as_str().is_none_or(|_| is_type(value))
        }
        _ => true,
    }
}

/// Whether a value is the name of a type.
fn is_type(value: &Node) -> bool {
    value.as_str().is_some_and(|name| TYPES.contains(&name))
}

/// Returns a keyword with the form that a value has to have there, if it is another one.
pub(in crate::check) fn with_value(keyword: &str, value: Option<&Node>) -> String {
    match value {
        Some(value) if matches!(keyword, "items" | "additionalProperties") && is_type(value) => {
            format!("{keyword}: {{type: {}}}", value.as_str().unwrap_or_default())
        }
        Some(value)
            if OF_NAMES.contains(&keyword) && !value.is_collection() && value.value != Value::Null =>
        {
            format!("{keyword}: [{}]", scalar(value).unwrap_or_default())
        }
        _ => keyword.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options};

    const REMOVE: &str = "remove it, or fix its spelling";

    /// Checks the help for an unknown keyword beside a type.
    fn check_help(rows: &[(&str, &str, &str)]) {
        for (type_, keyword, expected) in rows {
            let report = check::text(
                &widgets(&format!("a:\n  type: {type_}\n  {keyword}")),
                &Options::default(),
            );
            let found = report
                .findings
                .iter()
                .find(|finding| finding.diagnostic.message.contains("unknown field"));
            let help = found.map(|finding| finding.diagnostic.help.as_slice());
            assert_eq!(
                help,
                Some([(*expected).to_owned()].as_slice()),
                "{type_} {keyword}"
            );
        }
    }

    #[test]
    fn keywords_in_other_spellings() {
        check_help(&[
            ("string", "min: 1", "did you mean `minLength`? If not, remove it"),
            ("integer", "min: 1", "did you mean `minimum`? If not, remove it"),
            ("array", "max: 1", "did you mean `maxItems`? If not, remove it"),
            (
                "string",
                "minSize: 1",
                "did you mean `minLength`? If not, remove it",
            ),
            (
                "object",
                "maxSize: 1",
                "did you mean `maxProperties`? If not, remove it",
            ),
            ("boolean", "max: 1", REMOVE),
            (
                "string",
                "minumum: 1",
                "did you mean `minLength`? If not, remove it",
            ),
            ("integer", "max_length: 1", REMOVE),
            ("integer", "patern: a", REMOVE),
            ("string", "multiple_of: 2", REMOVE),
            ("string", "note: a", REMOVE),
            ("string", "note: [a]", REMOVE),
            (
                "string",
                "nulable: 'true'",
                "if you mean `nullable`: write it without quotes: `true`",
            ),
            (
                "string",
                "descripton: [a]",
                "if you mean `description`: `[` starts a list in YAML; quote the text: `'[a]'`",
            ),
            (
                "object",
                "patternPropertes: {a: {type: string}}",
                "if you mean `patternProperties`: use `additionalProperties`, and a rule for the keys: `self.all(k, k.matches('…'))`",
            ),
            (
                "object",
                "additionalProps: false",
                "did you mean `additionalProperties`? If not, remove it",
            ),
            ("string", "one_of: [a]", "did you mean `enum`? If not, remove it"),
            (
                "string",
                "min_len: 1",
                "did you mean `minLength`? If not, remove it",
            ),
            (
                "string",
                "max-chars: 1",
                "did you mean `maxLength`? If not, remove it",
            ),
            (
                "integer",
                "minValue: 1",
                "did you mean `minimum`? If not, remove it",
            ),
            (
                "object",
                "maxProps: 1",
                "did you mean `maxProperties`? If not, remove it",
            ),
        ]);
    }

    #[test]
    fn keywords_that_fit_the_type_and_the_value() {
        check_help(&[
            (
                "string",
                "values: a",
                "did you mean `enum: [a]`? If not, remove it",
            ),
            ("string", "values: [a]", "did you mean `enum`? If not, remove it"),
            (
                "object",
                "values: string",
                "did you mean `additionalProperties: {type: string}`? If not, remove it",
            ),
            (
                "map",
                "values: {type: string}",
                "did you mean `additionalProperties`? If not, remove it",
            ),
            (
                "object",
                "values: [a]",
                "if you mean `additionalProperties`: write one schema, without `- `, that all values match",
            ),
            (
                "object",
                "property: {b: {type: string}}",
                "did you mean `properties`? If not, remove it",
            ),
            (
                "array",
                "+listType: set",
                "did you mean `x-kubernetes-list-type`? If not, remove it",
            ),
            (
                "array",
                "x-list-type: set",
                "did you mean `x-kubernetes-list-type`? If not, remove it",
            ),
            (
                "array",
                "x_kubernetes_list_type: set",
                "did you mean `x-kubernetes-list-type`? If not, remove it",
            ),
            (
                "array",
                "kubernetes-list-type: set",
                "did you mean `x-kubernetes-list-type`? If not, remove it",
            ),
            (
                "array",
                "element: {type: string}",
                "did you mean `items`? If not, remove it",
            ),
            (
                "integer",
                "range: [3, 500]",
                "CRDs have no `range`: write `minimum: 3` and `maximum: 500`",
            ),
            (
                "string",
                "range: {min: 3, max: 5}",
                "CRDs have no `range`: write `minLength: 3` and `maxLength: 5`",
            ),
            (
                "array",
                "range: 1..5",
                "CRDs have no `range`: write `minItems: 1` and `maxItems: 5`",
            ),
            (
                "integer",
                "range: a",
                "write `minimum` and `maximum`; for strings, `minLength` and `maxLength`",
            ),
            ("string", "item: a", REMOVE),
            ("string", "x-kubernetes-list-types: set", REMOVE),
            (
                "string",
                "ref: A",
                "CRDs have no references: write each schema where it is used",
            ),
            (
                "string",
                "intOrString: true",
                "write `x-kubernetes-int-or-string: true` instead of `type`. If it is not meant, remove it",
            ),
        ]);
    }
}
