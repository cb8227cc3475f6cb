//! The signal to shut down.

/// Completes when the process is asked to terminate: on SIGTERM, which a kubelet sends, or Ctrl-C.
pub async fn terminated() {
    #[cfg(unix)]
    {
        use crate::race::race;
        use tokio::signal::unix::{SignalKind, signal};

        match signal(SignalKind::terminate()) {
            Ok(mut term) => {
                race(term.recv(), interrupted()).await;
            }
            Err(error) => {
                tracing::warn!(%error, "no handler for SIGTERM");
                interrupted().await;
            }
        }
    }
    #[cfg(not(unix))]
    interrupted().await;
}

async fn interrupted() {
    if let Err(error) = tokio::signal::ctrl_c().await {
        tracing::warn!(%error, "no handler for Ctrl-C");
        std::future::pending::<()>().await;
    }
}
