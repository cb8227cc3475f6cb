//! Compares parsing and type checking of CEL with cel-go in the environment of CRDs.

use std::io;

use clap::Args;
use crd_cel::{CompatVersion, Env, ObjectType, TypeId, functions};
use crd_core::KubeVersion;
use crd_gen_tests::lines;
use crd_gen_tests::rng::Rng;
use crd_gen_tests::server_parity::difference::run_dependent;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Numbers;
use super::comparison::{Comparison, repeated_target};

/// The parts of expressions, besides recorded expressions and the names of functions.
const PIECES: &[&str] = &[
    "self",
    "oldSelf",
    "self.s",
    "self.i",
    "self.n",
    "self.b",
    "self.l",
    "self.m",
    "self.o",
    "self.o.a",
    "self.lo",
    "self.ts",
    "self.d",
    "self.by",
    "self.x",
    "self.z",
    "self.l[0]",
    "self.m['a']",
    "self.lo[0].a",
    "x",
    "y",
    "1",
    "0",
    "-1",
    "1u",
    "1.5",
    "true",
    "false",
    "null",
    "'a'",
    "\"b\"",
    "b'c'",
    "r'\\d'",
    "[]",
    "{}",
    "[1, 2]",
    "['a']",
    "{'a': 1}",
    "[1, 'a']",
    "duration('1h')",
    "timestamp('2020-01-01T00:00:00Z')",
    "optional.of(1)",
    "optional.none()",
    "self.?s",
    "self.m[?'a']",
    "type(1)",
    "int",
    "string",
    "dyn(1)",
    "9223372036854775808",
    "0x1F",
    "1e3",
    "'\\u00e9'",
    "`a`",
    "_",
    "in",
    "ip('1.2.3.4')",
    "cidr('1.2.3.0/24')",
    "url('http://a')",
    "quantity('1')",
    "semver('1.0.0')",
    "format.named('dns1123Label')",
];

const OPERATORS: &[&str] = &[
    "+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||", "in", "? 1 :", ".", ",", "!", "-",
    "(", ")", "[", "]", "{", "}", ":", "?",
];

const MACROS: &[&str] = &[
    "all(x, ",
    "exists(x, ",
    "exists_one(x, ",
    "existsOne(x, ",
    "map(x, ",
    "map(x, true, ",
    "filter(x, ",
    "all(i, x, ",
    "exists(i, x, ",
    "transformList(i, x, ",
    "transformMap(k, x, ",
    "transformMap(k, x, true, ",
    "transformMapEntry(k, x, ",
    "sortBy(x, ",
    "optMap(x, ",
    "optFlatMap(x, ",
];

/// Parses and checks random CEL expressions.
#[derive(Debug, Args)]
pub(super) struct CelOptions {
    #[command(flatten)]
    numbers: Numbers,
    /// The version of the server, 1.29 to 1.37.
    #[arg(long, value_name = "VERSION", default_value_t = KubeVersion::DEFAULT)]
    server: KubeVersion,
}

/// The response of the oracle.
#[derive(Deserialize)]
struct CelAnswer {
    r#type: Option<String>,
    error: Option<String>,
}

pub(super) fn run(options: &CelOptions) -> io::Result<usize> {
    let (env, parts, schema) = (environment(options.server), CelParts::load(), schema());
    Comparison {
        server: options.server,
        mode: "cel-check",
        texts: "expressions",
        text: &|number| parts.expression(number),
        request: &|expr| json!({ "expr": expr, "schema": schema }),
        listed: &|answer: &CelAnswer| answer.error.as_deref().and_then(repeated_target),
        rejects: &|answer: &CelAnswer| answer.error.is_some(),
        difference: &|expr, answer| difference(expr, &env, answer),
    }
    .run(options.numbers)
}

fn difference(expr: &str, env: &Env, answer: &CelAnswer) -> Option<String> {
    let ours = match env.compile(expr) {
        Ok(checked) => {
            let root = checked.ast().root();
            Ok(root
                .map(|root| checked.display(checked.type_id(root)))
                .unwrap_or_default())
        }
        Err(issues) => Err(issues.to_string()),
    };
    let theirs = match (&answer.error, &answer.r#type) {
        (Some(error), _) => Err(run_dependent(error)),
        // Go prints the name of a type differently in an error.
        (None, ty) => Ok(ty
            .clone()
            .unwrap_or_default()
            .replace("google.protobuf.Duration", "duration")
            .replace("google.protobuf.Timestamp", "timestamp")
            .replace("google.protobuf.Any", "any")
            .replace("null_type", "null")),
    };
    (ours != theirs).then(|| format!("\n  ours {ours:?}\n  Go   {theirs:?}"))
}

/// Returns the type of `self` as a schema; [`environment`] declares the same type.
fn schema() -> Value {
    let item =
        json!({ "type": "object", "properties": { "a": { "type": "string" }, "b": { "type": "integer" } } });
    json!({
        "type": "object",
        "properties": {
            "s": { "type": "string" },
            "i": { "type": "integer" },
            "n": { "type": "number" },
            "b": { "type": "boolean" },
            "l": { "type": "array", "items": { "type": "string" } },
            "m": { "type": "object", "additionalProperties": { "type": "integer" } },
            "o": item,
            "lo": { "type": "array", "items": item },
            "ts": { "type": "string", "format": "date-time" },
            "d": { "type": "string", "format": "duration" },
            "by": { "type": "string", "format": "byte" },
            "x": { "x-kubernetes-int-or-string": true },
        },
    })
}

