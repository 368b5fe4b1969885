//! Conversions of both platforms: bodies are judged as strictly as the platforms describe, and what was taken stands
//! in a journal, which is the truth of a test.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::http::{Request, Response, Server};
use super::{data_manager, google_ads, social_capi, social_reports};

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
    /// Events with these ids are refused, and with them their whole request where a platform does so.
    pub bad_events: BTreeSet<String>,
    /// What a search engine finds wrong with single events, by their ids, in its own word: the Google Ads API at once,
    /// the Data Manager when it is asked later.
    pub unusable: BTreeMap<String, String>,
    /// So many questions after what was accepted are answered that it is still worked on.
    pub processing: u32,
    /// Who asks after what was accepted is told how many events could not be used, and not which.
    pub names_no_records: bool,
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

/// What the platforms take for now, in seconds since 1970.
#[derive(Clone, Copy, Debug)]
pub(super) enum PlatformClock {
    /// It stands.
    At(i64),
    /// It goes.
    Goes(fn() -> i64),
}

/// Both platforms as they are.
#[derive(Debug)]
pub(super) struct World {
    pub(super) misbehaviour: Misbehaviour,
    clock: PlatformClock,
    requests: u32,
    pub(super) journal: Vec<Taken>,
    pub(super) refusals: Vec<String>,
    /// Ids of events by the request under which they were accepted.
    accepted: BTreeMap<String, Vec<String>>,
}

/// Both platforms, at one address.
pub struct FakeConversions {
    world: Arc<Mutex<World>>,
    server: Server,
}

impl FakeConversions {
    /// Platforms that behave, at an instant in seconds since 1970.
    pub fn start(now: i64) -> std::io::Result<Self> {
        let world = World::new(PlatformClock::At(now));
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
        lock(&self.world).clock = PlatformClock::At(now);
    }

    /// Everything that was taken, in the order in which it came.
    pub fn journal(&self) -> Vec<Taken> {
        lock(&self.world).journal.clone()
    }

