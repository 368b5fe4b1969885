//! What came in: events that were accepted, seen before, and refused, by the endpoint.

use std::sync::atomic::{AtomicU64, Ordering};

use super::Answered;
use super::text::{Exposition, Kind};
use crate::problem::Code;

/// What a request recorded. Endpoints that take events put it into their response's extensions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ingested {
    /// Events that are new.
    pub accepted: usize,
    /// Events that were recorded before.
    pub duplicates: usize,
}

/// The endpoints that take events: their patterns and what they are called on the page.
const ENDPOINTS: [(&str, &str); 2] = [
    ("/api/v1beta/collect", "collect"),
    ("/api/v1/events", "events"),
];

/// One of the counts.
type Counter = fn(&Counts) -> &AtomicU64;

/// Counts by endpoint.
#[derive(Debug, Default)]
pub struct Ingest([Counts; ENDPOINTS.len()]);

#[derive(Debug, Default)]
struct Counts {
    requests: AtomicU64,
    accepted: AtomicU64,
    duplicates: AtomicU64,
    refused: [AtomicU64; Code::ALL.len()],
}

impl Ingest {
    /// Counts one request, when it is one of an endpoint that takes events.
    pub fn count(&self, answered: &Answered<'_>) {
        let mut endpoints = ENDPOINTS.iter().zip(&self.0);
        let Some((_, counts)) = endpoints.find(|((route, _), _)| *route == answered.route) else {
            return;
        };
        // A preflight of a browser brings no events.
        if answered.method != actix_web::http::Method::POST {
            return;
        }
        counts.requests.fetch_add(1, Ordering::Relaxed);
        if let Some(ingested) = answered.ingested {
            add(&counts.accepted, ingested.accepted);
            add(&counts.duplicates, ingested.duplicates);
        }
        let refusal = answered.refusal;
        let place = Code::ALL.iter().position(|code| Some(*code) == refusal);
        if let Some(refused) = place.and_then(|place| counts.refused.get(place)) {
            refused.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Writes the counts down.
    pub fn write(&self, text: &mut Exposition) {
        let families: [(&str, &str, Counter); 3] = [
            (
                "tributary_ingest_requests_total",
                "Requests that brought events.",
                |counts| &counts.requests,
            ),
            (
                "tributary_ingest_events_total",
                "Events that were new.",
                |counts| &counts.accepted,
            ),
            (
                "tributary_ingest_duplicates_total",
                "Events that were recorded before.",
                |counts| &counts.duplicates,
            ),
        ];
        for (name, help, count) in families {
            text.family(name, Kind::Counter, help);
            for ((_, endpoint), counts) in ENDPOINTS.iter().zip(&self.0) {
                let value = count(counts).load(Ordering::Relaxed);
                text.sample(name, &[("endpoint", endpoint)], value);
            }
        }
        self.write_refusals(text);
    }

    fn write_refusals(&self, text: &mut Exposition) {
        let name = "tributary_ingest_refused_total";
        let help = "Requests that brought events and were refused, by error code.";
        text.family(name, Kind::Counter, help);
        for ((_, endpoint), counts) in ENDPOINTS.iter().zip(&self.0) {
            for (code, refused) in Code::ALL.iter().zip(&counts.refused) {
                let labels = [("endpoint", *endpoint), ("reason", code.as_str())];
                text.sample(name, &labels, refused.load(Ordering::Relaxed));
            }
        }
    }
}

fn add(counter: &AtomicU64, count: usize) {
    counter.fetch_add(u64::try_from(count).unwrap_or(u64::MAX), Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use actix_web::http::{Method, StatusCode};

    use super::*;

    #[test]
    fn refusals_are_told_apart_and_other_routes_are_left_out() {
        let ingest = Ingest::default();
        let mut answered = Answered {
            method: &Method::POST,
            route: "/api/v1/events",
            status: StatusCode::CREATED,
            refusal: None,
            ingested: Some(Ingested {
                accepted: 2,
                duplicates: 1,
            }),
            took: Duration::ZERO,
        };
        ingest.count(&answered);
        answered.route = "/api/v1/overview";
        ingest.count(&answered);
        answered.route = "/api/v1beta/collect";
        answered.ingested = None;
        answered.refusal = Some(Code::RateLimited);
        ingest.count(&answered);
        answered.method = &Method::OPTIONS;
        ingest.count(&answered);
        let mut text = Exposition::default();
        ingest.write(&mut text);
        let text = text.into_text();
        for line in [
            "tributary_ingest_requests_total{endpoint=\"collect\"} 1\n",
            "tributary_ingest_requests_total{endpoint=\"events\"} 1\n",
            "tributary_ingest_events_total{endpoint=\"events\"} 2\n",
            "tributary_ingest_duplicates_total{endpoint=\"events\"} 1\n",
            "tributary_ingest_refused_total{endpoint=\"collect\",reason=\"rate_limited\"} 1\n",
            "tributary_ingest_refused_total{endpoint=\"events\",reason=\"rate_limited\"} 0\n",
        ] {
            assert!(text.contains(line), "{line}{text}");
        }
    }
}
