//! Random CEL rules, generated from a grammar of types, and matching schemas.
//!
//! A template is CEL with placeholders. `%l.all($s, %b)` becomes, for example, `self.l.all(v1, v1 == self.b)`: `%l` is
//! replaced by an expression whose type is a list of strings, `$s` declares a variable of type string for the
//! placeholders after it, and `%b` is replaced by a boolean expression. [`templates`] lists the letters.

use serde_json::{Value, json};

use crate::rng::Rng;

/// The maximum nesting of templates.
const DEPTH: usize = 4;

/// Returns the templates of a type: those without placeholders, and those with some.
fn templates(letter: char) -> (&'static [&'static str], &'static [&'static str]) {
    match letter {
        's' => (STRING_ENDS, STRINGS),
        'i' => (NUMBER_ENDS, NUMBERS),
        'b' => (TRUTH_ENDS, TRUTHS),
        'l' => (LIST_ENDS, LISTS),
        'n' => (NUMBER_LIST_ENDS, NUMBER_LISTS),
        'm' => (MAP_ENDS, MAPS),
        _ => (&["self"], &[]),
    }
}

const STRING_ENDS: &[&str] = &[
    "self.a",
    "self.b",
    "self.e",
    "self.o.x",
    "self.o.y.z",
    "self.__namespace__",
    "self.x__dash__y",
    "'abc'",
    "''",
    "'a'",
    "oldSelf.b",
    "string(self.n)",
];

const STRINGS: &[&str] = &[
    "(%s + %s)",
    "%s.lowerAscii()",
    "%s.upperAscii()",
    "%s.substring(%i)",
    "%s.substring(0, %i)",
    "%s.trim()",
    "%s.replace(%s, %s)",
    "%s.replace('', 'b', 2)",
    "%s.replace('abcd', 'xyz', 2)",
    "%l.join('')",
    "%l.join(%s)",
    "%l[%i]",
    "(%b ? %s : %s)",
    "%m[%s]",
    "%s.find('a+')",
    "%s.find('[0-9]{3}')",
    "%s.split(',')[0]",
    "string(%i)",
    "string(self.by)",
    "string(self.du)",
    "string(self.dt)",
    "string(self.d)",
    "string(self.t)",
    "%l.first().orValue(%s)",
    "%l.last().orValue(%s)",
    "%s.charAt(0)",
    "strings.quote(%s)",
    "url(%s).getHost()",
    "url(%s).getEscapedPath()",
    "self.?a.orValue(%s)",
    "optional.of(%s).optMap($s, %s).orValue('')",
    "'%%s-%%d'.format([%s, %i])",
    "string(dyn(%s))",
    "string(bytes(%s))",
    "%s.reverse()",
    "%m.?a.orValue(%s)",
    "base64.encode(bytes(%s))",
];

const NUMBER_ENDS: &[&str] = &["self.n", "0", "1", "3", "oldSelf.n", "-2"];

const NUMBERS: &[&str] = &[
    "%s.size()",
    "%l.size()",
    "%m.size()",
    "size(%s)",
    "size(%l)",
    "size(%n)",
    "(%i + %i)",
    "(%i - %i)",
    "(%i * %i)",
    "(%i / %i)",
    "(%i % %i)",
    "%s.indexOf(%s)",
    "%s.lastIndexOf(%s)",
    "%s.indexOf(%s, %i)",
    "%l.indexOf(%s)",
    "%n.sum()",
    "%n.min()",
    "%n.max()",
    "int(%s)",
    "self.lu[%i]",
    "quantity(%s).compareTo(quantity(%s))",
    "self.dt.getFullYear()",
    "self.du.getHours()",
    "cidr('10.0.0.0/8').prefixLength()",
    "ip(%s).family()",
    "semver(%s).major()",
    "semver(%s).compareTo(semver(%s))",
    "(%b ? %i : %i)",
    "math.greatest(%i, %i)",
    "%n.first().orValue(%i)",
    "self.?n.orValue(%i)",
    "int(self.d)",
    "self.ll[0].size()",
];

const NUMBER_LIST_ENDS: &[&str] = &["self.lu", "[1, 2, 3]", "[self.n]"];

