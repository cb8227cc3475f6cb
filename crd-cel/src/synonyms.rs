//! Maps functions and operators of other languages to what CEL has for them.

/// Returns a word in lower case and without underscores, so that `toLowerCase`, `ToLower` and `to_lower` are of one style.
fn plain(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    for c in word.chars() {
        if c != '_' {
            out.push(c.to_ascii_lowercase());
        }
    }
    out
}

/// Returns the CEL function that corresponds to a word of another language.
pub(crate) fn of_function(word: &str) -> Option<&'static str> {
    Some(match plain(word).as_str() {
        "len" | "length" | "lenght" | "lenth" | "count" => "size",
        "substr" => "substring",
        "includes" => "contains",
        "hasprefix" | "startswith" | "beginswith" => "startsWith",
        "hassuffix" | "endswith" => "endsWith",
        "tolowercase" | "tolower" | "lower" | "lowercase" => "lowerAscii",
        "touppercase" | "toupper" | "upper" | "uppercase" => "upperAscii",
        "any" | "some" | "anymatch" => "exists",
        "every" | "forall" | "allmatch" | "foreach" | "each" => "all",
        "one" | "single" | "existsonce" => "exists_one",
        "minof" => "min",
        "maxof" => "max",
        "getpath" => "getEscapedPath",
        "getprotocol" => "getScheme",
        "parsesemver" => "semver",
        "strip" | "trimspace" => "trim",
        "match" | "regex" | "regexp" | "test" | "search" | "matchstring" | "fullmatch" | "rematch"
        | "regexmatch" | "regexpmatch" => "matches",
        "index" | "indexof" => "indexOf",
        "str" | "tostring" | "itoa" => "string",
        "toquantity" | "parsequantity" => "quantity",
        "where" => "filter",
        "select" | "collect" | "transform" => "map",
        "flat" => "flatten",
        "float" | "number" | "parsefloat" => "double",
        "integer" | "parseint" | "toint" | "atoi" | "tonumber" => "int",
        "defined" | "existsfield" | "isset" => "has",
        "typeof" | "gettype" => "type",
        "sorted" => "sort",
        "orelse" | "getorelse" => "orValue",
        "prefix" | "prefixlen" | "mask" | "bits" => "prefixLength",
        "replaceall" => "replace",
        "parseduration" => "duration",
        "getyear" | "year" => "getFullYear",
        "hour" | "hours" => "getHours",
        "minute" | "minutes" => "getMinutes",
        "second" | "seconds" => "getSeconds",
        "month" => "getMonth",
        // In JavaScript and Java, `getDay` is the day of the week.
        "weekday" | "dayofweek" | "getday" => "getDayOfWeek",
        "asint" => "asInteger",
        "asfloat" | "asdouble" => "asApproximateFloat",
        "parseip" => "ip",
        "parsecidr" => "cidr",
        "day" => "getDate",
        "date" | "datetime" | "parsetime" | "parsedate" | "todate" => "timestamp",
        _ => return None,
    })
    .filter(|function| *function != word)
}

/// Checks whether a function of another language tests whether an object or map has a key.
pub(crate) fn is_key_test(word: &str) -> bool {
    matches!(
        plain(word).as_str(),
        "haskey" | "containskey" | "hasownproperty" | "hasattr" | "hasfield" | "hasproperty"
    )
}

