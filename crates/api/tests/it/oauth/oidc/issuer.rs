//! A small issuer: metadata, keys and a token endpoint that gives what it is told to give.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use actix_web::dev::ServerHandle;
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
use serde_json::{Value, json};

/// What the issuer does, and what it was asked.
#[derive(Default)]
pub(super) struct Book {
    url: Mutex<String>,
    keys: Mutex<Vec<Value>>,
    /// Members of the answer of the token endpoint; an error if there is `error`.
    tokens: Mutex<Value>,
    metadata: Mutex<Vec<(&'static str, Value)>>,
    asked: Mutex<Vec<String>>,
    exchanges: Mutex<Vec<Exchange>>,
    is_down: AtomicBool,
}

/// A request to the token endpoint.
#[derive(Clone, Debug)]
pub(super) struct Exchange {
    pub(super) authorization: String,
    pub(super) fields: HashMap<String, String>,
}

/// A running issuer.
pub(super) struct Issuer {
    book: Arc<Book>,
    server: ServerHandle,
}

impl Issuer {
    pub(super) fn start() -> Self {
        let book = Arc::new(Book::default());
        let shared = Arc::clone(&book);
        let server = HttpServer::new(move || {
            App::new()
                .app_data(web::Data::from(Arc::clone(&shared)))
                .default_service(web::to(answer))
        })
        .workers(1)
        .disable_signals()
        .bind(("127.0.0.1", 0))
        .unwrap();
        let address = server.addrs()[0];
        *book.url.lock().unwrap() = format!("http://{address}");
        let server = server.run();
        let handle = server.handle();
        actix_web::rt::spawn(server);
        Self {
            book,
            server: handle,
        }
    }

    pub(super) fn url(&self) -> String {
        self.book.url.lock().unwrap().clone()
    }

    /// Its keys from now on.
    pub(super) fn publishes(&self, keys: &[Value]) {
        *self.book.keys.lock().unwrap() = keys.to_vec();
    }

    /// What codes are exchanged for from now on.
    pub(super) fn gives(&self, tokens: Value) {
        *self.book.tokens.lock().unwrap() = tokens;
    }

    /// Another member of its metadata.
    pub(super) fn says(&self, name: &'static str, value: Value) {
        self.book.metadata.lock().unwrap().push((name, value));
    }

    pub(super) fn is_down(&self, is_down: bool) {
        self.book.is_down.store(is_down, Ordering::SeqCst);
    }

    /// The codes that were exchanged, or should have been.
    pub(super) fn exchanges(&self) -> Vec<Exchange> {
        self.book.exchanges.lock().unwrap().clone()
    }

    /// How often a path was asked for.
    pub(super) fn asked(&self, path: &str) -> usize {
        let asked = self.book.asked.lock().unwrap();
        asked.iter().filter(|asked| *asked == path).count()
    }

    /// How often anything was asked for.
    pub(super) fn asked_at_all(&self) -> usize {
        self.book.asked.lock().unwrap().len()
    }
}

impl Drop for Issuer {
    fn drop(&mut self) {
        let stopping = self.server.stop(false);
        actix_web::rt::spawn(stopping);
    }
}

async fn answer(request: HttpRequest, body: web::Bytes, book: web::Data<Book>) -> HttpResponse {
    book.asked.lock().unwrap().push(request.path().to_owned());
    if book.is_down.load(Ordering::SeqCst) {
        return HttpResponse::BadGateway().body("it is down");
    }
    match request.path() {
        "/.well-known/openid-configuration" => HttpResponse::Ok().json(metadata(&book)),
        "/keys" => HttpResponse::Ok().json(json!({"keys": *book.keys.lock().unwrap()})),
        "/token" => exchange(&request, &body, &book),
        // Somewhere that a redirect must not lead.
        "/moved" => HttpResponse::Found()
            .insert_header(("location", "/keys"))
            .finish(),
        _ => HttpResponse::NotFound().finish(),
    }
}

fn metadata(book: &Book) -> Value {
    let url = book.url.lock().unwrap();
    let mut metadata = json!({
        "issuer": *url,
        "authorization_endpoint": format!("{url}/authorize?prompt=login"),
        "token_endpoint": format!("{url}/token"),
        "jwks_uri": format!("{url}/keys"),
    });
    for (name, value) in book.metadata.lock().unwrap().iter() {
        metadata[*name] = value.clone();
    }
    metadata
}

fn exchange(request: &HttpRequest, body: &[u8], book: &Book) -> HttpResponse {
    let authorization = request.headers().get("authorization");
    book.exchanges.lock().unwrap().push(Exchange {
        authorization: authorization
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
            .to_owned(),
        fields: url::form_urlencoded::parse(body).into_owned().collect(),
    });
    let mut tokens = book.tokens.lock().unwrap().clone();
    if tokens.get("error").is_some() {
        return HttpResponse::BadRequest().json(tokens);
    }
    tokens["access_token"] = json!("not-used");
    tokens["token_type"] = json!("Bearer");
    HttpResponse::Ok().json(tokens)
}
