//! Corrections of unknown fields of an object, which are tried to find the findings that follow from them.

use super::crd_place::schema_of;
use super::meant::{KeyAndValue, key_and_value, meant};
use super::place::{ObjectStep, find, quoted_path};
use super::subject::ObjectSubject;
use crate::check::consequences::{Attempt, MOST, OneByOne, Renamed};
use crate::check::corrections::misplaced_in;
use crate::check::edits;
use crate::check::members::Known;
use crate::check::{Diagnostic, codes, suggest};
use crate::model::field::{FieldPath, Segment};
use crate::yaml::tree::{Entry, Node, Value};

/// Returns the corrections for the findings about an object.
pub(super) fn of_object(subject: &ObjectSubject<'_>, found: &[Diagnostic]) -> Vec<Attempt> {
    let is_unknown = |diagnostic: &Diagnostic| diagnostic.code == codes::OBJECT_UNKNOWN_FIELD;
    let Some(tree) = found
        .iter()
        .any(is_unknown)
        .then(|| subject.declared.tree())
        .flatten()
    else {
        return Vec::new();
    };
    let Some(schema) = schema_of(&tree.root, &subject.version.name) else {
        return Vec::new();
    };
    let mut unknown = Vec::new();
    let mut renamed = OneByOne::default();
    for (index, diagnostic) in found.iter().enumerate().filter(|(_, one)| is_unknown(one)) {
        let quoted = diagnostic
            .server
            .as_ref()
            .and_then(|error| quoted_path(&error.detail));
        let Some(place) = quoted
            .map(|path| find(subject.node, path))
            .filter(|place| place.rest.is_empty())
        else {
            continue;
        };
        let Some((ObjectStep::Member(name), above)) = place.steps.split_last() else {
            continue;
        };
        let path: FieldPath = above.iter().map(segment).collect();
        let member = path.clone().child(name);
        let misread = suggest::misread(name, place.node);
        let meant = meant(subject, &place).filter(|_| misread.is_none());
        let proposed = || Some(Renamed::new(meant?, place.key?, place.node, None));
        let pair = key_and_value(subject, &place);
        renamed.add(index, proposed(), subject.node, |base| match (misread, pair) {
            (Some(misread), _) => edits::reread(base, &member, misread),
            (None, Some(pair)) => as_pair(base, &path, &pair),
            (None, None) => edits::renamed(base, &member, meant?),
        });
        unknown.push((path, (*name).to_owned(), index));
    }
    let mut attempts: Vec<Attempt> = misplaced_in(subject.node, Known::Root(schema), &unknown)
        .take(MOST)
        .collect();
    renamed.single.retain(|one| {
        let is_same = |other: &Attempt| other.subjects.iter().any(|index| one.subjects.contains(index));
        !attempts.iter().any(is_same)
    });
    attempts.extend(renamed.into_attempts());
    attempts
}

/// Returns the document with two members in place of the only one of an object.
fn as_pair(document: &Node, object: &FieldPath, pair: &KeyAndValue<'_>) -> Option<Node> {
    let mut document = document.clone();
    let [name, value] = pair.names;
    let member = |key: &str, value: Node| Entry {
        key: key.into(),
        value,
        ..pair.entry.clone()
    };
    let text = Node {
        span: pair.entry.key_span,
        value: Value::String(pair.entry.key.to_string().into()),
    };
    edits::object_at(&mut document, &object.segments)?.entries =
        vec![member(name, text), member(value, pair.entry.value.clone())];
    Some(document)
}

