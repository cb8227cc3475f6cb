//! What to write instead of a value that its schema rejects.

use crd_cel::regex::Matcher;

use crate::check::lints::names;
use crate::check::objects::crd_place::{along, member, members, schema_of};
use crate::check::objects::place::{ObjectStep, PathPlace};
use crate::check::objects::subject::ObjectSubject;
use crate::check::{formats, suggest};
use crate::decode::JsonType;
use crate::go::quantity;
use crate::model::field::{FieldError, ValueFault, ValueFaultKind};
use crate::yaml::tree::{Entry, Node, Value};

/// Returns what to write instead of a value that its schema rejects.
pub(in crate::check::objects) fn help(
    subject: &ObjectSubject<'_>,
    fault: &ValueFault,
    place: &PathPlace<'_, '_>,
) -> Option<String> {
    if !place.rest.is_empty() {
        return match fault.kind {
            ValueFaultKind::Missing => part_of_element_above(subject, place),
            _ => None,
        };
    }
    let name = match place.steps.last() {
        Some(ObjectStep::Member(name)) => name,
        _ => "",
    };
    match &fault.kind {
        _ if let Some(line) = element_on_next_line(subject, place) => Some(line),
        ValueFaultKind::Type(_) if place.is_empty_element() => {
            Some("this element is empty: write it after the `-`, or remove the `-`".to_owned())
        }
        ValueFaultKind::Type(wanted) => match suggest::json_type(wanted) {
            Some(expected) => {
                let schema = schema_at(subject, place);
                let by_schema = match expected {
                    _ if let Some(absent) = of_nothing(subject, place, expected) => Some(absent),
                    JsonType::Integer if let Some(whole) = grouped(subject, place) => {
                        Some(format!("write a whole number; {whole}"))
                    }
                    JsonType::Array => item_without_dash(subject.text, place.node)
                        .or_else(|| elements_by_key(subject, place))
                        .or_else(|| list_of_text(subject.text, schema?, place.node, name)),
                    JsonType::Object => {
                        let form = map_of_list(subject, place).or_else(|| object_of_text(subject, place));
                        let form = form.or_else(|| object_of_values(schema?, place.node));
                        form.or_else(|| element_of_text(schema?, place))
                    }
                    JsonType::Number => suggest::fraction(place.node.as_str().unwrap_or_default(), schema?),
                    JsonType::String if !place.node.is_collection() => {
                        return suggest::as_string(subject.text, place.node, schema?);
                    }
                    _ => None,
                };
                by_schema.or_else(|| suggest::of_wrong_type(subject.text, place.node, name, expected))
            }
            None if wanted == "integer,string" => {
                suggest::as_string(subject.text, place.node, schema_at(subject, place)?)
            }
            None => formats::example(wanted, place.node.as_str()),
        },
        // The server writes numbers like texts.
        ValueFaultKind::Enum(_) if schema_type(subject, place).is_some_and(|type_| type_ != "string") => None,
        ValueFaultKind::Enum(members) => match place.node.as_str() {
            Some(value) => {
                let meant =
                    suggest::nearest_member(value, members).or_else(|| abbreviated(value, members))?;
                Some(suggest::if_meant(&meant))
            }
            None if text_of_enum(subject, place.node, members).is_none()
                && let Some(member) = text_of_bool(place.node, members) =>
            {
                let written = place.node.span.slice(subject.text)?;
                Some(format!("`{written}` is a boolean in YAML; write `\"{member}\"`"))
            }
            None => match text_of_enum(subject, place.node, members) {
                Some(member) => Some(format!("write it in quotes: `\"{member}\"`")),
                None => {
                    let written = place.node.span.slice(subject.text)?;
                    let meant = suggest::if_meant(&suggest::nearest_member(written, members)?);
                    Some(format!("`{written}` is no text in YAML; {meant}"))
                }
            },
        },
        ValueFaultKind::Pattern(pattern) if *pattern == *quantity::PATTERN => {
            Some(suggest::QUANTITIES.to_owned())
        }
        ValueFaultKind::Pattern(pattern) => {
            ends(subject.text, place.node).or_else(|| in_other_form(place.node.as_str()?, pattern))
        }
        ValueFaultKind::Number(_) => grouped(subject, place),
        ValueFaultKind::Missing => {
            let comment = names::comment_of(subject.text, place.key?, place.node)?;
            Some(names::help_for_comment(comment))
        }
        _ => ends(subject.text, place.node),
    }
}

