//! JSON values in attributes.
//!
//! ```text
//! default = [1, "a", true]             JsonLiteral::List([Int(1), Str("a"), Bool(true)])
//! default = json!({"a": 1})            JsonLiteral::Json(json!({"a": 1}), Object([("a", Int(1))]))
//! default = Duration::from_secs(3)     JsonLiteral::Expression(Duration::from_secs(3))
//! default = {"a": 1}                   an error: Rust parses it as a block
//! ```

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, Lit, LitStr, Token, braced, bracketed, token};

use super::keys;
use super::literal::{integer_of, number_of};
use super::meta::{Arg, Meta, MetaValue, parse_expression};
use super::value;
use crate::errors::{Errors, report};
use crate::rust_type;
use crate::spanned::Spanned;

/// A JSON value.
#[derive(Clone)]
pub(crate) enum JsonLiteral {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(String),
    List(Vec<JsonLiteral>),
    Object(Vec<(String, JsonLiteral)>),
    /// `json!(…)` of constants, with the value. It is serialized as any expression, so that the macro is used.
    Json(Box<Expr>, Box<JsonLiteral>),
    /// Any other expression. Its value is serialized when the CRD is generated.
    Expression(Box<Expr>),
}

impl JsonLiteral {
    /// Reads the value of an attribute such as `default = 1`.
    pub(crate) fn of_attribute(cx: &Errors, meta: &Meta) -> Option<Spanned<JsonLiteral>> {
        let expr = match &meta.value {
            MetaValue::Expr(expr) => expr,
            MetaValue::List(arguments) if let [Arg::Expr(expr)] = arguments.as_slice() => expr,
            MetaValue::Flag if meta.name == keys::DEFAULT => {
                return value::wrong(
                    cx,
                    meta,
                    "`default = value` or, if the `Default` of the type is meant, `#[serde(default)]`",
                );
            }
            _ => return value::wrong(cx, meta, &format!("`{} = value`", meta.name)),
        };
        if let Expr::Call(call) = expr
            && call.args.is_empty()
            && call.func.to_token_stream().to_string().replace(' ', "") == "Default::default"
        {
            report!(cx, expr => ATTRIBUTE_VALUE,
                "`Default::default()` has no type here; write `#[serde(default)]`, or name the type: `u32::default()`");
            return None;
        }
        if let Expr::Path(path) = expr
            && (path.path.is_ident("None") || path.path.is_ident("none"))
        {
            report!(cx, expr => ATTRIBUTE_VALUE,
                "`None` is not a default: an `Option` is optional without one, so remove `default`; if the \
                 default is null, write `default = null`");
            return None;
        }
        if let Some(object) = Self::object_in(expr) {
            report!(cx, object => ATTRIBUTE_VALUE,
                "this is a block in Rust, not a JSON object; write `serde_json::json!({{…}})`, or a value of \
                 the field's type");
            return None;
        }
        Some(Self::from_expr(expr))
    }

    /// Converts an expression. Anything but a literal becomes [`JsonLiteral::Expression`].
    pub(crate) fn from_expr(expr: &Expr) -> Spanned<JsonLiteral> {
        let literal = constant(expr).unwrap_or_else(|| {
            let own = Box::new(expr.clone());
            match of_json_macro(expr) {
                Some(value) => JsonLiteral::Json(own, Box::new(value)),
                None => JsonLiteral::Expression(own),
            }
        });
        Spanned::new(literal, expr)
    }

    /// Returns the value, which is an [`JsonLiteral::Expression`] if it is not known.
    pub(crate) fn value(&self) -> &JsonLiteral {
        match self {
            JsonLiteral::Json(_, value) => value,
            _ => self,
        }
    }

    /// Returns the JSON object in an expression that was kept as tokens, if there is one. Rust parses it as a block.
    pub(crate) fn object_in(expr: &Expr) -> Option<Group> {
        match expr {
            Expr::Verbatim(tokens) => object_in(tokens.clone()),
            _ => None,
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "the server has bounds as doubles too")]
    pub(crate) fn as_number(&self) -> Option<f64> {
        match self {
            JsonLiteral::Int(value) => Some(*value as f64),
            JsonLiteral::Float(value) => Some(*value),
            _ => None,
        }
    }

    /// Whether two values are equal as JSON; an expression never equals another value.
    pub(crate) fn is_same(&self, other: &JsonLiteral) -> bool {
        match (self.value(), other.value()) {
            (JsonLiteral::Null, JsonLiteral::Null) => true,
            (JsonLiteral::Bool(a), JsonLiteral::Bool(b)) => a == b,
            (JsonLiteral::Str(a), JsonLiteral::Str(b)) => a == b,
            (JsonLiteral::List(a), JsonLiteral::List(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_same(b))
            }
            (JsonLiteral::Object(a), JsonLiteral::Object(b)) => {
                let has = |name: &String, value: &JsonLiteral| {
                    b.iter()
                        .any(|(other, found)| other == name && value.is_same(found))
                };
                a.len() == b.len() && a.iter().all(|(name, value)| has(name, value))
            }
            _ => {
                matches!((self.as_number(), other.as_number()), (Some(a), Some(b)) if a.total_cmp(&b).is_eq())
            }
        }
    }
}

