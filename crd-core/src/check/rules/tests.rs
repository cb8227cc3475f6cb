use crd_cel::{Purpose, Type, TypeId, TypeStore};

use super::advice::CostlyExpression;
use super::{RuleReport, advice, report};
use crate::check::test_manifest::widgets;
use crate::model::map::Map;
use crate::model::schema::{Items, SchemaOrBool, ValidationRule};
use crate::server::cel::EXPRESSION_LIMIT;
use crate::{JsonSchemaProps, KubeVersion};

fn node(ty: &str) -> JsonSchemaProps {
    JsonSchemaProps {
        type_: ty.into(),
        ..JsonSchemaProps::default()
    }
}

fn text(max_length: Option<i64>) -> JsonSchemaProps {
    JsonSchemaProps {
        max_length,
        ..node("string")
    }
}

fn list(items: JsonSchemaProps, max_items: Option<i64>) -> JsonSchemaProps {
    JsonSchemaProps {
        items: Some(Items::Schema(Box::new(items))),
        max_items,
        ..node("array")
    }
}

/// `a` is unbounded, `b` at most 10 code points long, `k` a list of at most 5 such, `u` an unbounded one.
fn schema(rule: &str) -> JsonSchemaProps {
    let properties: Map<JsonSchemaProps> = [
        ("a", text(None)),
        ("b", text(Some(10))),
        ("k", list(text(Some(10)), Some(5))),
        ("n", node("integer")),
        ("u", list(text(Some(10)), None)),
        (
            "io",
            JsonSchemaProps {
                x_int_or_string: true,
                ..JsonSchemaProps::default()
            },
        ),
    ]
    .into_iter()
    .collect();
    let rule = ValidationRule {
        rule: rule.into(),
        ..ValidationRule::default()
    };
    JsonSchemaProps {
        properties: Some(properties),
        x_validations: Some(vec![rule]),
        ..node("object")
    }
}

fn only(rule: &str, version: KubeVersion) -> RuleReport {
    let reports = report(&schema(rule), version);
    assert_eq!(reports.len(), 1, "{rule}");
    reports.into_iter().next().unwrap()
}

/// Costs that were recorded from the server.
#[test]
fn costs_are_the_servers() {
    let cases = [
        ("self.a == 'x'", 3),
        ("self.a == oldSelf.a", 314_577),
        ("self.a.contains('abc')", 314_575),
        ("self.a.matches('^[a-z]+$')", 629_148),
        ("self.b in ['a','b','c']", 15),
        ("self.k.all(x, x == 'a')", 28),
        ("self.k.exists_one(x, x == 'a')", 24),
        ("self.k.map(x, x + 'y').size() > 1", 105),
        ("self.k.filter(x, x == 'y').size() > 1", 90),
        ("self.k.join(',') == 'x'", 24),
        ("sets.contains(self.k, ['a'])", 18),
        ("self.k.sort() == self.k", 69),
        ("self.b.split(',').all(x, x.size() > 1)", 251),
        ("format.dns1123Label().validate(self.b).hasValue()", 132),
        ("lists.range(3).size() == 3", 16),
        ("self.n == self.n", 4),
    ];
    for (rule, expected) in cases {
        let report = only(rule, KubeVersion::DEFAULT);
        assert_eq!(report.error, None, "{rule}");
        assert_eq!(report.cost.map(|cost| cost.max), Some(expected), "{rule}");
        assert_eq!(
            (report.occurrences, report.occurrences_in_request),
            (1, 1_048_576),
            "{rule}"
        );
    }
}

#[test]
fn sizes_differ_by_server() {
    let cost = |rule, minor| {
        let version = KubeVersion::from_minor(minor).unwrap();
        only(rule, version).cost.map(|cost| cost.max)
    };
    // Recorded from the code of 1.31, 1.33 and 1.34: an int-or-string value without a limit has the size of a request,
    // and parsers are charged for their text.
    assert_eq!(
        [31, 33, 34].map(|minor| cost("self.io == self.io", minor)),
        [Some(314_577); 3]
    );
    assert_eq!(
        [31, 33, 34].map(|minor| cost("isQuantity(self.b)", minor)),
        [Some(6); 3]
    );
    // Names were not limited before 1.37.
    let name = "self.metadata.name.contains('a')";
    assert_eq!([cost(name, 36), cost(name, 37)], [Some(314_576), Some(105)]);
}

