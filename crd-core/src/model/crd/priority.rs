//! The priority of versions (PRI-01 to PRI-04).

use std::cmp::Ordering;

/// Orders names of versions as the server does, with the preferred one first: `v2`, `v1`, `v2beta1`,
/// `v1alpha1`, and then all other names, by their bytes.
///
/// Names of the form `v1`, `v1beta1` or `v1alpha1` are ordered by stability, then by decreasing number; their
/// numbers must fit in 64 bits with a sign (PRI-01). Other names follow in ascending order (PRI-02).
///
/// ```
/// let mut versions = ["v1beta1", "v10", "foo1", "v2", "v1alpha3"];
/// versions.sort_by(|a, b| crd_core::crd::compare_versions(a, b));
/// assert_eq!(versions, ["v10", "v2", "v1beta1", "v1alpha3", "foo1"]);
/// ```
pub fn compare_versions(a: &str, b: &str) -> Ordering {
    match (rank(a), rank(b)) {
        (Some(a), Some(b)) => b.cmp(&a),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => a.cmp(b),
    }
}

/// Returns the stability of a version, and its numbers; `None` for other names.
fn rank(name: &str) -> Option<(Stability, i64, i64)> {
    let rest = name.strip_prefix('v')?;
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (major, rest) = rest.split_at_checked(end)?;
    let major = number(major)?;
    if rest.is_empty() {
        return Some((Stability::Stable, major, 0));
    }
    let (stability, minor) = match rest.strip_prefix("beta") {
        Some(minor) => (Stability::Beta, minor),
        None => (Stability::Alpha, rest.strip_prefix("alpha")?),
    };
    Some((stability, major, number(minor)?))
}

fn number(digits: &str) -> Option<i64> {
    let all = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    if all { digits.parse().ok() } else { None }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stability {
    Alpha,
    Beta,
    Stable,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_ordered_as_the_server_orders_them() {
        let expected = [
            "v10",
            "v2",
            "v1",
            "v0",
            "v11beta2",
            "v10beta3",
            "v3beta1",
            "v12alpha1",
            "v11alpha2",
            "v1alpha0",
            "foo1",
            "foo10",
            "v1beta",
            "v1rc1",
            "v9223372036854775808",
        ];
        let mut versions = expected;
        versions.reverse();
        versions.sort_by(|a, b| compare_versions(a, b));
        assert_eq!(versions, expected);
    }
}