fn constant(expr: &Expr) -> Option<JsonLiteral> {
    match expr {
        Expr::Lit(ExprLit { lit, .. }) => match lit {
            Lit::Str(value) => Some(JsonLiteral::Str(value.value())),
            Lit::Bool(value) => Some(JsonLiteral::Bool(value.value)),
            Lit::Char(value) => Some(JsonLiteral::Str(value.value().to_string())),
            Lit::Int(_) | Lit::Float(_) => number(expr),
            _ => None,
        },
        Expr::Unary(_) => number(expr),
        Expr::Verbatim(tokens) => list(tokens.clone()),
        Expr::Macro(call) if call.mac.path.is_ident("vec") => {
            let elements = Group::new(Delimiter::Bracket, call.mac.tokens.clone());
            list(TokenTree::Group(elements).into())
        }
        Expr::Paren(inner) => constant(&inner.expr),
        Expr::Group(inner) => constant(&inner.expr),
        Expr::Path(path) if path.to_token_stream().to_string() == "null" => Some(JsonLiteral::Null),
        _ => None,
    }
}

/// Parses `[…]` of constants.
fn list(tokens: TokenStream) -> Option<JsonLiteral> {
    let elements = |input: ParseStream| {
        let content;
        bracketed!(content in input);
        Punctuated::<Expr, Token![,]>::parse_terminated_with(&content, parse_expression)
    };
    let elements = elements.parse2(tokens).ok()?;
    elements
        .iter()
        .map(constant)
        .collect::<Option<_>>()
        .map(JsonLiteral::List)
}

/// Returns the value of `json!(…)` of constants.
fn of_json_macro(expr: &Expr) -> Option<JsonLiteral> {
    match expr {
        Expr::Macro(call) if rust_type::last_segment(&call.mac.path) == "json" => {
            json.parse2(call.mac.tokens.clone()).ok()
        }
        Expr::Paren(inner) => of_json_macro(&inner.expr),
        Expr::Group(inner) => of_json_macro(&inner.expr),
        _ => None,
    }
}

/// Parses the argument of `json!` if it consists of constants.
fn json(input: ParseStream<'_>) -> syn::Result<JsonLiteral> {
    let content;
    if input.peek(token::Brace) {
        braced!(content in input);
        let member = |input: ParseStream<'_>| {
            let name: LitStr = input.parse()?;
            input.parse::<Token![:]>()?;
            Ok((name.value(), json(input)?))
        };
        let members = Punctuated::<_, Token![,]>::parse_terminated_with(&content, member)?;
        return Ok(JsonLiteral::Object(members.into_iter().collect()));
    }
    if input.peek(token::Bracket) {
        bracketed!(content in input);
        let elements = Punctuated::<_, Token![,]>::parse_terminated_with(&content, json)?;
        return Ok(JsonLiteral::List(elements.into_iter().collect()));
    }
    constant(&parse_expression(input)?).ok_or_else(|| input.error("an expression that is no constant"))
}

/// Returns the first `{}` or `{"a": …}`, also within a list.
fn object_in(tokens: TokenStream) -> Option<Group> {
    let mut value_may_start = true;
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            let found = match group.delimiter() {
                Delimiter::Brace if value_may_start => is_object(group).then(|| group.clone()),
                Delimiter::Bracket | Delimiter::None if value_may_start => object_in(group.stream()),
                _ => None,
            };
            if found.is_some() {
                return found;
            }
        }
        value_may_start = matches!(&token, TokenTree::Punct(punct) if matches!(punct.as_char(), ',' | '&'));
    }
    None
}

/// Whether a block is empty or begins with `key:` or `key =>`, which no block of Rust does.
fn is_object(group: &Group) -> bool {
    let mut tokens = group.stream().into_iter();
    match (tokens.next(), tokens.next()) {
        (None, _) => true,
        (Some(TokenTree::Literal(_) | TokenTree::Ident(_)), Some(TokenTree::Punct(punct))) => {
            match (punct.as_char(), tokens.next()) {
                (':', _) => punct.spacing() == Spacing::Alone,
                ('=', Some(TokenTree::Punct(next))) => next.as_char() == '>',
                _ => false,
            }
        }
        _ => false,
    }
}

fn number(expr: &Expr) -> Option<JsonLiteral> {
    match integer_of(expr) {
        Some(value) => i64::try_from(value).ok().map(JsonLiteral::Int),
        None => number_of(expr).map(JsonLiteral::Float),
    }
}

#[cfg(test)]
mod tests {
    use syn::parse::Parser as _;

    use super::{JsonLiteral, parse_expression};

