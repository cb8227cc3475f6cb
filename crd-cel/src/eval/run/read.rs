//! Reads variables, and follows selections on them through JSON values with their schemas, without intermediate values.

use serde_json::Value as Json;

use super::state::{Datum, Eval, Evaluator, Failed, Fault, LocalScope, LocalValue};
use crate::eval::error::EvalError;
use crate::eval::node::{
    Asks, ChainStep, Constant, ConstantScalar, EvalNode, OptionalPath, SelectedName, SelectionPath,
    VariableRef,
};
use crate::eval::schema::{DataKind, DataSchema};
use crate::eval::value::{Map, Value};

/// A JSON value and its schema.
pub(super) type TypedJson<'a> = (&'a Json, &'a DataSchema);

/// The result of a selection from the data.
enum SelectedData<'a> {
    Found(TypedJson<'a>),
    Absent,
    /// The operand is not an object or map of the data.
    Unknown,
}

/// The last server that looks into a variable that is an error, and accepts one as an index.
pub(super) const QUALIFIED_ERRORS_UNTIL: u8 = 30;

impl<'v, 'a> Evaluator<'v, 'a> {
    /// Evaluates a node without converting its JSON to a value.
    pub(super) fn datum(&mut self, node: &'a EvalNode, scope: LocalScope<'_, 'a>) -> Eval<Datum<'a>> {
        match node {
            EvalNode::Variable { variable, charge } => {
                if let VariableRef::Local(hops) = variable
                    && let Some(local) = scope.at(*hops)
                    && let LocalValue::Data(json, schema) = local.value
                {
                    self.charge(*charge)?;
                    return Ok(Datum::Data(json, schema));
                }
                let value = self.read(*variable, scope);
                if value.is_ok() {
                    self.charge(*charge)?;
                    return value.map(Datum::Value);
                }
                let fault = self.fault()?;
                self.charge(*charge)?;
                self.fail(fault)
            }
            EvalNode::Path(path) => match self.path(path, scope) {
                Ok((json, schema)) => Ok(Datum::Data(json, schema)),
                Err(Failed) => self.other().map(Datum::Value),
            },
            EvalNode::Select { of, name, step } => {
                let of = self.datum(of, scope);
                self.select_from(of, name, *step)
            }
            EvalNode::Index { parts, step } => self.index(parts, *step, scope),
            EvalNode::PathOrValue { path, default } => match self.optional_path(path, scope)? {
                Some(found) => Ok(found),
                None => self.datum(default, scope),
            },
            node => self.value(node, scope).map(Datum::Value),
        }
    }

    /// Returns the value of a node that is a variable, if it can be borrowed: it is neither an error nor an optional.
    pub(super) fn borrowed<'e>(
        &self,
        node: &EvalNode,
        scope: LocalScope<'e, 'a>,
    ) -> Option<(&'e Value<'a>, u64)>
    where
        'v: 'e,
    {
        let EvalNode::Variable { variable, charge } = node else {
            return None;
        };
        let value = match *variable {
            VariableRef::Given(number) => self.given.get(number)?,
            VariableRef::Local(hops) => match &scope.at(hops)?.value {
                LocalValue::Value(value) => value,
                LocalValue::Lazy(lazy) => lazy.value.get()?,
                LocalValue::Data(..) => return None,
            },
            VariableRef::Missing(_) => return None,
        };
        (!matches!(value, Value::Error(_) | Value::Optional(_))).then_some((value, *charge))
    }

