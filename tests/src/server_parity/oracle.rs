//! The oracle: the API server's own code in a child process (`tests/oracle`).

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crd_core::KubeVersion;
use serde::de::DeserializeOwned;

/// A running oracle in one mode. Any number of requests may be sent before a response is received; responses have the
/// order of the requests.
#[derive(Debug)]
pub struct Oracle {
    child: Child,
    requests: Option<Sender<String>>,
    answers: Receiver<String>,
}

impl Oracle {
    /// Starts `tests/oracle/run MODE`, which first builds the oracle if it is out of date. The server is the default
    /// version.
    pub fn start(mode: &str) -> io::Result<Oracle> {
        Oracle::of_server(KubeVersion::DEFAULT, mode)
    }

    /// Like [`Oracle::start`], with the code of a server of `version`.
    pub fn of_server(version: KubeVersion, mode: &str) -> io::Result<Oracle> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("oracle/run");
        let mut command = Command::new(script);
        if version != KubeVersion::DEFAULT {
            command.args(["--server", &version.to_string()]);
        }
        let mut child = command
            .arg(mode)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let missing = || io::Error::other("the oracle has no pipes");
        let mut stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let (requests, to_send) = channel::<String>();
        thread::spawn(move || {
            for request in to_send {
                if writeln!(stdin, "{request}").is_err() {
                    break;
                }
            }
        });
        let (answered, answers) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if answered.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Oracle {
            child,
            requests: Some(requests),
            answers,
        })
    }

    /// Sends one line of request.
    pub fn send(&self, request: String) -> io::Result<()> {
        let sent = self.requests.as_ref().map(|requests| requests.send(request));
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(io::Error::other("the oracle has ended and accepts no requests")),
        }
    }

    /// Waits for the response to the next request and parses it.
    pub fn receive<Answer: DeserializeOwned>(&self) -> io::Result<Answer> {
        let line = self
            .answers
            .recv()
            .map_err(|_| io::Error::other("the oracle has ended"))?;
        serde_json::from_str(&line)
            .map_err(|error| io::Error::other(format!("{error} in the oracle's answer {line}")))
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        // The oracle exits when its input is closed.
        self.requests = None;
        drop(self.child.wait());
    }
}
