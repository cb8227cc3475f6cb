//! Types that are strings on the wire: `url`, `uuid`, `semver` and `ipnet`.

use crate::rust::shape::{Attrs, Kind, Schema, Shape, Validation};

macro_rules! texts {
    ($($type:ty: format $format:literal pattern $pattern:literal;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl Schema for $type {
            const SHAPE: Shape = Shape::new(stringify!($type), Kind::String { format: $format }).with(&Attrs {
                validation: &Validation { pattern: $pattern, ..Validation::NONE },
                ..Attrs::NONE
            });
        }
    )* };
}

// The server's `uri` accepts `/path` too, which is not a URL, so a pattern requires a scheme. It rejects `%` without two
// hexadecimal digits, which `Url` keeps.
#[cfg(feature = "url")]
texts! {
    url::Url: format "uri" pattern "^[A-Za-z][A-Za-z0-9+.-]*:";
}

#[cfg(feature = "uuid")]
texts! {
    uuid::Uuid: format "uuid" pattern "";
    uuid::NonNilUuid: format "uuid" pattern "[1-9A-Fa-f]";
}

// The expression of semver.org without its named groups. The server accepts numbers above 2^64, which `semver` rejects.
#[cfg(feature = "semver")]
texts! {
    semver::Version: format "" pattern "^(0|[1-9][0-9]*)[.](0|[1-9][0-9]*)[.](0|[1-9][0-9]*)\
        (-((0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)([.](0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?\
        ([+][0-9A-Za-z-]+([.][0-9A-Za-z-]+)*)?$";
    semver::VersionReq: format "" pattern "^[ ]*([*xX]|(=|>=|>|<=|<|~|\\^)?[ ]*[0-9])";
}

// The server accepts any number of leading zeros, and ipnet limits the number of digits.
#[cfg(feature = "ipnet")]
texts! {
    ipnet::IpNet: format "cidr"
        pattern "^([0-9]{1,3}([.][0-9]{1,3}){3}/[0-9]{1,2}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*/[0-9]{1,3})$";
    ipnet::Ipv4Net: format "cidr" pattern "^[0-9]{1,3}([.][0-9]{1,3}){3}/[0-9]{1,2}$";
    ipnet::Ipv6Net: format "cidr" pattern "^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*/[0-9]{1,3}$";
}
