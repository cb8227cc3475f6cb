//! Members that a CRD has in `v1beta1`, in JSON Schema, in OpenAPI or in other tools, but not in `v1`: which one was meant, or what
//! to write instead.

use super::members::OF_RULES;
use super::place::node_at;
use super::suggest::{keywords, scalar};
use crate::model::field::{FieldPath, Segment};
use crate::model::schema::SchemaKeyword;
use crate::yaml::tree::{Node, Value};

/// Members of `spec` in `v1beta1` and other names, each with its name in `v1` if nothing but its name differs.
const OF_V1BETA1: [(&str, Option<&str>, &str); 11] = [
    (
        "namespaced",
        None,
        "write `scope: Namespaced`, or `scope: Cluster`, beside `names`",
    ),
    (
        "fieldPath",
        Some("jsonPath"),
        "write `jsonPath` instead of `fieldPath`",
    ),
    ("path", Some("jsonPath"), "write `jsonPath` instead of `path`"),
    (
        "JSONPath",
        Some("jsonPath"),
        "write `jsonPath`; `JSONPath` is its name in `v1beta1`",
    ),
    (
        "webhookClientConfig",
        Some("clientConfig"),
        "write `clientConfig`; `webhookClientConfig` is its name in `v1beta1`",
    ),
    (
        "webhookClientConfig",
        None,
        "write it as `clientConfig` below `webhook`, beside `conversionReviewVersions`; `webhookClientConfig` is its name in `v1beta1`",
    ),
    ("version", Some("name"), "write `name` instead of `version`"),
    ("name", Some("names"), "write `names` instead of `name`"),
    (
        "version",
        None,
        "remove it: `versions` has the versions; only `v1beta1` has `version`",
    ),
    (
        "validation",
        Some("schema"),
        "write `schema` in each version; `validation` is its name in `v1beta1`",
    ),
    (
        "validation",
        None,
        "write it as `schema` in each version, or remove it; only `v1beta1` has `validation`",
    ),
];

/// Other names of keywords of schemas and members of rules, by their letters in lower case.
const OTHER_NAMES: [(&str, &str); 49] = [
    ("regex", "pattern"),
    ("regexp", "pattern"),
    ("values", "enum"),
    ("values", "additionalProperties"),
    ("value", "additionalProperties"),
    ("valuetype", "additionalProperties"),
    ("valuestype", "additionalProperties"),
    ("element", "items"),
    ("elements", "items"),
    ("elementtype", "items"),
    ("itemtype", "items"),
    ("allowedvalues", "enum"),
    ("options", "enum"),
    ("choices", "enum"),
    ("rules", "x-kubernetes-validations"),
    ("cel", "x-kubernetes-validations"),
    ("expression", "rule"),
    ("cel", "rule"),
    ("path", "fieldPath"),
    ("field", "fieldPath"),
    ("type", "reason"),
    ("messageexpr", "messageExpression"),
    ("msg", "message"),
    ("errormessage", "message"),
    ("property", "properties"),
    ("fields", "properties"),
    ("error", "message"),
    ("description", "message"),
    ("regularexpression", "pattern"),
    ("match", "pattern"),
    ("matches", "pattern"),
    ("doc", "description"),
    ("docs", "description"),
    ("help", "description"),
    ("comment", "description"),
    ("initial", "default"),
    ("mandatory", "required"),
    ("lower", "minimum"),
    ("lowerbound", "minimum"),
    ("gte", "minimum"),
    ("upper", "maximum"),
    ("upperbound", "maximum"),
    ("lte", "maximum"),
    ("length", "maxLength"),
    ("validation", "x-kubernetes-validations"),
    ("validationrules", "x-kubernetes-validations"),
    ("celrules", "x-kubernetes-validations"),
    ("step", "multipleOf"),
    ("fmt", "format"),
];

