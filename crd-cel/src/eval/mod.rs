//! Runs expressions with the values, errors and costs of the API server, step for step.
//!
//! A [`Program`] is planned once from a checked expression and run once for each object. Values are borrowed from
//! the object, whose schema determines the type of each one ([`DataSchema`]); nothing is converted as a whole.
//!
//! No input makes it panic. Planning and running recurse over the expression, of which the parser admits 250 levels. Comparing and
//! printing recurse over nested values, but at most 600 levels: deeper values give an error value or `…`. The API server has no
//! such limit; the objects that `crd-core` reads are at most 256 levels deep. The cost limit bounds the time of a run.
//!
//! ```
//! use crd_cel::eval::{DataField, DataKind, DataSchema, ObjectSchema, Program};
//! use crd_cel::{CompatVersion, Env, ObjectType, TypeId};
//!
//! let mut env = Env::new(CompatVersion::of_server(36));
//! let spec = env.add_object(ObjectType::new("Spec", [("replicas".to_owned(), TypeId::INT)]));
//! env.declare("self", spec);
//! let checked = env.compile("self.replicas > 1").unwrap();
//! let program = Program::new(&checked, &["self"], 36);
//!
//! let schema = DataSchema::new(DataKind::Object(ObjectSchema::new(vec![DataField {
//!     name: "replicas".to_owned(),
//!     key: "replicas".to_owned(),
//!     schema: DataSchema::new(DataKind::Int),
//! }])));
//! let object = serde_json::json!({"replicas": 3});
//! let run = program.run(&[schema.value(&object)], 1_000_000);
//! assert_eq!(run.value.unwrap().to_string(), "bool(true)");
//! assert_eq!(run.cost, 3);
//! ```

#![expect(
    clippy::match_same_arms,
    reason = "tables of functions and types, in the order of their groups"
)]

mod arithmetic;
mod call;
mod convert;
mod cost;
mod data;
mod equal;
mod error;
mod explain;
mod function;
mod kubernetes;
mod lib;
mod node;
mod notation;
mod plan;
mod run;
mod schema;
mod time;
mod value;

pub use crate::go::url::Url;
pub use error::{AbortReason, EvalError};
pub use explain::{ExplainedPart, Explanation};
pub use kubernetes::formats::Format;
pub use kubernetes::net::{Cidr, Ip};
pub use kubernetes::quantity::Quantity;
pub use kubernetes::semver::Semver;
pub use schema::{DataField, DataKind, DataSchema, ListKind, ListSchema, ObjectSchema};
pub use value::{Library, List, Map, MapKey, Object, OwnedList, Text, Value};

use crate::checked::Checked;
use node::PlannedExpr;
use plan::PlanPurpose;

/// The maximum cost of one run of an expression on the server.
pub const EXPRESSION_COST_LIMIT: u64 = 1_000_000;

/// An expression, ready to run.
#[derive(Clone, Debug)]
pub struct Program {
    planned: PlannedExpr,
    server: u8,
}

/// The result of a run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Run<'a> {
    /// The value, which may be an error value; or the reason why the run was stopped.
    pub value: Result<Value<'a>, AbortReason>,
    /// The cost, in the server's units.
    pub cost: u64,
}

impl Program {
    /// Plans a checked expression. `variables` names the values that [`run`](Self::run) receives, in that
    /// order; `server` is the minor version of the API server.
    pub fn new(checked: &Checked<'_>, variables: &[&str], server: u8) -> Self {
        Program::planned(checked, variables, server, PlanPurpose::Run)
    }

    /// Plans like [`new`](Self::new), for [`explain`](Self::explain): the program records the value of each subexpression.
    pub fn explaining(checked: &Checked<'_>, variables: &[&str], server: u8) -> Self {
        Program::planned(checked, variables, server, PlanPurpose::Explain)
    }

    fn planned(checked: &Checked<'_>, variables: &[&str], server: u8, purpose: PlanPurpose) -> Self {
        Program {
            planned: plan::plan(checked, variables, server, purpose),
            server,
        }
    }

    /// Runs the expression with the values of its variables and a cost limit.
    pub fn run<'a>(&'a self, variables: &[Value<'a>], limit: u64) -> Run<'a> {
        run::run(&self.planned, variables, self.server, limit, None)
    }

    /// Runs like [`run`](Self::run) and returns the value of each subexpression. There are no subexpressions
    /// if the program was not planned by [`explaining`](Self::explaining).
    ///
    /// ```
    /// use crd_cel::{CompatVersion, Env, TypeId};
    /// use crd_cel::eval::{Program, Value};
    ///
    /// let mut env = Env::new(CompatVersion::of_server(36));
    /// env.declare("self", TypeId::INT);
    /// let checked = env.compile("self > 1 && self < 5").unwrap();
    /// let program = Program::explaining(&checked, &["self"], 36);
    /// let explanation = program.explain(&[Value::Int(7)], 1_000_000);
    /// let deciding = explanation.parts.iter().rfind(|part| part.decides).unwrap();
    /// assert_eq!(&checked.ast().source()[deciding.span.range()], "self < 5");
    /// ```
    pub fn explain<'a>(&'a self, variables: &[Value<'a>], limit: u64) -> Explanation {
        let outline = self.planned.outline.as_ref();
        let mut trace = outline.map(explain::Trace::new);
        let run = run::run(&self.planned, variables, self.server, limit, trace.as_mut());
        let value = match run.value {
            Ok(Value::Error(error)) => Err(error.to_string()),
            Ok(value) => Ok(value.to_string()),
            Err(stop) => Err(stop.to_string()),
        };
        Explanation {
            value,
            cost: run.cost,
            parts: trace.map(explain::parts).unwrap_or_default(),
        }
    }
}