const NUMBER_LISTS: &[&str] = &[
    "%l.map($s, %i)",
    "lists.range(%i)",
    "%n.filter($i, %b)",
    "%n.map($i, %i)",
    "%n.sort()",
    "%n.reverse()",
    "%n.distinct()",
    "%n.slice(0, %i)",
    "%n.slice(1, 2)",
    "[%i, %i]",
    "(%n + %n)",
    "%m.map($s, %i)",
];

const LIST_ENDS: &[&str] = &[
    "self.l",
    "self.ls",
    "self.o.y.q",
    "self.ll[0]",
    "['a', 'bb']",
    "['abc']",
    "oldSelf.l",
    "self.o.r['p']",
];

const LISTS: &[&str] = &[
    "%l.map($s, %s)",
    "%l.map($s, %b, %s)",
    "%l.filter($s, %b)",
    "(%l + %l)",
    "%s.split(',')",
    "%s.split(%s, 3)",
    "%s.split(%s, -1)",
    "(%b ? %l : %l)",
    "[%s]",
    "[%s, %s]",
    "[%s, %s, %s]",
    "%l.sort()",
    "%l.distinct()",
    "%l.reverse()",
    "%m.map($s, %s)",
    "%s.findAll('[a-z]+')",
    "%s.findAll('[a-z]+', 2)",
    "self.ll.flatten()",
    "[%l].flatten()",
    "%l.slice(0, 2)",
    "%l.slice(0, %i)",
    "%l.transformList($i, $s, %s)",
    "%l.sortBy($s, %i)",
    "self.lo.map($o, %s)",
    "self.lo.filter($o, %b).map($o, %s)",
    "[?self.?b, %s]",
    "self.o.r[%s]",
    "self.?l.orValue(%l)",
    "%m.transformList($s, $s, %s)",
];

const MAP_ENDS: &[&str] = &["self.m", "self.mu", "{'a': 'b'}", "oldSelf.m"];

const MAPS: &[&str] = &[
    "{%s: %s}",
    "{%s: %s, ?'k': self.?b}",
    "%m.transformMap($s, $s, %s)",
    "%m.transformMap($s, $s, %b, %s)",
    "(%b ? %m : %m)",
    "%l.transformMapEntry($i, $s, {string(%i): %s})",
];

const TRUTH_ENDS: &[&str] = &[
    "self.t",
    "true",
    "has(self.a)",
    "has(self.o.y)",
    "has(self.o.y.z)",
    "has(self.m.foo)",
];

