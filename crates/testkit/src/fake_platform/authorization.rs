//! Access to accounts of both platforms: pages on which it is allowed, tokens, their refreshing, accounts, and taking
//! it back. Codes count once and with their verifier; every token that is given is new.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use serde_json::{Value, json};
use url::Url;

use super::fields::chosen;
use super::http::{Request, Response, Server};
use super::search_spend::{camel, mask, put, refusal};

/// What the platforms do from now on.
#[derive(Clone, Debug)]
pub struct Behaviour {
    /// Seconds that an access token counts, as it is told.
    pub lifetime: u64,
    /// Whether a refresh gives another refresh token and ends the one that it was got with.
    pub rotates: bool,
    /// Whether people do not allow access.
    pub denies: bool,
    /// Whether refreshing is refused for ever.
    pub refuses_refresh: bool,
    /// Whether everything but the pages is answered with this status, and `Retry-After` if there is one.
    pub outage: Option<(u16, Option<u64>)>,
    /// How long a token takes.
    pub delay: Duration,
}

impl Default for Behaviour {
    /// Everything works, for an hour.
    fn default() -> Self {
        Self {
            lifetime: 3_600,
            rotates: false,
            denies: false,
            refuses_refresh: false,
            outage: None,
            delay: Duration::ZERO,
        }
    }
}

/// A page that was allowed, and waits for its code.
#[derive(Clone, Debug)]
struct Allowed {
    challenge: String,
    redirect_uri: String,
}

/// Both platforms as they are.
#[derive(Debug, Default)]
pub(super) struct World {
    behaviour: Behaviour,
    codes: BTreeMap<String, Allowed>,
    access: BTreeSet<String>,
    refresh: BTreeSet<String>,
    /// Everything that was ever given and is to be seen nowhere.
    secrets: Vec<String>,
    revoked: Vec<String>,
    counts: BTreeMap<String, usize>,
    made: usize,
}

/// Both platforms, with one client that they know and two accounts each.
pub struct FakeAuthorization {
    server: Server,
    world: Arc<Mutex<World>>,
}

type Answer = Result<Response, Response>;

impl FakeAuthorization {
    /// The client's id at either platform.
    pub const CLIENT_ID: &'static str = "operator";
    /// Its secret, with characters that a form must not have as they are.
    pub const CLIENT_SECRET: &'static str = "s3cret/+ %";
    /// A token of a system user that lasts, as a person would paste it.
    pub const SYSTEM_USER_TOKEN: &'static str = "EAAsystemuser";

    /// Starts them on a free port.
    ///
    /// # Panics
    /// When the loopback address has no port left.
    pub fn start() -> Self {
        let world = Arc::new(Mutex::new(World::default()));
        let shared = Arc::clone(&world);
        let server = Server::start(move |request| answer(&shared, request));
        let server = server.unwrap_or_else(|error| panic!("no fake platform: {error}"));
        Self { server, world }
    }

    /// Where they are, for every address of a platform.
    pub fn url(&self) -> String {
        self.server.url()
    }

    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what they do.
    pub fn behave(&self, change: impl FnOnce(&mut Behaviour)) {
        change(&mut self.world().behaviour);
    }

    /// Where a person's browser is sent from this page, once they have answered.
    ///
    /// # Panics
    /// When the page is none of a platform's.
    pub fn visit(&self, page: &str) -> String {
        let url = Url::parse(page).unwrap_or_else(|error| panic!("{page}: {error}"));
        let request = Request {
            method: "GET".to_owned(),
            path: url.path().to_owned(),
            query: url.query_pairs().into_owned().collect(),
            ..Request::default()
        };
        let response = answer(&self.world, &request);
        let mut headers = response.headers.into_iter();
        let location = headers.find(|(name, _)| *name == "location");
        location.map_or_else(|| panic!("{page}: {}", response.body), |(_, to)| to)
    }

    /// How often a path was asked for, `GET /v25.0/me/adaccounts`.
    pub fn count(&self, request: &str) -> usize {
        self.world().counts.get(request).copied().unwrap_or(0)
    }

    /// Tokens and codes that were given so far.
    pub fn secrets(&self) -> Vec<String> {
        self.world().secrets.clone()
    }

    /// Tokens that were taken back.
    pub fn revoked(&self) -> Vec<String> {
        self.world().revoked.clone()
    }
}

impl World {
    fn new_secret(&mut self, kind: &str) -> String {
        self.made += 1;
        let secret = format!("{kind}-{}-known-to-nobody", self.made);
        self.secrets.push(secret.clone());
        secret
    }

    /// A new access token.
    fn give(&mut self) -> String {
        let token = self.new_secret("access");
        self.access.insert(token.clone());
        token
    }
}