/// Keywords of JSON Schema, OpenAPI and proposals for Kubernetes that CRDs do not have, and what to write instead.
const OF_JSON_SCHEMA: [(&[&str], &str); 17] = [
    (
        &["range"],
        "write `minimum` and `maximum`; for strings, `minLength` and `maxLength`",
    ),
    (
        &["const"],
        "CRDs have no `const`: write `enum` with this value as the only one",
    ),
    (
        &["examples"],
        "CRDs have no `examples`: write one of them as `example`",
    ),
    (
        &["$defs", "$id", "$anchor", "$dynamicRef", "ref", "components"],
        "CRDs have no references: write each schema where it is used",
    ),
    (
        &["if", "then", "else"],
        "CRDs have no conditions: write a rule in `x-kubernetes-validations`, such as `!(self.a == 'x') || has(self.b)`",
    ),
    (
        &["dependentRequired", "dependentSchemas"],
        "write a rule in `x-kubernetes-validations`, such as `!has(self.a) || has(self.b)`",
    ),
    (
        &["readOnly", "immutable", "x-kubernetes-immutable"],
        "a field that the controller sets belongs to `status`; for one that never changes, write the rule `self == oldSelf` in \
         `x-kubernetes-validations`",
    ),
    (
        &["writeOnly"],
        "remove it: readers of the object see every field; refer to a Secret instead",
    ),
    (
        &["deprecated"],
        "write it in `description`: only a version can be `deprecated`",
    ),
    (
        &["optional"],
        "remove it: a field is optional unless `required` of its object lists it",
    ),
    (
        &["propertyNames"],
        "write a rule in `x-kubernetes-validations`: `self.all(key, key.matches('…'))`",
    ),
    (
        &["contains", "minContains", "maxContains"],
        "write a rule in `x-kubernetes-validations`, such as `self.exists(element, …)`",
    ),
    (
        &["unevaluatedProperties", "unevaluatedItems"],
        "remove it: the server drops fields that are not declared",
    ),
    (
        &["x-kubernetes-patch-strategy", "x-kubernetes-patch-merge-key"],
        "remove it: lists of custom resources are merged by `x-kubernetes-list-type: map` and `x-kubernetes-list-map-keys`",
    ),
    (
        &["x-kubernetes-api-lifecycle", "x-kubernetes-unions"],
        "the server drops it: CRDs of the profile `extended` are for documentation and tools; apply those of the profile `apiserver`",
    ),
    (&["prefixItems"], "write one schema for all elements as `items`"),
    (
        &[
            "discriminator",
            "xml",
            "externalDocs",
            "contentMediaType",
            "contentSchema",
            "$comment",
            "$vocabulary",
        ],
        "remove it: CRDs do not have this keyword of OpenAPI or JSON Schema",
    ),
];

/// Returns what to write instead of a keyword that CRDs do not have.
fn instead(value: Option<&Node>, name: &str) -> Option<String> {
    let (_, help) = OF_JSON_SCHEMA.iter().find(|(names, _)| names.contains(&name))?;
    let written = match name {
        "const" => value.and_then(scalar).map(|value| format!("`enum: [{value}]`")),
        "examples" => value
            .and_then(|examples| scalar(examples.elements().first()?))
            .map(|example| format!("`example: {example}`")),
        _ => None,
    };
    Some(match written {
        Some(written) => format!("CRDs have no `{name}`: write {written}"),
        None => (*help).to_owned(),
    })
}

/// Returns the two bounds of a range in the form `[3, 500]`, `{min: 3, max: 500}`, `3-500` or `3..500`.
fn bounds(schema: &Node, range: &Node) -> Option<String> {
    let ends: Vec<String> = match (range.elements(), range.as_str()) {
        ([_, _], _) => range.elements().iter().map(scalar).collect::<Option<_>>()?,
        (_, Some(text)) => {
            let (least, most) = text.split_once("..").or_else(|| text.split_once('-'))?;
            vec![least.trim().to_owned(), most.trim().to_owned()]
        }
        _ => vec![scalar(range.get("min")?)?, scalar(range.get("max")?)?],
    };
    let type_ = schema.get("type")?.as_str()?;
    let written = ["minimum", "maximum"]
        .into_iter()
        .zip(&ends)
        .map(|(keyword, end)| {
            let number: f64 = end.parse().ok()?;
            let keyword = keywords::same_bound(keyword, type_)?;
            Some(format!("`{keyword}: {number}`"))
        });
    let written: Vec<String> = written.collect::<Option<_>>()?;
    Some(format!("CRDs have no `range`: write {}", written.join(" and ")))
}

/// Returns what to do with a member that belongs to another specification.
pub(super) fn help(document: &Node, path: &FieldPath, name: &str) -> Option<String> {
    if is_of_rule(path) {
        return matches!(name, "severity" | "level" | "action" | "enforcement" | "validationActions").then(|| {
            "remove it: an object for which a rule is false is always rejected; a `ValidatingAdmissionPolicy` can warn instead"
                .to_owned()
        });
    }
    if is_versions(document, path) {
        return None;
    }
    if path.below_schema().is_some() {
        let value = node_at(document, path);
        if name.contains(' ') && value.is_some_and(|value| value.value == Value::Null) {
            if let Some((keyword, value)) = without_colon(name) {
                return Some(format!("the `:` is missing: write `{keyword}: {value}`"));
            }
            return Some("a `,` ends a text in braces: quote the text before it".to_owned());
        }
        let schema = || node_at(document, &path.ancestor(1));
        let of_range = || bounds(schema()?, value?);
        let bounds = (name == "range").then(of_range).flatten();
        return bounds.or_else(|| instead(value, name));
    }
    if is_webhook(document, path) {
        return Some(
            "write `webhook`; `webhookClientConfig` is a name of `v1beta1`, for `clientConfig`".to_owned(),
        );
    }
    let (_, new, help) = of_v1beta1(path, name)?;
    let beside = new.and_then(|new| node_at(document, &path.ancestor(1).child(new)));
    Some(match (new, beside) {
        (Some(new), Some(_)) => format!("remove it: `{new}` is set"),
        _ => (*help).to_owned(),
    })
}