const TRUTHS: &[&str] = &[
    "%s == %s",
    "%l != %l",
    "%m == %m",
    "%l == %l",
    "%i < %i",
    "%i >= %i",
    "%i == %i",
    "%s < %s",
    "%s >= %s",
    "(%b && %b)",
    "(%b || %b)",
    "!(%b)",
    "(%b ? %b : %b)",
    "%l.all($s, %b)",
    "%l.exists($s, %b)",
    "%l.exists_one($s, %b)",
    "%l.existsOne($s, %b)",
    "%n.all($i, %b)",
    "%s in %l",
    "%s in %m",
    "%i in %n",
    "%s.startsWith(%s)",
    "%s.endsWith(%s)",
    "%s.contains(%s)",
    "%s.matches('^[a-z]+$')",
    "%s.matches(%s)",
    "matches(%s, 'a')",
    "isURL(%s)",
    "isIP(%s)",
    "isCIDR(%s)",
    "isQuantity(%s)",
    "isSemver(%s)",
    "ip.isCanonical(%s)",
    "%m.all($s, %b)",
    "%m.exists($s, %b)",
    "%m.all($s, $s, %b)",
    "%m.exists($s, $s, %b)",
    "%l.all($i, $s, %b)",
    "%l.existsOne($i, $s, %b)",
    "self.lo.all($o, %b)",
    "self.lo.exists($o, %b)",
    "oldSelf.lo.exists_one($o, %b)",
    "self.mo.all($s, %b)",
    "self.mo.all($s, self.mo[%s].k == %s)",
    "self.mo.all($s, self.mo[%s].w.all($s, %b))",
    "has(self.mo['a'].k)",
    "sets.contains(%l, %l)",
    "sets.intersects(%l, %l)",
    "sets.equivalent(%l, %l)",
    "format.dns1123Label().validate(%s).hasValue()",
    "format.uuid().validate(%s).hasValue()",
    "format.named(%s).value().validate(%s).hasValue()",
    "self.by == b'abc'",
    "bytes(%s) == self.by",
    "self.by + self.by < b'a'",
    "ip(%s) == ip(%s)",
    "ip(%s).isLoopback()",
    "cidr(%s).containsIP(%s)",
    "cidr(%s).containsIP(ip(%s))",
    "cidr(%s).containsCIDR(%s)",
    "cidr(%s).masked() == cidr(%s)",
    "quantity(%s).isGreaterThan(quantity(%s))",
    "quantity(%s) == quantity(%s)",
    "quantity(%s) != quantity(%s)",
    "quantity(%s).add(quantity(%s)).asInteger() > %i",
    "semver(%s) == semver(%s)",
    "semver(%s).isLessThan(semver(%s))",
    "url(%s) == url(%s)",
    "url(%s).getQuery().size() > 1",
    "self.io == 5",
    "self.io == %s",
    "type(self.io) == string && self.io.matches('^[0-9]+%%$')",
    "self.io.size() > 3",
    "string(self.io) == 'a'",
    "self.io in [1, 2]",
    "self.io + self.io == 3",
    "self.io.contains(self.io)",
    "[self.io].all($s, %s == 1)",
    "self.io == self.io",
    "dyn(self.io).foo == 1",
    "self.dt > timestamp('2020-01-01T00:00:00Z')",
    "self.du < duration('1h')",
    "self.dt - self.dt > self.du",
    "self.d > 1",
    "self.d + 1.5 == 2.0",
    "self.?o.x.hasValue()",
    "self.?m['a'].orValue('') == 'b'",
    "self.m[?%s].hasValue()",
    "self.?l[?0].orValue('') == %s",
    "optional.of(self.b) == optional.none()",
    "self.o.?x.optMap($s, %s).orValue('') == 'b'",
    "self.?lo.optMap($l, $l.size()).orValue(0) > 1",
    "self.?lo.orValue([]).all($o, %b)",
    "self.?o.optFlatMap($s, self.?b).hasValue()",
    "dyn(%s) == dyn(%i)",
    "dyn(%l) == dyn(%s)",
    "%l.isSorted()",
    "%n.isSorted()",
    "%l.containsAll(%l)",
    "%s == %i",
];

/// A mistake that a rule contains.
const MISTAKES: &[&str] = &[
    "", "x", ".", "(", ")", "1", "'", "==", " in ", "?", "[", "}", "&&",
];

/// Returns the request with a number: a schema and a rule on its root.
pub fn rule(number: u64) -> Value {
    let mut rng = Rng::new(number);
    let mut maker = ExpressionMaker {
        rng: &mut rng,
        variables: Vec::new(),
        named: 0,
    };
    let mut rule = String::new();
    let depth = 1 + maker.rng.below(DEPTH);
    maker.expand('b', depth, &mut rule);
    if rng.one_in(20) {
        let at = rng.below(rule.len());
        if let (true, Some(mistake)) = (rule.is_char_boundary(at), rng.pick(MISTAKES)) {
            rule.replace_range(at..=at, mistake);
        }
    }
    // The rule is on an object, on a list of objects or on a map of objects.
    let inside = || rule.replace("oldSelf.", "s.").replace("self.", "s.");
    let (mut schema, rule) = match rng.below(4) {
        0 => (
            json!({"type": "array", "items": object()}),
            format!("self.all(s, {})", inside()),
        ),
        1 => (
            json!({"type": "object", "additionalProperties": object()}),
            format!("self.all(k, s, {})", inside()),
        ),
        _ => (object(), rule),
    };
    bound(&mut schema, &mut rng);
    json!({"schema": schema, "rule": rule})
}

struct ExpressionMaker<'a> {
    rng: &'a mut Rng,
    /// Names in scope with the letters of their types; `o` is an object of `self.lo`.
    variables: Vec<(String, char)>,
    named: usize,
}

