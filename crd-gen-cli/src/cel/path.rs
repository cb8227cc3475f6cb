//! Places of a schema as users write them.

use crd_core::cel::nearest;
use crd_core::field::{FieldPath, OwnedSegment};
use crd_core::schema::JsonSchemaProps;

use crate::Failure;

/// A path that leads to a node of the schema.
pub(super) struct ResolvedPath<'s> {
    /// Below the root of the schema, whose own segment comes first.
    pub(super) path: FieldPath,
    /// As users write it.
    pub(super) shown: String,
    pub(super) schema: &'s JsonSchemaProps,
}

/// One step as written.
#[derive(Debug, PartialEq, Eq)]
enum SchemaStep {
    Name(String),
    /// `[]`, `[*]`, `[0]`, `.*`
    Element,
}

/// Finds `spec.listeners[].name`, or `.properties[spec].properties[listeners].items.properties[name]`.
pub(super) fn resolve<'s>(schema: &'s JsonSchemaProps, written: &str) -> Result<ResolvedPath<'s>, Failure> {
    let mut place = ResolvedPath {
        path: FieldPath::default().join(OwnedSegment::Field("openAPIV3Schema".into())),
        shown: String::new(),
        schema,
    };
    for step in steps(written) {
        place.go(step)?;
    }
    Ok(place)
}

impl ResolvedPath<'_> {
    fn go(&mut self, step: SchemaStep) -> Result<(), Failure> {
        let here = self.schema;
        match step {
            SchemaStep::Name(name) => {
                if let Some(property) = here.property(&name) {
                    self.path.segments.extend([
                        OwnedSegment::Field("properties".into()),
                        OwnedSegment::Key(name.as_str().into()),
                    ]);
                    if !self.shown.is_empty() {
                        self.shown.push('.');
                    }
                    self.shown.push_str(&name);
                    self.schema = property;
                    return Ok(());
                }
                Err(self.no_property(&name))
            }
            SchemaStep::Element => {
                let (word, sign, inner) = match (here.item_schema(), here.additional_schema()) {
                    (Some(items), _) => ("items", "[]", items),
                    (None, Some(values)) => ("additionalProperties", ".*", values),
                    (None, None) => {
                        let message = format!("{} is neither a list nor a map", self.name());
                        return Err(Failure::new(message));
                    }
                };
                self.path.segments.push(OwnedSegment::Field(word.into()));
                self.shown.push_str(sign);
                self.schema = inner;
                Ok(())
            }
        }
    }

    /// The place in a sentence.
    fn name(&self) -> String {
        if self.shown.is_empty() {
            "the object".to_owned()
        } else {
            format!("`{}`", self.shown)
        }
    }

    fn no_property(&self, name: &str) -> Failure {
        let here = self.schema;
        let failure = Failure::new(format!("{} has no property `{name}`", self.name()));
        if here.item_schema().is_some() || here.additional_schema().is_some() {
            return failure.help(format!("its elements are `{}[]`", self.shown));
        }
        let names = || here.properties.iter().flat_map(crd_core::map::Map::keys);
        if let Some(near) = nearest(name, names()) {
            return failure.help(format!("did you mean `{near}`?"));
        }
        let names: Vec<&str> = names().take(20).collect();
        if names.is_empty() {
            return failure;
        }
        failure.help(format!("there is {}", names.join(", ")))
    }
}

fn steps(written: &str) -> Vec<SchemaStep> {
    let written = written.trim();
    let below = written.split_once("openAPIV3Schema").map(|(_, below)| below);
    let is_schema_path = below.is_some() || written.contains("properties[");
    let mut rest = below.unwrap_or(written);
    let mut steps = Vec::new();
    while !rest.is_empty() {
        if let Some(inner) = rest.strip_prefix('[') {
            let (key, behind) = inner.split_once(']').unwrap_or((inner, ""));
            rest = behind;
            let is_index = key.is_empty() || key == "*" || key.bytes().all(|byte| byte.is_ascii_digit());
            let quoted = key.trim_matches(['\'', '"']);
            steps.push(if is_index && quoted.len() == key.len() {
                SchemaStep::Element
            } else {
                SchemaStep::Name(quoted.to_owned())
            });
            continue;
        }
        rest = rest.strip_prefix('.').unwrap_or(rest);
        let (name, behind) = rest.split_at(rest.find(['.', '[']).unwrap_or(rest.len()));
        rest = behind;
        match name {
            "" => {}
            "*" => steps.push(SchemaStep::Element),
            // The text in brackets behind it is a name, whatever it looks like.
            "properties" if is_schema_path => {
                if let Some((key, behind)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
                    steps.push(SchemaStep::Name(key.to_owned()));
                    rest = behind;
                }
            }
            "items" | "additionalProperties" if is_schema_path => steps.push(SchemaStep::Element),
            name => steps.push(SchemaStep::Name(name.to_owned())),
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::{SchemaStep, steps};

    #[test]
    fn both_spellings() {
        let words = |written: &str| {
            let steps = steps(written);
            let words = steps.iter().map(|step| match step {
                SchemaStep::Name(name) => name.as_str(),
                SchemaStep::Element => "[]",
            });
            words.collect::<Vec<_>>().join(" ")
        };
        for (written, expected) in [
            ("", ""),
            ("spec.listeners[].name", "spec listeners [] name"),
            (".spec.labels.*", "spec labels []"),
            ("spec['a.b'][*].items", "spec a.b [] items"),
            (
                ".properties[spec].properties[l].items.properties[0]",
                "spec l [] 0",
            ),
            (
                "spec.versions[0].schema.openAPIV3Schema.properties[spec].additionalProperties",
                "spec []",
            ),
            ("spec[", "spec []"),
        ] {
            assert_eq!(words(written), expected, "{written}");
        }
    }
}