/// Returns the only member of an `enum` of texts with which a value begins: `Mon` for `Monday`.
fn abbreviated(value: &str, members: &[String]) -> Option<String> {
    let value = value.to_ascii_lowercase();
    let mut starts = members
        .iter()
        .filter_map(|member| serde_json::from_str::<String>(member).ok())
        .filter(|member| member.len() > 2 && value.starts_with(&member.to_ascii_lowercase()));
    starts.next().filter(|_| starts.next().is_none())
}

/// Returns the advice for a text that matches the pattern in another case or with other separators.
fn in_other_form(value: &str, pattern: &str) -> Option<String> {
    let matcher = Matcher::new(pattern).ok()?;
    let (lower, upper) = (value.to_lowercase(), value.to_uppercase());
    let joined = value.replace(['_', ' '], "-");
    let (lower_joined, upper_joined) = (joined.to_lowercase(), joined.to_uppercase());
    let without_spaces = value.replace(' ', "");
    let mut forms = [lower, upper, joined, lower_joined, upper_joined, without_spaces].into_iter();
    let meant = forms.find(|form| form != value && matcher.is_match(form))?;
    Some(suggest::if_meant(&meant))
}

/// Returns the type of the schema of a value.
fn schema_type<'a>(subject: &ObjectSubject<'a>, place: &PathPlace<'_, '_>) -> Option<&'a str> {
    schema_at(subject, place)?.get("type")?.as_str()
}

/// Returns the advice for a text that begins or ends with what does not belong to it: a comma, a quote, a space or a line break.
fn ends(text: &str, node: &Node) -> Option<String> {
    let value = node.as_str()?;
    let inside = value.trim_matches(['"', '\'']);
    let write =
        |value: &str| suggest::as_text(value).map_or_else(String::new, |value| format!(": write `{value}`"));
    let is_block = node.span.slice(text)?.starts_with(['|', '>']);
    let last = value.chars().last()?;
    if is_block && last == '\n' {
        let meant = write(value.trim());
        Some(format!("the text ends with a line break{meant}"))
    } else if value.trim() != value {
        let end = if last.is_whitespace() { "ends" } else { "starts" };
        let meant = write(value.trim());
        Some(format!("the text {end} with white space{meant}"))
    } else if value.len() == inside.len() + 1 && !inside.is_empty() {
        let meant = write(inside);
        Some(format!("the quote is a part of the text{meant}"))
    } else if matches!(last, ',' | ';') {
        Some(format!("does it end with `{last}` by mistake?"))
    } else {
        None
    }
}

/// The words about an invalid name, or value of a label.
pub(in crate::check::objects) struct NameWords {
    pub(in crate::check::objects) written: String,
    /// What it is not.
    pub(in crate::check::objects) what: &'static str,
    pub(in crate::check::objects) characters: &'static str,
    pub(in crate::check::objects) help: Option<String>,
}

/// Returns the words about an invalid name, or value of a label, and the valid one that it stands for: `my-app` for `My_App`.
pub(in crate::check::objects) fn name_words(error: &FieldError) -> Option<NameWords> {
    let name: String = serde_json::from_str(error.value.as_deref()?).ok()?;
    let (form, what, characters) = if error.detail.contains("a lowercase RFC 1123 label") {
        (NameForm::Namespace, "name", "lower case letters, digits and `-`")
    } else if error.detail.contains("a lowercase RFC 1123") {
        (
            NameForm::Object,
            "name",
            "lower case letters, digits, `-` and `.`",
        )
    } else if error.detail.contains("a valid label must") {
        (
            NameForm::Label,
            "value of a label",
            "letters, digits, `-`, `_` and `.`",
        )
    } else if error.detail.starts_with("name part must consist") && !name.contains('/') {
        (
            NameForm::Label,
            "key of a label or annotation",
            "letters, digits, `-`, `_` and `.`",
        )
    } else {
        return None;
    };
    Some(NameWords {
        help: form.nearest(&name),
        written: name,
        what,
        characters,
    })
}

#[derive(Clone, Copy)]
enum NameForm {
    /// The name of an object.
    Object,
    /// The name of a namespace, without dots.
    Namespace,
    /// The key or the value of a label.
    Label,
}

