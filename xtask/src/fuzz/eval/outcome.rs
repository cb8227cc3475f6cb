//! The outcome of an expression, here and on the server.

use serde::Deserialize;

/// The response of the server for the expressions of a case.
#[derive(Deserialize)]
pub(super) struct EvalAnswers {
    error: Option<String>,
    #[serde(default)]
    answers: Vec<EvalOutcome>,
}

impl EvalAnswers {
    /// Returns the outcomes, in the order of the expressions.
    pub(super) fn outcomes(self) -> std::io::Result<Vec<EvalOutcome>> {
        match self.error {
            Some(error) => Err(std::io::Error::other(error)),
            None => Ok(self.answers),
        }
    }
}

/// The outcome of one expression.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
pub(super) struct EvalOutcome {
    pub(super) value: Option<String>,
    pub(super) error: Option<String>,
    pub(super) compile: Option<String>,
    pub(super) program: Option<String>,
    pub(super) cost: Option<u64>,
}

impl EvalOutcome {
    /// Returns the kind of expressions that it is counted as.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self { compile: Some(_), .. } => "that do not compile",
            Self { program: Some(_), .. } => "with a wrong constant",
            Self { error: Some(_), .. } => "with an error",
            _ => "with a value",
        }
    }

    /// Whether it equals the server's outcome. The texts of errors of the checker are compared by the driver `cel`.
    pub(super) fn is_same(&self, theirs: &EvalOutcome) -> bool {
        match (self, theirs) {
            (Self { compile: Some(_), .. }, Self { compile: Some(_), .. }) => true,
            (ours, theirs) => ours == theirs,
        }
    }

    /// Whether the expression was evaluated.
    pub(super) fn is_run(&self) -> bool {
        self.compile.is_none() && self.program.is_none()
    }

    /// Formats the outcome: `value int(1), cost 2`.
    pub(super) fn shown(&self) -> String {
        let parts = [
            ("value", &self.value),
            ("error", &self.error),
            ("compile", &self.compile),
            ("program", &self.program),
        ];
        let parts = parts
            .into_iter()
            .filter_map(|(name, text)| Some(format!("{name} {}", text.as_ref()?)));
        let cost = self.cost.map(|cost| format!("cost {cost}"));
        parts.chain(cost).collect::<Vec<_>>().join(", ")
    }
}