impl ExpressionMaker<'_> {
    fn expand(&mut self, letter: char, depth: usize, out: &mut String) {
        if self.rng.one_in(3)
            && let Some(name) = self.known(letter)
        {
            out.push_str(&name);
            return;
        }
        let (ends, nested) = templates(letter);
        let list = if depth == 0 || (!out.is_empty() && self.rng.one_in(5)) {
            ends
        } else {
            nested
        };
        let template = self.rng.pick(list).copied().unwrap_or("self");
        let scope = self.variables.len();
        let mut rest = template.chars();
        while let Some(c) = rest.next() {
            match c {
                '%' => match rest.next() {
                    Some(hole) if hole.is_ascii_lowercase() => {
                        self.expand(hole, depth.saturating_sub(1), out);
                    }
                    Some('%') => out.push('%'),
                    other => {
                        out.push('%');
                        out.extend(other);
                    }
                },
                '$' => {
                    let letter = rest.next().unwrap_or('s');
                    // One name in four shadows the previous variable.
                    self.named += usize::from(!self.rng.one_in(4));
                    let name = format!("v{}", self.named);
                    out.push_str(&name);
                    self.variables.push((name, letter));
                }
                c => out.push(c),
            }
        }
        self.variables.truncate(scope);
    }

    /// Returns a variable of the type, or a member of one that has the type.
    fn known(&mut self, letter: char) -> Option<String> {
        let found: Vec<String> = self
            .variables
            .iter()
            .filter_map(|(name, ty)| match (ty, letter) {
                ('o', 's') => Some(format!(
                    "{name}.{}",
                    if self.named.is_multiple_of(2) { "k" } else { "u" }
                )),
                ('o', 'i') => Some(format!("{name}.v")),
                ('o', 'l') => Some(format!("{name}.s")),
                ('o', 'm') => Some(format!("{name}.m")),
                (ty, letter) if *ty == letter => Some(name.clone()),
                _ => None,
            })
            .collect();
        self.rng.pick(&found).cloned()
    }
}

/// Returns the schema of the object that rules refer to as `self`.
fn object() -> Value {
    let text = || json!({"type": "string"});
    let list = |items: Value| json!({"type": "array", "items": items});
    let map = |values: Value| json!({"type": "object", "additionalProperties": values});
    let whole = || json!({"type": "integer"});
    json!({"type": "object", "required": ["a", "n"], "properties": {
        "a": text(), "b": text(), "e": {"type": "string", "enum": ["x", "yy", "zzz"]},
        "n": whole(), "d": {"type": "number"}, "t": {"type": "boolean"},
        "l": list(text()), "lu": list(whole()), "ls": list(text()), "ll": list(list(text())),
        "lo": list(json!({"type": "object", "properties":
            {"k": text(), "u": text(), "v": whole(), "s": list(text()), "m": map(text())}})),
        "m": map(text()), "mu": map(text()),
        "mo": map(json!({"type": "object", "properties": {"k": text(), "w": list(text())}})),
        "io": {"x-kubernetes-int-or-string": true},
        "by": {"type": "string", "format": "byte"},
        "du": {"type": "string", "format": "duration"}, "dt": {"type": "string", "format": "date-time"},
        "o": {"type": "object", "properties": {
            "x": text(), "y": {"type": "object", "properties": {"z": text(), "q": list(text())}}, "r": map(list(text()))}},
        "namespace": text(), "x-y": text(),
    }})
}

/// Limits half of the strings, lists and maps of a schema.
fn bound(schema: &mut Value, rng: &mut Rng) {
    const BOUNDS: &[u64] = &[0, 1, 2, 3, 5, 8, 13, 40, 63, 253, 1000, 4096, 100_000, 10_000_000];
    let keyword = match schema["type"].as_str() {
        Some("string") if schema.get("enum").is_none() => Some("maxLength"),
        Some("array") => Some("maxItems"),
        Some("object") if schema.get("additionalProperties").is_some() => Some("maxProperties"),
        _ => None,
    };
    let Value::Object(members) = schema else { return };
    if let (Some(keyword), true, Some(most)) = (keyword, rng.one_in(2), rng.pick(BOUNDS)) {
        members.insert(keyword.to_owned(), json!(most));
    }
    for (name, inner) in members {
        match (name.as_str(), inner) {
            ("properties", Value::Object(properties)) => {
                properties.values_mut().for_each(|property| bound(property, rng));
            }
            ("items" | "additionalProperties", inner) => bound(inner, rng),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::rule;

    #[test]
    fn a_number_fixes_the_rule_and_most_rules_are_long() {
        assert_eq!(rule(7), rule(7));
        let long = |number| rule(number)["rule"].as_str().is_some_and(|rule| rule.len() > 40);
        assert!((0..100).filter(|number| long(*number)).count() > 50);
    }
}