impl NameForm {
    /// Returns the advice to write the valid name that an invalid one stands for.
    fn nearest(self, name: &str) -> Option<String> {
        let replaced = |c: char| match (c, self) {
            ('.', NameForm::Object | NameForm::Label) | ('_', NameForm::Label) => c,
            _ if !c.is_ascii_alphanumeric() => '-',
            (_, NameForm::Object | NameForm::Namespace) => c.to_ascii_lowercase(),
            (_, NameForm::Label) => c,
        };
        let valid: String = name.chars().map(replaced).collect();
        let valid = valid.trim_matches(['-', '_', '.']);
        let longest = match self {
            NameForm::Object => LONGEST_NAME,
            NameForm::Label | NameForm::Namespace => LONGEST_LABEL,
        };
        let is_valid = !valid.is_empty() && valid != name && valid.len() <= longest;
        is_valid.then(|| format!("write `{valid}`"))
    }
}

/// Maximum length of the name of an object.
const LONGEST_NAME: usize = 253;
/// Maximum length of the value of a label, and of the name of a namespace.
const LONGEST_LABEL: usize = 63;

/// Returns the members of an object for which the values are written in a list, or in a text.
fn object_of_values(schema: &Node, node: &Node) -> Option<String> {
    let required = schema.get("required").map_or(&[][..], Node::elements);
    let names: Vec<&str> = required.iter().filter_map(Node::as_str).collect();
    let count = match &node.value {
        Value::Sequence(values) if !values.iter().any(Node::is_collection) => values.len(),
        Value::String(_) | Value::Bool(_) | Value::Int(_) | Value::Float(_) if names.len() <= MOST_NAMED => {
            names.len()
        }
        _ => return None,
    };
    let is_complete = count == names.len() && (count > 1 || count == 1 && !node.is_collection());
    let names = suggest::listed(names.iter().copied());
    is_complete.then(|| format!("write an object with {names}"))
}

/// Maximum number of required members that are listed for a scalar.
const MOST_NAMED: usize = 4;

/// Returns the object that a text stands for: `name: hill` for `hill` if the schema requires only that text, and `name: a` and `value: b`
/// for `a=b`.
fn object_of_text(subject: &ObjectSubject<'_>, place: &PathPlace<'_, '_>) -> Option<String> {
    let value = place.node.as_str()?;
    let schema = schema_at(subject, place)?;
    let is_text = |name: &str| {
        let type_ = member(schema, name).and_then(|schema| schema.get("type")?.as_str());
        type_ == Some("string")
    };
    if let Some((name, value)) = value
        .split_once('=')
        .filter(|_| is_text("name") && is_text("value"))
    {
        let bare = |text: &str| suggest::as_text(text.trim_matches(['"', '\'']));
        return Some(format!(
            "write an object: `name: {}` and `value: {}`",
            bare(name)?,
            bare(value)?
        ));
    }
    let values = schema
        .get("additionalProperties")
        .and_then(|values| values.get("type")?.as_str());
    if let (Some("number" | "integer" | "boolean"), true) = (values, value.contains('=')) {
        return suggest::object_of_text(value, |value| Some(value.to_owned()));
    }
    let is_named = |name: &&str| name.eq_ignore_ascii_case(value);
    if let Some(name) = members(schema).find(is_named) {
        return Some(format!("write an object: `{name}: …`"));
    }
    Some(format!("write an object: `{{{}}}`", only_member(schema, value)?))
}

/// Returns the advice for a word that says that an optional field has no value: `parking: none`.
fn of_nothing(subject: &ObjectSubject<'_>, place: &PathPlace<'_, '_>, expected: JsonType) -> Option<String> {
    const WORDS: [&str; 8] = ["none", "null", "nil", "n/a", "na", "-", "undefined", "unset"];
    let word = place.node.as_str().filter(|_| expected != JsonType::String)?;
    let (ObjectStep::Member(name), above) = place.steps.split_last()? else {
        return None;
    };
    let tree = subject.declared.tree()?;
    let schemas = along(schema_of(&tree.root, &subject.version.name)?, above);
    let (parent, _) = schemas.get(above.len())?;
    let required = parent.get("required").map_or(&[][..], Node::elements);
    let is_required = required.iter().any(|required| required.as_str() == Some(name));
    let is_nothing = WORDS.contains(&&*word.to_ascii_lowercase()) && !is_required;
    is_nothing.then(|| format!("if there is none, remove `{name}`"))
}

