//! A real API server for CRDs, in a separate process that ends with this one.

use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use crd_gen_tests::server_parity::http::Answer;
use serde_json::Value;

use super::http;

pub(super) const CRDS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
/// Maximum time until a resource is served after its CRD was created.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running server.
pub(super) struct Cluster {
    child: Child,
    /// The server's standard input; the server stops when it is closed.
    input: Option<ChildStdin>,
    address: String,
}

impl Cluster {
    /// Starts the program `crd-apiserver` and waits until it is ready.
    pub(super) fn start(program: &Path) -> io::Result<Self> {
        let mut child = Command::new(program)
            .args(["--http", "--until-eof"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| io::Error::other(format!("cannot start `{}`: {error}", program.display())))?;
        let input = child.stdin.take();
        let output = child.stdout.take().ok_or_else(|| io::Error::other("no output"))?;
        let ready = BufReader::new(output)
            .lines()
            .map_while(Result::ok)
            .find_map(|line| Some(line.strip_prefix("ready ")?.split(' ').next()?.to_owned()));
        let url = ready.ok_or_else(|| io::Error::other("the server ended before it was ready"))?;
        let address = url.trim_start_matches("http://").trim_end_matches('/').to_owned();
        Ok(Cluster {
            child,
            input,
            address,
        })
    }

    pub(super) fn send(&self, method: &str, path: &str, body: Option<&Value>) -> io::Result<Answer> {
        http::send(&self.address, method, path, body)
    }

    /// Creates a CRD and waits until its resource is served. `None` if the server rejects it.
    pub(super) fn create_crd(&self, crd: &Value, resource: &str) -> io::Result<Option<()>> {
        if self.send("POST", CRDS, Some(crd))?.status != 201 {
            return Ok(None);
        }
        let started = Instant::now();
        while started.elapsed() < PATIENCE {
            if self.send("GET", resource, None)?.status == 200 {
                // Until then, requests may fail although the resource exists.
                std::thread::sleep(Duration::from_millis(50));
                return Ok(Some(()));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(None)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.input.take());
        drop(self.child.wait());
    }
}