fn segment(step: &ObjectStep<'_>) -> Segment {
    match step {
        ObjectStep::Member(name) => Segment::Field((*name).into()),
        ObjectStep::Element(index) => Segment::Index(*index),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::KubeVersion;
    use crate::check::objects::{Crds, ObjectOptions, Objects, OldObjects};
    use crate::check::test_manifest::widgets;
    use crate::objects::FieldValidation;

    const SPEC: &str = "\
spec:
  type: object
  required: [engine]
  x-kubernetes-validations:
  - {rule: self.size >= oldSelf.size, message: must not shrink}
  properties:
    engine: {type: string}
    size: {type: integer}
    backup: {type: object, required: [at], properties: {at: {type: string}, keep: {type: integer}}}
status: {type: object, properties: {size: {type: integer}}}";

    /// Checks the severities and messages about an object, which is an update of a stored one if one is given.
    #[track_caller]
    fn check(body: &str, stored: Option<&str>, expected: &[&str]) {
        check_with(ObjectOptions::default(), body, stored, expected);
    }

    #[track_caller]
    fn check_with(mut options: ObjectOptions, body: &str, stored: Option<&str>, expected: &[&str]) {
        let object = |body: &str| format!("apiVersion: example.com/v1\nkind: Widget\n{body}");
        let mut crds = Crds::new(KubeVersion::DEFAULT);
        crds.add("crd.yaml", widgets(SPEC));
        if let Some(stored) = stored {
            let mut old = OldObjects::default();
            old.add(object(stored).as_bytes(), options.reading);
            options.old = Some(Arc::new(old));
        }
        let text = object(body);
        let judged = Objects::read(&text, &options).check(0, &crds, &options).unwrap();
        let found: Vec<String> = judged
            .findings
            .iter()
            .map(|one| format!("{:?}: {}", one.severity, one.message))
            .collect();
        assert_eq!(found, expected, "{body}");
    }

    #[test]
    fn repeated_names_are_errors_where_fields_are_validated_strictly() {
        let body = "metadata: {name: a}\nspec:\n  engine: x\n  engine: z\n";
        let message = "`engine` is set twice; the last value wins";
        check(body, None, &[&format!("Warning: {message}")]);
        let options = ObjectOptions {
            field_validation: FieldValidation::Strict,
            ..ObjectOptions::default()
        };
        check_with(options, body, None, &["Error: `engine` is set twice"]);
    }

    #[test]
    fn metadata_that_cannot_be_decoded_is_named_in_words() {
        for (metadata, expected) in [
            (
                "{name: a, creationTimestamp: today}",
                "`metadata.creationTimestamp` must be a time, not `today`",
            ),
            (
                "{name: a, generation: one}",
                "`metadata.generation` must be a whole number, not a string",
            ),
            (
                "{name: a, labels: {b: c, rank: 0}}",
                "`metadata.labels[rank]` must be a string, not a whole number",
            ),
            (
                "{name: a, finalizers: [b, 1]}",
                "`metadata.finalizers[1]` must be a string, not a whole number",
            ),
            (
                "{name: a, ownerReferences: [{name: b}, {name: c, controller: 'yes'}]}",
                "`metadata.ownerReferences[1].controller` must be a boolean, not a string",
            ),
            ("[a]", "`metadata` must be an object, not a list"),
        ] {
            let body = format!("metadata: {metadata}\nspec: {{engine: x}}\n");
            check(&body, None, &[&format!("Error: {expected}")]);
        }
    }

    #[test]
    fn labels_within_annotations_belong_to_the_metadata() {
        let mut crds = Crds::new(KubeVersion::DEFAULT);
        crds.add("crd.yaml", widgets(SPEC));
        let text = "apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: a\n  annotations:\n    labels:\n      team: a\nspec: {engine: x}\n";
        let options = ObjectOptions::default();
        let judged = Objects::read(text, &options).check(0, &crds, &options).unwrap();
        assert_eq!(
            judged.findings[0].help,
            ["`labels` belongs to `metadata`: indent it like `annotations`"]
        );
    }

    #[test]
    fn names_of_namespaces_have_no_dots() {
        for (metadata, marked, written) in [
            (
                "{name: a, namespace: Front.Desk}",
                "digits and `-`",
                "write `front-desk`",
            ),
            ("{name: Front.Desk}", "`-` and `.`", "write `front.desk`"),
        ] {
            let mut crds = Crds::new(KubeVersion::DEFAULT);
            crds.add("crd.yaml", widgets(SPEC));
            let text = format!(
                "apiVersion: example.com/v1\nkind: Widget\nmetadata: {metadata}\nspec: {{engine: x}}\n"
            );
            let options = ObjectOptions::default();
            let judged = Objects::read(&text, &options).check(0, &crds, &options).unwrap();
            let found = &judged.findings[0];
            assert!(found.label.contains(marked), "{found:?}");
            assert_eq!(found.help, [written]);
        }
    }

    #[test]
    fn a_word_with_an_exclamation_mark_is_a_tag() {
        check(
            "metadata: {name: a}\nspec:\n  engine: !x\n",
            None,
            &["Warning: `!` starts a tag in YAML, so `engine` has no value"],
        );
        check("metadata: {name: a}\nspec:\n  engine: !!str\n", None, &[]);
    }

    #[test]
    fn a_value_with_a_hash_is_a_comment() {
        check(
            "metadata: {name: a}\nspec:\n  engine: x\n  backup:\n    at: d\n    keep: #ff8800\n",
            None,
            &["Warning: `#` starts a comment in YAML, so `keep` has no value"],
        );
        check(
            "metadata: {name: a}\nspec:\n  engine: #ff8800\n",
            None,
            &[
                "Error: `spec.engine` is required",
                "Note: the rules were not evaluated because of the other errors",
            ],
        );
        check(
            "metadata: {name: a}\nspec:\n  engine: x\n  size: # the default\n",
            None,
            &[],
        );
        check(
            "metadata: {name: a}\nspec:\n  engine: x\n  size: 048\n",
            None,
            &[],
        );
    }

    #[test]
    fn a_separator_within_an_object_is_one_finding() {
        for separator in ["---", "..."] {
            check(
                &format!("{separator}\nmetadata: {{name: a}}\nspec: {{engine: x}}\n"),
                None,
                &[&format!(
                    "Error: `{separator}` ends the object here, and the rest of it is another document"
                )],
            );
        }
    }

    #[test]
    fn a_missing_separator_is_one_finding() {
        check(
            "metadata: {name: a}\nspec: {engine: x}\napiVersion: example.com/v1\nkind: Widget\nmetadata: {name: b}\nspec: {engine: x}\n",
            None,
            &["Warning: `apiVersion` is set twice; the last value wins"],
        );
    }

    #[test]
    fn an_unknown_field_beside_the_only_missing_one() {
        let unknown = "Error: unknown field `spec.motor`, which the server drops";
        check("metadata: {name: a}\nspec: {motor: x}\n", None, &[unknown]);
        check(
            "metadata: {name: a}\nspec: {motor: x, fuel: y}\n",
            None,
            &[
                "Error: `spec.engine` is required",
                "Warning: unknown field `spec.motor`, which the server drops",
                "Warning: unknown field `spec.fuel`, which the server drops",
                "Note: the rules were not evaluated because of the other errors",
            ],
        );
    }

    #[test]
    fn a_missing_line_is_one_finding() {
        check(
            "metadata:\n  name: a\n  engine: x\n  size: 1\n",
            None,
            &["Warning: the line `spec:` is missing, so `engine` and the next field are unknown"],
        );
        check(
            "metadata: {name: a}\nspec:\n  engine: x\n  keep: 1\n",
            None,
            &["Warning: the line `backup:` is missing, so `keep` is an unknown field"],
        );
        check(
            "metadata: {name: a}\nspec:\n  engine: x\n  at: '1'\n  keep: 1\n",
            None,
            &["Warning: the line `backup:` is missing, so `at` and the next field are unknown"],
        );
    }

    const CHOIR: &str = "\
spec:
  type: object
  properties:
    songs: {type: array, items: {type: string}}
    url: {type: string}
    source: {type: object, properties: {git: {type: object, properties: {url: {type: string}}}}}
    rates: {type: object, additionalProperties: {type: number}}
    hours: {type: object, additionalProperties: {type: object, properties: {opens: {type: string}, closes: {type: string}}}}
    radio: {type: object, properties: {link: {type: object, properties: {port: {type: integer}}}}}
    env: {type: array, items: {type: object, required: [name], properties: {name: {type: string}, value: {type: string}}}}
    voices:
      type: array
      x-kubernetes-list-type: map
      x-kubernetes-list-map-keys: [part]
      items: {type: object, required: [part, singers], properties: {part: {type: string}, singers: {type: integer}}}";

    #[test]
    fn what_is_meant_by_unknown_fields() {
        for (spec, expected) in [
            (
                "{voices: [{Alto: 9}, {Bass: 3}]}",
                &[
                    "write `part: Alto` and `singers: 9`",
                    "write `part: Bass` and `singers: 3`",
                ][..],
            ),
            ("{env: [{LANG: de}]}", &["write `name: LANG` and `value: de`"]),
            (
                "{singers: 3}",
                &["it is a field of the elements of `voices`: move it there"],
            ),
            ("{part: 1}", &["remove it, or fix its spelling"]),
            (
                "{rates.day: 2.5}",
                &["write `rates: {day: 2.5}`: a name with dots is one name"],
            ),
            (
                "{radio.link.port: 1}",
                &["write `radio: {link: {port: 1}}`: a name with dots is one name"],
            ),
            (
                "{source: {url: a}}",
                &["add `git:` above it, and indent it deeper"],
            ),
            ("{zoom.a: 1}", &["remove it, or fix its spelling"]),
            (
                "{rates: null, day: 2.5, week: 9}",
                &["indent `day` and the next field deeper than `rates:`"],
            ),
            (
                "{rates: {day: 2.5}, week: 9}",
                &["remove it, or fix its spelling"],
            ),
            (
                "{hours: {mon: {opens: a}}, tue: {opens: b}}",
                &["indent `tue` deeper than `hours:`"],
            ),
            (
                "{hours: {mon: {opens: a, tue: {opens: b}}}}",
                &["indent `tue` like the fields of `hours`"],
            ),
            (
                "{tue: {opens: b}, wed: {closes: c}}",
                &["add `hours:` above them, and indent them deeper"],
            ),
        ] {
            let mut crds = Crds::new(KubeVersion::DEFAULT);
            crds.add("crd.yaml", widgets(CHOIR));
            let text =
                format!("apiVersion: example.com/v1\nkind: Widget\nmetadata: {{name: a}}\nspec: {spec}\n");
            let options = ObjectOptions::default();
            let judged = Objects::read(&text, &options).check(0, &crds, &options).unwrap();
            let help: Vec<_> = judged.findings.iter().flat_map(|one| &one.help).collect();
            assert_eq!(help, expected, "{spec}: {:?}", judged.findings);
        }
    }

    #[test]
    fn fields_of_the_status_are_written_by_the_controller() {
        let crd = widgets(&SPEC.replace(
            "status: {type: object, properties: {size",
            "status: {type: object, properties: {phase",
        ));
        let mut crds = Crds::new(KubeVersion::DEFAULT);
        crds.add("crd.yaml", crd);
        for (body, of) in [
            ("spec:\n  engine: x\n  phase: 1\n", ", not to `spec`"),
            ("phase: 1\nspec: {engine: x}\n", ""),
        ] {
            let text = format!("apiVersion: example.com/v1\nkind: Widget\nmetadata: {{name: a}}\n{body}");
            let options = ObjectOptions::default();
            let judged = Objects::read(&text, &options).check(0, &crds, &options).unwrap();
            let [found] = judged.findings.as_slice() else {
                panic!("{:?}", judged.findings)
            };
            assert_eq!(
                found.message,
                format!("unknown field `phase`, which belongs to `status`{of}")
            );
            assert_eq!(
                found.help,
                ["remove it: the controller of the object writes its `status`"]
            );
        }
    }

    #[test]
    fn a_missing_line_needs_no_other_indentation() {
        for (metadata, message, help) in [
            (
                "name: a\n  engine: x\n  size: 1",
                "so `engine` and the next field are unknown",
                "add `spec:` above them, without indentation",
            ),
            (
                "name: a\n  engine: x\n  labels: {b: c}\n  size: 1",
                "so `engine` and 1 of the next 2 fields are unknown",
                "add `spec:` above them, without indentation",
            ),
            (
                "name: a\n  engine: x\n  labels: {b: c}",
                "so `engine` is an unknown field",
                "add `spec:` above them, without indentation",
            ),
            (
                "engine: x\n  size: 1\n  name: a",
                "so `engine` and the next field are unknown",
                "move them below the other fields of `metadata`, and add `spec:` above them, without indentation",
            ),
        ] {
            let mut crds = Crds::new(KubeVersion::DEFAULT);
            crds.add(
                "crd.yaml",
                widgets(&SPEC.replacen(
                    "size:",
                    "labels: {type: object, additionalProperties: {type: string}}\n    size:",
                    1,
                )),
            );
            let text = format!("apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  {metadata}\n");
            let options = ObjectOptions::default();
            let judged = Objects::read(&text, &options).check(0, &crds, &options).unwrap();
            let [found] = judged.findings.as_slice() else {
                panic!("{:?}", judged.findings)
            };
            assert_eq!(found.message, format!("the line `spec:` is missing, {message}"));
            assert_eq!(found.help, [help]);
        }
    }

    #[test]
    fn a_list_is_no_missing_line() {
        let spec = "spec: {type: object, properties: {hosts: {type: array, items: {type: object, properties: {id: {type: string}}}}}}";
        let mut crds = Crds::new(KubeVersion::DEFAULT);
        crds.add("crd.yaml", widgets(spec));
        let text = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec: {id: a}\n";
        let options = ObjectOptions::default();
        let judged = Objects::read(text, &options).check(0, &crds, &options).unwrap();
        assert!(judged.findings[0].message.starts_with("unknown field `spec.id`"));
    }

    #[test]
    fn numbers_that_start_with_a_zero_are_octal() {
        let check_size = |size: &str, expected: &[&str]| {
            check(
                &format!("metadata: {{name: a}}\nspec: {{engine: x, size: {size}}}\n"),
                None,
                expected,
            );
        };
        check_size(
            "010",
            &["Warning: YAML 1.1 reads `010` as octal, so this number is 8"],
        );
        for size in ["0", "07", "10", "0x10"] {
            check_size(size, &[]);
        }
        // The type is a mistake of its own.
        check(
            "metadata: {name: a}\nspec: {engine: 010}\n",
            None,
            &[
                "Error: `spec.engine` must be of type string, not integer",
                "Note: the rules were not evaluated because of the other errors",
            ],
        );
    }

    #[test]
    fn a_name_is_proposed_with_what_else_its_value_needs() {
        for (field, expected) in [
            (
                "sizes: [1]",
                "if you mean `size`: write only the value, without brackets: `1`",
            ),
            (
                "siz: small",
                "if you mean `size`: `spec.size` must be of type integer, not string",
            ),
            ("siz: 2", "did you mean `size`?"),
            ("mod: fast", "if you mean `mode`: write `Fast`"),
            ("sizeFrom: {a: b}", "remove it, or fix its spelling"),
        ] {
            let mut crds = Crds::new(KubeVersion::DEFAULT);
            crds.add(
                "crd.yaml",
                widgets("spec: {type: object, properties: {size: {type: integer}, mode: {type: string, enum: [Fast]}}}"),
            );
            let text = format!(
                "apiVersion: example.com/v1\nkind: Widget\nmetadata: {{name: a}}\nspec: {{{field}}}\n"
            );
            let options = ObjectOptions::default();
            let judged = Objects::read(&text, &options).check(0, &crds, &options).unwrap();
            assert_eq!(judged.findings[0].help, [expected], "{field}");
        }
    }

    #[test]
    fn names_beyond_the_first_are_verified_together() {
        let names = ["a", "b", "c", "d", "e", "f", "g", "h"].map(|letter| letter.repeat(6));
        let properties: Vec<String> = names
            .iter()
            .map(|name| format!("{name}: {{type: integer}}"))
            .collect();
        let mut crds = Crds::new(KubeVersion::DEFAULT);
        crds.add(
            "crd.yaml",
            widgets(&format!(
                "spec: {{type: object, properties: {{{}}}}}",
                properties.join(", ")
            )),
        );
        let fields: Vec<String> = names.iter().map(|name| format!("{name}s: x")).collect();
        let text = format!(
            "apiVersion: example.com/v1\nkind: Widget\nmetadata: {{name: a}}\nspec: {{{}}}\n",
            fields.join(", ")
        );
        let options = ObjectOptions::default();
        let judged = Objects::read(&text, &options).check(0, &crds, &options).unwrap();
        assert_eq!(judged.findings.len(), names.len());
        for (finding, name) in judged.findings.iter().zip(names) {
            let expected = format!("if you mean `{name}`: `spec.{name}` must be of type integer, not string");
            assert_eq!(finding.help, [expected]);
        }
    }

    #[test]
    fn a_field_at_another_level_is_one_finding() {
        check(
            "metadata: {name: a}\nspec:\n  size: 1\nengine: x\n",
            None,
            &["Error: unknown field `engine`, which belongs to `spec`"],
        );
        // `status` declares it, too.
        check(
            "metadata: {name: a}\nsize: 1\nspec:\n  engine: x\n",
            None,
            &["Warning: unknown field `size`, which belongs to `spec`"],
        );
        check(
            "metadata: {name: a}\nspec:\n  engine: x\n  backup:\n  at: '1'\n",
            None,
            &["Warning: unknown field `at`, which belongs to `backup`, not to `spec`"],
        );
    }

    #[test]
    fn independent_findings_remain() {
        check(
            "metadata: {name: a}\nspec: {engin: x, size: one}\n",
            None,
            &[
                "Error: unknown field `spec.engin`, which the server drops",
                "Error: `spec.size` must be of type integer, not string",
                "Note: the rules were not evaluated because of the other errors",
            ],
        );
        // A rule about the change of a field.
        check(
            "metadata: {name: a}\nspec: {engine: x, size: 1, backup: {at: '1', kep: 1}}\n",
            Some("metadata: {name: a}\nspec: {engine: x, size: 2}\n"),
            &[
                "Error: `spec`: must not shrink",
                "Warning: unknown field `spec.backup.kep`, which the server drops",
            ],
        );
    }
}
