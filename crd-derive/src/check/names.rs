//! Names of groups, versions, kinds and the rest of `spec.names`.

use crate::attr::read::Spanned;
use crate::codes;
use crate::context::Context;

/// CRD-02, CRD-03: a DNS-1123 subdomain with a dot.
pub(crate) fn group(cx: &Context, group: &Spanned<String>) {
    let name = &group.value;
    if name.len() > 253 || name.split('.').any(|part| !is_label(part, false)) {
        let hint = if name.chars().any(|c| c.is_ascii_uppercase()) {
            format!("write `{}`", name.to_lowercase())
        } else {
            "write lower case letters, digits, `-` and dots, such as `db.example.com`".to_owned()
        };
        cx.error(
            group,
            codes::GROUP,
            format!("group `{name}` is not a DNS name: {hint}"),
        );
    } else if !name.contains('.') {
        cx.error(
            group,
            codes::GROUP,
            format!("group `{name}` needs a dot: use a domain you own, such as `{name}.example.com`"),
        );
    }
}

/// CRD-14: a DNS-1035 label.
pub(crate) fn version(cx: &Context, version: &Spanned<String>) {
    let name = &version.value;
    if is_dns_1035(name) {
        return;
    }
    let hint = if name.starts_with(|c: char| c.is_ascii_digit()) || name.contains('.') {
        let digits: String = name
            .trim_start_matches('v')
            .chars()
            .take_while(char::is_ascii_digit)
            .collect();
        format!(
            "versions look like `v1`, `v1beta1`; did you mean `v{}`?",
            if digits.is_empty() { "1" } else { &digits }
        )
    } else if is_dns_1035(&name.to_lowercase()) {
        format!("write `{}`", name.to_lowercase())
    } else {
        "versions look like `v1`, `v1alpha1`, `v2beta3`".to_owned()
    };
    cx.error(
        version,
        codes::VERSION,
        format!("version `{name}` is not a DNS label: {hint}"),
    );
}

/// N-03, N-04: a DNS-1035 label apart from its case.
pub(crate) fn kind(cx: &Context, what: &str, kind: &Spanned<String>) {
    let name = &kind.value;
    if !is_dns_1035(&name.to_lowercase()) {
        let camel: String = name
            .split(|c: char| !c.is_ascii_alphanumeric())
            .map(|word| {
                let mut letters = word.chars();
                letters
                    .next()
                    .map(|first| first.to_ascii_uppercase())
                    .into_iter()
                    .chain(letters)
                    .collect::<String>()
            })
            .collect();
        let hint = if camel.is_empty() || camel.starts_with(|c: char| c.is_ascii_digit()) || camel == *name {
            "write letters and digits only, starting with a letter".to_owned()
        } else {
            format!("write `{camel}`")
        };
        cx.error(
            kind,
            codes::NAMES,
            format!("{what} `{name}` is not a DNS label in mixed case: {hint}"),
        );
    } else if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
        cx.error(
            kind,
            codes::NAMES,
            format!("{what} `{name}` starts with a capital letter by Kubernetes' convention"),
        );
    }
}

/// N-01, N-02, N-05, N-07: a DNS-1035 label.
pub(crate) fn label(cx: &Context, what: &str, name: &Spanned<String>) {
    let text = &name.value;
    if !is_dns_1035(text) {
        let lower = text.to_lowercase().replace(['_', ' ', '.'], "-");
        let hint = if is_dns_1035(&lower) {
            format!("write `{lower}`")
        } else {
            "write lower case letters, digits and `-`, starting with a letter, at most 63".to_owned()
        };
        cx.error(
            name,
            codes::NAMES,
            format!("{what} `{text}` is not a DNS label: {hint}"),
        );
    }
}