/// Returns the advice for a whole number with points between thousands, which YAML reads as a fraction: 1000 for `1.000`.
fn grouped(subject: &ObjectSubject<'_>, place: &PathPlace<'_, '_>) -> Option<String> {
    let written = place.node.span.slice(subject.text)?;
    let (whole, thousands) = written.split_once('.')?;
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_grouped = is_digits(whole)
        && is_digits(thousands)
        && thousands.len() == 3
        && (1..=3).contains(&whole.len())
        && !whole.starts_with('0');
    let schema = schema_at(subject, place).filter(|_| is_grouped)?;
    let meant = format!("{whole}{thousands}");
    let number: f64 = meant.parse().ok()?;
    let bound = |name: &str| schema.get(name).and_then(|bound| bound.to_json().as_f64());
    let is_valid = bound("minimum").is_none_or(|bound| number >= bound)
        && bound("maximum").is_none_or(|bound| number <= bound)
        && schema.get("type")?.as_str() == Some("integer");
    is_valid.then(|| format!("if the `.` separates thousands, write `{meant}`"))
}

/// Returns the object that a text in a list of objects stands for, with its required members: `{id: …, name: Harbour}`.
fn element_of_text(schema: &Node, place: &PathPlace<'_, '_>) -> Option<String> {
    let text = place.node.as_str()?;
    let is_element = matches!(place.steps.last(), Some(ObjectStep::Element(_)));
    let is_plain = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || " -_./".contains(c));
    let value = suggest::as_text(text).filter(|_| is_plain)?;
    let members = schema.get("required").filter(|_| is_element)?.elements().iter();
    let names: Vec<&str> = members.filter_map(Node::as_str).collect();
    let shown = |name: &&str| match *name {
        "name" => format!("name: {value}"),
        name => format!("{name}: …"),
    };
    let members: Vec<String> = names.iter().map(shown).collect();
    (!members.is_empty()).then(|| format!("write an object: `{{{}}}`", members.join(", ")))
}

/// Returns the entry of a map that the first element of a list stands for: `valve: {quantity: 2}` for `- name: valve` and `quantity: 2`,
/// and `valve: …` for `- valve`.
fn map_of_list(subject: &ObjectSubject<'_>, place: &PathPlace<'_, '_>) -> Option<String> {
    const NAMES: [&str; 3] = ["name", "key", "id"];
    let values = schema_at(subject, place)?.get("additionalProperties")?;
    let first = place.node.elements().first()?;
    let is_scalar = !matches!(
        values.get("type").and_then(Node::as_str),
        Some("object" | "array")
    );
    if let Some(value) = first
        .as_str()
        .filter(|text| is_scalar && text.contains([':', '/', ' ']))
    {
        let value = suggest::as_text(value);
        return Some(format!(
            "write a map, not a list, with a name before each value: `…: {}`",
            value.as_deref().unwrap_or("…")
        ));
    }
    if let Some(name) = first.as_str() {
        if name.contains('=') {
            return None;
        }
        return Some(format!(
            "write a map, not a list: `{}: …`",
            suggest::as_text(name)?
        ));
    }
    if let Some(pair) = pair_of_element(subject.text, place.node, values) {
        return Some(format!("write a map, not a list: {pair}"));
    }
    let of_name = |entry: &&Entry| NAMES.contains(&&*entry.key) && member(values, &entry.key).is_none();
    let name = first.members().iter().find(of_name)?;
    values.get("properties")?;
    let shown = |entry: &Entry| {
        let value = entry.value.span.slice(subject.text);
        let value = value.filter(|_| !entry.value.is_collection()).unwrap_or("…");
        format!("{}: {value}", entry.key)
    };
    let others = first.members().iter().filter(|entry| entry.key != name.key);
    let others: Vec<String> = others.map(shown).collect();
    Some(format!(
        "write a map, not a list: `{}: {{{}}}`",
        name.value.span.slice(subject.text)?,
        others.join(", ")
    ))
}

/// Returns the entry of a map of scalars that the first element of a list stands for: `en: Hello` for `- lang: en` and `text: Hello`.
/// The members of a single element may be meant as those of the map.
fn pair_of_element(text: &str, list: &Node, values: &Node) -> Option<String> {
    let elements = list.elements();
    let [key, value] = elements.first()?.members() else {
        return None;
    };
    let is_same = |other: &Node| match other.members() {
        [first, second] => first.key == key.key && second.key == value.key,
        _ => false,
    };
    let is_map_of_scalars = !matches!(values.get("type")?.as_str()?, "object" | "array");
    let is_known = ["name", "key"].contains(&&*key.key) && &*value.key == "value";
    if !is_map_of_scalars || is_known || !elements.iter().all(is_same) {
        return None;
    }
    let shown = |value: &Node| {
        let written = value.span.slice(text).filter(|text| !text.contains('\n'));
        written
            .filter(|_| !value.is_collection())
            .unwrap_or("…")
            .to_owned()
    };
    let name = suggest::as_text(key.value.as_str()?)?;
    let pair = format!("{name}: {}", shown(&value.value));
    let key_name = &key.key;
    Some(match elements.len() {
        1 => format!(
            "`{key_name}: {}`, or `{pair}` if `{key_name}` is none of its names",
            shown(&key.value)
        ),
        _ => format!("`{pair}`"),
    })
}

