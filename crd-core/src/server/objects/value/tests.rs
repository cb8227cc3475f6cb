//! Tests of texts that differ by server.

use super::outcome::detail_of;
use crate::KubeVersion;
use crate::model::field::ValueFaultKind;

#[test]
fn limits_of_length_in_the_words_of_each_server() {
    let check = |limit, minor, expected| {
        let version = KubeVersion::from_minor(minor).expect("a version");
        let detail = detail_of(&ValueFaultKind::TooLong(limit), version);
        assert_eq!(detail.as_deref(), Some(expected), "{limit} on 1.{minor}");
    };
    check(1, 31, "may not be longer than 1");
    check(1, 33, "may not be more than 1 bytes");
    check(1, 34, "may not be more than 1 byte");
    check(2, 34, "may not be more than 2 bytes");
    check(-1, 34, "value is too long");
}