fn environment(server: KubeVersion) -> Env {
    let mut env = Env::new(CompatVersion::of_server(
        u8::try_from(server.minor()).unwrap_or(u8::MAX),
    ));
    let field = |name: &str, ty: TypeId| (String::from(name), ty);
    let members = [field("a", TypeId::STRING), field("b", TypeId::INT)];
    let inner = env.add_object(ObjectType::new("selfType.o", members.clone()));
    let item = env.add_object(ObjectType::new("selfType.lo.@idx", members));
    let metadata = [
        field("name", TypeId::STRING),
        field("generateName", TypeId::STRING),
    ];
    let metadata = env.add_object(ObjectType::new("selfType.metadata", metadata));
    let types = env.types_mut();
    let fields = [
        field("apiVersion", TypeId::STRING),
        field("kind", TypeId::STRING),
        field("metadata", metadata),
        field("s", TypeId::STRING),
        field("i", TypeId::INT),
        field("n", TypeId::DOUBLE),
        field("b", TypeId::BOOL),
        field("l", types.list(TypeId::STRING)),
        field("m", types.map(TypeId::STRING, TypeId::INT)),
        field("o", inner),
        field("lo", types.list(item)),
        field("ts", TypeId::TIMESTAMP),
        field("d", TypeId::DURATION),
        field("by", TypeId::BYTES),
        field("x", TypeId::DYN),
    ];
    let root = env.add_object(ObjectType::new("selfType", fields));
    env.declare("self", root);
    env.declare("oldSelf", root);
    env
}

/// The material of random expressions.
struct CelParts {
    recorded: Vec<String>,
    names: Vec<&'static str>,
}

impl CelParts {
    fn load() -> CelParts {
        let recorded = lines("conformance/cel-ast.jsonl").unwrap_or_default();
        let expr = |line: &String| {
            Some(String::from(
                serde_json::from_str::<Value>(line).ok()?["expr"].as_str()?,
            ))
        };
        let mut names: Vec<&str> = functions().map(|function| function.name).collect();
        names.retain(|name| {
            name.chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.')
        });
        CelParts {
            recorded: recorded
                .iter()
                .filter_map(expr)
                .filter(|expr| expr.len() < 300)
                .collect(),
            names,
        }
    }

    fn expression(&self, number: u64) -> String {
        let mut rng = Rng::new(number);
        let mut expr = match rng.below(3) {
            0 => self.recorded(&mut rng),
            _ => self.made(&mut rng, 3),
        };
        while rng.one_in(3) {
            expr = CelParts::mutated(&expr, &mut rng);
        }
        expr
    }

    /// Returns a recorded expression with its fields renamed to those of the schema.
    fn recorded(&self, rng: &mut Rng) -> String {
        let expr = rng.pick(&self.recorded).cloned().unwrap_or_default();
        let fields = ["s", "i", "l", "m", "o", "lo", "x"];
        let mut parts = expr.split("self.");
        let mut out = String::from(parts.next().unwrap_or_default());
        for part in parts {
            let rest = part.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
            out.push_str("self.");
            out.push_str(rng.pick(&fields).copied().unwrap_or("s"));
            out.push_str(rest);
        }
        out
    }

    /// Returns an expression made from the parts.
    fn made(&self, rng: &mut Rng, depth: usize) -> String {
        let Some(inner) = depth.checked_sub(1).filter(|_| !rng.one_in(4)) else {
            return rng.pick(PIECES).copied().map(String::from).unwrap_or_default();
        };
        let part = |rng: &mut Rng| self.made(rng, inner);
        match rng.below(9) {
            0..=2 => {
                let operator = rng
                    .pick(OPERATORS.get(..14).unwrap_or_default())
                    .copied()
                    .unwrap_or("+");
                format!("{} {operator} {}", part(rng), part(rng))
            }
            3 => format!("({} ? {} : {})", part(rng), part(rng), part(rng)),
            4 => {
                let call = rng.pick(MACROS).copied().unwrap_or_default();
                format!("{}.{call}{})", part(rng), part(rng))
            }
            5 => {
                let name = rng.pick(&self.names).copied().unwrap_or_default();
                let arguments: Vec<String> = (0..rng.below(3)).map(|_| part(rng)).collect();
                format!("{}.{name}({})", part(rng), arguments.join(", "))
            }
            6 => {
                let name = rng.pick(&self.names).copied().unwrap_or_default();
                let arguments: Vec<String> = (0..rng.below(3)).map(|_| part(rng)).collect();
                format!("{name}({})", arguments.join(", "))
            }
            7 => format!("[{}, {}]", part(rng), part(rng)),
            _ => format!("has({})", part(rng)),
        }
    }

    /// Returns the expression with one token removed, inserted or replaced.
    fn mutated(expr: &str, rng: &mut Rng) -> String {
        let mut tokens: Vec<&str> = tokens(expr);
        let at = rng.below(tokens.len() + 1);
        match rng.below(4) {
            0 if at < tokens.len() => drop(tokens.remove(at)),
            1 => tokens.insert(at, rng.pick(OPERATORS).copied().unwrap_or_default()),
            2 => tokens.insert(at, rng.pick(PIECES).copied().unwrap_or_default()),
            _ => {
                if let (Some(piece), Some(place)) = (rng.pick(PIECES), tokens.get_mut(at)) {
                    *place = piece;
                }
            }
        }
        tokens.concat()
    }
}

/// Splits an expression into words, numbers, strings and other characters.
pub(super) fn tokens(expr: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = expr;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else if first == '\'' || first == '"' {
            rest.get(1..)
                .and_then(|tail| tail.find(first))
                .map_or(rest.len(), |at| at + 2)
        } else {
            first.len_utf8()
        };
        let (token, tail) = rest.split_at(length);
        tokens.push(token);
        rest = tail;
    }
    tokens
}