/// Whether a path leads to `spec.version` with a list, which is meant as `versions`.
pub(super) fn is_versions(document: &Node, path: &FieldPath) -> bool {
    matches!(path.segments.as_slice(), [spec, name] if spec.is_field("spec") && name.name() == Some("version"))
        && node_at(document, path).is_some_and(|value| value.as_sequence().is_some())
}

/// Whether a path leads to the scope as in `v1beta1`'s predecessors: `namespaced: true` in `spec`.
pub(super) fn is_scope(path: &FieldPath) -> bool {
    matches!(path.segments.as_slice(), [spec, name] if spec.is_field("spec") && name.name() == Some("namespaced"))
}

/// Whether a path leads to a `webhookClientConfig` of the conversion that has the members of `webhook`.
pub(super) fn is_webhook(document: &Node, path: &FieldPath) -> bool {
    matches!(
        path.segments.as_slice(),
        [_, conversion, name] if conversion.is_field("conversion") && name.name() == Some("webhookClientConfig")
    ) && node_at(document, path).is_some_and(|webhook| webhook.get("clientConfig").is_some())
}

/// Returns what to do with a member of a rule or a keyword that is written in an object around its own.
pub(super) fn in_its_object(path: &FieldPath, name: &str) -> Option<String> {
    let is_of_version = || matches!(path.segments.as_slice(), [_, _, Segment::Index(_), _]);
    if path.below_schema().is_some() {
        let is_of_rules = OF_RULES.contains(&name) && !is_of_rule(path);
        is_of_rules.then(|| match name {
            "rule" => "write it in a list of rules: `x-kubernetes-validations: [{rule: …}]`".to_owned(),
            _ => format!("write it beside a rule: `x-kubernetes-validations: [{{rule: …, {name}: …}}]`"),
        })
    } else if path.segments.len() > 1
        && path
            .ancestor(1)
            .segments
            .last()
            .is_some_and(|parent| parent.is_field("schema"))
        && matches!(name, "spec" | "status")
    {
        Some(format!("move `{name}` into `properties` of `openAPIV3Schema`"))
    } else {
        (is_of_version() && is_keyword(name)).then(|| format!("move `{name}` into `openAPIV3Schema`"))
    }
}

/// Returns the member that one of another specification stands for.
pub(super) fn meant(
    path: &FieldPath,
    name: &str,
    fit: &dyn Fn(&'static str) -> Option<&'static str>,
) -> Option<&'static str> {
    let others = |name: &str| {
        let name = keywords::letters(name);
        let others = OTHER_NAMES.iter().filter(move |(other, _)| *other == name);
        others.map(|(_, meant)| *meant)
    };
    if is_of_rule(path) {
        others(name).find(|meant| !is_keyword(meant))
    } else if path.below_schema().is_some() {
        let mut all = SchemaKeyword::IN_GO.map(SchemaKeyword::wire).into_iter();
        // Markers of controller-gen, such as `+listType` and `kubebuilder:validation:MaxItems`.
        let marker = name.trim_start_matches('+').rsplit(':').next().unwrap_or(name);
        if let Some(keyword) = all.find(|keyword| keyword.eq_ignore_ascii_case(marker))
            && marker != name
        {
            return fit(keyword);
        }
        let name = if name.starts_with('+') { marker } else { name };
        let words = name.strip_prefix(keywords::EXTENSION).unwrap_or(name);
        keywords::extension(name)
            .and_then(fit)
            .or_else(|| others(words).filter(|meant| is_keyword(meant)).find_map(fit))
    } else {
        of_v1beta1(path, name)?.1
    }
}

/// Whether a path leads to a member of a rule.
fn is_of_rule(path: &FieldPath) -> bool {
    let parent = path.ancestor(1);
    let mut segments = parent.segments.iter();
    segments.any(|segment| segment.is_field("x-kubernetes-validations"))
}

/// Returns the keyword and its value in a name such as `format date`, which lacks a colon.
pub(super) fn without_colon(name: &str) -> Option<(&str, &str)> {
    name.split_once(' ').filter(|(first, _)| is_keyword(first))
}