/// Returns what to write instead of a function of another language that has no counterpart in CEL.
pub(crate) fn without_function(word: &str) -> Option<&'static str> {
    Some(match plain(word).as_str() {
        "avg" | "average" | "mean" => "CEL has no averages; compare the sum: `list.sum() > 3 * list.size()`",
        "capitalize" | "title" | "titlecase" | "ucfirst" => "write `text.matches('^[A-Z]')`",
        "decode" | "b64decode" | "base64decode" | "atob" => {
            "CEL cannot decode texts; rules see the bytes of a field with `format: byte`"
        }
        "date.parse" | "moment" => "times are compared directly: `a < timestamp('2026-01-31T00:00:00Z')`",
        "uuid" => "write `!format.uuid().validate(x).hasValue()`",
        "tofixed" => "write `'%.2f'.format([x])`",
        "push" | "append" => "a rule cannot change values; lists are joined with `+`",
        "gettime" => "times are compared directly: `a < b`",
        "keys" | "values" | "entries" | "items" => {
            "macros iterate over the keys of a map: `map.all(key, map[key] != '')`"
        }
        "unique" | "isunique" | "toset" => {
            "elements of a list of type `set` are unique; otherwise write `list.all(x, list.exists_one(y, y \
             == x))`"
        }
        "now" | "today" | "currenttime" => NO_TIME,
        "intersect" | "intersection" => "to use lists as sets, write `sets.intersects(a, b)`",
        "findindex" => "write `list.exists(x, condition)`",
        "flatmap" => "write `list.map(x, x.list).flatten()`, which needs Kubernetes 1.34",
        "localecompare" => "compare texts with `<`, `==` and `>`",
        "date" => "write times as `timestamp('2026-01-31T00:00:00Z')`",
        "reduce" | "fold" => "CEL has no folds; lists of numbers have `sum()`, `min()` and `max()`",
        "ifelse" | "iff" | "iif" | "cond" | "switch" | "case" => CONDITIONAL,
        "not" => NOT,
        "cmp" | "compare" | "mustparse" => "compare quantities as `quantity(a).compareTo(quantity(b)) > 0`",
        "implies" => IMPLICATION,
        "isinstance" | "isint" | "isinteger" | "isnumber" | "isstring" | "isbool" | "isarray" | "islist" => {
            TYPE
        }
        "mustcompile" | "compile" => MATCHES,
        "isin" | "oneof" => "write `x in ['a', 'b']`",
        "isprivate" => "write `cidr('10.0.0.0/8').containsIP(x)` for each private range",
        "immutable" | "isimmutable" | "unchanged" => "write `self == oldSelf`, at the field or for it",
        "isdigit" | "isnumeric" | "isalpha" => "write `text.matches('^[0-9]+$')`",
        "equals" | "eq" | "isequal" | "deepequal" => "compare with `==`",
        "before" | "isbefore" => "compare with `<`",
        "after" | "isafter" => "compare with `>`",
        "isvalid" => "texts are tested with `isIP(x)`, `isCIDR(x)`, `isURL(x)` and `isQuantity(x)`",
        "equalsignorecase" | "equalfold" => "write `a.lowerAscii() == b.lowerAscii()`",
        "isnull" | "isnil" | "isnone" | "isabsent" => "write `!has(self.field)`",
        "isnotnull" | "issome" | "ispresent" => HAS,
        "isempty" | "empty" | "isblank" => "write `size(x) == 0`",
        "isnotempty" | "nonempty" => "write `size(x) > 0`",
        _ if is_key_test(word) => "write `'key' in map`, or `has(self.field)`",
        "range" | "between" => BETWEEN,
        "math" => "lists of numbers have `min()`, `max()` and `sum()`",
        "max" | "greatest" => "write `[a, b].max()`",
        "min" | "least" => "write `[a, b].min()`",
        "abs" => "write `x < 0 ? -x : x`",
        "pow" | "power" => NO_POWERS,
        "round" | "floor" | "ceil" => "convert with `int(x)`, which cuts off the fraction",
        "concat" => "join texts with `+`",
        "sprintf" | "printf" => "write `'%d'.format([x])`",
        "get" | "getordefault" | "unwrap" | "unwrapor" | "ordefault" | "default" | "coalesce" | "ifnull"
        | "nvl" => DEFAULT,
        "set" => "to use lists as sets, write `sets.contains(a, b)`",
        "isemail" => "the schema tests addresses of mail: set `format: email`",
        "isdns" | "ishostname" => "write `!format.dns1123Subdomain().validate(x).hasValue()`",
        "isipv4" => "write `isIP(x) && ip(x).family() == 4`",
        "isipv6" => "write `isIP(x) && ip(x).family() == 6`",
        "bind" => VARIABLE,
        _ => return None,
    })
}

