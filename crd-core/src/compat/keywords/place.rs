//! The places of changed keywords in the schemas of both CRDs.

use serde_json::Value;

use crate::changes::{KeywordChange, ListMerge};
use crate::model::field::Segment;
use crate::model::schema::{JsonSchemaProps, ValidationRule};

/// Returns the steps from a node to a changed keyword, or to the value or rule in it that changed, in the old and in the new schema. A
/// schema need not have the keyword.
pub(super) fn of_keyword(change: &KeywordChange, schemas: [&JsonSchemaProps; 2]) -> [Vec<Segment>; 2] {
    let [old, new] = schemas;
    let both = |name: &str| [(); 2].map(|()| vec![field(name)]);
    match change {
        KeywordChange::Bound { keyword, .. } => both(keyword),
        KeywordChange::MultipleOf(..) => both("multipleOf"),
        KeywordChange::Enum { removed, added, .. } => {
            let element = |schema: &JsonSchemaProps, values: &[Value]| {
                let mut listed = schema.enum_.iter().flatten();
                let first = values.first();
                element("enum", listed.position(|value| Some(value) == first))
            };
            [element(old, removed), element(new, added)]
        }
        KeywordChange::Pattern(..) => both("pattern"),
        KeywordChange::Format(..) => both("format"),
        KeywordChange::Required(name, _) | KeywordChange::Optional(name) => schemas.map(|schema| {
            let mut required = schema.required.iter().flatten();
            element("required", required.position(|other| other == name))
        }),
        KeywordChange::Nullable(_) => both("nullable"),
        KeywordChange::Default(..) => both("default"),
        KeywordChange::Junctors(names) => both(names.first().unwrap_or(&"")),
        KeywordChange::ListType(ListMerge::Map(_), ListMerge::Map(_)) => both("x-kubernetes-list-map-keys"),
        KeywordChange::ListType(..) => both("x-kubernetes-list-type"),
        KeywordChange::AtomicObject(_) => both("x-kubernetes-map-type"),
        KeywordChange::Embedded(_) => both("x-kubernetes-embedded-resource"),
        KeywordChange::RuleAdded(rule)
        | KeywordChange::RuleRemoved(rule)
        | KeywordChange::RuleRelaxed(rule)
        | KeywordChange::RuleReworded(rule) => schemas.map(|schema| {
            let is_it = |other: &ValidationRule| other.rule == rule.rule;
            element("x-kubernetes-validations", schema.rules().iter().position(is_it))
        }),
        KeywordChange::Words(_) => Default::default(),
    }
}

fn element(keyword: &str, index: Option<usize>) -> Vec<Segment> {
    let index = index.map(Segment::Index);
    std::iter::once(field(keyword)).chain(index).collect()
}

fn field(name: &str) -> Segment {
    Segment::Field(name.into())
}