#[test]
fn the_cause_of_a_cost_is_named() {
    let rule = "self.n > 1 && self.u.all(x, self.k.all(y, x == y))";
    let cost = only(rule, KubeVersion::DEFAULT).cost.unwrap();
    let (span, spent) = cost.most_expensive.unwrap();
    assert_eq!(rule.get(span.range()), Some("x == y"));
    assert!(
        spent * 2 > cost.max && spent <= cost.max,
        "{spent} of {}",
        cost.max
    );
    assert_eq!(cost.assumed, [("self.u".to_owned(), 1_048_575)]);
}

/// With the advised bounds, the cost is the stated total, within the budget; cheap rules get no advice.
#[test]
fn bounds_are_advised() {
    let advised = |schema: &JsonSchemaProps| {
        let reports = report(schema, KubeVersion::DEFAULT);
        advice(schema, reports.first().unwrap(), KubeVersion::DEFAULT)
    };
    let nested = "self.u.all(x, self.u.exists_one(y, x == y))";
    let twice = "self.u.all(x, self.u.all(y, self.a.contains(x + y)))";
    for (rule, bounded) in [
        (nested, vec![("maxItems", "u")]),
        (twice, vec![("maxItems", "u"), ("maxLength", "a")]),
    ] {
        let mut kept = schema(rule);
        let advice = advised(&kept).unwrap();
        let mut found = Vec::new();
        for bound in &advice.bounds {
            let path = bound.path.to_string();
            let name = path.rsplit(['[', ']']).nth(1).unwrap().to_owned();
            let node = kept.properties.as_mut().unwrap().get_mut(&name).unwrap();
            match bound.keyword {
                "maxItems" => node.max_items = Some(bound.value),
                _ => node.max_length = Some(bound.value),
            }
            found.push((bound.keyword, name));
        }
        found.sort();
        let found: Vec<_> = found
            .iter()
            .map(|(keyword, name)| (*keyword, name.as_str()))
            .collect();
        assert_eq!(found, bounded, "{rule}");
        let total = report(&kept, KubeVersion::DEFAULT).first().unwrap().total();
        assert!(
            advice.suffices() && total == advice.total,
            "{rule}: {total} {advice:?}"
        );
    }
    let words = advised(&schema(nested)).map(|advice| advice.bounds_in_words());
    assert_eq!(words.as_deref(), Some("`maxItems: 1000` at `u`"));
    assert_eq!(advised(&schema("self.n > 1")), None);
}

/// Bounds of strings leave room for names and addresses, if other bounds can be lower; a rule that no bound makes cheaper says so.
#[test]
fn concatenations_of_numbers_are_formatted() {
    let version = KubeVersion::DEFAULT;
    let formatted = |schema: &JsonSchemaProps, rule: &RuleReport, purpose: Purpose| {
        let expression = CostlyExpression {
            schema,
            rule,
            purpose,
            version,
        };
        expression.cheaper().map(|(written, _)| written)
    };
    let rule = only("self.b == 'a' + string(self.n)", version);
    let written = formatted(&schema(&rule.rule), &rule, Purpose::Rule);
    assert_eq!(written.as_deref(), Some("self.b == 'a%s'.format([self.n])"));
    let mut schema = schema("true");
    for validation in schema.x_validations.iter_mut().flatten() {
        validation.message_expression = "string(self.n) + ' > 1'".into();
    }
    let written = formatted(&schema, &only("true", version), Purpose::MessageExpression);
    assert_eq!(written.as_deref(), Some("'%s > 1'.format([self.n])"));
}

#[test]
fn keys_of_maps_in_brackets_are_cheaper() {
    let help = |schema: &str| {
        let text = widgets(&format!("a:\n  {}", schema.replace('\n', "\n  ")));
        let report = crate::check::text(&text, &crate::check::Options::default());
        let mut costs = report.findings.iter().map(|finding| &finding.diagnostic);
        let cost = costs.find(|diagnostic| diagnostic.help.iter().any(|help| help.starts_with("write `")));
        cost.expect(schema).help[0].clone()
    };
    assert!(
        help(
            "type: object
maxProperties: 10
additionalProperties: {type: string, maxLength: 63}
x-kubernetes-validations:
- rule: self.team == oldSelf.team"
        )
        .starts_with("write `self['team'] == oldSelf['team']`")
    );
}

