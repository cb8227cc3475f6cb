//! Notes on fields that are probably not what was meant.

use std::collections::BTreeMap;

use super::{LostValue, PathAttribute, RustOwner};

/// Returns the notes on fields that are probably not what was meant.
pub(crate) fn notes(owners: &BTreeMap<String, RustOwner>) -> Vec<String> {
    let mut notes = notes_on_names(owners);
    notes.extend(notes_on_ignored_fields(owners));
    notes.extend(notes_on_lost_values(owners));
    notes.extend(notes_on_paths(owners));
    notes.extend(notes_on_json(owners));
    notes.extend(note_on_status_in_spec(owners));
    notes
}

/// Returns a note for each field whose JSON is probably not what was meant, unless its type is of a library.
fn notes_on_json(owners: &BTreeMap<String, RustOwner>) -> Vec<String> {
    let mut notes = Vec::new();
    for owner in owners.values() {
        if let (Some(why), Some(place)) = (&owner.unusual_json, &owner.place) {
            let note = format!("{place}: `{}`: {why}", owner.name);
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
    }
    notes
}

/// Returns a note if `spec.status` has the type of the status: users would have to write what the controller observes.
fn note_on_status_in_spec(owners: &BTreeMap<String, RustOwner>) -> Option<String> {
    let observed = members_of(owners, "status.");
    if observed.is_empty() || observed != members_of(owners, "spec.status.") {
        return None;
    }
    let owner = owners.get("spec.status")?;
    Some(format!(
        "{}`{}` has the type of the status, which the attribute `status = …` adds beside the spec: remove the field, unless \
         users write a status, too",
        place_before(owner),
        owner.name
    ))
}

/// Returns the paths below a prefix, and what is there.
fn members_of<'o>(owners: &'o BTreeMap<String, RustOwner>, prefix: &str) -> Vec<(&'o str, &'o str)> {
    let below = owners
        .iter()
        .filter_map(|(path, owner)| Some((path.strip_prefix(prefix)?, &*owner.name)));
    below.collect()
}

/// Returns a note for each field with a value that serde does not write, although an absent field has another value.
fn notes_on_lost_values(owners: &BTreeMap<String, RustOwner>) -> Vec<String> {
    let mut noted: Vec<&RustOwner> = Vec::new();
    for owner in owners.values().filter(|owner| owner.lost.is_some()) {
        if !noted
            .iter()
            .any(|other| other.name == owner.name && other.place == owner.place)
        {
            noted.push(owner);
        }
    }
    let note = |owner: &RustOwner| {
        let LostValue { value, default } = owner.lost.as_ref()?;
        Some(format!(
            "{}`skip_serializing_if` leaves out `{value}`, but an absent `{}` is `{default}`, so the value `{value}` is lost when \
             this program writes the object: remove `skip_serializing_if`, or let its condition be true of `{default}` only",
            place_before(owner),
            owner.name
        ))
    };
    noted.into_iter().filter_map(note).collect()
}

/// Returns a note for each field of the spec that serde does not read, because users write the spec.
fn notes_on_ignored_fields(owners: &BTreeMap<String, RustOwner>) -> Vec<String> {
    let mut ignored: Vec<&RustOwner> = Vec::new();
    for (path, owner) in owners {
        let is_of_spec = path.starts_with("spec.");
        if is_of_spec && owner.is_write_only && !ignored.iter().any(|other| other.name == owner.name) {
            ignored.push(owner);
        }
    }
    let note = |owner: &RustOwner| {
        format!(
            "{}users can set `{}`, but serde does not read it, so this program ignores the value: remove \
             `skip_deserializing`, or write `#[serde(skip)]` to remove the field from the schema",
            place_before(owner),
            owner.name
        )
    };
    ignored.into_iter().map(note).collect()
}

/// Returns a note for each field with a column or `selectable` that the CRD does not have.
fn notes_on_paths(owners: &BTreeMap<String, RustOwner>) -> Vec<String> {
    let is_same = |one: &RustOwner, other: &RustOwner| one.name == other.name && one.place == other.place;
    let has_effect = |owner: &RustOwner| owner.path_attribute.is_some_and(|attribute| attribute.has_effect);
    let mut notes = Vec::new();
    for (path, owner) in owners {
        // The field may be in another object, too.
        let is_in_other = || {
            owners
                .values()
                .any(|other| has_effect(other) && is_same(owner, other))
        };
        let Some(PathAttribute { name: attribute, .. }) = owner.path_attribute.filter(|_| !is_in_other())
        else {
            continue;
        };
        let is_of_elements = path.contains("[]") || path.split('.').any(|name| name == "*");
        let meant = match attribute {
            "selectable" if is_of_elements => "remove it".to_owned(),
            "selectable" => format!("write `selectable = \".{path}\"` on the resource"),
            _ => format!(
                "write `printcolumn(name = \"…\", type_ = \"…\", json_path = \".{}\")` on the resource",
                path.replace("[]", "[0]").replace('*', "KEY")
            ),
        };
        let why = if is_of_elements {
            "goes through a list or map"
        } else {
            "does not go through structs only"
        };
        notes.push(format!(
            "{}`{attribute}` of `{}` has no effect, because its path `.{path}` {why}: {meant}",
            place_before(owner),
            owner.name
        ));
    }
    notes
}

