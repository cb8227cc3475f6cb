//! Metrics, in Prometheus' text format.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::envelope::{Asked, short};

/// The maximum number of series: labels come from requests, so their number must be limited. Further ones are
/// counted as `other`.
const MOST_SERIES: usize = 256;

/// Upper bounds of the buckets, in microseconds.
const BUCKETS: [u64; 12] = [
    50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 250_000, 1_000_000, 10_000_000,
];

/// The reason why a request was not converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Failure {
    /// The conversion reported it.
    Conversion,
    Panic,
    /// The conversion's response did not match the request.
    Answer,
    /// The conversion took too long.
    Deadline,
    /// The request is not a review.
    Malformed,
    TooLarge,
    /// The body did not arrive in time.
    Slow,
    /// Too many requests at once.
    Busy,
    /// Wrong method, path or content type.
    Http,
}

impl Failure {
    const ALL: [Self; 9] = [
        Self::Conversion,
        Self::Panic,
        Self::Answer,
        Self::Deadline,
        Self::Malformed,
        Self::TooLarge,
        Self::Slow,
        Self::Busy,
        Self::Http,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Conversion => "conversion",
            Self::Panic => "panic",
            Self::Answer => "answer",
            Self::Deadline => "deadline",
            Self::Malformed => "malformed",
            Self::TooLarge => "too_large",
            Self::Slow => "slow",
            Self::Busy => "busy",
            Self::Http => "http",
        }
    }
}

/// Kind and versions of a conversion.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    kind: String,
    from: String,
    to: String,
}

#[derive(Clone, Debug, Default)]
struct Series {
    succeeded: u64,
    failed: BTreeMap<Failure, u64>,
    objects: u64,
    kept_bytes: u64,
    unreadable: u64,
    micros: u64,
    buckets: [u64; BUCKETS.len()],
}

/// All counters of a server.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    series: Mutex<BTreeMap<Key, Series>>,
    /// Requests that contained no readable review, by reason.
    rejected: Mutex<BTreeMap<Failure, u64>>,
    pub(crate) connections: AtomicI64,
    pub(crate) in_flight: AtomicI64,
    pub(crate) handshake_failures: AtomicU64,
    pub(crate) reloads: AtomicU64,
    pub(crate) reload_failures: AtomicU64,
}

/// The outcome of a request that was read.
pub(crate) struct Done<'a> {
    pub(crate) asked: &'a Asked,
    pub(crate) failure: Option<Failure>,
    pub(crate) kept_bytes: u64,
    pub(crate) unreadable: u64,
    pub(crate) took: Duration,
}

impl Metrics {
    pub(crate) fn done(&self, done: &Done<'_>) {
        let asked = done.asked;
        let mut key = Key {
            kind: short(&asked.kind).to_owned(),
            from: short(&asked.from).to_owned(),
            to: short(&asked.to).to_owned(),
        };
        let mut all = lock(&self.series);
        if all.len() >= MOST_SERIES && !all.contains_key(&key) {
            let other = "other".to_owned();
            key = Key {
                kind: other.clone(),
                from: other.clone(),
                to: other,
            };
        }
        let series = all.entry(key).or_default();
        match done.failure {
            None => series.succeeded += 1,
            Some(failure) => *series.failed.entry(failure).or_default() += 1,
        }
        series.objects += asked.objects as u64;
        series.kept_bytes += done.kept_bytes;
        series.unreadable += done.unreadable;
        let micros = u64::try_from(done.took.as_micros()).unwrap_or(u64::MAX);
        series.micros = series.micros.saturating_add(micros);
        for (bucket, bound) in series.buckets.iter_mut().zip(BUCKETS) {
            *bucket += u64::from(micros <= bound);
        }
    }

    pub(crate) fn rejected(&self, why: Failure) {
        *lock(&self.rejected).entry(why).or_default() += 1;
    }

