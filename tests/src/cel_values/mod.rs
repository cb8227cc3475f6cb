//! Random expressions with the objects that they are evaluated over, to compare values, errors and costs with the
//! server's.
//!
//! Expressions are made by type: for a type that is wanted, one of the calls that give it, with random arguments of
//! the types that it takes. The calls are those that the server declares, so that each function of its libraries is
//! met. Macros, conditionals and literals are added by hand; `dyn(…)` brings operands of other types.

mod formats;
mod macros;
mod material;
mod objects;
mod types;

use self::material::{DOUBLES, INTS, TEXTS, constants, fields, members};
pub use self::objects::{changed, object, schema};
use self::types::{Call, Ty, calls, operator};
use crate::rng::Rng;

/// The largest depth of calls in calls.
const DEPTH: usize = 5;

/// Makes the expressions of a server.
#[derive(Debug)]
pub struct Expressions {
    calls: Vec<Call>,
    fields: Vec<(&'static str, Ty)>,
    server: u8,
}

/// An expression that is being made.
struct Making<'e> {
    all: &'e Expressions,
    rng: Rng,
    /// The variables of loops.
    variables: Vec<(String, Ty)>,
    names: usize,
}

impl Expressions {
    /// The expressions of a server of this minor version.
    pub fn new(server: u8) -> Expressions {
        Expressions {
            calls: calls(server),
            fields: fields(),
            server,
        }
    }

    /// The expression of a number.
    pub fn expression(&self, number: u64) -> String {
        let mut making = Making {
            all: self,
            rng: Rng::new(number),
            variables: Vec::new(),
            names: 0,
        };
        let ty = making.any_type(2);
        let depth = 1 + making.rng.below(DEPTH);
        making.expression(&ty, depth)
    }
}