/// Returns the expressions that a function of another language with a number of operands may mean. `#1` stands for the first operand, `#?`
/// for it as an optional, `#*` for the others, and `#-` for the last one without its sign.
pub(crate) fn templates(word: &str, operands: usize) -> &'static [&'static str] {
    match (plain(word).as_str(), operands) {
        ("isempty" | "empty" | "isblank" | "isnullorempty", 1) => &["size(#1) == 0"],
        ("isnotempty" | "nonempty" | "notempty", 1) => &["size(#1) > 0"],
        ("isnull" | "isnil" | "isnone" | "isabsent", 1) => &["!#1.hasValue()", "!has(#1)"],
        ("isnotnull" | "issome" | "ispresent", 1) => &["#1.hasValue()", "has(#1)"],
        ("isipv4", 1) => &["isIP(#1) && ip(#1).family() == 4"],
        ("isipv6", 1) => &["isIP(#1) && ip(#1).family() == 6"],
        ("isdigit" | "isnumeric", 1) => &["#1.matches('^[0-9]+$')"],
        ("isalpha", 1) => &["#1.matches('^[A-Za-z]+$')"],
        ("isupper", 1) => &["#1 == #1.upperAscii()"],
        ("islower", 1) => &["#1 == #1.lowerAscii()"],
        ("date", 1) => &["timestamp(#1)", "#1.getDate()"],
        ("time", 1) => &["duration(#1)", "timestamp(#1)"],
        ("optional", 1) => &["#?"],
        ("not", 1) => &["!#1"],
        ("and" | "allof", 2) => &["#1 && #2"],
        ("or" | "anyof", 2) => &["#1 || #2"],
        ("mod" | "modulo", 2) => &["#1 % #2"],
        ("ispositive", 1) => &["#1 > 0", "sign(#1) > 0"],
        ("isnegative", 1) => &["#1 < 0", "sign(#1) < 0"],
        ("toint" | "tointeger", 1) => &["int(#1)", "#1.asInteger()"],
        ("getmajor", 1) => &["#1.major()"],
        ("getminor", 1) => &["#1.minor()"],
        ("getpatch", 1) => &["#1.patch()"],
        ("abs", 1) => &["#1 < 0 ? -#1 : #1"],
        ("unwrap" | "get", 1) => &["#1.value()"],
        ("getdays" | "days" | "todays", 1) => &["#1.getHours() / 24"],
        ("floor" | "trunc", 1) => &["int(#1)", "double(int(#1))"],
        ("unique" | "isunique" | "allunique", 1) => &["#1.all(x, #1.exists_one(y, y == x))", "#1.distinct()"],
        ("none", 1) => &["optional.none()"],
        ("range", 1) => &["lists.range(#1)"],
        ("set" | "toset", 1) => &["#1.distinct()"],
        ("valueof", 1) => &["string(#1)", "#1"],
        ("asstr" | "asref" | "clone" | "gettime" | "unix", 1) => &["#1"],
        // Negative indices are counted from the end.
        ("get" | "at", 2) => &["#1[size(#1) - #-]", "#1[#2]"],
        ("equals" | "eq" | "isequal" | "isequalto" | "equalto" | "deepequal", 2) => &["#1 == #2"],
        ("notequals" | "ne" | "xor" | "exactlyone", 2) => &["#1 != #2"],
        ("before" | "isbefore" | "lt" | "isless", 2) => &["#1 < #2", "#1.isLessThan(#2)"],
        ("after" | "isafter" | "gt" | "isgreater", 2) => &["#1 > #2", "#1.isGreaterThan(#2)"],
        ("sub" | "subtract" | "minus" | "datediff", 2) => &["#1 - #2"],
        ("add" | "plus" | "union" | "concat", 2) => &["#1 + #2"],
        ("issubsetof" | "issubset" | "subsetof", 2) => &["sets.contains(#2, #1)"],
        ("issupersetof" | "issuperset" | "containsall", 2) => &["sets.contains(#1, #2)"],
        ("le" | "lte" | "islessthanorequal" | "islessthanorequalto" | "islessorequal", 2) => {
            &["#1 <= #2", "#1.compareTo(#2) <= 0"]
        }
        ("ge" | "gte" | "isgreaterthanorequal" | "isgreaterthanorequalto" | "isgreaterorequal", 2) => {
            &["#1 >= #2", "#1.compareTo(#2) >= 0"]
        }
        ("equalsignorecase" | "equalfold", 2) => &["#1.lowerAscii() == #2.lowerAscii()"],
        ("count", 2) => &["#1.filter(x, x == #2).size()", "size(#1.split(#2)) - 1"],
        ("oneof", 2) => &["#1 in #2", "has(#1) != has(#2)"],
        ("isin", 2) => &["#1 in #2"],
        ("implies", 2) => &["!#1 || #2"],
        ("max" | "greatest", 2) => &["[#1, #2].max()"],
        ("min" | "least", 2) => &["[#1, #2].min()"],
        (
            "unwrapor" | "orelse" | "ordefault" | "coalesce" | "ifnull" | "nvl" | "default" | "defaultto",
            2,
        ) => &["#?.orValue(#2)"],
        ("get" | "getordefault" | "lookup", 3) => &["#1[?#2].orValue(#3)"],
        ("between", 3) => &["#2 <= #1 && #1 <= #3"],
        ("ifelse" | "iff" | "iif" | "cond", 3) => &["#1 ? #2 : #3"],
        ("none" | "nonematch", 3) => &["!#1.exists(#2, #3)"],
        ("count", 3) => &["#1.filter(#2, #3).size()"],
        ("ternary", 3) => &["#3 ? #1 : #2"],
        ("datediff", 3) => &["#3 - #2"],
        ("bind", 3) => &["[#2].all(#1, #3)", "[#2].map(#1, #3)[0]"],
        _ => &[],
    }
}