    /// Takes an event as if somebody else had told it.
    pub fn is_told(&self, event: Taken) {
        lock(&self.world).journalise(event);
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

pub(super) fn lock(world: &Mutex<World>) -> MutexGuard<'_, World> {
    world.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a request asks for, and of which of the platforms.
#[derive(Clone, Debug)]
enum Asked {
    /// A social network is told of events of a data set.
    Social(String),
    /// A search engine is told by its Data Manager.
    DataManager,
    /// A search engine is told of events of an account by its older interface.
    GoogleAds(String),
    /// What became of a request.
    Status(String),
    /// How good a data set is, or who can be shown ads.
    Report,
}

impl Asked {
    fn of(request: &Request) -> Option<Self> {
        let mut segments = request.path.trim_start_matches('/').split('/');
        let (first, second, third) = (segments.next()?, segments.next()?, segments.next());
        let is_whole = first.starts_with('v') && segments.next().is_none();
        match (is_whole.then_some(request.method.as_str())?, second, third) {
            ("POST", "events:ingest", None) => Some(Self::DataManager),
            ("GET", "requestStatus:retrieve", None) => {
                Some(Self::Status(request.query.get("requestId")?.clone()))
            }
            ("POST", "customers", Some(call)) => {
                let customer = call.strip_suffix(":uploadClickConversions")?;
                Some(Self::GoogleAds(customer.to_owned()))
            }
            ("POST", dataset, Some("events")) => Some(Self::Social(dataset.to_owned())),
            ("GET", "dataset_quality", None) | ("GET", _, Some("customaudiences")) => {
                Some(Self::Report)
            }
            _ => None,
        }
    }

    const fn is_social(&self) -> bool {
        matches!(self, Self::Social(_) | Self::Report)
    }
}

/// Whether a request is for these platforms at all.
pub(super) fn knows(request: &Request) -> bool {
    Asked::of(request).is_some()
}

pub(super) fn answer(world: &Mutex<World>, request: &Request) -> Response {
    let delay = lock(world).misbehaviour.delay;
    thread::sleep(delay);
    let mut world = lock(world);
    world.requests += 1;
    let Some(asked) = Asked::of(request) else {
        return Response::json(404, &json!({"error": {"code": 404, "status": "NOT_FOUND"}}));
    };
    if let Some(response) = world.goes_wrong(&asked, request) {
        return response;
    }
    match world.take(&asked, request) {
        Ok(response) => {
            let one_in = world.misbehaviour.loses_one_in;
            if one_in > 0 && world.requests.is_multiple_of(one_in) {
                return Response::lost();
            }
            response
        }
        Err(reason) => {
            world.refusals.push(reason.clone());
            refused(&asked, &reason)
        }
    }
}

fn refused(asked: &Asked, reason: &str) -> Response {
    let error = if asked.is_social() {
        json!({"message": reason, "code": 100, "error_subcode": 2_804_003, "fbtrace_id": "fake"})
    } else {
        json!({"code": 400, "status": "INVALID_ARGUMENT", "message": reason})
    };
    Response::json(400, &json!({ "error": error }))
}

impl World {
    /// Platforms that behave and know nothing yet.
    pub(super) fn new(clock: PlatformClock) -> Self {
        Self {
            misbehaviour: Misbehaviour::default(),
            clock,
            requests: 0,
            journal: Vec::new(),
            refusals: Vec::new(),
            accepted: BTreeMap::new(),
        }
    }

    fn now(&self) -> i64 {
        match self.clock {
            PlatformClock::At(now) => now,
            PlatformClock::Goes(now) => now(),
        }
    }

    /// What was asked for to go wrong, before the body is read.
    fn goes_wrong(&mut self, asked: &Asked, request: &Request) -> Option<Response> {
        let is_social = asked.is_social();
        if self.misbehaviour.refuses_access || request.bearer().is_none() {
            let error = if is_social {
                json!({"code": 190, "message": "expired"})
            } else {
                json!({"code": 401, "status": "UNAUTHENTICATED"})
            };
            return Some(Response::json(401, &json!({ "error": error })));
        }
        if self.misbehaviour.throttled > 0 {
            self.misbehaviour.throttled -= 1;
            let error = if is_social {
                json!({"code": 613, "message": "too many"})
            } else {
                json!({"code": 429, "status": "RESOURCE_EXHAUSTED"})
            };
            return Some(Response::json(429, &json!({ "error": error })));
        }
        if self.misbehaviour.failing > 0 {
            self.misbehaviour.failing -= 1;
            return Some(Response::empty(503));
        }
        None
    }

    fn take(&mut self, asked: &Asked, request: &Request) -> Result<Response, String> {
        match asked {
            Asked::Social(dataset) => self.take_social(dataset, &request.body),
            Asked::DataManager => self.take_search(&request.body),
            Asked::GoogleAds(customer) => google_ads::take(self, customer, request),
            Asked::Status(id) => Ok(self.status(id)),
            Asked::Report => social_reports::report(&self.journal, request),
        }
    }

    /// Takes a whole body, or nothing of it.
    fn take_social(&mut self, dataset: &str, body: &[u8]) -> Result<Response, String> {
        let events = social_capi::events(&json_of(body)?, self.now())?;
        self.are_good(&events)?;
        let count = events.len();
        for mut told in events {
            dataset.clone_into(&mut told.place);
            self.journalise(told);
        }
        let took = json!({"events_received": count, "messages": [], "fbtrace_id": "fake"});
        Ok(Response::json(200, &took))
    }

    /// The same. What is only checked is not kept, and has no id.
    fn take_search(&mut self, body: &[u8]) -> Result<Response, String> {
        let (events, is_only_checked) = data_manager::events(&json_of(body)?)?;
        self.are_good(&events)?;
        if is_only_checked {
            return Ok(Response::json(200, &json!({})));
        }
        let id = format!("request-{}", self.requests);
        let ids = events.iter().map(|told| told.event_id.clone()).collect();
        self.accepted.insert(id.clone(), ids);
        for told in events {
            self.journalise(told);
        }
        Ok(Response::json(200, &json!({ "requestId": id })))
    }

    fn are_good(&self, events: &[Taken]) -> Result<(), String> {
        let bad = &self.misbehaviour.bad_events;
        let is_bad = events.iter().any(|told| bad.contains(&told.event_id));
        if is_bad {
            return Err("one of the events is bad".to_owned());
        }
        Ok(())
    }

    /// Keeps an event that was taken.
    pub(super) fn journalise(&mut self, mut told: Taken) {
        told.is_counted = told.is_counted || !self.knows(&told);
        self.journal.push(told);
    }

    /// Whether an event was taken before.
    pub(super) fn knows(&self, told: &Taken) -> bool {
        self.journal.iter().any(|known| {
            (&known.place, &known.name, &known.event_id)
                == (&told.place, &told.name, &told.event_id)
        })
    }

    /// What became of a request.
    fn status(&mut self, id: &str) -> Response {
        let Some(ids) = self.accepted.get(id) else {
            return Response::json(404, &json!({"error": {"code": 404, "status": "NOT_FOUND"}}));
        };
        if self.misbehaviour.processing > 0 {
            self.misbehaviour.processing -= 1;
            return Response::json(200, &data_manager::status("PROCESSING", &[], ids.len()));
        }
        let mut errors: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (place, id) in ids.iter().enumerate() {
            if let Some(reason) = self.misbehaviour.unusable.get(id) {
                errors.entry(reason).or_default().push(place);
            }
        }
        let failed: usize = errors.values().map(Vec::len).sum();
        let word = match failed {
            0 => "SUCCESS",
            _ if failed == ids.len() => "FAILED",
            _ => "PARTIAL_SUCCESS",
        };
        let names_records = !self.misbehaviour.names_no_records;
        let errors = errors.into_iter();
        let errors: Vec<_> = errors
            .map(|(reason, places)| data_manager::error_count(reason, &places, names_records))
            .collect();
        Response::json(200, &data_manager::status(word, &errors, ids.len()))
    }
}

pub(super) fn json_of(body: &[u8]) -> Result<Value, String> {
    serde_json::from_slice(body).map_err(|error| error.to_string())
}