pub(super) fn answer(world: &Mutex<World>, request: &Request) -> Response {
    let lock = || world.lock().unwrap_or_else(PoisonError::into_inner);
    let (behaviour, path) = {
        let mut world = lock();
        let asked = format!("{} {}", request.method, request.path);
        *world.counts.entry(asked).or_default() += 1;
        (world.behaviour.clone(), request.path.as_str())
    };
    let is_page = path.ends_with("/dialog/oauth") || path == "/o/oauth2/v2/auth";
    if let Some((status, after)) = behaviour.outage.filter(|_| !is_page) {
        let away = Response::empty(status);
        return match after {
            Some(seconds) => away.with("retry-after", seconds.to_string()),
            None => away,
        };
    }
    // Waiting holds nobody else up.
    thread::sleep(behaviour.delay);
    let mut world = lock();
    let answered = match (request.method.as_str(), path) {
        ("GET", _) if is_page => consent(&mut world, request),
        ("POST", "/token") => search_token(&mut world, request),
        ("POST", "/revoke") => revoke(&mut world, request),
        ("POST", _) if path.ends_with("/oauth/access_token") => social_token(&mut world, request),
        ("GET", _) if path.ends_with("/me/adaccounts") => social_accounts(&world, request),
        ("DELETE", _) if path.ends_with("/me/permissions") => forbid(&mut world, request),
        ("GET", _) if path.ends_with("/customers:listAccessibleCustomers") => {
            customers(&world, request)
        }
        ("POST", _) if path.ends_with("/googleAds:search") => customer(&world, request),
        _ => Err(Response::json(
            404,
            &json!({"error": {"status": "NOT_FOUND", "code": 404}}),
        )),
    };
    answered.unwrap_or_else(|refusal| refusal)
}

/// A person answers.
fn consent(world: &mut World, request: &Request) -> Answer {
    let get = |name: &str| request.query.get(name).map(String::as_str);
    let is_good = get("client_id") == Some(FakeAuthorization::CLIENT_ID)
        && get("response_type") == Some("code")
        && get("code_challenge_method") == Some("S256")
        && get("scope").is_some_and(|scope| !scope.is_empty());
    let parts = (get("redirect_uri"), get("state"), get("code_challenge"));
    let (true, (Some(redirect_uri), Some(state), Some(challenge))) = (is_good, parts) else {
        return Err(Response::json(400, &json!({"error": "invalid_request"})));
    };
    let back = Url::parse(redirect_uri);
    let mut back = back.map_err(|_| Response::json(400, &json!({"error": "invalid_request"})))?;
    if world.behaviour.denies {
        back.query_pairs_mut()
            .append_pair("error", "access_denied")
            .append_pair("error_reason", "user_denied");
    } else {
        let code = world.new_secret("code");
        back.query_pairs_mut().append_pair("code", &code);
        let allowed = Allowed {
            challenge: challenge.to_owned(),
            redirect_uri: redirect_uri.to_owned(),
        };
        world.codes.insert(code, allowed);
    }
    back.query_pairs_mut().append_pair("state", state);
    Ok(Response::empty(302).with("location", back))
}

/// Whether a form is the known client's.
fn is_client(form: &BTreeMap<String, String>) -> bool {
    let is = |name: &str, value: &str| form.get(name).is_some_and(|it| it == value);
    is("client_id", FakeAuthorization::CLIENT_ID)
        && is("client_secret", FakeAuthorization::CLIENT_SECRET)
}

/// Spends a code; whether it was a good one.
fn spend(world: &mut World, form: &BTreeMap<String, String>) -> bool {
    let code = form.get("code").and_then(|code| world.codes.remove(code));
    let verifier = form.get("code_verifier").cloned().unwrap_or_default();
    let hash = digest(&SHA256, verifier.as_bytes());
    let challenge = URL_SAFE_NO_PAD.encode(hash);
    code.is_some_and(|allowed| {
        allowed.challenge == challenge && form.get("redirect_uri") == Some(&allowed.redirect_uri)
    })
}

fn search_token(world: &mut World, request: &Request) -> Answer {
    let form = request.form();
    let refused = |code: &str| Response::json(400, &json!({"error": code}));
    if !is_client(&form) {
        return Err(Response::json(401, &json!({"error": "invalid_client"})));
    }
    let refresh = match form.get("grant_type").map(String::as_str) {
        Some("authorization_code") => {
            if !spend(world, &form) {
                return Err(refused("invalid_grant"));
            }
            Some(new_refresh(world))
        }
        Some("refresh_token") => {
            let token = form.get("refresh_token").cloned().unwrap_or_default();
            if world.behaviour.refuses_refresh || !world.refresh.contains(&token) {
                return Err(refused("invalid_grant"));
            }
            world.behaviour.rotates.then(|| {
                world.refresh.remove(&token);
                new_refresh(world)
            })
        }
        _ => return Err(refused("unsupported_grant_type")),
    };
    let access = world.give();
    let lifetime = world.behaviour.lifetime;
    let given = match refresh {
        Some(refresh) => json!({"access_token": access, "token_type": "Bearer",
            "expires_in": lifetime, "refresh_token": refresh}),
        None => json!({"access_token": access, "token_type": "Bearer", "expires_in": lifetime}),
    };
    Ok(Response::json(200, &given))
}

fn new_refresh(world: &mut World) -> String {
    let token = world.new_secret("refresh");
    world.refresh.insert(token.clone());
    token
}