fn is_keyword(name: &str) -> bool {
    SchemaKeyword::IN_GO.iter().any(|keyword| keyword.wire() == name)
}

/// Whether a path leads to a member of a printer column or of a selectable field.
fn is_in_list_of_paths(path: &FieldPath) -> bool {
    match path.segments.as_slice() {
        [.., list, Segment::Index(_), _] => {
            list.is_field("additionalPrinterColumns") || list.is_field("selectableFields")
        }
        _ => false,
    }
}

/// Returns the entry of a member that only `v1beta1` has at this place.
pub(super) fn of_v1beta1(
    path: &FieldPath,
    name: &str,
) -> Option<&'static (&'static str, Option<&'static str>, &'static str)> {
    let in_version = matches!(path.segments.as_slice(), [_, _, Segment::Index(_), _]);
    let in_webhook = || matches!(path.segments.as_slice(), [.., parent, _] if parent.is_field("webhook"));
    OF_V1BETA1.iter().find(|(old, new, _)| {
        *old == name
            && match *old {
                "validation" | "version" => in_version == new.is_some(),
                "webhookClientConfig" => in_webhook() == new.is_some(),
                "name" => path.segments.len() == 2,
                "path" | "fieldPath" => is_in_list_of_paths(path),
                _ => true,
            }
    })
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, CheckReport, Options};

    #[test]
    fn keywords_of_other_specifications() {
        for (keyword, expected) in [
            ("const: S3", "CRDs have no `const`: write `enum: [S3]`"),
            (
                "const: {a: 1}",
                "CRDs have no `const`: write `enum` with this value as the only one",
            ),
            ("examples: [a, b]", "CRDs have no `examples`: write `example: a`"),
            (
                "$defs: {}",
                "CRDs have no references: write each schema where it is used",
            ),
            (
                "x-kubernetes-api-lifecycle: {a: {introducedIn: v1.1}}",
                "the server drops it: CRDs of the profile `extended` are for documentation and tools; apply those of the profile \
                 `apiserver`",
            ),
            (
                "deprecated: true",
                "write it in `description`: only a version can be `deprecated`",
            ),
            (
                "components: {schemas: {}}",
                "CRDs have no references: write each schema where it is used",
            ),
            ("+mapType: atomic", "remove it, or fix its spelling"),
            (
                "rule: self != ''",
                "write it in a list of rules: `x-kubernetes-validations: [{rule: …}]`",
            ),
            (
                "messageExpression: self",
                "write it beside a rule: `x-kubernetes-validations: [{rule: …, messageExpression: …}]`",
            ),
            (
                "kubebuilder:validation:MaxLength: 3",
                "did you mean `maxLength`? If not, remove it",
            ),
            ("allowedValues: [a]", "did you mean `enum`? If not, remove it"),
            (
                "x-kubernetes-validations: [{rule: self == self, errorMessage: a}]",
                "did you mean `message`? If not, remove it",
            ),
            (
                "x-kubernetes-validations: [{rule: self == self, path: .a}]",
                "if you mean `fieldPath`: remove it: without `fieldPath`, errors are about the value that has the rule",
            ),
            (
                "x-kubernetes-validations: [{rule: self == self, cel: a}]",
                "remove it, or fix its spelling",
            ),
        ] {
            let report = check::text(
                &widgets(&format!("a:\n  type: string\n  {keyword}")),
                &Options::default(),
            );
            assert_eq!(help_of_unknown(&report), [expected], "{keyword}");
        }
    }

    #[test]
    fn keywords_in_objects_around_schemas() {
        let manifest = widgets("a: {type: string}");
        let schema = "    schema:\n";
        let (above, below) = manifest.split_once(schema).expect("it has a schema");
        for (member, is_inside) in [
            ("x-kubernetes-validations: [{rule: 'true'}]", false),
            ("x-kubernetes-validations: [{rule: 'true'}]", true),
            ("nullable: true", false),
        ] {
            let member = format!("    {}{member}\n", if is_inside { "  " } else { "" });
            let text = if is_inside {
                [above, schema, &member, below].concat()
            } else {
                [above, &member, schema, below].concat()
            };
            let report = check::text(&text, &Options::default());
            let name = member.trim_start().split(':').next().expect("a name");
            assert_eq!(
                help_of_unknown(&report),
                [format!("move `{name}` into `openAPIV3Schema`")]
            );
        }
    }

    fn help_of_unknown(report: &CheckReport) -> Vec<&str> {
        report
            .findings
            .iter()
            .filter(|finding| finding.diagnostic.code == check::codes::UNKNOWN_FIELD)
            .flat_map(|finding| finding.diagnostic.help.iter().map(String::as_str))
            .collect()
    }
}
