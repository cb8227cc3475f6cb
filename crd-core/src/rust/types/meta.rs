//! Types of `k8s.io/apimachinery/pkg/apis/meta/v1`: object metadata, owner references, label selectors, conditions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Time;
use crate::rust::shape::{Attrs, ListType, Literal, MapType, Validation};

/// Declares a struct with its serde and its shape. Fields that are `None`, and fields after `;` that are empty, are not
/// serialized.
macro_rules! object {
    ($(
        $(#[doc = $doc:literal])*
        [$attrs:expr] $name:ident {
            $( $(#[doc = $field_doc:literal])* $field:ident $wire:literal: $type:ty $(= $field_attrs:expr)?, )*
            $(; $( $(#[doc = $list_doc:literal])* $list:ident $list_wire:literal: $list_type:ty $(= $list_attrs:expr)?, )* )?
        }
    )*) => { $(
        $(#[doc = $doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        pub struct $name {
            $(
                $(#[doc = $field_doc])*
                #[serde(rename = $wire)]
                #[serde(skip_serializing_if = "crate::rust::types::meta::Absent::is_absent")]
                pub $field: $type,
            )*
            $( $(
                $(#[doc = $list_doc])*
                #[serde(
                    rename = $list_wire,
                    default,
                    deserialize_with = "crate::rust::types::meta::or_empty",
                    skip_serializing_if = "crate::rust::types::meta::Absent::is_absent"
                )]
                pub $list: $list_type,
            )* )?
        }

        impl crate::rust::shape::Schema for $name {
            const SHAPE: crate::rust::shape::Shape = crate::rust::shape::Shape::new(
                stringify!($name),
                crate::rust::shape::Kind::Object(&[
                    $( crate::rust::shape::Field {
                        null: crate::rust::shape::Null::Refused,
                        attrs: &crate::rust::shape::Attrs {
                            description: crate::rust::types::meta::first_line(concat!($($field_doc, "\n",)*)),
                            ..object!(@attrs $($field_attrs)?)
                        },
                        ..crate::rust::shape::Field::new($wire, <$type as crate::rust::shape::Schema>::REF)
                    }, )*
                    $( $( crate::rust::shape::Field {
                        presence: crate::rust::shape::Presence::Optional,
                        attrs: &crate::rust::shape::Attrs {
                            description: crate::rust::types::meta::first_line(concat!($($list_doc, "\n",)*)),
                            ..object!(@attrs $($list_attrs)?)
                        },
                        ..crate::rust::shape::Field::new($list_wire, <$list_type as crate::rust::shape::Schema>::REF)
                    }, )* )?
                ]),
            ).with($attrs);
            const REF: &'static crate::rust::shape::Shape = crate::rust::shape::std::at_one_place!($name);
        }
    )* };
    (@attrs) => { crate::rust::shape::Attrs::NONE };
    (@attrs $attrs:expr) => { $attrs };
}

pub(crate) use object;

/// Values that are not serialized.
pub(crate) trait Absent {
    fn is_absent(&self) -> bool {
        false
    }
}

impl Absent for String {}
impl Absent for Time {}
impl Absent for bool {}

impl<T> Absent for Option<T> {
    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T> Absent for Vec<T> {
    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

impl<K, V> Absent for BTreeMap<K, V> {
    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

/// Deserializes null as an empty list or map, as the API server does in metadata.
pub(crate) fn or_empty<'de, D: serde::Deserializer<'de>, T: Deserialize<'de> + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// Trims the text of a one-line doc comment: the space before it and the line break after it.
pub(crate) const fn first_line(doc: &'static str) -> &'static str {
    let (_, text) = doc.split_at(if doc.is_empty() { 0 } else { 1 });
    let mut length = 0;
    while length < text.len() && text.as_bytes()[length] != b'\n' {
        length += 1;
    }
    text.split_at(length).0
}

const ATOMIC_LIST: Attrs = Attrs {
    list_type: Some(ListType::Atomic),
    ..Attrs::NONE
};
const ATOMIC: Attrs = Attrs {
    map_type: Some(MapType::Atomic),
    ..Attrs::NONE
};

const fn checked(validation: &'static Validation) -> Attrs {
    Attrs {
        validation,
        ..Attrs::NONE
    }
}

const NONE: Validation = Validation::NONE;

object! {
    /// Metadata of an object (`metav1.ObjectMeta`).
    [&Attrs::NONE] ObjectMeta {
        /// Name, unique within a namespace.
        name "name": Option<String>,
        /// Prefix of a name that the server makes.
        generate_name "generateName": Option<String>,
        /// Namespace of the object.
        namespace "namespace": Option<String>,
        /// Unique ID of the object, never used again.
        uid "uid": Option<String>,
        /// Opaque version of the stored object.
        resource_version "resourceVersion": Option<String>,
        /// Counts changes of the desired state.
        generation "generation": Option<i64>,
        /// When the object was created.
        creation_timestamp "creationTimestamp": Option<Time>,
        /// When the object will be or was deleted.
        deletion_timestamp "deletionTimestamp": Option<Time>,
        /// Seconds a graceful deletion may take.
        deletion_grace_period_seconds "deletionGracePeriodSeconds": Option<i64>,
        ;
        /// Keys and values by which objects are selected.
        labels "labels": BTreeMap<String, String>,
        /// Keys and values for tools.
        annotations "annotations": BTreeMap<String, String>,
        /// Objects that own this one.
        owner_references "ownerReferences": Vec<OwnerReference>
            = Attrs { list_type: Some(ListType::Map(&["uid"])), ..Attrs::NONE },
        /// Names of what must be done before the object is deleted.
        finalizers "finalizers": Vec<String>
            = Attrs { list_type: Some(ListType::Set), ..Attrs::NONE },
    }

    /// Metadata of an object that is made from a template, such as that of a pod: the members of `metav1.ObjectMeta` that
    /// controller-gen's `generateEmbeddedObjectMeta` declares.
    [&Attrs::NONE] EmbeddedObjectMeta {
        /// Name of the object.
        name "name": Option<String>,
        /// Namespace of the object.
        namespace "namespace": Option<String>,
        /// Keys and values by which objects are selected.
        labels "labels": Option<BTreeMap<String, String>>,
        /// Keys and values for tools.
        annotations "annotations": Option<BTreeMap<String, String>>,
        /// Names of what must be done before the object is deleted.
        finalizers "finalizers": Option<Vec<String>>,
    }

    /// The owner of an object (`metav1.OwnerReference`).
    [&ATOMIC] OwnerReference {
        /// API version of the owner.
        api_version "apiVersion": String,
        /// Kind of the owner.
        kind "kind": String,
        /// Name of the owner.
        name "name": String,
        /// UID of the owner.
        uid "uid": String,
        /// Whether the owner is the managing controller.
        controller "controller": Option<bool>,
        /// Whether foreground deletion of the owner waits for this object.
        block_owner_deletion "blockOwnerDeletion": Option<bool>,
    }

    /// Selects objects by their labels (`metav1.LabelSelector`).
    [&ATOMIC] LabelSelector {
        /// Requirements on labels, all of which must hold.
        match_expressions "matchExpressions": Option<Vec<LabelSelectorRequirement>> = ATOMIC_LIST,
        /// Labels that must have these values.
        match_labels "matchLabels": Option<BTreeMap<String, String>>,
    }

    /// A requirement on one label (`metav1.LabelSelectorRequirement`).
    [&Attrs::NONE] LabelSelectorRequirement {
        /// The label.
        key "key": String,
        /// How the label relates to the values: `In`, `NotIn`, `Exists` or `DoesNotExist`.
        operator "operator": String,
        /// The values; none for `Exists` and `DoesNotExist`.
        values "values": Option<Vec<String>> = ATOMIC_LIST,
    }

    /// One aspect of an object's state (`metav1.Condition`).
    [&Attrs::NONE] Condition {
        /// The aspect, in CamelCase.
        type_ "type": String = checked(&Validation {
            max_length: Some(316),
            pattern: r"^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$",
            ..NONE
        }),
        /// True, False or Unknown.
        status "status": String = checked(&Validation {
            enumeration: &[Literal::Str("True"), Literal::Str("False"), Literal::Str("Unknown")],
            ..NONE
        }),
        /// The generation the condition was set for.
        observed_generation "observedGeneration": Option<i64> = checked(&Validation { minimum: Some(0.0), ..NONE }),
        /// When the status last changed.
        last_transition_time "lastTransitionTime": Time,
        /// Why, in CamelCase.
        reason "reason": String = checked(&Validation {
            min_length: Some(1),
            max_length: Some(1024),
            pattern: "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$",
            ..NONE
        }),
        /// The details, for people; may be empty.
        message "message": String = checked(&Validation { max_length: Some(32768), ..NONE }),
    }
}

impl Default for Time {
    /// Returns the start of the Unix epoch.
    fn default() -> Self {
        Time::EPOCH
    }
}

#[cfg(test)]
mod tests {
    use super::ObjectMeta;

    #[test]
    fn null_is_empty() {
        let text = r#"{"name": "a", "labels": null, "annotations": null, "ownerReferences": null, "finalizers": null}"#;
        let read: ObjectMeta = serde_json::from_str(text).unwrap();
        let expected = ObjectMeta {
            name: Some("a".to_owned()),
            ..ObjectMeta::default()
        };
        assert_eq!(read, expected);
    }
}