impl Making<'_> {
    fn chance(&mut self, n: usize) -> bool {
        self.rng.one_in(n)
    }

    /// A type; containers of simple types with `depth`.
    fn any_type(&mut self, depth: usize) -> Ty {
        let simple = [
            Ty::Bool,
            Ty::Bool,
            Ty::Int,
            Ty::Text,
            Ty::Double,
            Ty::Uint,
            Ty::Bytes,
            Ty::Duration,
            Ty::Timestamp,
        ];
        let libraries = [
            "kubernetes.Quantity",
            "net.IP",
            "net.CIDR",
            "kubernetes.URL",
            "kubernetes.Semver",
            "kubernetes.NamedFormat",
        ];
        match self.rng.below(14) {
            0 if depth > 0 => Ty::list(self.any_type(depth - 1)),
            1 if depth > 0 => {
                let key = match self.rng.below(6) {
                    0 => Ty::Int,
                    1 => Ty::Bool,
                    2 => Ty::Uint,
                    _ => Ty::Text,
                };
                Ty::Map(Box::new(key), Box::new(self.any_type(depth - 1)))
            }
            2 if depth > 0 => Ty::Optional(Box::new(self.any_type(depth - 1))),
            3 => Ty::named(self.rng.pick(&libraries).copied().unwrap_or("net.IP")),
            4 => Ty::Dyn,
            5 if self.chance(2) => Ty::Type,
            6 => self.field_type(),
            _ => self.rng.pick(&simple).cloned().unwrap_or(Ty::Bool),
        }
    }

    fn field_type(&mut self) -> Ty {
        let fields = &self.all.fields;
        self.rng.pick(fields).map_or(Ty::Int, |(_, ty)| ty.clone())
    }

    /// An expression of a type.
    fn expression(&mut self, ty: &Ty, depth: usize) -> String {
        if depth == 0 || self.chance(6) {
            return self.smallest(ty, depth);
        }
        match self.rng.below(40) {
            // The checker knows nothing of these; `dyn` of another type is an error when it runs, or is absorbed.
            0 | 1 => format!("dyn({})", self.expression(ty, depth - 1)),
            2 => {
                let other = self.any_type(1);
                format!("dyn({})", self.expression(&other, depth - 1))
            }
            3 | 4 => {
                let condition = self.expression(&Ty::Bool, depth - 1);
                let (yes, no) = (self.expression(ty, depth - 1), self.expression(ty, depth - 1));
                format!("({condition} ? {yes} : {no})")
            }
            5 => {
                let list = self.expression(&Ty::list(ty.clone()), depth - 1);
                let index = self.expression(&Ty::Int, 1);
                format!("{list}[{index}]")
            }
            6 => {
                let optional = self.expression(&Ty::Optional(Box::new(ty.clone())), depth - 1);
                let other = self.expression(ty, depth - 1);
                format!("{optional}.orValue({other})")
            }
            7 if *ty == Ty::Text => self.formatted(depth - 1),
            7..=16 => self
                .by_macro(ty, depth - 1)
                .unwrap_or_else(|| self.by_call(ty, depth - 1)),
            _ => self.by_call(ty, depth - 1),
        }
    }

    /// A constant, a variable or a field, or a literal of those.
    fn smallest(&mut self, ty: &Ty, depth: usize) -> String {
        let variables: Vec<String> = self
            .variables
            .iter()
            .filter(|(_, known)| known == ty)
            .map(|(name, _)| name.clone())
            .collect();
        if !variables.is_empty() && !self.chance(4) {
            return self.rng.pick(&variables).cloned().unwrap_or_default();
        }
        // A field of a variable.
        if !self.variables.is_empty() && self.chance(2) {
            let found: Vec<String> = self
                .variables
                .iter()
                .flat_map(|(name, known)| {
                    let members = match known {
                        Ty::Named(known) => members(known),
                        _ => Vec::new(),
                    };
                    members
                        .into_iter()
                        .map(move |(member, ty)| (format!("{name}.{member}"), ty))
                })
                .filter(|(_, found)| found == ty)
                .map(|(path, _)| path)
                .collect();
            if let Some(found) = self.rng.pick(&found) {
                return found.clone();
            }
        }
        let paths: Vec<&'static str> = self
            .all
            .fields
            .iter()
            .filter(|(_, known)| known == ty)
            .map(|(path, _)| *path)
            .collect();
        if !paths.is_empty() && !self.chance(3) {
            let root = if self.chance(6) { "oldSelf" } else { "self" };
            return format!("{root}{}", self.rng.pick(&paths).copied().unwrap_or_default());
        }
        if let Some(constant) = self.rng.pick(constants(ty)) {
            return (*constant).to_owned();
        }
        self.literal(ty, depth)
    }

    fn literal(&mut self, ty: &Ty, depth: usize) -> String {
        let depth = depth.saturating_sub(1);
        match ty {
            Ty::Text => quoted(self.rng.pick(TEXTS).copied().unwrap_or_default()),
            Ty::Int => match self.rng.below(3) {
                0 => match self.rng.pick(INTS) {
                    Some(&value) if value < 0 => format!("({value})"),
                    value => value.copied().unwrap_or_default().to_string(),
                },
                _ => self.rng.below(8).to_string(),
            },
            Ty::Double => {
                let text = self.rng.pick(DOUBLES).copied().unwrap_or("1.0");
                if text.starts_with('-') {
                    format!("({text})")
                } else {
                    text.to_owned()
                }
            }
            Ty::List(element) => {
                let count = self.rng.below(4);
                let mut elements = Vec::new();
                for _ in 0..count {
                    if self.chance(10) {
                        let optional = Ty::Optional(element.clone());
                        elements.push(format!("?{}", self.expression(&optional, depth)));
                    } else {
                        elements.push(self.expression(element, depth));
                    }
                }
                format!("[{}]", elements.join(", "))
            }
            Ty::Map(key, value) => {
                let count = self.rng.below(3);
                let mut entries = Vec::new();
                for _ in 0..count {
                    let key = self.expression(key, depth);
                    if self.chance(8) {
                        let optional = Ty::Optional(value.clone());
                        entries.push(format!("?{key}: {}", self.expression(&optional, depth)));
                    } else {
                        entries.push(format!("{key}: {}", self.expression(value, depth)));
                    }
                }
                format!("{{{}}}", entries.join(", "))
            }
            Ty::Optional(value) => match self.rng.below(5) {
                0 => "optional.none()".to_owned(),
                1 | 2 => self.optional_chain(value),
                _ => format!("optional.of({})", self.expression(value, depth)),
            },
            Ty::Named(name) if name == "self" => "self".to_owned(),
            Ty::Named(_) => {
                let paths = &self.all.fields;
                let found = paths.iter().find(|(_, known)| known == ty);
                format!("self{}", found.map_or(".o", |(path, _)| path))
            }
            _ => constants(ty).first().copied().unwrap_or("null").to_owned(),
        }
    }

    /// `self.?a.?b` and the like.
    fn optional_chain(&mut self, ty: &Ty) -> String {
        let paths: Vec<&'static str> = self
            .all
            .fields
            .iter()
            .filter(|(path, known)| known == ty && !path.is_empty() && !path.contains('['))
            .map(|(path, _)| *path)
            .collect();
        let Some(path) = self.rng.pick(&paths) else {
            return format!("[{}][?{}]", self.smallest(ty, 0), self.rng.below(2));
        };
        let steps: Vec<&str> = path.split('.').skip(1).collect();
        let question = self.rng.below(steps.len());
        let mut out = String::from(if self.chance(8) { "oldSelf" } else { "self" });
        for (index, step) in steps.iter().enumerate() {
            let sign = if index == question || index > question && self.chance(2) {
                "?"
            } else {
                ""
            };
            if sign.is_empty() && self.chance(8) && index > 0 {
                out = format!("{out}[{}]", quoted(step));
            } else {
                out = format!("{out}.{sign}{step}");
            }
        }
        out
    }

    /// A call that gives the type.
    fn by_call(&mut self, ty: &Ty, depth: usize) -> String {
        let all = self.all;
        let fitting: Vec<&Call> = all
            .calls
            .iter()
            .filter(|call| call.result.bind(ty, &mut Vec::new()))
            .collect();
        // Those that give this type and no other are met more often.
        let exact: Vec<&Call> = fitting
            .iter()
            .copied()
            .filter(|call| !matches!(call.result, Ty::Param(_)))
            .collect();
        let pool = if exact.is_empty() || self.chance(8) {
            fitting
        } else {
            exact
        };
        let Some(call) = self.rng.pick(&pool).copied() else {
            return self.smallest(ty, depth);
        };
        let mut bound = Vec::new();
        call.result.bind(ty, &mut bound);
        let mut letters = Vec::new();
        for param in &call.params {
            param.letters(&mut letters);
        }
        for letter in letters {
            if !bound.iter().any(|(known, _)| *known == letter) {
                let ty = if self.chance(3) {
                    self.field_type()
                } else {
                    self.any_type(1)
                };
                bound.push((letter, ty));
            }
        }
        let mut args: Vec<String> = call
            .params
            .iter()
            .map(|param| self.expression(&param.with(&bound), depth))
            .collect();
        if call.name == "lists.range" {
            // Until 1.36 a server builds the list first, however long it is, and looks at its cost then.
            args = args.into_iter().map(|count| format!("({count} % 30)")).collect();
        }
        let borrowed: Vec<&str> = args.iter().map(String::as_str).collect();
        if let Some(text) = operator(call.name, &borrowed) {
            return text;
        }
        match args.split_first() {
            Some((receiver, rest)) if call.is_member => {
                format!("{receiver}.{}({})", call.name, rest.join(", "))
            }
            _ => format!("{}({})", call.name, args.join(", ")),
        }
    }
}

/// A text as a literal.
fn quoted(text: &str) -> String {
    let mut out = String::from("'");
    for c in text.chars() {
        match c {
            '\'' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\0' => out.push_str("\\x00"),
            c => out.push(c),
        }
    }
    out.push('\'');
    out
}
