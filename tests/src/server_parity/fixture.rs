//! Recorded verdicts: a request, and the oracle's verdict.

use std::path::Path;
use std::{fs, io};

use serde::{Deserialize, Serialize};

use super::request::Request;
use super::verdict::Verdict;

/// A recorded verdict.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Fixture {
    /// The request.
    #[serde(flatten)]
    pub request: Request,
    /// The oracle's verdict.
    pub verdict: Verdict,
}

impl Fixture {
    /// Reads a fixture.
    pub fn read(file: &Path) -> io::Result<Fixture> {
        Ok(serde_json::from_str(&fs::read_to_string(file)?)?)
    }

    /// Writes a fixture.
    pub fn write(&self, file: &Path) -> io::Result<()> {
        fs::write(file, self.to_text()?)
    }

    /// Returns the text of the file.
    pub fn to_text(&self) -> io::Result<String> {
        Ok(format!("{}\n", serde_json::to_string_pretty(self)?))
    }
}
