//! What no endpoint answers: other methods of a known path (405, and OPTIONS), unknown paths (404).

use actix_web::guard::fn_guard;
use actix_web::http::Method;
use actix_web::http::header::{ACCEPT, ALLOW, HeaderValue};
use actix_web::web::{self, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use utoipa::openapi::OpenApi;
use utoipa::openapi::path::PathItem;

use http_kit::problem::{Code, Problem};

/// Paths that are served and not documented, with their methods.
const UNDOCUMENTED: [(&str, &str); 1] = [("/docs/{_:.*}", "GET, HEAD, OPTIONS")];

#[derive(Clone)]
struct Allowed(HeaderValue);

/// The paths that are served and documented, with their methods: the little of the document that is
/// needed while the service runs. The document itself is large.
#[derive(Debug)]
pub(crate) struct Paths(Vec<(String, HeaderValue)>);

impl Paths {
    /// The paths of a document.
    pub(crate) fn of(document: &OpenApi) -> Self {
        let paths = document.paths.paths.iter().filter_map(|(path, item)| {
            let allow = HeaderValue::from_str(&methods_of(item)).ok()?;
            Some((path.clone(), allow))
        });
        Self(paths.collect())
    }
}

/// Refuses other methods of paths such as `/things/search`, which also fit `/things/{id}` with its
/// methods; must come before every endpoint.
pub(crate) fn configure_literal(config: &mut ServiceConfig, paths: &Paths) {
    let hides = |path: &str| paths.0.iter().any(|(other, _)| fits(other, path));
    let literal = paths
        .0
        .iter()
        .filter(|(path, _)| !path.contains('{') && hides(path));
    for (path, allow) in literal {
        let answered = allow.clone();
        let other = fn_guard(move |context| {
            let mut names = answered.to_str().unwrap_or_default().split(", ");
            !names.any(|name| name == context.head().method.as_str())
        });
        let resource = web::resource(path.as_str()).guard(other);
        config.service(resource.app_data(Allowed(allow.clone())).to(other_method));
    }
}

/// Whether a pattern with parameters also fits a path without.
fn fits(pattern: &str, path: &str) -> bool {
    let (segments, words) = (pattern.split('/'), path.split('/'));
    pattern.contains('{')
        && segments.clone().count() == words.clone().count()
        && segments
            .zip(words)
            .all(|(segment, word)| segment.starts_with('{') || segment == word)
}

/// Registers the fallbacks; must come after every endpoint.
pub(crate) fn configure(config: &mut ServiceConfig, paths: &Paths) {
    for (path, allow) in &paths.0 {
        register(config, path, Allowed(allow.clone()));
    }
    for (path, methods) in UNDOCUMENTED {
        register(config, path, Allowed(HeaderValue::from_static(methods)));
    }
    config.default_service(web::to(unknown_path));
}

fn register(config: &mut ServiceConfig, path: &str, allowed: Allowed) {
    config.service(web::resource(path).app_data(allowed).to(other_method));
}

fn methods_of(item: &PathItem) -> String {
    let documented = [
        (item.get.is_some(), "GET, HEAD"),
        (item.put.is_some(), "PUT"),
        (item.post.is_some(), "POST"),
        (item.patch.is_some(), "PATCH"),
        (item.delete.is_some(), "DELETE"),
        (true, "OPTIONS"),
    ];
    let names: Vec<_> = documented
        .into_iter()
        .filter_map(|(there, name)| there.then_some(name))
        .collect();
    names.join(", ")
}

async fn other_method(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let allow = request
        .app_data::<Allowed>()
        .map_or(HeaderValue::from_static("OPTIONS"), |allowed| {
            allowed.0.clone()
        });
    if request.method() == Method::OPTIONS {
        return Ok(HttpResponse::NoContent()
            .insert_header((ALLOW, allow))
            .finish());
    }
    Err(refused(allow))
}

fn refused(allow: HeaderValue) -> Problem {
    let detail = "this path does not answer this method";
    Problem::new(Code::MethodNotAllowed, detail).with_header(ALLOW, allow)
}

/// A person in a browser gets a page, a program a problem.
async fn unknown_path(request: HttpRequest) -> Result<HttpResponse, Problem> {
    if is_for_a_person(&request) {
        return Ok(console::not_found());
    }
    Err(Problem::not_found())
}

/// Browsers ask for HTML by name where they go to an address; what they fetch for a page, and other
/// programs, do not.
fn is_for_a_person(request: &HttpRequest) -> bool {
    let accepts_pages = request
        .headers()
        .get(ACCEPT)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.contains("text/html"));
    accepts_pages && !request.path().starts_with("/api/")
}