/// M-06, M-08: the key of a label or annotation, and the value of a label.
pub(crate) fn metadata(cx: &Context, what: &str, key: &Spanned<String>, value: &Spanned<String>) {
    let word = |text: &str| {
        let end = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        text.len() <= 63
            && end(text.chars().next())
            && end(text.chars().last())
            && text
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
    };
    let (domain, name) = match key.value.split_once('/') {
        Some((domain, name)) => (Some(domain), name),
        None => (None, key.value.as_str()),
    };
    // The server lowers the keys of annotations before it looks at them.
    let is_domain = |domain: &str| {
        let lower = if what == "annotation" {
            domain.to_lowercase()
        } else {
            domain.to_owned()
        };
        lower.len() <= 253 && lower.split('.').all(|part| is_label(part, false))
    };
    let code = if what == "label" {
        codes::LABELS
    } else {
        codes::ANNOTATIONS
    };
    if !word(name) || !domain.is_none_or(is_domain) {
        cx.error(
            key,
            code,
            format!(
                "`{}` cannot be the key of {}: write an optional domain and `/`, then at most 63 letters, digits, `-`, \
                 `_` and `.`",
                key.value,
                if what == "label" { "a label" } else { "an annotation" }
            ),
        );
    }
    if what == "label" && !value.value.is_empty() && !word(&value.value) {
        cx.error(
            value,
            code,
            format!(
                "`{}` cannot be the value of a label: write at most 63 letters, digits, `-`, `_` and `.`",
                value.value
            ),
        );
    }
}

/// Names that are listed twice.
pub(crate) fn distinct(cx: &Context, what: &str, names: &[Spanned<String>]) {
    for (index, name) in names.iter().enumerate() {
        if names
            .iter()
            .take(index)
            .any(|earlier| earlier.value == name.value)
        {
            cx.error(
                name,
                codes::DUPLICATE,
                format!("{what} `{}` is given twice; keep one", name.value),
            );
        }
    }
}

/// M-12 ff.: groups of the Kubernetes project need the community's approval.
pub(crate) fn protected_group(cx: &Context, group: &Spanned<String>, annotations: &[(String, String)]) {
    let name = &group.value;
    let protected = ["k8s.io", "kubernetes.io"]
        .iter()
        .any(|domain| name == domain || name.ends_with(&format!(".{domain}")));
    if protected
        && !annotations
            .iter()
            .any(|(key, _)| key == "api-approved.kubernetes.io")
    {
        cx.error(
            group,
            codes::PROTECTED,
            format!(
                "group `{name}` is protected: use a domain you own, or name the approval with \
                 `annotation(\"api-approved.kubernetes.io\", \"https://github.com/kubernetes/…\")`"
            ),
        );
    }
}

/// CRD-16…CRD-18: a deprecation warning is one short printable line.
pub(crate) fn warning(cx: &Context, warning: &Spanned<String>) {
    if warning.value.is_empty() {
        cx.error(
            warning,
            codes::DEPRECATION,
            "a deprecation warning cannot be empty; say `deprecated` alone",
        );
    } else if warning.value.len() > 256 {
        cx.error(
            warning,
            codes::DEPRECATION,
            "a deprecation warning has at most 256 bytes",
        );
    } else if warning
        .value
        .chars()
        .any(|c| c.is_control() || (c.is_whitespace() && c != ' '))
    {
        cx.error(
            warning,
            codes::DEPRECATION,
            "a deprecation warning is one line of printable characters",
        );
    }
}

/// The plural of an English word in lower case.
pub(crate) fn plural_of(word: &str) -> String {
    let consonant = |c: char| !"aeiou".contains(c);
    if ["s", "x", "z", "ch", "sh"].iter().any(|end| word.ends_with(end)) {
        return format!("{word}es");
    }
    match word.strip_suffix('y') {
        Some(stem) if stem.ends_with(consonant) => format!("{stem}ies"),
        _ => format!("{word}s"),
    }
}

fn is_dns_1035(name: &str) -> bool {
    is_label(name, true)
}

/// A label of at most 63 lower case letters, digits and dashes.
fn is_label(name: &str, letter_first: bool) -> bool {
    let inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let end = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    name.len() <= 63
        && name.bytes().all(inner)
        && end(name.bytes().last())
        && end(name.bytes().next())
        && (!letter_first || name.starts_with(|c: char| c.is_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::{is_dns_1035, plural_of};

    #[test]
    fn plurals() {
        for (word, plural) in [
            ("database", "databases"),
            ("policy", "policies"),
            ("gateway", "gateways"),
            ("ingress", "ingresses"),
            ("batch", "batches"),
            ("box", "boxes"),
        ] {
            assert_eq!(plural_of(word), plural);
        }
    }

    #[test]
    fn labels() {
        for (name, valid) in [
            ("v1", true),
            ("1v", false),
            ("a-b", true),
            ("a-", false),
            ("A", false),
            ("", false),
        ] {
            assert_eq!(is_dns_1035(name), valid, "{name}");
        }
    }
}
