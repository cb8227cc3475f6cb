//! Writes the text of one module: imports, types, and the constants and functions after them.

use std::collections::{BTreeMap, BTreeSet};

use crate::home::Home;
use crate::known::KnownType;
use crate::layout::Plan;
use crate::model::{RustType, TypeId, WrittenSchema};
use crate::names::members;
use crate::words::{is_of_std, letters, to_identifier, words};
use crate::write::literal::string;
use crate::write::text::IndentedText;

/// A table of descriptions: paths and texts.
type DescriptionTable = Vec<(String, String)>;

/// A module that is being written.
pub(crate) struct ModuleText<'a> {
    pub(crate) plan: &'a Plan<'a>,
    pub(crate) home: Home,
    pub(crate) body: IndentedText,
    /// Types of other crates that are imported, by name, with their modules.
    known: BTreeMap<&'static str, &'static str>,
    imported: BTreeMap<Home, BTreeSet<String>>,
    has_maps: bool,
    pub(crate) has_roots: bool,
    pub(crate) has_schemas: bool,
    pub(crate) has_unions: bool,
    tables: Vec<(String, DescriptionTable)>,
    schemas: Vec<(String, WrittenSchema)>,
}

impl<'a> ModuleText<'a> {
    pub(crate) fn new(plan: &'a Plan<'a>, home: Home, indent: usize) -> Self {
        ModuleText {
            plan,
            home,
            body: IndentedText {
                out: String::new(),
                indent,
            },
            known: BTreeMap::new(),
            imported: BTreeMap::new(),
            has_maps: false,
            has_roots: false,
            has_schemas: false,
            has_unions: false,
            tables: Vec::new(),
            schemas: Vec::new(),
        }
    }

    /// Returns the text of a type.
    pub(crate) fn type_text(&mut self, ty: &RustType) -> String {
        match ty {
            RustType::Bool => "bool".to_owned(),
            RustType::Integer(ty) => ty.name().to_owned(),
            RustType::F32 => "f32".to_owned(),
            RustType::F64 => "f64".to_owned(),
            RustType::String => "String".to_owned(),
            RustType::Any => "serde_json::Value".to_owned(),
            RustType::Given(name) => name.clone(),
            RustType::Known(known) => self.known_text(known),
            RustType::List(element) => format!("Vec<{}>", self.type_text(element)),
            RustType::Map(value) => format!("{}<String, {}>", self.map(), self.type_text(value)),
            RustType::Nullable(inner) => format!("Option<{}>", self.type_text(inner)),
            RustType::Own(id) => self.own(*id),
        }
    }

