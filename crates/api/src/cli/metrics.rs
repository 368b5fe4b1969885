//! The listener of the metrics, beside whatever else the process does.

use actix_web::dev::ServerHandle;
use http_kit::metrics::listener::metrics_server;
use http_kit::metrics::page::Page;
use tokio::task::JoinHandle;

use super::serve::bind;
use super::{Failure, say};
use crate::config::metrics::MetricsListen;

/// A listener that is on, if it was asked for.
#[derive(Default)]
pub(super) struct Told(Option<(ServerHandle, JoinHandle<std::io::Result<()>>)>);

impl Told {
    /// Listens where the settings say, or not at all.
    pub(super) fn start(place: &MetricsListen, page: Page) -> Result<Self, Failure> {
        let Some(text) = &place.metrics_listen else {
            return Ok(Self::default());
        };
        let listener = bind("--metrics-listen", text)?;
        let address = listener
            .local_addr()
            .map_err(Failure::io("no address for metrics"))?;
        let server = metrics_server(page, listener)
            .map_err(Failure::io("the listener of the metrics cannot start"))?;
        say(&format!("metrics on http://{address}/metrics"));
        Ok(Self(Some((server.handle(), tokio::spawn(server)))))
    }

    /// Stops listening.
    pub(super) async fn stop(self) {
        if let Some((handle, server)) = self.0 {
            handle.stop(true).await;
            if let Ok(Err(error)) = server.await {
                tracing::error!(error = %error, "the listener of the metrics failed: {error}");
            }
        }
    }
}