/// Returns the format that a function of another language checks: `isDNS1123Label` is `format.dns1123Label`.
pub(crate) fn is_format(word: &str, format: &str) -> bool {
    let word = plain(word);
    let (word, least) = word.strip_prefix("is").map_or((&*word, 5), |word| (word, 4));
    format
        .strip_prefix("format.")
        .is_some_and(|name| word.len() >= least && word == plain(name))
}

/// Returns the variable or literal that corresponds to a word of another language.
pub(crate) fn of_variable(word: &str) -> Option<&'static str> {
    Some(match word {
        "this" | "value" | "object" | "spec" | "input" => "self",
        "old" | "oldself" | "oldSelf" | "oldObject" | "oldValue" | "previous" => "oldSelf",
        "True" | "TRUE" => "true",
        "False" | "FALSE" => "false",
        "integer" | "int32" | "int64" | "number" => "int",
        "str" => "string",
        "boolean" => "bool",
        "float" | "float32" | "float64" => "double",
        _ => return None,
    })
}

/// Whether another language has this word for an absent value.
pub(crate) fn is_absent_value(word: &str) -> bool {
    matches!(word, "nil" | "None" | "undefined" | "NULL" | "Null")
}

/// Returns what to write instead of a variable or literal of another language that has no counterpart in CEL.
pub(crate) fn without_variable(word: &str) -> Option<&'static str> {
    Some(match word {
        _ if is_absent_value(word) => {
            "to test whether a field is set, write `has(self.field)`; the value null, which few fields have, is `null`"
        }
        "_" => "for the elements of a list, write `list.all(x, x.field …)`",
        "now" | "today" => NO_TIME,
        "parent" | "root" => {
            "a rule only sees the value that it belongs to; move it to the object that contains both values"
        }
        "time" => "write durations as `duration('1h30m')`",
        "request" | "params" | "variables" | "authorizer" | "namespaceObject" => {
            "only admission policies have this variable; a rule only has `self` and `oldSelf`"
        }
        "input" => "a rule only has `self` and `oldSelf`",
        _ => return None,
    })
}