    pub(crate) fn map(&mut self) -> &'static str {
        self.has_maps = true;
        "BTreeMap"
    }

    pub(crate) fn nullable(&mut self) -> &'static str {
        self.known.insert("Nullable", "crd_core::types");
        "Nullable"
    }

    /// Returns the name of a known type, which is imported from its module; or its path, if this module already uses the name.
    fn known_text(&mut self, known: &KnownType) -> String {
        let is_taken = self
            .known
            .get(known.name)
            .is_some_and(|module| *module != known.module)
            || self.imported.values().any(|names| names.contains(known.name))
            || self.plan.is_name_in(self.home, known.name)
            || is_of_std(known.name);
        if is_taken {
            return format!("{}::{}", known.module, known.name);
        }
        self.known.insert(known.name, known.module);
        known.name.to_owned()
    }

    /// Returns the name of a generated type, which is imported from its module; or its path, if this module already uses the name.
    fn own(&mut self, id: TypeId) -> String {
        let Some(named) = self.plan.names.get(id.0) else {
            return "serde_json::Value".to_owned();
        };
        if named.home == self.home {
            return named.name.clone();
        }
        let is_taken = self.plan.is_name_in(self.home, &named.name)
            || self.known.contains_key(named.name.as_str())
            || self
                .imported
                .iter()
                .any(|(home, names)| *home != named.home && names.contains(&named.name));
        if is_taken {
            return format!("{}::{}", self.plan.path(self.home, named.home), named.name);
        }
        self.imported
            .entry(named.home)
            .or_default()
            .insert(named.name.clone());
        named.name.clone()
    }

    /// Returns the name of the constant with a table of descriptions.
    pub(crate) fn descriptions(&mut self, table: &[(String, String)]) -> String {
        if let Some((name, _)) = self.tables.iter().find(|(_, known)| known == table) {
            return name.clone();
        }
        let name = match self.tables.len() {
            0 => "DESCRIPTIONS".to_owned(),
            // Tables have no names, so letters distinguish them.
            count => format!("DESCRIPTIONS_{}", letters(count)),
        };
        self.tables.push((name.clone(), table.to_vec()));
        name
    }

    /// Returns the name of the function that returns a schema.
    pub(crate) fn schema(&mut self, schema: &WrittenSchema) -> String {
        let mut name = to_identifier(&words(&schema.place).join("_"), 'n');
        if name.is_empty() {
            name.push_str("root");
        }
        name.push_str("_schema");
        if let Some((name, _)) = self.schemas.iter().find(|(_, known)| known.json == schema.json) {
            return name.clone();
        }
        while self.schemas.iter().any(|(taken, _)| *taken == name) {
            name.insert_str(0, "other_");
        }
        self.schemas.push((name.clone(), schema.clone()));
        name
    }

    /// Returns the whole text: imports, types, constants, functions.
    pub(crate) fn finish(mut self) -> String {
        let mut text = IndentedText {
            out: String::new(),
            indent: self.body.indent,
        };
        if self.body.out.trim().is_empty() {
            return String::new();
        }
        if self.has_maps {
            text.line("use std::collections::BTreeMap;");
            text.blank();
        }
        let mut known: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (name, module) in &self.known {
            known.entry(module).or_default().push((*name).to_owned());
        }
        for (module, names) in known.iter().filter(|(module, _)| module.starts_with("crd_core")) {
            text.import("", module, names);
        }
        let macros = [
            ("CustomResource", self.has_roots),
            ("Schema", self.has_schemas),
            ("Union", self.has_unions),
        ];
        let macros: Vec<String> = macros
            .into_iter()
            .filter(|(_, is_used)| *is_used)
            .map(|(name, _)| name.to_owned())
            .collect();
        text.import("", "crd_core", &macros);
        for (module, names) in known.iter().filter(|(module, _)| !module.starts_with("crd_core")) {
            text.import("", module, names);
        }
        if self.has_schemas {
            text.import("", "serde", &["Deserialize".to_owned(), "Serialize".to_owned()]);
        }
        let imported = std::mem::take(&mut self.imported);
        if !imported.is_empty() {
            text.blank();
        }
        for (home, names) in imported {
            let names: Vec<String> = names.into_iter().collect();
            let visibility = self.plan.options.visibility.clone();
            text.import(&visibility, &self.plan.path(self.home, home), &names);
        }
        text.blank();
        text.out.push_str(&self.body.out);
        for (name, table) in &self.tables {
            text.blank();
            text.line("/// The descriptions of fields of a type of crd-core in this CRD.");
            text.line("#[rustfmt::skip]");
            text.line(&format!("const {name}: &[(&str, &str)] = &["));
            text.indent += 4;
            for (path, description) in table {
                text.line(&format!("({}, {}),", string(path), string(description.trim())));
            }
            text.indent -= 4;
            text.line("];");
        }
        for (name, schema) in &self.schemas {
            text.blank();
            text.docs(&[format!(
                "The schema of {}, which no attributes express: {}.",
                place(&schema.place),
                schema.reason
            )]);
            let result = "-> Result<crd_core::Structural, crd_core::shape::ForeignError> {";
            let line = format!("fn {name}() {result}");
            if text.fits(&line) {
                text.line(&line);
            } else {
                text.line(&format!("fn {name}()"));
                text.line(result);
            }
            text.indent += 4;
            let json = string(&schema.json);
            let call = format!("crd_core::interop::schema_from_json({json})");
            if text.fits(&call) {
                text.line(&call);
            } else {
                text.line("crd_core::interop::schema_from_json(");
                text.line(&format!("    {json},"));
                text.line(")");
            }
            text.indent -= 4;
            text.line("}");
        }
        text.out
    }
}

fn place(place: &str) -> String {
    if place.contains(' ') {
        place.to_owned()
    } else {
        format!("`{place}`")
    }
}

/// Converts a text to the name of a module.
pub(crate) fn module_name(text: &str) -> String {
    let name = members::fields(std::iter::once(text)).pop().unwrap_or_default();
    match name.strip_prefix("r#") {
        Some(keyword) => format!("{keyword}_"),
        None => name,
    }
}