#[test]
fn bounds_of_strings_have_room() {
    let help = |rule: &str| {
        let text = widgets(&format!(
            "spec:
  type: object
  required: [host, hosts]
  properties:
    host: {{type: string}}
    hosts: {{type: array, items: {{type: string}}}}
  x-kubernetes-validations:
  - {{rule: \"{rule}\"}}"
        ));
        let report = crate::check::text(&text, &crate::check::Options::default());
        let mut costs = report.findings.iter().map(|finding| &finding.diagnostic);
        let cost = costs.find(|diagnostic| diagnostic.code == crate::check::codes::RULE_COST);
        cost.expect(rule).help[0].clone()
    };
    assert_eq!(
        help("self.hosts.all(x, ip(x) == ip(self.host))"),
        "set `maxItems: 3200` at `spec.hosts` and `maxLength: 3200` at `spec.host` and `maxLength: 3200` at `spec.hosts[]`: the \
         rule then costs at most 8,214,403"
    );
    assert!(help("lists.range(100000000).all(i, i > 0)").starts_with("no bound in the schema"));
}

#[test]
fn texts_of_lists_are_formatted_or_their_lengths_added() {
    let version = KubeVersion::DEFAULT;
    let cheaper = |rule: &str, message: &str| {
        let mut schema = schema(rule);
        for validation in schema.x_validations.iter_mut().flatten() {
            validation.message_expression = message.into();
        }
        let rule = report(&schema, version).remove(0);
        let purpose = if message.is_empty() {
            Purpose::Rule
        } else {
            Purpose::MessageExpression
        };
        let expression = CostlyExpression {
            schema: &schema,
            rule: &rule,
            purpose,
            version,
        };
        expression.cheaper().map(|(written, _)| written)
    };
    let errors = "format.dns1123Label().validate(self.b).value()";
    assert_eq!(
        cheaper("true", &format!("'no label: ' + {errors}.join(', ')")),
        Some(format!("'no label: %s'.format([{errors}])"))
    );
    assert_eq!(
        cheaper("true", &format!("{errors}.join(', ')")),
        Some(format!("'%s'.format([{errors}])"))
    );
    assert_eq!(
        cheaper("self.k.map(x, x).join(',').size() < 9", ""),
        Some("self.k.map(x, x.size()).sum() < 9".to_owned())
    );
    assert_eq!(
        cheaper("self.n > 1 || ip(self.b) != ip('10.0.0.1')", ""),
        Some("self.n > 1 || !(ip(self.b) == ip('10.0.0.1'))".to_owned())
    );
}

/// Calls every function with values of any length, and follows the advice about its cost.
#[test]
fn advice_about_costs_meets_the_limit() {
    let mut followed = 0;
    let overloads = crd_cel::functions().flat_map(|function| {
        let overloads = function.overloads.iter();
        overloads.map(move |overload| (function.name, overload))
    });
    for (name, overload) in overloads {
        let arguments: Option<Vec<&str>> = overload.params.iter().map(|ty| value_of(*ty)).collect();
        let Some(arguments) = arguments.filter(|_| name.starts_with(|c: char| c.is_ascii_lowercase())) else {
            continue;
        };
        let call = match arguments.split_first() {
            Some((target, rest)) if overload.member => format!("{target}.{name}({})", rest.join(", ")),
            _ => format!("{name}({})", arguments.join(", ")),
        };
        for rule in [
            format!("[{call}].size() == 1"),
            format!("self.u.all(x, [{}].size() == 1)", call.replace("self.a", "x")),
            format!("string({call}).matches('a+')"),
        ] {
            followed += follow(&rule, "");
        }
        for message in [format!("'a' + string({call})"), format!("'%s'.format([{call}])")] {
            followed += follow("true", &message);
        }
        if overload.result == TypeId::STRING {
            followed += follow("true", &format!("'a' + {call}"));
        }
    }
    assert!(followed > 100, "{followed}");
}

/// Returns a value of any length of a type.
fn value_of(ty: TypeId) -> Option<&'static str> {
    Some(match TypeStore::new().get(ty) {
        Type::String | Type::Param(_) | Type::Dyn => "self.a",
        Type::List(_) => "self.u",
        Type::Map(..) => "self.m",
        Type::Int => "self.n",
        Type::Bytes => "bytes(self.a)",
        Type::Duration => "duration(self.a)",
        Type::Timestamp => "timestamp(self.a)",
        _ if ty == TypeId::QUANTITY => "quantity(self.a)",
        _ if ty == TypeId::IP => "ip(self.a)",
        _ if ty == TypeId::CIDR => "cidr(self.a)",
        _ if ty == TypeId::URL => "url(self.a)",
        _ if ty == TypeId::SEMVER => "semver(self.a)",
        _ => return None,
    })
}

/// Follows the advice about the cost of a rule or, if it has one, its message expression. Returns 1 if there is advice.
fn follow(rule: &str, message: &str) -> usize {
    let version = KubeVersion::NEWEST;
    let mut schema = schema(rule);
    let properties = schema.properties.as_mut().unwrap();
    properties.insert("u", list(text(None), None));
    let values = SchemaOrBool::Schema(Box::new(text(None)));
    let map = JsonSchemaProps {
        additional_properties: Some(values),
        ..node("object")
    };
    properties.insert("m", map);
    for validation in schema.x_validations.iter_mut().flatten() {
        validation.message_expression = message.into();
    }
    let cost = |schema: &JsonSchemaProps| {
        let report = report(schema, version).remove(0);
        let cost = if message.is_empty() {
            Some(report.total())
        } else {
            report.message_cost
        };
        cost.filter(|_| report.error.is_none() && report.message_error.is_none())
    };
    if cost(&schema).is_none_or(|cost| cost <= EXPRESSION_LIMIT) {
        return 0;
    }
    let unchanged = schema.clone();
    let rule_report = report(&unchanged, version).remove(0);
    let expression = CostlyExpression {
        schema: &unchanged,
        rule: &rule_report,
        purpose: if message.is_empty() {
            Purpose::Rule
        } else {
            Purpose::MessageExpression
        },
        version,
    };
    if let Some((written, _)) = expression.cheaper() {
        for validation in schema.x_validations.iter_mut().flatten() {
            let of = if message.is_empty() {
                &mut validation.rule
            } else {
                &mut validation.message_expression
            };
            *of = written.as_str().into();
        }
    } else if let Some(advice) = expression.bounds() {
        for bound in &advice.bounds {
            let node = schema.at_mut(&bound.path.segments[1..]).unwrap();
            match bound.keyword {
                "maxItems" => node.max_items = Some(bound.value),
                "maxProperties" => node.max_properties = Some(bound.value),
                _ => node.max_length = Some(bound.value),
            }
        }
        assert_eq!(cost(&schema), Some(advice.total), "{rule} {message}: {advice:?}");
    } else {
        return 0;
    }
    let cost = cost(&schema);
    assert!(
        cost.is_some_and(|cost| cost <= EXPRESSION_LIMIT),
        "{rule} {message}: {cost:?}"
    );
    1
}

/// Nodes with equal rules have other costs if their types differ, and other errors if their places do.
#[test]
fn equal_rules_are_judged_alike() {
    let rule = "x-kubernetes-validations: [{rule: 'self.all(a, self.all(b, self.all(c, a + b != c)))'}]";
    let list = |least: u32| format!("{{type: array, maxItems: {least}, items: {{type: integer}}, {rule}}}");
    let manifest = |lists: [u32; 3]| {
        let [a, b, c] = lists.map(list);
        widgets(&format!(
            "spec: {{type: object, properties: {{a: {a}, b: {b}, c: {c}}}}}"
        ))
    };
    let fields = |lists: [u32; 3]| {
        let report = crate::check::text(&manifest(lists), &crate::check::Options::default());
        let errors = report
            .findings
            .iter()
            .filter(|finding| finding.diagnostic.server.is_some());
        errors
            .map(|finding| finding.diagnostic.field.to_string())
            .collect::<Vec<_>>()
    };
    for _ in 0..2 {
        assert!(fields([5, 5, 5]).is_empty());
        let long = fields([5, 2000, 2000]);
        assert!(
            !long.is_empty() && long.iter().all(|field| !field.contains("[a]")),
            "{long:?}"
        );
        assert!(
            long.iter().any(|field| field.contains("[b]")) && long.iter().any(|field| field.contains("[c]"))
        );
    }
}