pub(crate) const NO_TIME: &str = "a rule can only use the object, so it cannot use the current time";
const HAS: &str = "write `has(self.field)`";
pub(crate) const NOT: &str = "write `!condition`, or `!(a == b)`";
pub(crate) const CONDITIONAL: &str = "write `condition ? this : that`";
pub(crate) const TYPE: &str = "compare types with `type(x) == int`";
pub(crate) const NOT_EQUAL: &str = "for inequality, write `!=`";
pub(crate) const IMPLICATION: &str = "CEL has no implication, write `!a || b`";
pub(crate) const DEFAULT: &str = "for a default value of an absent field, write `self.?field.orValue('x')`";
pub(crate) const NO_POWERS: &str = "CEL has no powers; multiply";
pub(crate) const NO_BITS: &str =
    "CEL has no bitwise operators; for exclusive or of conditions, write `a != b`";
pub(crate) const NO_BITS_OF_NUMBERS: &str = "CEL has no bitwise operators; `x % 2 == 1` tests the lowest bit";
pub(crate) const NO_TEMPLATES: &str = "CEL has no placeholders; write `self.field` without braces";
pub(crate) const BETWEEN: &str = "write two comparisons, such as `1 <= x && x <= 5`";
pub(crate) const MATCHES: &str = "write `text.matches('pattern')`";
pub(crate) const VARIABLE_FIRST: &str =
    "name the variable as the first argument of a macro: `list.all(x, x > 0)`";
pub(crate) const LOOP: &str =
    "write `list.all(x, condition)`, `list.filter(x, condition)` or `list.map(x, value)`";
pub(crate) const VARIABLE: &str =
    "a rule has no variables of its own; repeat the value, or write `[value].all(x, condition)`";

/// Returns what to write instead of a token that CEL does not have.
pub(crate) fn of_token(token: &str) -> Option<&'static str> {
    let token = token.trim();
    Some(match token.to_ascii_lowercase().as_str() {
        "mod" => "write `%` for the remainder",
        "and" | "&" => "write `&&` for and",
        "or" | "|" => "write `||` for or",
        "is" | "eq" | "=" | "==" | "equals" => "compare with `==`",
        "instanceof" | "typeof" => TYPE,
        "ne" | "<>" | "=!" | "≠" => NOT_EQUAL,
        "=>" | "->" | "implies" => IMPLICATION,
        "=<" | "≤" => "write `<=`",
        "in" => "write `in` and a list in brackets: `x in ['a', 'b']`",
        "not" | "unless" => NOT,
        "notin" | "nin" => "write `!(x in list)`",
        "between" => BETWEEN,
        "contains" => "call it as a method: `text.contains(part)`",
        "matches" | "like" | "ilike" | "rlike" | "=~" | "~" | "~=" => MATCHES,
        "startswith" => "call it as a method: `text.startsWith(prefix)`",
        "endswith" => "call it as a method: `text.endsWith(suffix)`",
        "exists" | "defined" | "isnull" | "notnull" => HAS,
        "as" => "convert with a function: `int(x)`, `string(x)`",
        "xor" | "^" => NO_BITS,
        "if" | "then" | "else" | "switch" | "case" | "when" => CONDITIONAL,
        "for" | "forall" | "foreach" | "while" | "loop" | "where" => LOOP,
        "return" => "a rule is one expression, without `return`",
        "let" | "const" => VARIABLE,
        "var" => "the value itself is `self`; a rule has no variables of its own, repeat the value",
        "$" | "@" => "the value itself is `self`",
        ";" => "a rule is one expression, join conditions with `&&`",
        "#" => "a comment starts with `//`",
        "“" | "”" | "„" | "‘" | "’" | "‚" | "«" | "»" => "write straight quotes: `'…'`",
        "≥" => "write `>=`",
        "–" | "—" | "−" => "write `-`",
        "×" => "write `*`",
        "÷" => "write `/`",
        "\\u{a0}" | "\\u{200b}" | "\\u{2009}" | "\\u{202f}" | "\\u{3000}" | "\\u{feff}" => {
            "remove this invisible character, or write a space"
        }
        _ => return None,
    })
}