    /// Reads the value of a variable. An optional is converted again (EVAL-24).
    pub(super) fn read(&mut self, variable: VariableRef, scope: LocalScope<'_, 'a>) -> Eval<Value<'a>> {
        let value = match variable {
            VariableRef::Given(number) => self.given.get(number).cloned().unwrap_or(Value::Null),
            VariableRef::Missing(missing) => {
                let error = EvalError::new(["no such attribute(s): ", missing.name()].concat());
                return self.fail(Fault::Error(error));
            }
            VariableRef::Local(hops) => match scope.at(hops) {
                Some(local) => self.local(local)?,
                None => Value::Null,
            },
        };
        match value {
            Value::Error(error) => self.fail(Fault::Error(error)),
            optional @ Value::Optional(_) => Ok(self.renewed(optional)),
            value => Ok(value),
        }
    }

    /// Follows a path to a JSON value. A value that is not in the data is a fault with a value of another type.
    pub(super) fn path(&mut self, path: &'a SelectionPath, scope: LocalScope<'_, 'a>) -> Eval<TypedJson<'a>> {
        let (mut json, mut schema) = match self.first(path.variable, &path.first, scope) {
            SelectedData::Found(found) => found,
            SelectedData::Absent => return self.absent(path, &path.first, 0),
            SelectedData::Unknown => return self.path_of_variable(path, scope),
        };
        for (done, name) in path.rest.iter().enumerate() {
            match member(json, schema, name, self.names) {
                SelectedData::Found(found) => (json, schema) = found,
                SelectedData::Absent => return self.absent(path, name, done + 1),
                SelectedData::Unknown => return self.path_of_value(path, done + 1, schema.value(json)),
            }
        }
        self.charge_each(path.charge)?;
        Ok((json, schema))
    }

    /// Fails with the error of an absent member. `done` counts the selections before it; those after it cost nothing.
    #[cold]
    fn absent<T>(&mut self, path: &'a SelectionPath, name: &'a SelectedName, done: usize) -> Eval<T> {
        let after = path.rest.len().saturating_sub(done);
        self.charge_each(path.charge.saturating_sub(after as u64))?;
        self.fail(Fault::NoSuchKey(name.of(self.names)))
    }

    /// Checks whether a path leads to a value.
    pub(super) fn has(&mut self, path: &'a SelectionPath, scope: LocalScope<'_, 'a>) -> Eval<bool> {
        let mut found = self.first(path.variable, &path.first, scope);
        if let SelectedData::Unknown = found {
            let value = self.path_of_variable(path, scope).map(|_| Value::Null);
            return self.presence(value);
        }
        for (done, name) in path.rest.iter().enumerate() {
            let SelectedData::Found((json, schema)) = found else {
                let before = done.checked_sub(1).and_then(|before| path.rest.get(before));
                return self.absent(path, before.unwrap_or(&path.first), done);
            };
            found = member(json, schema, name, self.names);
            if let SelectedData::Unknown = found {
                let value = self
                    .path_of_value(path, done + 1, schema.value(json))
                    .map(|_| Value::Null);
                return self.presence(value);
            }
        }
        self.charge_each(path.charge)?;
        match found {
            SelectedData::Found((json, schema)) if !fits(json, schema) => {
                self.checked(schema.value(json)).map(|_| true)
            }
            SelectedData::Found(_) => Ok(true),
            _ => Ok(false),
        }
    }

    /// Converts the result of a step that tests presence to a bool.
    fn presence(&mut self, result: Eval<Value<'a>>) -> Eval<bool> {
        let value = match result {
            Ok(value) => Ok(value),
            Err(Failed) => self.other(),
        };
        self.bool_of(value)
    }

    /// Follows a path from a variable that is not an object or map of the data.
    #[cold]
    fn path_of_variable(
        &mut self,
        path: &'a SelectionPath,
        scope: LocalScope<'_, 'a>,
    ) -> Eval<TypedJson<'a>> {
        let value = match self.read(path.variable, scope) {
            Ok(value) => value,
            Err(Failed) => match self.fault()? {
                Fault::Error(error) => Value::Error(error),
                fault => return self.fail(fault),
            },
        };
        self.path_of_value(path, 0, value)
    }

    /// Follows a path from a value, or from its error, after `done` selections.
    #[cold]
    fn path_of_value(
        &mut self,
        path: &'a SelectionPath,
        done: usize,
        value: Value<'a>,
    ) -> Eval<TypedJson<'a>> {
        let left = (path.rest.len() + 1).saturating_sub(done);
        self.charge_each(path.charge.saturating_sub(left as u64))?;
        let mut value = self.checked(value);
        let names = std::iter::once(&path.first).chain(&path.rest);
        for (place, name) in names.enumerate().skip(done) {
            let step = if place == path.rest.len() {
                path.end
            } else {
                ChainStep {
                    first: place == 0,
                    of_variable: place == 0,
                    ..ChainStep::default()
                }
            };
            value = match value {
                Ok(value) => self.select(value, name.of(self.names), step),
                Err(Failed) => self.select_from_failed(step),
            };
        }
        let value = value?;
        self.fail(Fault::Value(value))
    }

    /// Follows a path with optional steps. An absent member gives `None`.
    fn optional_path(
        &mut self,
        path: &'a OptionalPath,
        scope: LocalScope<'_, 'a>,
    ) -> Eval<Option<Datum<'a>>> {
        let mut steps = path.steps.iter();
        let Some((name, step)) = steps.next() else {
            return Ok(None);
        };
        let mut is_optional = step.asks == Asks::Optional;
        let mut found = self.first(path.variable, name, scope);
        if let SelectedData::Unknown = found {
            let value = self.read(path.variable, scope);
            return self.optional_steps(value, 1, &path.steps);
        }
        self.charge(1)?;
        let mut name = name;
        let mut done = 0;
        loop {
            let (json, schema) = match found {
                SelectedData::Found((json, schema)) => (json, schema),
                SelectedData::Absent if is_optional => return Ok(None),
                _ => {
                    self.charge(1)?;
                    return self.fail(Fault::NoSuchKey(name.of(self.names)));
                }
            };
            if is_optional && !fits(json, schema) {
                return self.checked(schema.value(json)).map(|_| None);
            }
            self.charge(1)?;
            done += 1;
            let Some((next, step)) = steps.next() else {
                return Ok(Some(Datum::Data(json, schema)));
            };
            name = next;
            found = member(json, schema, name, self.names);
            if let SelectedData::Unknown = found {
                let value = self.checked(schema.value(json));
                let value = match value {
                    Ok(value) if is_optional => Ok(Value::some(value)),
                    value => value,
                };
                return self.optional_steps(value, 0, path.steps.get(done..).unwrap_or_default());
            }
            is_optional |= step.asks == Asks::Optional;
        }
    }

    /// Follows the steps of a path with optional steps from a value that is not an object or map of the data.
    #[cold]
    fn optional_steps(
        &mut self,
        value: Eval<Value<'a>>,
        charge: u64,
        steps: &'a [(SelectedName, ChainStep)],
    ) -> Eval<Option<Datum<'a>>> {
        let mut value = self.charged(value, charge);
        for (name, step) in steps {
            value = match value {
                Ok(value) => self.select(value, name.of(self.names), *step),
                Err(Failed) => self.select_from_failed(*step),
            };
        }
        let value = value?;
        self.value_of_optional(value)
    }

    /// Returns the value of an optional for `orValue`; `None` if it is empty.
    fn value_of_optional(&mut self, value: Value<'a>) -> Eval<Option<Datum<'a>>> {
        match value {
            Value::Optional(None) => Ok(None),
            Value::Optional(Some(value)) => self
                .checked((*value).clone())
                .map(|value| Some(Datum::Value(value))),
            value => self.no_optional(value).map(|value| Some(Datum::Value(value))),
        }
    }

    /// Looks up a member of a variable.
    fn first(
        &self,
        variable: VariableRef,
        name: &SelectedName,
        scope: LocalScope<'_, 'a>,
    ) -> SelectedData<'a> {
        match variable {
            VariableRef::Given(number) => match self.given.get(number) {
                Some(value) => member_of_value(value, name, self.names),
                None => SelectedData::Unknown,
            },
            VariableRef::Missing(_) => SelectedData::Unknown,
            VariableRef::Local(hops) => match scope.at(hops).map(|local| &local.value) {
                Some(LocalValue::Data(json, schema)) => member(json, schema, name, self.names),
                Some(LocalValue::Value(value)) => member_of_value(value, name, self.names),
                Some(LocalValue::Lazy(lazy)) => match lazy.value.get() {
                    Some(value) => member_of_value(value, name, self.names),
                    None => SelectedData::Unknown,
                },
                None => SelectedData::Unknown,
            },
        }
    }

    /// Selects a member of a datum.
    fn select_from(
        &mut self,
        of: Eval<Datum<'a>>,
        name: &'a SelectedName,
        step: ChainStep,
    ) -> Eval<Datum<'a>> {
        let Ok(of) = of else {
            return self.select_from_failed(step).map(Datum::Value);
        };
        if let Datum::Data(json, schema) = &of
            && step.asks == Asks::Member
        {
            match member(json, schema, name, self.names) {
                SelectedData::Found((json, schema)) => {
                    self.charge(step.charge())?;
                    return Ok(Datum::Data(json, schema));
                }
                SelectedData::Absent => {
                    self.charge(step.charge())?;
                    return self.fail(Fault::NoSuchKey(name.of(self.names)));
                }
                SelectedData::Unknown => {}
            }
        }
        let Ok(value) = self.made(of) else {
            return self.select_from_failed(step).map(Datum::Value);
        };
        self.select(value, name.of(self.names), step).map(Datum::Value)
    }

    /// Evaluates a direct node to a text; any other value is a fault.
    pub(super) fn direct_text<'e>(&mut self, node: &'a EvalNode, scope: LocalScope<'e, 'a>) -> Eval<&'e str>
    where
        'v: 'e,
    {
        match node {
            EvalNode::Constant(Constant::ConstantScalar(ConstantScalar::String(text))) => Ok(text),
            EvalNode::Path(path) => match self.path(path, scope) {
                Ok((Json::String(text), schema)) if schema.kind.is_text() => Ok(text),
                Ok((json, schema)) => {
                    let value = self.checked(schema.value(json))?;
                    self.borrowed_text(value)
                }
                Err(Failed) => {
                    let value = self.other()?;
                    self.borrowed_text(value)
                }
            },
            EvalNode::Variable { variable, charge } => {
                if let VariableRef::Local(hops) = variable
                    && let Some(local) = scope.at(*hops)
                    && let LocalValue::Data(Json::String(text), schema) = local.value
                    && schema.kind.is_text()
                {
                    self.charge(*charge)?;
                    return Ok(text);
                }
                if let Some((Value::String(text), charge)) = self.borrowed(node, scope) {
                    self.charge(charge)?;
                    return Ok(text.as_str());
                }
                let value = self.value(node, scope)?;
                self.borrowed_text(value)
            }
            node => {
                let value = self.value(node, scope)?;
                self.borrowed_text(value)
            }
        }
    }

    /// Borrows the text of a value; any other value is a fault.
    #[cold]
    fn borrowed_text<'e>(&mut self, value: Value<'a>) -> Eval<&'e str>
    where
        'a: 'e,
    {
        match value {
            Value::String(crate::eval::value::Text::Borrowed(text)) => Ok(text),
            value => self.fail(Fault::Value(value)),
        }
    }
}