    /// Returns the response of `/metrics`.
    pub(crate) fn text(&self, not_after: Option<SystemTime>) -> String {
        let series = lock(&self.series).clone();
        let mut text = String::with_capacity(4096);
        let mut by_series = |name: &str, help: &str, value: &dyn Fn(&Series) -> u64| {
            header(&mut text, name, "counter", help);
            for (key, series) in &series {
                let _ = writeln!(text, "{name}{{{}}} {}", key.labels(), value(series));
            }
        };
        by_series(
            "crd_webhook_objects_total",
            "Objects that the API server sent to be converted.",
            &|series| series.objects,
        );
        by_series(
            "crd_webhook_kept_bytes_total",
            "Bytes of annotations that keep fields that the requested version does not have.",
            &|series| series.kept_bytes,
        );
        by_series(
            "crd_webhook_unreadable_values_total",
            "Values that the conversion could not read and kept as they were.",
            &|series| series.unreadable,
        );
        failures_and_times(&mut text, &series);
        self.rejections(&mut text);
        self.totals(&mut text);
        if let Some(since) = not_after.and_then(|time| time.duration_since(UNIX_EPOCH).ok()) {
            let name = "crd_webhook_certificate_expiry_timestamp_seconds";
            header(&mut text, name, "gauge", "When the certificate in use expires.");
            let _ = writeln!(text, "{name} {}", since.as_secs());
        }
        text
    }

    fn rejections(&self, text: &mut String) {
        let name = "crd_webhook_rejected_requests_total";
        header(
            text,
            name,
            "counter",
            "Requests without a valid review, by reason.",
        );
        let rejected = lock(&self.rejected);
        for failure in Failure::ALL {
            if let Some(count) = rejected.get(&failure) {
                let _ = writeln!(text, "{name}{{reason=\"{}\"}} {count}", failure.name());
            }
        }
    }

    /// Writes the metrics of the whole server.
    fn totals(&self, text: &mut String) {
        for (name, kind, help, value) in [
            (
                "crd_webhook_connections",
                "gauge",
                "Open connections.",
                self.connections.load(Relaxed),
            ),
            (
                "crd_webhook_requests_in_flight",
                "gauge",
                "Requests being answered.",
                self.in_flight.load(Relaxed),
            ),
            (
                "crd_webhook_tls_handshake_failures_total",
                "counter",
                "Connections that ended before the TLS handshake was complete.",
                signed(&self.handshake_failures),
            ),
            (
                "crd_webhook_certificate_reloads_total",
                "counter",
                "Certificates that replaced an earlier one.",
                signed(&self.reloads),
            ),
            (
                "crd_webhook_certificate_reload_failures_total",
                "counter",
                "Failed attempts to load a certificate; the earlier one is still used.",
                signed(&self.reload_failures),
            ),
        ] {
            header(text, name, kind, help);
            let _ = writeln!(text, "{name} {value}");
        }
    }
}

impl Key {
    fn labels(&self) -> String {
        let mut text = String::new();
        for (index, (name, value)) in [("kind", &self.kind), ("from", &self.from), ("to", &self.to)]
            .into_iter()
            .enumerate()
        {
            let comma = if index == 0 { "" } else { "," };
            let value = value
                .replace('\\', "\\\\")
                .replace('"', "\\\"")
                .replace('\n', "\\n");
            let _ = write!(text, "{comma}{name}=\"{value}\"");
        }
        text
    }
}

/// Microseconds, formatted as seconds.
struct Seconds(u64);