/// Returns the only required member of an object, a string, with a value.
fn only_member(schema: &Node, value: &str) -> Option<String> {
    let [only] = schema.get("required")?.elements() else {
        return None;
    };
    let only = only.as_str()?;
    let is_text = member(schema, only)?.get("type")?.as_str() == Some("string");
    let value = Some(value).filter(|value| is_text && !value.contains('='))?;
    let value = suggest::as_text(value);
    Some(format!("{only}: {}", value.as_deref().unwrap_or("…")))
}

/// Returns the list of objects that a text stands for.
fn list_of_text(text: &str, list: &Node, node: &Node, name: &str) -> Option<String> {
    let items = list.get("items")?;
    let is_of_objects = items.get("type")?.as_str() == Some("object");
    if !is_of_objects {
        return list_of_names(text, items, node).or_else(|| list_of_scalar(items, node, name));
    }
    let value = node.as_str()?;
    let member = only_member(items, value);
    Some(format!(
        "write a list: `{name}: [{{{}}}]`",
        member.as_deref().unwrap_or("…")
    ))
}

/// Returns the list of scalars whose elements are the values of an object, or its names: `- cyan` for `cyan: true`.
fn list_of_names(text: &str, items: &Node, node: &Node) -> Option<String> {
    let members = node.members();
    let first = members.first()?;
    let type_ = items.get("type")?.as_str()?;
    let expected = suggest::json_type(type_)?;
    let has_type = |member: &Entry| JsonType::of(&member.value) == expected;
    if members.iter().all(has_type) {
        let value = first.value.span.slice(text).filter(|value| !value.contains('\n'));
        return Some(format!(
            "write a list of the values, each with `- `: `- {}`",
            value.unwrap_or("…")
        ));
    }
    let is_of_names = type_ == "string" && !members.iter().any(|member| member.value.is_collection());
    let name = suggest::as_text(&first.key).filter(|_| is_of_names)?;
    Some(format!("write a list of the names, each with `- `: `- {name}`"))
}

/// Returns the list of texts that a value stands for, if it cannot simply be put into brackets: it is no text, or no member of the `enum`.
fn list_of_scalar(items: &Node, node: &Node, name: &str) -> Option<String> {
    if items.get("type")?.as_str() != Some("string") {
        return None;
    }
    let members: Vec<&str> = items
        .get("enum")
        .map_or(&[][..], Node::elements)
        .iter()
        .filter_map(Node::as_str)
        .collect();
    if let (Some(first), Some(value)) = (members.first(), node.as_str()) {
        let words = || value.split([',', ';', '|', ' ']).filter(|word| !word.is_empty());
        let is_member = |word: &str| members.contains(&word);
        return (!words().all(is_member))
            .then(|| format!("write a list of the values of its `enum`, such as `{name}: [{first}]`"));
    }
    let is_other = matches!(node.value, Value::Bool(_) | Value::Int(_) | Value::Float(_));
    let written = is_other.then(|| node.to_json().to_string())?;
    Some(format!(
        "write a list of texts, in quotes: `{name}: ['{written}']`"
    ))
}

/// Returns the advice for a text that goes on in lines that are meant as items: its first line lacks a dash.
fn item_without_dash(text: &str, node: &Node) -> Option<String> {
    let written = node.span.slice(text).filter(|_| node.as_str().is_some())?;
    let (first, next) = written.split_once('\n')?;
    let is_plain = !first.starts_with(['"', '\'', '|', '>']);
    let is_item = is_plain && next.trim_start().starts_with("- ");
    is_item.then(|| {
        format!(
            "write `- ` before `{}`, which goes on in the lines below it",
            first.trim_end()
        )
    })
}