/// Looks up a member of a JSON value.
fn member<'a>(
    json: &'a Json,
    schema: &'a DataSchema,
    name: &SelectedName,
    names: &'a str,
) -> SelectedData<'a> {
    let Json::Object(map) = json else {
        return SelectedData::Unknown;
    };
    let found = match &schema.kind {
        DataKind::Object(object) => {
            let Some((field, key)) = object.field_at(name.of(names), &name.hint) else {
                return SelectedData::Absent;
            };
            map.get(key)
                .filter(|json| !json.is_null())
                .map(|json| (json, &field.schema))
        }
        DataKind::Map(values) => map.get(name.of(names)).map(|json| (json, &**values)),
        _ => return SelectedData::Unknown,
    };
    found.map_or(SelectedData::Absent, SelectedData::Found)
}

fn member_of_value<'a>(value: &Value<'a>, name: &SelectedName, names: &'a str) -> SelectedData<'a> {
    let found = match value {
        Value::Object(object) => {
            let found = object.member_at(name.of(names), &name.hint);
            found.map(|(field, json)| (json, &field.schema))
        }
        Value::Map(Map::Data { map, values }) => map.get(name.of(names)).map(|json| (json, *values)),
        _ => return SelectedData::Unknown,
    };
    found.map_or(SelectedData::Absent, SelectedData::Found)
}

/// Checks whether a value matches its schema, without creating the value if its type is sufficient.
pub(super) fn fits(json: &Json, schema: &DataSchema) -> bool {
    match (&schema.kind, json) {
        (DataKind::Bool, Json::Bool(_))
        | (DataKind::String | DataKind::IntOrString, Json::String(_))
        | (DataKind::List(_), Json::Array(_))
        | (DataKind::Map(_) | DataKind::Object(_), Json::Object(_)) => true,
        _ => !schema.value(json).is_error(),
    }
}
