//! Maps functions and operators of other languages to the names that CEL has for them.

/// Returns the CEL function that corresponds to a word of another language.
pub(crate) fn of_function(word: &str) -> Option<&'static str> {
    Some(match word {
        "len" | "length" | "count" | "isEmpty" | "is_empty" => "size",
        "not" => "!",
        "substr" | "slice" => "substring",
        "includes" => "contains",
        "hasPrefix" | "starts_with" | "startswith" | "beginsWith" => "startsWith",
        "hasSuffix" | "ends_with" | "endswith" => "endsWith",
        "toLowerCase" | "toLower" | "to_lowercase" | "lower" | "lowercase" => "lowerAscii",
        "toUpperCase" | "toUpper" | "to_uppercase" | "upper" | "uppercase" => "upperAscii",
        "any" | "some" => "exists",
        "every" => "all",
        "strip" => "trim",
        "match" | "regex" | "regexp" | "test" => "matches",
        "index" | "indexof" => "indexOf",
        "str" | "toString" | "to_string" => "string",
        "float" | "number" => "double",
        "integer" | "parseInt" => "int",
        "defined" | "exists_field" | "isSet" => "has",
        _ => return None,
    })
}

/// Returns what to write instead of a function of another language that has no counterpart in CEL.
pub(crate) fn without_function(word: &str) -> Option<&'static str> {
    Some(match word {
        "keys" | "values" | "entries" => {
            "macros iterate over the keys of a map: `self.all(key, self[key] != '')`"
        }
        "unique" | "distinct" | "isUnique" => {
            "elements of a list of type `set` are unique; otherwise write `self.all(x, self.exists_one(y, y \
             == x))`"
        }
        "now" | "today" | "currentTime" => {
            "a rule can only use the object, so it cannot use the current time"
        }
        "forEach" | "foreach" | "each" => "write `list.all(x, condition)`",
        "reduce" | "fold" => "CEL has no folds; lists of numbers have `sum()`, `min()` and `max()`",
        "ifelse" | "iff" | "cond" => "write `condition ? this : that`",
        "equals" => "compare with `==`",
        "isNull" | "isNil" | "is_none" | "isNone" => "write `!has(self.field)`",
        "isNotNull" | "is_some" | "isSome" | "exist" | "isPresent" => "write `has(self.field)`",
        _ => return None,
    })
}

/// Returns the variable or literal that corresponds to a word of another language.
pub(crate) fn of_variable(word: &str) -> Option<&'static str> {
    Some(match word {
        "this" | "value" | "object" | "spec" => "self",
        "old" | "oldself" | "oldObject" | "previous" => "oldSelf",
        "nil" | "None" | "undefined" | "NULL" | "Null" => "null",
        "True" | "TRUE" => "true",
        "False" | "FALSE" => "false",
        _ => return None,
    })
}

/// Returns what to write instead of a token that CEL does not have.
pub(crate) fn of_token(token: &str) -> Option<&'static str> {
    Some(match token.trim() {
        "and" | "AND" | "&" => "write `&&` for and",
        "or" | "OR" | "|" => "write `||` for or",
        "is" | "eq" | "=" | "==" => "compare with `==`",
        "ne" | "<>" => "for inequality, write `!=`",
        "=>" | "->" => "CEL has no implication, write `!a || b`",
        "contains" => "call it as a method: `text.contains(part)`",
        "matches" => "call it as a method: `text.matches('pattern')`",
        "startsWith" => "call it as a method: `text.startsWith(prefix)`",
        "endsWith" => "call it as a method: `text.endsWith(suffix)`",
        "if" | "then" | "else" => "write `condition ? this : that`",
        "$" => "the value itself is `self`",
        ";" => "a rule is one expression, join conditions with `&&`",
        "#" => "a comment starts with `//`",
        "“" | "”" | "„" | "‘" | "’" | "‚" | "«" | "»" => "write straight quotes: `'…'`",
        "≠" => "write `!=`",
        "≤" => "write `<=`",
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
