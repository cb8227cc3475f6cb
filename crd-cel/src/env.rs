//! The environment in which expressions are checked.

use crate::ast::Ast;
use crate::check;
use crate::checked::Checked;
use crate::issue::Issues;
use crate::parse::parse;
use crate::types::{ObjectType, TypeId, TypeStore};
use crate::version::CompatVersion;

/// A compatibility version, the types that expressions may use and the declared variables.
///
/// ```
/// use crd_cel::{CompatVersion, Env, ObjectType, Type, TypeId};
///
/// let mut env = Env::new(CompatVersion::of_server(36));
/// let names = env.types_mut().list(TypeId::STRING);
/// let spec = ObjectType::new("Spec", [
///     ("names".to_owned(), names),
///     ("replicas".to_owned(), TypeId::INT),
/// ]);
/// let spec = env.types_mut().object(spec);
/// env.declare("self", spec);
/// env.declare("oldSelf", spec);
///
/// let checked = env.compile("self.names.all(n, n.size() < 64) && self.replicas >= oldSelf.replicas").unwrap();
/// assert_eq!(checked.result_type(), Type::Bool);
///
/// let issues = env.compile("self.replica > 1").unwrap_err();
/// assert_eq!(
///     issues.to_string(),
///     "ERROR: <input>:1:5: undefined field 'replica'\n | self.replica > 1\n | ....^",
/// );
/// ```
#[derive(Clone, Debug)]
pub struct Env {
    version: CompatVersion,
    types: TypeStore,
    variables: Vec<(String, TypeId)>,
}

impl Env {
    /// Creates an environment without variables.
    pub fn new(version: CompatVersion) -> Self {
        Self {
            version,
            types: TypeStore::new(),
            variables: Vec::new(),
        }
    }

    /// Returns the compatibility version.
    pub fn version(&self) -> CompatVersion {
        self.version
    }

    /// Returns the types.
    pub fn types(&self) -> &TypeStore {
        &self.types
    }

    /// Returns the types for adding new ones.
    pub fn types_mut(&mut self) -> &mut TypeStore {
        &mut self.types
    }

    /// Adds an object type, which replaces one of the same name.
    pub fn add_object(&mut self, object: ObjectType) -> TypeId {
        self.types.object(object)
    }

    /// Declares a variable. A variable of the same name is replaced.
    pub fn declare(&mut self, name: &str, ty: TypeId) {
        for (known, known_type) in &mut self.variables {
            if known == name {
                *known_type = ty;
                return;
            }
        }
        self.variables.push((name.to_owned(), ty));
    }

    /// Parses an expression with the macros of this version.
    pub fn parse(&self, source: &str) -> Result<Ast, Issues> {
        parse(source, self.version)
    }

    /// Checks a tree with the declared variables.
    pub fn check(&self, ast: Ast) -> Result<Checked<'_>, Issues> {
        self.check_with(ast, &self.variables())
    }

    fn variables(&self) -> Vec<(&str, TypeId)> {
        let mut variables = Vec::with_capacity(self.variables.len());
        for (name, ty) in &self.variables {
            variables.push((name.as_str(), *ty));
        }
        variables
    }

    /// Checks a tree with these variables and no others.
    pub fn check_with(&self, ast: Ast, variables: &[(&str, TypeId)]) -> Result<Checked<'_>, Issues> {
        check::check(ast, &self.types, self.version, variables)
    }

    /// Checks a tree with these variables and the functions of `version`. The tree must have been parsed for
    /// that version ([`parse`]).
    pub fn check_as(
        &self,
        ast: Ast,
        version: CompatVersion,
        variables: &[(&str, TypeId)],
    ) -> Result<Checked<'_>, Issues> {
        check::check(ast, &self.types, version, variables)
    }

    /// Checks a tree with these variables, and infers as many types as possible where it has mistakes. Only
    /// types and names may be read from the result: the server would not accept the expression.
    #[cfg(feature = "editor")]
    pub fn check_partly(&self, ast: Ast, variables: &[(&str, TypeId)]) -> Checked<'_> {
        check::check_partly(ast, &self.types, self.version, variables).0
    }

    /// Parses and checks.
    pub fn compile(&self, source: &str) -> Result<Checked<'_>, Issues> {
        match self.parse(source) {
            Ok(ast) => self.check(ast),
            Err(issues) => Err(self.with_meant_fields(issues, self.version, &self.variables())),
        }
    }

    /// Corrects what the issues of an expression that does not parse propose: only with the types of these variables is it known
    /// which fields there are.
    pub fn with_meant_fields(
        &self,
        issues: Issues,
        version: CompatVersion,
        variables: &[(&str, TypeId)],
    ) -> Issues {
        check::find_fields(issues, &self.types, version, variables)
    }
}