    /// Removes spaces, since tokens are printed with different spaces after syn has parsed them.
    fn plain(text: &str) -> String {
        text.replace(' ', "")
    }

    /// Compares the value of an attribute: the JSON of a constant, or the tokens of an expression.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        fn json(literal: &JsonLiteral) -> String {
            match literal {
                JsonLiteral::Null => "null".to_owned(),
                JsonLiteral::Bool(value) => value.to_string(),
                JsonLiteral::Int(value) => value.to_string(),
                JsonLiteral::Float(value) => format!("{value:?}"),
                JsonLiteral::Str(value) => format!("{value:?}"),
                JsonLiteral::List(list) => {
                    let list: Vec<_> = list.iter().map(json).collect();
                    format!("[{}]", list.join(","))
                }
                JsonLiteral::Object(members) => {
                    let members: Vec<_> = members
                        .iter()
                        .map(|(name, value)| format!("{name:?}:{}", json(value)))
                        .collect();
                    format!("{{{}}}", members.join(","))
                }
                JsonLiteral::Json(_, value) => format!("json {}", json(value)),
                JsonLiteral::Expression(_) => "made".to_owned(),
            }
        }
        let found = match parse_expression.parse_str(text) {
            Ok(expr) => match JsonLiteral::from_expr(&expr).value {
                JsonLiteral::Expression(_) => format!("expression {}", quote::quote!(#expr)),
                value => json(&value),
            },
            Err(error) => format!("error: {error}"),
        };
        assert_eq!(plain(&found), plain(expected), "{text}");
    }

    /// The results are the same with and without syn's feature `full`, which other crates of a build may enable.
    #[test]
    fn values() {
        check("-1", "-1");
        check("1.5", "1.5");
        check("\"a\"", "\"a\"");
        check("null", "null");
        check("[]", "[]");
        check("[1, [\"a\", true], -2.0,]", "[1,[\"a\",true],-2.0]");
        check("[1, x]", "expression [1 , x]");
        check("&[1]", "expression & [1]");
        check("[1][0]", "expression [1] [0]");
        check("Duration::from_secs(3)", "expression Duration :: from_secs (3)");
        check("vec![1, 2]", "[1,2]");
        check("vec![]", "[]");
        check("json!(null)", "json null");
        check(
            "serde_json::json!({\"a\": [1, null, {}], \"b\": {\"c\": -1.5,},})",
            "json {\"a\":[1,null,{}],\"b\":{\"c\":-1.5}}",
        );
        check("json!({\"a\": x})", "expression json ! ({\"a\" : x})");
        check("json!({(A): 1})", "expression json ! ({(A) : 1})");
        check("json!([1][0])", "expression json ! ([1] [0])");
        check("vec![0; 2]", "expression vec ! [0 ; 2]");
        check("if x { 1 } else { 2 }", "expression if x { 1 } else { 2 }");
        check("{ let x = 1; x }", "expression { let x = 1 ; x }");
        check("A { b: [1], ..d() }", "expression A { b : [1] , .. d () }");
        check(
            "[1].into_iter().collect::<BTreeMap<A, fn(A) -> B>>()",
            "expression [1] . into_iter () . collect :: < BTreeMap < A , fn (A) -> B >> ()",
        );
        check("[a < b, 1]", "expression [a < b , 1]");
        check("\"a\" = 1", "expression \"a\" = 1");
    }

    #[test]
    fn a_value_ends_at_its_comma() {
        let check = |text: &str, expected: &str| {
            let first = |input: syn::parse::ParseStream<'_>| {
                let value = parse_expression(input)?;
                input.parse::<proc_macro2::TokenStream>()?;
                Ok(quote::quote!(#value).to_string())
            };
            assert_eq!(
                plain(&first.parse_str(text).unwrap_or_default()),
                plain(expected),
                "{text}"
            );
        };
        check("[1], nullable", "[1]");
        check("if a < b { 1 } else { 2 }, x > 1", "if a < b { 1 } else { 2 }");
        check(
            "[1].iter().collect::<A<B, C>>(), nullable",
            "[1].iter().collect::<A<B, C>>()",
        );
    }

    #[test]
    fn objects_are_found() {
        let found = |text: &str| {
            let value = parse_expression.parse_str(text).ok()?;
            JsonLiteral::object_in(&value).map(|group| plain(&group.to_string()))
        };
        assert_eq!(found("{}").as_deref(), Some("{}"));
        assert_eq!(found("{\"a\": 1}").as_deref(), Some("{\"a\":1}"));
        assert_eq!(found("[1, {\"a\": 1}]").as_deref(), Some("{\"a\":1}"));
        for other in [
            "A {}",
            "json!({})",
            "{ let x = 1; x }",
            "if a {} else {}",
            "[A { b: 1 }]",
            "{ 1 }",
        ] {
            assert_eq!(found(other), None, "{other}");
        }
    }
}
