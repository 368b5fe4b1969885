//! How long requests took, by route pattern, method and class of status.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use actix_web::http::Method;

use super::Answered;
use super::text::{Exposition, Kind};

const NAME: &str = "tributary_http_request_duration_seconds";
const HELP: &str = "How long requests took, in seconds, by route pattern.";

/// Upper bounds of the buckets in microseconds, with the text that they have on the page.
const BOUNDS: [(u64, &str); 14] = [
    (500, "0.0005"),
    (1_000, "0.001"),
    (2_500, "0.0025"),
    (5_000, "0.005"),
    (10_000, "0.01"),
    (15_000, "0.015"),
    (25_000, "0.025"),
    (50_000, "0.05"),
    (100_000, "0.1"),
    (250_000, "0.25"),
    (500_000, "0.5"),
    (1_000_000, "1"),
    (2_500_000, "2.5"),
    (10_000_000, "10"),
];

/// Methods that are told apart; others share the last one.
const METHODS: [&str; 7] = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "other"];

const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// Patterns that are told apart. The service has fewer; a bound that nobody can push is better than
/// the belief that there is none.
const MOST_ROUTES: usize = 512;

/// Stands for the patterns beyond the bound.
const OTHER: &str = "(other)";

/// The requests of this process.
#[derive(Debug, Default)]
pub struct Requests {
    routes: RwLock<HashMap<String, Arc<Route>>>,
}

/// One histogram for each method and class that was seen.
#[derive(Debug)]
struct Route(Vec<OnceLock<Histogram>>);

impl Default for Route {
    fn default() -> Self {
        let places = METHODS.len() * CLASSES.len();
        Self((0..places).map(|_| OnceLock::new()).collect())
    }
}

/// Observations by bucket, each in its own bucket only; adding them up is left to the reader.
#[derive(Debug, Default)]
pub struct Histogram {
    buckets: [AtomicU64; BOUNDS.len()],
    beyond: AtomicU64,
    sum_micros: AtomicU64,
}

impl Requests {
    /// Counts one request.
    pub fn count(&self, answered: &Answered<'_>) {
        let route = self.route(answered.route);
        let method = method_index(answered.method);
        let class = usize::from(answered.status.as_u16() / 100).clamp(1, CLASSES.len()) - 1;
        if let Some(place) = route.0.get(method * CLASSES.len() + class) {
            place.get_or_init(Histogram::default).observe(answered.took);
        }
    }

    /// The lock is only ever held to look up, except when a route is met for the first time.
    fn route(&self, pattern: &str) -> Arc<Route> {
        let known = self.routes.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(route) = known.get(pattern) {
            return Arc::clone(route);
        }
        let is_full = known.len() >= MOST_ROUTES;
        drop(known);
        let pattern = if is_full { OTHER } else { pattern };
        let mut known = self.routes.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(pattern.to_owned()).or_default())
    }

    /// Writes the histograms down, by pattern.
    pub fn write(&self, text: &mut Exposition) {
        let known = self.routes.read().unwrap_or_else(PoisonError::into_inner);
        let mut routes: Vec<_> = known
            .iter()
            .map(|(pattern, route)| (pattern.clone(), Arc::clone(route)))
            .collect();
        drop(known);
        routes.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        text.family(NAME, Kind::Histogram, HELP);
        let kinds = || {
            METHODS
                .iter()
                .flat_map(|method| CLASSES.iter().map(move |class| (*method, *class)))
        };
        for (pattern, route) in &routes {
            for (place, (method, class)) in route.0.iter().zip(kinds()) {
                if let Some(histogram) = place.get() {
                    histogram.write(text, [pattern, method, class]);
                }
            }
        }
    }
}

fn method_index(method: &Method) -> usize {
    METHODS
        .iter()
        .position(|known| *known == method.as_str())
        .unwrap_or(METHODS.len() - 1)
}

impl Histogram {
    fn observe(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let bucket = BOUNDS
            .iter()
            .zip(&self.buckets)
            .find(|((bound, _), _)| micros <= *bound)
            .map_or(&self.beyond, |(_, bucket)| bucket);
        bucket.fetch_add(1, Ordering::Relaxed);
        self.sum_micros.fetch_add(micros, Ordering::Relaxed);
    }

    fn write(&self, text: &mut Exposition, [route, method, class]: [&str; 3]) {
        let named = [("route", route), ("method", method), ("status", class)];
        let [route, method, class] = named;
        let bucket_name = "tributary_http_request_duration_seconds_bucket";
        let mut count = 0;
        for ((_, bound), bucket) in BOUNDS.iter().zip(&self.buckets) {
            count += bucket.load(Ordering::Relaxed);
            text.sample(bucket_name, &[route, method, class, ("le", bound)], count);
        }
        count += self.beyond.load(Ordering::Relaxed);
        text.sample(bucket_name, &[route, method, class, ("le", "+Inf")], count);
        let sum = Duration::from_micros(self.sum_micros.load(Ordering::Relaxed));
        let sum_name = "tributary_http_request_duration_seconds_sum";
        text.sample(sum_name, &named, sum.as_secs_f64());
        text.sample(
            "tributary_http_request_duration_seconds_count",
            &named,
            count,
        );
    }
}

#[cfg(test)]
mod tests {
    use actix_web::http::StatusCode;

    use super::*;

    fn answered<'a>(method: &'a Method, route: &'a str, micros: u64) -> Answered<'a> {
        Answered {
            method,
            route,
            status: StatusCode::OK,
            refusal: None,
            ingested: None,
            took: Duration::from_micros(micros),
        }
    }

    fn text(requests: &Requests) -> String {
        let mut text = Exposition::default();
        requests.write(&mut text);
        text.into_text()
    }

    #[test]
    fn buckets_add_up() {
        let requests = Requests::default();
        for micros in [400, 1_000, 1_001, 60_000_000] {
            requests.count(&answered(&Method::GET, "/a/{id}", micros));
        }
        let text = text(&requests);
        let line = |rest: &str| {
            let head = "tributary_http_request_duration_seconds";
            let labels = "route=\"/a/{id}\",method=\"GET\",status=\"2xx\"";
            let line = format!("{head}{}", rest.replace("..", labels));
            assert!(text.contains(&line), "{line}\n{text}");
        };
        line("_bucket{..,le=\"0.0005\"} 1\n");
        line("_bucket{..,le=\"0.001\"} 2\n");
        line("_bucket{..,le=\"0.0025\"} 3\n");
        line("_bucket{..,le=\"10\"} 3\n");
        line("_bucket{..,le=\"+Inf\"} 4\n");
        line("_sum{..} 60.002401\n");
        line("_count{..} 4\n");
    }

    #[test]
    fn patterns_and_methods_are_bounded() {
        let requests = Requests::default();
        let odd = Method::from_bytes(b"PROPFIND").unwrap();
        for number in 0..MOST_ROUTES + 10 {
            requests.count(&answered(&odd, &format!("/{number}"), 1));
        }
        let text = text(&requests);
        let counts = text.lines().filter(|line| line.contains("_count{"));
        assert_eq!(counts.count(), MOST_ROUTES + 1);
        assert!(text.contains("_count{route=\"(other)\",method=\"other\",status=\"2xx\"} 10\n"));
    }
}
