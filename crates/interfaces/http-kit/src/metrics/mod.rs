//! What the service counts about itself, for Prometheus.
//!
//! Decides: the names, units and labels of every measure, and how they are written. Every set of
//! labels is bounded: routes are patterns, reasons are error codes, and no label names a tenant or a
//! person. Counting costs a few atomic additions; what has to be asked of the database is asked when
//! somebody scrapes, and left out when it does not answer in time.
//!
//! Reading order: [`text`] (the exposition format), [`requests`] and [`ingest`] (what requests
//! count), [`process`](mod@process), [`page`] (everything together), [`listener`] (where it is
//! read).

pub mod ingest;
pub mod listener;
pub mod page;
pub mod process;
pub mod requests;
pub mod text;

use std::time::Duration;

use actix_web::http::{Method, StatusCode};

use crate::problem::Code;
use ingest::Ingest;
pub use ingest::Ingested;
use requests::Requests;
use text::Exposition;

/// What the requests of this process have counted since it started.
#[derive(Debug, Default)]
pub struct Metrics {
    requests: Requests,
    ingest: Ingest,
}

/// How a request ended.
#[derive(Clone, Copy, Debug)]
pub struct Answered<'a> {
    /// Its method, before HEAD became GET.
    pub method: &'a Method,
    /// The pattern of its route, never its path.
    pub route: &'a str,
    /// The status of the answer.
    pub status: StatusCode,
    /// Why it was refused.
    pub refusal: Option<Code>,
    /// What it recorded.
    pub ingested: Option<Ingested>,
    /// From the first byte of the head to the end of the handler.
    pub took: Duration,
}

impl Metrics {
    /// Counts one request.
    pub fn count(&self, answered: &Answered<'_>) {
        self.requests.count(answered);
        self.ingest.count(answered);
    }

    /// Writes everything down.
    pub fn write(&self, text: &mut Exposition) {
        self.requests.write(text);
        self.ingest.write(text);
    }
}
