//! A client of `crd-gen server` over the pipes of its process.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// A server and the connection to it.
pub(super) struct EditorClient {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next: u64,
}

impl EditorClient {
    /// Starts a server and initializes it for a client that pulls diagnostics.
    pub(super) fn start(command: &Path) -> io::Result<Self> {
        let mut process = Command::new(command)
            .arg("server")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let missing = || io::Error::other("the server has no pipes");
        let input = process.stdin.take().ok_or_else(missing)?;
        let output = BufReader::new(process.stdout.take().ok_or_else(missing)?);
        let mut client = EditorClient {
            process,
            input,
            output,
            next: 0,
        };
        let capabilities =
            json!({"general": {"positionEncodings": ["utf-8"]}, "textDocument": {"diagnostic": {}}});
        client.ask(
            "initialize",
            &json!({"processId": null, "rootUri": null, "capabilities": capabilities}),
        )?;
        client.tell("initialized", &json!({}))?;
        Ok(client)
    }

    fn send(&mut self, message: &Value) -> io::Result<()> {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        self.input.flush()
    }

    fn receive(&mut self) -> io::Result<Value> {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err(io::Error::other("the server has ended"));
            }
            let line = line.trim_end();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("Content-Length: ") {
                length = value.parse().map_err(io::Error::other)?;
            }
        }
        let mut content = vec![0; length];
        self.output.read_exact(&mut content)?;
        serde_json::from_slice(&content).map_err(io::Error::other)
    }

    /// Sends a notification.
    pub(super) fn tell(&mut self, method: &str, params: &Value) -> io::Result<()> {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
    }

    /// Sends a request and returns its result, or its error.
    pub(super) fn ask(&mut self, method: &str, params: &Value) -> io::Result<Value> {
        self.next += 1;
        let id = self.next;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        loop {
            let message = self.receive()?;
            if message.get("method").is_none() && message["id"] == id {
                let error = message.get("error").map(|error| json!({"error": error}));
                return Ok(error.unwrap_or_else(|| message["result"].clone()));
            }
        }
    }

    /// Returns the peak memory of the process in kilobytes, if the platform reports it.
    pub(super) fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.trim().trim_end_matches(" kB").parse().ok()
    }
}

impl Drop for EditorClient {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