/// Returns the position of an owner for the beginning of a note.
fn place_before(owner: &RustOwner) -> String {
    owner
        .place
        .as_ref()
        .map_or_else(String::new, |place| format!("{place}: "))
}

/// Returns a note for each type with underscores in the wire names of its fields, which are camel case in Kubernetes.
fn notes_on_names(owners: &BTreeMap<String, RustOwner>) -> Vec<String> {
    let mut notes = Vec::new();
    let mut noted: Vec<(&str, Option<&str>)> = Vec::new();
    for owner in owners.values().filter(|owner| owner.has_underscore) {
        let type_name = owner.name.split("::").next().unwrap_or_default();
        let of = (type_name, owner.place.as_ref().map(|place| place.file.as_str()));
        if noted.contains(&of) {
            continue;
        }
        noted.push(of);
        let place = place_before(owner);
        notes.push(format!(
            "{place}`{}` has an underscore in JSON, but Kubernetes uses camel case: add `#[serde(rename_all \
             = \"camelCase\")]` to `{type_name}`, or `rename_all = \"snake_case\"` if it is intended",
            owner.name
        ));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::super::of;
    use super::*;
    use std::time::{Duration, SystemTime};

    use crate::rust::shape::{
        Attrs, Column, Field, Kind, Resource, RustDefault, RustSource, Schema, Shape, UnionMember, When,
    };

    #[test]
    fn fields_of_the_spec_that_are_not_read_are_noted() {
        static TEXT: Shape = Shape::new("String", Kind::Any);
        static FIELDS: &[Field] = &[Field {
            written_only: true,
            ..Field::new("owner", &TEXT)
        }];
        static OWNED: Shape = Shape::new("Owned", Kind::Object(FIELDS));
        static SPEC: Shape = Shape::new("FlagSpec", Kind::Object(&[Field::new("owned", &OWNED)]));
        let of_spec = Resource {
            spec: &SPEC,
            ..Resource::NONE
        };
        let of_status = Resource {
            status: Some(&SPEC),
            ..Resource::NONE
        };
        let noted = notes(&of(&of_spec));
        let [note] = &*noted else { panic!("{noted:?}") };
        assert!(note.starts_with("users can set `Owned::owner`"), "{note}");
        assert!(notes(&of(&of_status)).is_empty());
    }

    #[test]
    fn columns_and_selectable_fields_of_elements_are_noted() {
        static TEXT: Shape = Shape::new("String", Kind::Any);
        static SELECTABLE: Attrs = Attrs {
            selectable: true,
            ..Attrs::NONE
        };
        static PRINTED: Attrs = Attrs {
            columns: &[Column::NONE],
            ..Attrs::NONE
        };
        static FIELDS: &[Field] = &[
            Field {
                attrs: &SELECTABLE,
                ..Field::new("zone", &TEXT)
            },
            Field {
                attrs: &PRINTED,
                ..Field::new("port", &TEXT)
            },
        ];
        static HOST: Shape = Shape::new("Host", Kind::Object(FIELDS));
        static HOSTS: Shape = Shape::new("Vec", Kind::Array(&HOST));
        static BOTH: Shape = Shape::new(
            "PoolSpec",
            Kind::Object(&[Field::new("first", &HOST), Field::new("others", &HOSTS)]),
        );
        static OTHERS: Shape = Shape::new("PoolSpec", Kind::Object(&[Field::new("others", &HOSTS)]));
        let noted = |spec: &'static Shape| {
            notes(&of(&Resource {
                spec,
                ..Resource::NONE
            }))
        };
        assert_eq!(
            noted(&OTHERS),
            [
                "`printcolumn` of `Host::port` has no effect, because its path `.spec.others[].port` goes through a list or map: \
                 write `printcolumn(name = \"…\", type_ = \"…\", json_path = \".spec.others[0].port\")` on the resource",
                "`selectable` of `Host::zone` has no effect, because its path `.spec.others[].zone` goes through a list or map: \
                 remove it",
            ]
        );
        // The column shows the field of the first host.
        assert!(noted(&BOTH).is_empty());
    }

    #[test]
    fn the_status_as_a_field_of_the_spec_is_noted() {
        static STATUS: Shape = Shape::new("JobStatus", Kind::Object(&[Field::new("phase", String::REF)]));
        static OTHER: Shape = Shape::new("Wanted", Kind::Object(&[Field::new("phase", String::REF)]));
        static SPEC: Shape = Shape::new("JobSpec", Kind::Object(&[Field::new("status", &STATUS)]));
        static OTHER_SPEC: Shape = Shape::new("JobSpec", Kind::Object(&[Field::new("status", &OTHER)]));
        let noted = |spec: &'static Shape| {
            notes(&of(&Resource {
                spec,
                status: Some(&STATUS),
                ..Resource::NONE
            }))
        };
        assert!(noted(&OTHER_SPEC).is_empty());
        let notes = noted(&SPEC);
        assert!(
            matches!(&*notes, [note] if note.starts_with("`JobSpec::status` has the type of the status")),
            "{notes:?}"
        );
    }

    #[test]
    fn values_that_serde_does_not_write_are_noted() {
        fn source() -> &'static RustSource {
            &RustSource {
                file: "src/lib.rs",
                position: (1, 8),
                allows: &[],
                texts: &[],
                members: &[("size", "size", 3, 5), ("count", "count", 5, 5)],
                defaults: &[
                    (
                        "size",
                        RustDefault::SerdeBesideSkipped(|| {
                            Some(LostValue {
                                value: "0".to_owned(),
                                default: "3".to_owned(),
                            })
                        }),
                        2,
                        13,
                    ),
                    ("count", RustDefault::SerdeBesideSkipped(|| None), 4, 13),
                ],
                has_plain_names: false,
            }
        }
        static INTEGER: Shape = Shape::new("i32", Kind::Any);
        static FIELDS: &[Field] = &[Field::new("size", &INTEGER), Field::new("count", &INTEGER)];
        static SPEC: Shape = Shape::new("DiskSpec", Kind::Object(FIELDS)).source(Some(source));
        let owners = of(&Resource {
            spec: &SPEC,
            ..Resource::NONE
        });
        let noted = notes(&owners);
        let [note] = &*noted else { panic!("{noted:?}") };
        assert!(
            note.starts_with(
                "src/lib.rs:3:5: `skip_serializing_if` leaves out `0`, but an absent `DiskSpec::size` is `3`"
            ),
            "{note}"
        );
        let default = owners["spec.size"].default.as_ref().unwrap();
        assert!(default.is_of_serde && default.place.line == 2, "{default:?}");
    }

    #[test]
    fn underscores_in_names_are_noted_once_for_each_type() {
        fn source() -> &'static RustSource {
            &RustSource {
                file: "src/lib.rs",
                position: (1, 8),
                allows: &[],
                texts: &[],
                defaults: &[],
                members: &[("max_size", "max_size", 2, 5), ("min_size", "min_size", 3, 5)],
                has_plain_names: true,
            }
        }
        static INTEGER: Shape = Shape::new("i32", Kind::Any);
        static FIELDS: &[Field] = &[Field::new("max_size", &INTEGER), Field::new("min_size", &INTEGER)];
        static SPEC: Shape = Shape::new("DiskSpec", Kind::Object(FIELDS)).source(Some(source));
        let resource = Resource {
            spec: &SPEC,
            ..Resource::NONE
        };
        let notes = notes(&of(&resource));
        assert_eq!(notes.len(), 1, "{notes:?}");
        assert!(
            notes[0].starts_with("src/lib.rs:2:5: `DiskSpec::max_size`"),
            "{notes:?}"
        );
    }

    #[test]
    fn json_of_types_of_the_standard_library_and_names_of_values_are_noted() {
        fn source() -> &'static RustSource {
            &RustSource {
                file: "src/lib.rs",
                position: (1, 8),
                allows: &[],
                texts: &[],
                defaults: &[],
                members: &[
                    ("last", "last", 2, 5),
                    ("limits", "limits", 3, 5),
                    ("Borehole", "Well", 4, 5),
                    ("Well", "Well", 4, 5),
                    ("river", "River", 5, 5),
                ],
                has_plain_names: true,
            }
        }
        const fn member(field: &'static str, value: &'static str) -> UnionMember {
            UnionMember {
                value,
                field,
                description: "",
                shape: Some(String::REF),
                when: &When::ALWAYS,
            }
        }
        static SOURCE: Shape = Shape::new(
            "Source",
            Kind::Union {
                discriminator: "type",
                members: &[member("Borehole", "Well"), member("river", "River")],
            },
        )
        .source(Some(source));
        static LIMITS: Shape = Shape::new("Vec", Kind::Array(Duration::REF));
        static FIELDS: &[Field] = &[
            Field::new("last", SystemTime::REF),
            Field::new("limits", &LIMITS),
            Field::new("source", &SOURCE),
        ];
        static SPEC: Shape = Shape::new("RunSpec", Kind::Object(FIELDS)).source(Some(source));
        let notes = notes(&of(&Resource {
            spec: &SPEC,
            ..Resource::NONE
        }));
        let expected = [
            "src/lib.rs:2:5: `RunSpec::last`: `std::time::SystemTime` is an object with `secs_since_epoch` and `nanos_since_epoch`; \
             for texts such as `2026-01-31T12:00:00Z`, use `crd_core::types::Time`",
            "src/lib.rs:3:5: `RunSpec::limits`: `std::time::Duration` is an object with `secs` and `nanos`; for texts such as \
             `1h30m`, use `crd_core::types::Duration`",
            "src/lib.rs:4:5: `Source::Well`: its field in JSON is `Borehole`, and the value of the discriminator is `Well`: serde's \
             `rename` names the field; the name of the value is `#[crd(value = \"Borehole\")]`",
        ];
        assert_eq!(notes, expected);
    }
}