/// An error as the Graph API has it, with a message that names somebody.
fn graph_error(code: i64) -> Response {
    let message = "Error validating access token of ada@people.example";
    let error = json!({"message": message, "type": "OAuthException", "code": code});
    Response::json(400, &json!({"error": error}))
}

fn social_token(world: &mut World, request: &Request) -> Answer {
    let form = request.form();
    if !is_client(&form) {
        return Err(graph_error(101));
    }
    let lifetime = match form.get("grant_type").map(String::as_str) {
        Some("authorization_code") => {
            if !spend(world, &form) {
                return Err(graph_error(100));
            }
            3_600
        }
        Some("fb_exchange_token") => {
            let token = form.get("fb_exchange_token").cloned().unwrap_or_default();
            if world.behaviour.refuses_refresh || !world.access.contains(&token) {
                return Err(graph_error(190));
            }
            world.behaviour.lifetime
        }
        _ => return Err(graph_error(100)),
    };
    let access = world.give();
    let given = json!({"access_token": access, "token_type": "bearer", "expires_in": lifetime});
    Ok(Response::json(200, &given))
}

fn social_holder(world: &World, request: &Request) -> Result<String, Response> {
    let token = request.token().unwrap_or_default();
    if token == FakeAuthorization::SYSTEM_USER_TOKEN || world.access.contains(&token) {
        Ok(token)
    } else {
        Err(graph_error(190))
    }
}

fn social_accounts(world: &World, request: &Request) -> Answer {
    social_holder(world, request)?;
    let accounts = [
        json!({"id": "act_1001", "account_id": "1001", "name": "Shop <one>", "currency": "EUR",
            "timezone_name": "Europe/Madrid"}),
        json!({"id": "act_1002", "account_id": "1002", "name": "Shop two", "currency": "USD",
            "timezone_name": "America/Santiago"}),
    ];
    let parameters = request.parameters();
    let fields = parameters.get("fields").map_or("", String::as_str);
    let data: Option<Vec<Value>> = accounts.iter().map(|it| chosen(fields, it)).collect();
    let data = data.ok_or_else(|| graph_error(100))?;
    Ok(Response::json(200, &json!({"data": data, "paging": {}})))
}

fn forbid(world: &mut World, request: &Request) -> Answer {
    let token = social_holder(world, request)?;
    world.access.remove(&token);
    world.revoked.push(token);
    Ok(Response::json(200, &json!({"success": true})))
}

fn search_holder(world: &World, request: &Request) -> Result<(), Response> {
    let token = request.bearer().unwrap_or_default();
    let words = (
        "UNAUTHENTICATED",
        "authenticationError",
        "OAUTH_TOKEN_INVALID",
    );
    let is_known = world.access.contains(token);
    is_known.then_some(()).ok_or_else(|| refusal(401, words))
}

fn customers(world: &World, request: &Request) -> Answer {
    search_holder(world, request)?;
    let names = json!(["customers/2001", "customers/2002"]);
    Ok(Response::json(200, &json!({"resourceNames": names})))
}

fn customer(world: &World, request: &Request) -> Answer {
    search_holder(world, request)?;
    if !request.path.contains("/2001/") {
        let words = (
            "PERMISSION_DENIED",
            "authorizationError",
            "CUSTOMER_NOT_ENABLED",
        );
        return Err(refusal(403, words));
    }
    let customer = json!({"descriptive_name": "Search one", "currency_code": "EUR",
        "time_zone": "Europe/Madrid"});
    let body: Value = serde_json::from_slice(&request.body).unwrap_or_default();
    let query = body.get("query").and_then(Value::as_str);
    let fields = query.and_then(|query| about(query, &customer));
    let fields = fields.ok_or_else(|| {
        refusal(
            400,
            ("INVALID_ARGUMENT", "queryError", "UNRECOGNIZED_FIELD"),
        )
    })?;
    let mut told = json!({"resourceName": "customers/2001"});
    for (field, value) in &fields {
        put(&mut told, &camel(field), (*value).to_owned());
    }
    let asked: Vec<String> = fields.keys().map(|it| format!("customer.{it}")).collect();
    let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
    let answer = json!({"results": [{"customer": told}], "fieldMask": mask(&asked)});
    Ok(Response::json(200, &answer))
}

/// What a query asks of a customer, as far as all of it is known.
fn about<'a>(query: &'a str, customer: &'a Value) -> Option<BTreeMap<&'a str, &'a str>> {
    let fields = query
        .strip_prefix("SELECT ")?
        .strip_suffix(" FROM customer")?;
    let fields = fields.split(", ").map(|field| {
        let field = field.strip_prefix("customer.")?;
        Some((field, customer.get(field)?.as_str()?))
    });
    fields.collect()
}

fn revoke(world: &mut World, request: &Request) -> Answer {
    let token = request.form().get("token").cloned().unwrap_or_default();
    if !world.refresh.remove(&token) && !world.access.remove(&token) {
        return Err(Response::json(400, &json!({"error": "invalid_token"})));
    }
    world.revoked.push(token);
    Ok(Response::empty(200))
}