impl std::fmt::Display for Seconds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{}.{:06}", self.0 / 1_000_000, self.0 % 1_000_000);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// Writes the series that count reviews by failure, and their durations.
fn failures_and_times(text: &mut String, all: &BTreeMap<Key, Series>) {
    let name = "crd_webhook_failures_total";
    header(text, name, "counter", "Reviews that failed, by reason.");
    for (key, series) in all {
        for (failure, count) in &series.failed {
            let labels = key.labels();
            let _ = writeln!(text, "{name}{{{labels},reason=\"{}\"}} {count}", failure.name());
        }
    }

    let name = "crd_webhook_review_seconds";
    header(
        text,
        name,
        "histogram",
        "Time to convert the objects of one review.",
    );
    for (key, series) in all {
        let labels = key.labels();
        let count = series.succeeded + series.failed.values().sum::<u64>();
        for (bucket, bound) in series.buckets.iter().zip(BUCKETS) {
            let _ = writeln!(
                text,
                "{name}_bucket{{{labels},le=\"{}\"}} {bucket}",
                Seconds(bound)
            );
        }
        let _ = writeln!(text, "{name}_bucket{{{labels},le=\"+Inf\"}} {count}");
        let _ = writeln!(text, "{name}_sum{{{labels}}} {}", Seconds(series.micros));
        let _ = writeln!(text, "{name}_count{{{labels}}} {count}");
    }
}

fn header(text: &mut String, name: &str, kind: &str, help: &str) {
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

fn signed(counter: &AtomicU64) -> i64 {
    i64::try_from(counter.load(Relaxed)).unwrap_or(i64::MAX)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(kind: &str) -> Asked {
        Asked {
            review: String::new(),
            uid: String::new(),
            kind: kind.to_owned(),
            group: String::new(),
            from: "v1".to_owned(),
            to: "v2".to_owned(),
            objects: 1,
        }
    }

    fn count(metrics: &Metrics, kind: &str, failure: Option<Failure>) {
        metrics.done(&Done {
            asked: &asked(kind),
            failure,
            kept_bytes: 7,
            unreadable: 0,
            took: Duration::from_micros(300),
        });
    }

    #[test]
    fn the_text_is_prometheus() {
        let metrics = Metrics::default();
        count(&metrics, "Database", None);
        count(&metrics, "Database", Some(Failure::Panic));
        count(&metrics, "a\"\\\n", None);
        metrics.rejected(Failure::TooLarge);
        let text = metrics.text(Some(UNIX_EPOCH + Duration::from_secs(12)));
        for line in [
            "# TYPE crd_webhook_review_seconds histogram",
            "crd_webhook_objects_total{kind=\"Database\",from=\"v1\",to=\"v2\"} 2",
            "crd_webhook_kept_bytes_total{kind=\"Database\",from=\"v1\",to=\"v2\"} 14",
            "crd_webhook_failures_total{kind=\"Database\",from=\"v1\",to=\"v2\",reason=\"panic\"} 1",
            "crd_webhook_review_seconds_bucket{kind=\"Database\",from=\"v1\",to=\"v2\",le=\"0.00025\"} 0",
            "crd_webhook_review_seconds_bucket{kind=\"Database\",from=\"v1\",to=\"v2\",le=\"0.0005\"} 2",
            "crd_webhook_review_seconds_bucket{kind=\"Database\",from=\"v1\",to=\"v2\",le=\"10\"} 2",
            "crd_webhook_review_seconds_sum{kind=\"Database\",from=\"v1\",to=\"v2\"} 0.0006",
            "crd_webhook_objects_total{kind=\"a\\\"\\\\\\n\",from=\"v1\",to=\"v2\"} 1",
            "crd_webhook_rejected_requests_total{reason=\"too_large\"} 1",
            "crd_webhook_certificate_expiry_timestamp_seconds 12",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }

    #[test]
    fn clients_cannot_make_series_without_end() {
        let metrics = Metrics::default();
        for number in 0..2 * MOST_SERIES {
            count(&metrics, &number.to_string(), None);
        }
        assert!(lock(&metrics.series).len() <= MOST_SERIES + 1);
        assert!(
            metrics
                .text(None)
                .contains("kind=\"other\",from=\"other\",to=\"other\"} 256")
        );
    }
}
