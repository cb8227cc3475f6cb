//! Separate types for names.

use crd_core::Schema;
use serde::{Deserialize, Serialize};

macro_rules! names {
    ($($(#[$meta:meta])* $name:ident;)*) => {
        $(
            #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
            #[serde(transparent)]
            $(#[$meta])*
            pub struct $name(pub String);
        )*
    };
}

names! {
    /// The group of an API; empty for the core API group.
    #[crd(max_length = 253, pattern = r"^$|^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$")]
    Group;
    /// The kind of an object.
    #[crd(min_length = 1, max_length = 63, pattern = "^[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?$")]
    Kind;
    /// The name of an object.
    #[crd(min_length = 1, max_length = 253)]
    ObjectName;
    /// A namespace.
    #[crd(min_length = 1, max_length = 63, pattern = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$")]
    Namespace;
    /// The name of a section of an object: a listener of a `Gateway`, a port of a `Service`, a rule of a route.
    #[crd(min_length = 1, max_length = 253, pattern = r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$")]
    SectionName;
    /// A host name, whose first label may be a wildcard.
    #[crd(
        min_length = 1,
        max_length = 253,
        pattern = r"^(\*\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$"
    )]
    Hostname;
    /// A host name without a wildcard.
    #[crd(min_length = 1, max_length = 253, pattern = r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$")]
    PreciseHostname;
    /// A time such as `1h30m`.
    #[crd(pattern = "^([0-9]{1,5}(h|m|s|ms)){1,4}$")]
    Duration;
    /// The name of a header.
    #[crd(min_length = 1, max_length = 256, pattern = r"^[A-Za-z0-9!#$%&'*+\-.^_\x60|~]+$")]
    HeaderName;
    /// A controller, as a domain and a path.
    #[crd(
        min_length = 1,
        max_length = 253,
        pattern = r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/[A-Za-z0-9\/\-._~%!$&'()*+,;=:]+$"
    )]
    GatewayController;
    /// The kind of an address.
    #[crd(min_length = 1, max_length = 253, pattern = r"^Hostname|IPAddress|NamedAddress|[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/[A-Za-z0-9\/\-._~%!$&'()*+,;=:]+$")]
    AddressType;
    /// The protocol of a listener.
    #[crd(min_length = 1, max_length = 255, pattern = r"^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])?$|[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/[A-Za-z0-9]+$")]
    ProtocolType;
    /// The value of a label.
    #[crd(min_length = 0, max_length = 63, pattern = "^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$")]
    LabelValue;
    /// The value of an annotation.
    #[crd(min_length = 0, max_length = 4096)]
    AnnotationValue;
}

/// A port.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(transparent)]
#[crd(minimum = 1, maximum = 65535)]
pub struct PortNumber(pub i32);
