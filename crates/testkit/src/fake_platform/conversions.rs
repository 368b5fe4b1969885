//! Conversions of both platforms: bodies are judged as strictly as the platforms describe, and what was taken stands
//! in a journal, which is the truth of a test.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::http::{Request, Response, Server};
use super::{data_manager, social_capi};

/// What goes wrong from now on.
#[derive(Clone, Debug, Default)]
pub struct Misbehaviour {
    /// So many requests that come are answered that they are too many.
    pub throttled: u32,
    /// So many requests that come are answered with a server's error, and not read.
    pub failing: u32,
    /// Of so many requests one is taken, and its answer lost; 0 loses none.
    pub loses_one_in: u32,
    /// The access is refused.
    pub refuses_access: bool,
    /// Events with these ids are refused, and with them their whole request.
    pub bad_events: BTreeSet<String>,
    /// How long an answer takes.
    pub delay: Duration,
}

/// An event that a platform took.
#[derive(Clone, Debug, PartialEq)]
pub struct Taken {
    /// The data set, or the conversion action.
    pub place: String,
    /// Its name; of a search engine the conversion action.
    pub name: String,
    /// By what the platform knows that it was told twice.
    pub event_id: String,
    /// Whether the platform counted it; it does not count what it was told before, unless it is of a conversation.
    pub is_counted: bool,
    /// As it was told.
    pub event: Value,
}

#[derive(Debug, Default)]
struct World {
    misbehaviour: Misbehaviour,
    now: i64,
    requests: u32,
    journal: Vec<Taken>,
    refusals: Vec<String>,
}

/// Both platforms, at one address.
pub struct FakeConversions {
    world: Arc<Mutex<World>>,
    server: Server,
}

impl FakeConversions {
    /// Platforms that behave, at an instant in seconds since 1970.
    pub fn start(now: i64) -> std::io::Result<Self> {
        let world = World {
            now,
            ..World::default()
        };
        let world = Arc::new(Mutex::new(world));
        let answering = Arc::clone(&world);
        let server = Server::start(move |request| answer(&answering, request))?;
        Ok(Self { world, server })
    }

    /// Where both are.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// What goes wrong from now on.
    pub fn misbehave(&self, misbehaviour: Misbehaviour) {
        lock(&self.world).misbehaviour = misbehaviour;
    }

    /// The platforms' clock, in seconds since 1970.
    pub fn set_now(&self, now: i64) {
        lock(&self.world).now = now;
    }

    /// Everything that was taken, in the order in which it came.
    pub fn journal(&self) -> Vec<Taken> {
        lock(&self.world).journal.clone()
    }

    /// Why bodies were refused, in the order in which they came.
    pub fn refusals(&self) -> Vec<String> {
        lock(&self.world).refusals.clone()
    }

    /// How many requests came.
    pub fn requests(&self) -> u32 {
        lock(&self.world).requests
    }
}

fn lock(world: &Mutex<World>) -> MutexGuard<'_, World> {
    world.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Which of the two a request asks.
#[derive(Clone, Copy)]
enum Platform {
    Social,
    Search,
}

fn answer(world: &Mutex<World>, request: &Request) -> Response {
    let delay = lock(world).misbehaviour.delay;
    thread::sleep(delay);
    let mut world = lock(world);
    world.requests += 1;
    let Some((platform, place)) = place(request) else {
        return Response::json(404, &json!({"error": {"code": 404, "status": "NOT_FOUND"}}));
    };
    if let Some(response) = world.goes_wrong(platform, request) {
        return response;
    }
    match world.take(platform, &place, &request.body) {
        Ok(response) => {
            let one_in = world.misbehaviour.loses_one_in;
            if one_in > 0 && world.requests.is_multiple_of(one_in) {
                return Response::lost();
            }
            response
        }
        Err(reason) => {
            world.refusals.push(reason.clone());
            refused(platform, &reason)
        }
    }
}

/// The platform and the place at it that a path names.
fn place(request: &Request) -> Option<(Platform, String)> {
    (request.method == "POST").then_some(())?;
    if request.path == "/v1/events:ingest" {
        return Some((Platform::Search, String::new()));
    }
    let mut segments = request.path.trim_start_matches('/').split('/');
    let (version, dataset, edge) = (segments.next()?, segments.next()?, segments.next()?);
    let is_whole = version.starts_with('v') && edge == "events" && segments.next().is_none();
    is_whole.then(|| (Platform::Social, dataset.to_owned()))
}

fn refused(platform: Platform, reason: &str) -> Response {
    match platform {
        Platform::Social => {
            let error = json!({"message": reason, "code": 100, "error_subcode": 2_804_003, "fbtrace_id": "fake"});
            Response::json(400, &json!({ "error": error }))
        }
        Platform::Search => {
            let error = json!({"code": 400, "status": "INVALID_ARGUMENT", "message": reason});
            Response::json(400, &json!({ "error": error }))
        }
    }
}

impl World {
    /// What was asked for to go wrong, before the body is read.
    fn goes_wrong(&mut self, platform: Platform, request: &Request) -> Option<Response> {
        if self.misbehaviour.refuses_access || request.bearer().is_none() {
            let (status, error) = match platform {
                Platform::Social => (401, json!({"code": 190, "message": "expired"})),
                Platform::Search => (401, json!({"code": 401, "status": "UNAUTHENTICATED"})),
            };
            return Some(Response::json(status, &json!({ "error": error })));
        }
        if self.misbehaviour.throttled > 0 {
            self.misbehaviour.throttled -= 1;
            let error = match platform {
                Platform::Social => json!({"code": 613, "message": "too many"}),
                Platform::Search => json!({"code": 429, "status": "RESOURCE_EXHAUSTED"}),
            };
            return Some(Response::json(429, &json!({ "error": error })));
        }
        if self.misbehaviour.failing > 0 {
            self.misbehaviour.failing -= 1;
            return Some(Response::empty(503));
        }
        None
    }

    /// Takes a whole body, or nothing of it.
    fn take(&mut self, platform: Platform, place: &str, body: &[u8]) -> Result<Response, String> {
        let body: Value = serde_json::from_slice(body).map_err(|error| error.to_string())?;
        let events = match platform {
            Platform::Social => social_capi::events(&body, self.now)?,
            Platform::Search => data_manager::events(&body)?,
        };
        for told in &events {
            if self.misbehaviour.bad_events.contains(&told.event_id) {
                return Err("one of the events is bad".to_owned());
            }
        }
        let count = events.len();
        for mut told in events {
            if told.place.is_empty() {
                place.clone_into(&mut told.place);
            }
            told.is_counted = told.is_counted || !self.knows(&told);
            self.journal.push(told);
        }
        Ok(match platform {
            Platform::Social => {
                let took = json!({"events_received": count, "messages": [], "fbtrace_id": "fake"});
                Response::json(200, &took)
            }
            Platform::Search => {
                Response::json(200, &json!({ "requestId": self.requests.to_string() }))
            }
        })
    }

    fn knows(&self, told: &Taken) -> bool {
        self.journal.iter().any(|known| {
            (&known.place, &known.name, &known.event_id)
                == (&told.place, &told.name, &told.event_id)
        })
    }
}
