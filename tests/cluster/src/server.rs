//! The API server as a child process.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use kube::{Client, Config};

/// A running API server, which stops when this value is dropped, or with the test.
#[derive(Debug)]
pub struct ApiServer {
    child: Child,
    url: String,
    kubeconfig: String,
}

impl ApiServer {
    /// Starts a server with its data in a temporary folder; prints a line and returns `None` if there is no binary.
    pub fn start(flags: &[&str]) -> Option<Self> {
        let Some(binary) = std::env::var_os("CRD_GEN_APISERVER") else {
            println!("skipped: CRD_GEN_APISERVER does not name the binary of an API server");
            return None;
        };
        let mut child = Command::new(binary)
            .args(["--until-eof", "--http"])
            .args(flags)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary that CRD_GEN_APISERVER names cannot be run");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe"))
            .read_line(&mut line)
            .expect("the API server prints nothing");
        let (url, kubeconfig) = line
            .trim_end()
            .strip_prefix("ready ")
            .and_then(|rest| rest.split_once(' '))
            .expect("the API server does not start");
        let (url, kubeconfig) = (url.to_owned(), kubeconfig.to_owned());
        Some(Self {
            child,
            url,
            kubeconfig,
        })
    }

    /// Returns a client like that of an operator.
    pub fn client(&self) -> Client {
        let config = Config::new(self.url.parse().expect("a URL"));
        Client::try_from(config).expect("a client")
    }

    /// Returns the address of the server.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the path of the kubeconfig file.
    pub fn kubeconfig(&self) -> &str {
        &self.kubeconfig
    }
}

impl Drop for ApiServer {
    fn drop(&mut self) {
        // The server stops when its standard input is closed, and removes its temporary folder.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}
