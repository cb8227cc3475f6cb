//! Findings that are kept: the request, and what the API server's code said of it.

use std::path::Path;
use std::{fs, io};

use serde::{Deserialize, Serialize};

use super::request::Request;
use super::verdict::Verdict;

/// A recorded verdict.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Fixture {
    /// What was asked.
    #[serde(flatten)]
    pub request: Request,
    /// What the oracle answered.
    pub verdict: Verdict,
}

impl Fixture {
    /// Reads a fixture.
    pub fn read(file: &Path) -> io::Result<Fixture> {
        Ok(serde_json::from_str(&fs::read_to_string(file)?)?)
    }

    /// Writes a fixture.
    pub fn write(&self, file: &Path) -> io::Result<()> {
        fs::write(file, format!("{}\n", serde_json::to_string_pretty(self)?))
    }
}
