//! Everything that is measured, on one page.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;

use super::text::{Exposition, Kind};
use super::{Metrics, process};

/// How long one source may take; a page that comes late is worth less than one that lacks a part.
const PATIENCE: Duration = Duration::from_secs(2);

/// Measures that something outside this crate knows.
#[async_trait]
pub trait Source: Send + Sync {
    /// What the source is called when it has failed.
    fn name(&self) -> &'static str;

    /// Its part of the page, or nothing when it cannot tell now.
    async fn read(&self) -> Option<Part>;
}

/// A part of the page.
pub type Part = Box<dyn FnOnce(&mut Exposition) + Send>;

/// What the page is made of.
#[derive(Clone)]
pub struct Page {
    /// What requests have counted; `None` in a process that answers none.
    pub requests: Option<Arc<Metrics>>,
    /// What others know.
    pub sources: Vec<Arc<dyn Source>>,
    /// When the process started, in seconds since 1970.
    pub started_at: f64,
}

impl Page {
    /// The page as it is now.
    pub async fn render(&self) -> String {
        let mut text = Exposition::default();
        process::write(&mut text, self.started_at);
        if let Some(requests) = &self.requests {
            requests.write(&mut text);
        }
        let mut states = Vec::with_capacity(self.sources.len());
        for source in &self.sources {
            let part = tokio::time::timeout(PATIENCE, source.read()).await;
            let part = part.ok().flatten();
            states.push((source.name(), part.is_some()));
            if let Some(part) = part {
                part(&mut text);
            }
        }
        let name = "tributary_metrics_source_up";
        let help = "Whether a part of this page could be read: 1, or 0 when it is absent.";
        text.family(name, Kind::Gauge, help);
        for (source, is_up) in states {
            text.sample(name, &[("source", source)], u8::from(is_up));
        }
        text.into_text()
    }
}
