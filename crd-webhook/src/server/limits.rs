//! Limits on what a client may use, and how long a server takes to shut down.

use std::time::Duration;

/// What clients may take of the server. The API server gives a conversion 30 seconds in all, retries included, so every
/// time here is below that.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Size of a body: 128 MiB. The API server sends a list as one review, and a controller may list all objects at once:
    /// 10,000 objects of 10 kB are 100 MB.
    pub body_bytes: usize,
    /// Size of all bodies that are held at a time: 128 MiB. Further requests wait. With its tokens and its answer, a body takes
    /// about four times its size, which the memory limit of the container must allow.
    pub held_bytes: usize,
    /// Requests that are answered at a time: 256. Further ones wait for [`wait`](Self::wait).
    pub requests: usize,
    /// Open connections: 1,024. Further ones wait to be accepted.
    pub connections: usize,
    /// Time to agree on TLS: 10 seconds.
    pub handshake: Duration,
    /// Time from the first byte of a request to the end of its headers: 10 seconds.
    pub head: Duration,
    /// Time for a body to arrive: 15 seconds.
    pub body: Duration,
    /// Time for a place among the requests, or among the held bodies: 5 seconds. Then the answer is 429 with
    /// `Retry-After`, which makes the API server try again.
    pub wait: Duration,
    /// Time for a conversion of a body above [`inline_bytes`](Self::inline_bytes): 20 seconds.
    pub conversion: Duration,
    /// Time that a client may take to read what was sent to it: 20 seconds.
    pub write: Duration,
    /// Time that a connection may stay unused: 3 minutes. It is longer than the API server's own 90 seconds, so that no
    /// request meets a connection that is being closed.
    pub idle: Duration,
    /// The largest body that is converted on the threads of the async runtime: 64 KiB. Larger ones get a thread of their own,
    /// so that they hold nobody up.
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

/// How the server ends: it says that it is not ready, goes on answering for a while, because kube-proxy learns of it late, and
/// then finishes what is open.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Drain {
    /// How long it still takes connections after it was asked to end: 5 seconds. Every answer in that time closes its
    /// connection.
    pub delay: Duration,
    /// How long it then waits for open requests: 20 seconds. Together with the delay it must be below the pod's
    /// `terminationGracePeriodSeconds`, which is 30 unless set.
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