/// Returns the advice for an element of a list whose text goes on in the next line: a dash is missing there.
fn element_on_next_line(subject: &ObjectSubject<'_>, place: &PathPlace<'_, '_>) -> Option<String> {
    let is_element = matches!(place.steps.last(), Some(ObjectStep::Element(_)));
    let written = place.node.span.slice(subject.text).filter(|_| is_element)?;
    let is_plain = place.node.as_str().is_some() && !written.starts_with(['"', '\'', '|', '>']);
    let (_, next) = written.split_once('\n').filter(|_| is_plain)?;
    let next = next.trim().lines().next()?;
    Some(format!(
        "write `- ` before `{next}`: the text of this element goes on in its line"
    ))
}

/// Returns the advice for an element that lacks a member and may be a part of the one above it, with which it shares no member.
fn part_of_element_above(subject: &ObjectSubject<'_>, place: &PathPlace<'_, '_>) -> Option<String> {
    let (ObjectStep::Element(index), list) = place.steps.split_last()? else {
        return None;
    };
    let list = list.iter().try_fold(subject.node, |here, step| match step {
        ObjectStep::Member(name) => here.get(name),
        ObjectStep::Element(index) => here.elements().get(*index),
    })?;
    let above = list.elements().get(index.checked_sub(1)?)?;
    let members = place.node.members();
    let tree = subject.declared.tree()?;
    let steps = place.steps.as_slice();
    let schemas = along(schema_of(&tree.root, &subject.version.name)?, steps);
    let (schema, _) = schemas.get(steps.len())?;
    member(schema, &members.first()?.key)?;
    let before = subject.text.get(..place.node.span.start as usize)?;
    let is_part = before.ends_with("- ")
        && !above.members().is_empty()
        && members.iter().all(|entry| above.get(&entry.key).is_none());
    let first = &members.first().filter(|_| is_part)?.key;
    Some(format!(
        "if `{first}` belongs to the element above it, write two spaces instead of the `- ` before it"
    ))
}

/// Returns the schema of a value.
fn schema_at<'a>(subject: &ObjectSubject<'a>, place: &PathPlace<'_, '_>) -> Option<&'a Node> {
    let tree = subject.declared.tree()?;
    let schemas = along(schema_of(&tree.root, &subject.version.name)?, &place.steps);
    schemas.get(place.steps.len()).map(|(schema, _)| *schema)
}

/// Returns the list that an object stands for whose members are named after its elements: `- name: main` for `main: {port: 80}`.
fn elements_by_key(subject: &ObjectSubject<'_>, place: &PathPlace<'_, '_>) -> Option<String> {
    let list = schema_at(subject, place)?;
    let items = list.get("items")?;
    let key = match list.get("x-kubernetes-list-map-keys").map(Node::elements) {
        // Another key has a default.
        Some(keys) => keys
            .iter()
            .filter_map(Node::as_str)
            .find(|key| member(items, key).is_some_and(|key| key.get("default").is_none()))?,
        None => "name",
    };
    member(items, key)?;
    let members = place.node.members();
    let is_field = |entry: &Entry| member(items, &entry.key).is_some();
    let first = members.first().filter(|_| !members.iter().any(is_field))?;
    let name = first.key_span.slice(subject.text).unwrap_or(&first.key);
    let list = format!("write a list of elements with `{key}`: `- {key}: {name}`");
    Some(match first.value.is_collection() {
        true => format!("{list}, and indent the fields of `{name}` like `{key}`"),
        false if member(items, "value").is_some() => format!("{list}, and its value as `value`"),
        false => list,
    })
}

/// Returns the text of an `enum` that is written as a boolean or a number, in upper or lower case.
pub(super) fn text_of_enum(subject: &ObjectSubject<'_>, node: &Node, members: &[String]) -> Option<String> {
    let written = node.span.slice(subject.text)?.trim();
    let mut texts = members
        .iter()
        .filter_map(|member| serde_json::from_str::<String>(member).ok());
    texts.find(|text| text.eq_ignore_ascii_case(written))
}

/// Returns the only text of an `enum` that YAML reads as the same boolean: `Yes` for `on`.
fn text_of_bool(node: &Node, members: &[String]) -> Option<String> {
    let texts = members
        .iter()
        .filter_map(|member| serde_json::from_str::<String>(member).ok());
    let is_true = |text: &str| match &*text.to_ascii_lowercase() {
        "true" | "yes" | "on" => Some(true),
        "false" | "no" | "off" => Some(false),
        _ => None,
    };
    let mut same = texts.filter(|text| is_true(text).map(Value::Bool).as_ref() == Some(&node.value));
    same.next().filter(|_| same.next().is_none())
}
