//! Members that are required, nullable or have defaults: whether a value is present.

use serde_json::Value;

use super::KeywordComparison;
use crate::changes::MemberBefore;
use crate::compat::comparison::{FormerDefault, Otherwise, Probe};
use crate::compat::{law, words};
use crate::model::field::Segment;

impl KeywordComparison<'_, '_, '_> {
    pub(super) fn nullable(&mut self) {
        let path = self.path.clone();
        let message = format!("{path} may be null now");
        // Without `nullable`, the server drops a null before it validates the object.
        let (law, probe) = if self.new.enum_.is_some() || self.is_judged() {
            let probe = Probe::Refused {
                candidates: vec![Value::Null],
                because: Vec::new(),
                otherwise: Otherwise::Certain,
            };
            (law::NULLABLE_JUDGED, probe)
        } else {
            (law::NULLABLE, Probe::Nothing)
        };
        self.add(law, message, words::NULLABLE_HELP, "nullable".to_owned(), probe);
    }

    pub(super) fn not_nullable(&mut self) {
        let path = self.path.clone();
        let message = format!("{path} may no longer be null");
        let probe = Probe::Read {
            value: Some(Value::Null),
            refused: law::NULLABLE_REFUSED,
            former: None,
        };
        let law = if self.is_required() || self.is_judged() {
            law::NULLABLE_GONE_JUDGED
        } else {
            law::NULLABLE_GONE
        };
        self.add(
            law,
            message,
            words::NULLABLE_GONE_HELP,
            "not nullable".to_owned(),
            probe,
        );
    }

    pub(super) fn required(&mut self, name: &str, before: MemberBefore) {
        let path = self.path.clone();
        let detail = format!("required {name}");
        let has_default = self
            .new
            .property(name)
            .is_some_and(|member| member.default.is_some());
        // The status of other requests is dropped after defaults are set.
        if has_default && !self.nodes.is_status(self.node, name) {
            if before == MemberBefore::Declared {
                let message = format!("{path} requires `{name}` now, which has a default");
                self.add(
                    law::REQUIRED_DEFAULTED,
                    message,
                    words::REQUIRED_DEFAULTED_HELP,
                    detail,
                    Probe::Nothing,
                );
            }
            return;
        }
        let (law, what) = match before {
            MemberBefore::Declared => (law::REQUIRED, "which was optional"),
            MemberBefore::New => (law::REQUIRED_NEW, "which is new"),
        };
        let message = format!("{path} requires `{name}` now, {what}");
        self.add(
            law,
            message,
            words::REQUIRED_HELP,
            detail,
            Probe::Without(name.into()),
        );
    }

    pub(super) fn default(&mut self, before: Option<&Value>, after: Option<&Value>) {
        let (mut law, message, detail) = words::default(&self.path, before, after);
        // The server does not validate defaults of the values of maps, which replace nulls.
        let is_judged =
            self.is_judged() || after.is_some_and(|after| !self.nodes.is_default_admitted(self.node, after));
        let refused = match (before, after) {
            (None, Some(_)) => law::DEFAULT_ADDED_REFUSED,
            (Some(_), Some(_)) => law::DEFAULT_CHANGED_REFUSED,
            (_, None) => law::DEFAULT_GONE_REQUIRED,
        };
        if is_judged {
            law = match (before, after) {
                (None, Some(_)) => law::DEFAULT_ADDED_JUDGED,
                (Some(_), Some(_)) => law::DEFAULT_CHANGED_JUDGED,
                (_, None) => law::DEFAULT_GONE_JUDGED,
            };
        } else if after.is_none() && self.is_required() {
            law = law::DEFAULT_GONE_JUDGED;
        }
        // Values without a type may be null, which a default replaces.
        let replaces_null = self.old.type_.is_empty() && !self.new.nullable;
        let matters_for_null = before.is_none() && (replaces_null || self.is_rejected_null_status());
        if matters_for_null {
            law = law::DEFAULT_ADDED_JUDGED;
        }
        let probe = Probe::Read {
            value: matters_for_null.then_some(Value::Null),
            refused,
            former: Some(FormerDefault {
                node: self.node.to_vec(),
                value: before.cloned(),
            }),
        };
        self.add(law, message, words::DEFAULT_HELP, detail, probe);
    }

    /// Whether the schema is that of a status with its own endpoint, and rejects a null there. With ratcheting, a null is accepted where
    /// the stored object has no status, because it is no change; with a default, the stored object has one.
    fn is_rejected_null_status(&mut self) -> bool {
        let is_status = match self.node {
            [_, Segment::Key(name)] => self.nodes.is_status(&[], name),
            _ => false,
        };
        is_status && self.old.nullable && !self.nodes.is_default_admitted(self.node, &Value::Null)
    }

    /// Whether a value that appears or disappears by itself can make a request invalid.
    pub(super) fn is_judged(&self) -> bool {
        self.nodes.is_judged(self.node)
    }

    /// Whether the new schema requires the value, or it is an element of a list, where a null is not dropped.
    pub(super) fn is_required(&self) -> bool {
        match self.node {
            [around @ .., _, Segment::Key(name)] => {
                let root = self.nodes.new_schema();
                let around = root.and_then(|root| root.at(around));
                around.is_some_and(|around| around.required.iter().flatten().any(|other| other == name))
            }
            [around @ .., last] if last.is_field("additionalProperties") => {
                let root = self.nodes.new_schema();
                let around = root.and_then(|root| root.at(around));
                around.is_some_and(|around| around.required.as_ref().is_some_and(|names| !names.is_empty()))
            }
            [.., last] => last.is_field("items"),
            [] => false,
        }
    }
}
