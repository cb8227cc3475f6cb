//! Limits on what a client may use, and how long a server takes to shut down.

use std::time::Duration;

/// Limits on the resources that clients may use. The API server allows 30 seconds for a conversion, including
/// retries, so every duration here is below that.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Maximum size of a body: 128 MiB. The API server sends a list as one review, and a controller may list
    /// all objects at once: 10,000 objects of 10 kB are 100 MB.
    pub body_bytes: usize,
    /// Maximum total size of bodies held at the same time: 128 MiB. Further requests wait. With its tokens and
    /// its response, a body takes about four times its size, which the memory limit of the container must allow.
    pub held_bytes: usize,
    /// Maximum number of requests processed at the same time: 256. Further ones wait for [`wait`](Self::wait).
    pub requests: usize,
    /// Maximum number of open connections: 1,024. Further ones wait to be accepted.
    pub connections: usize,
    /// Maximum duration of the TLS handshake: 10 seconds.
    pub handshake: Duration,
    /// Maximum time from the first byte of a request to the end of its headers: 10 seconds.
    pub head: Duration,
    /// Maximum time for a body to arrive: 15 seconds.
    pub body: Duration,
    /// Maximum time to wait for the limits of requests or held bodies: 5 seconds. Then the response is 429
    /// with `Retry-After`, which makes the API server retry.
    pub wait: Duration,
    /// Maximum duration of the conversion of a body above [`inline_bytes`](Self::inline_bytes): 20 seconds.
    pub conversion: Duration,
    /// Maximum time for a client to read the data that was sent to it: 20 seconds.
    pub write: Duration,
    /// Maximum time for a connection to remain idle: 3 minutes. It is longer than the API server's own 90
    /// seconds, so that no request arrives while the connection is being closed.
    pub idle: Duration,
    /// Maximum size of a body that is converted on the threads of the async runtime: 64 KiB. Larger ones get
    /// a thread of their own, so that they do not block others.
    pub inline_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body_bytes: 128 << 20,
            held_bytes: 128 << 20,
            requests: 256,
            connections: 1024,
            handshake: Duration::from_secs(10),
            head: Duration::from_secs(10),
            body: Duration::from_secs(15),
            wait: Duration::from_secs(5),
            conversion: Duration::from_secs(20),
            write: Duration::from_secs(20),
            idle: Duration::from_secs(180),
            inline_bytes: 64 << 10,
        }
    }
}

/// The shutdown of the server: it reports that it is not ready, continues to respond for a while, because
/// kube-proxy is notified late, and then finishes open requests.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Drain {
    /// Time for which it still accepts connections after the shutdown began: 5 seconds. Every response in
    /// that time closes its connection.
    pub delay: Duration,
    /// Time for which it then waits for open requests: 20 seconds. Together with the delay it must be below
    /// the pod's `terminationGracePeriodSeconds`, which is 30 unless set.
    pub finish: Duration,
}

impl Default for Drain {
    fn default() -> Self {
        Self {
            delay: Duration::from_secs(5),
            finish: Duration::from_secs(20),
        }
    }
}
