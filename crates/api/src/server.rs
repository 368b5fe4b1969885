//! The HTTP server.

use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use actix_web::body::MessageBody;
use actix_web::dev::{Server, ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Compress, from_fn};
use actix_web::rt::net::TcpStream;
use actix_web::{App, Error, HttpServer, web};
use utoipa_actix_web::service_config::ServiceConfig;

use http_kit::connections::Connections;
use http_kit::slow_body::{self, Patience};
use http_kit::state::AppState;
use http_kit::{observe, parameters};
use mcp_server::tools::Registry;
use rest_api::openapi;

use crate::fallback;

/// What the server needs to be told.
#[derive(Clone, Copy, Debug)]
pub struct ServerOptions {
    /// Threads that answer requests.
    pub workers: usize,
    /// How long a stop waits for requests that are under way.
    pub shutdown_timeout: Duration,
    /// Connections that one address may have open; those of trusted proxies are not counted.
    pub connections_per_address: usize,
}

/// Serves on the listener until the server's handle is told to stop; it handles no signals.
pub fn server(
    state: AppState,
    listener: TcpListener,
    options: ServerOptions,
) -> io::Result<Server> {
    let proxies = state.access.trusted_proxies.clone();
    let connections = Connections::new(options.connections_per_address, proxies);
    let parts = Parts::new(state);
    let server = HttpServer::new(move || app(&parts))
        .workers(options.workers)
        .shutdown_timeout(options.shutdown_timeout.as_secs())
        .disable_signals()
        .on_connect(move |stream, data| {
            let stream = stream.downcast_ref::<TcpStream>();
            let peer = stream.and_then(|stream| stream.peer_addr().ok());
            if let Some(connection) = peer.and_then(|peer| connections.open(peer.ip())) {
                data.insert(connection);
            }
        })
        // A caller who has hung up waits for nothing any more.
        .h1_allow_half_closed(false)
        .server_hostname("tributary")
        .listen(listener)?;
    Ok(server.run())
}

/// What every worker shares: made once.
#[derive(Clone)]
pub struct Parts {
    state: web::Data<AppState>,
    paths: Arc<fallback::Paths>,
    document: web::Data<openapi::Document>,
    declared: web::Data<parameters::Declared>,
    tools: web::Data<Registry>,
    patience: Patience,
}

impl Parts {
    /// Builds the `OpenAPI` document, which is the slow part.
    pub fn new(state: AppState) -> Self {
        let api = openapi::document();
        let document = web::Data::new(openapi::Document::render(&api));
        Self {
            state: web::Data::new(state),
            paths: Arc::new(fallback::Paths::of(&api)),
            declared: web::Data::new(parameters::Declared::of(&api)),
            document,
            tools: web::Data::new(Registry::default()),
            patience: Patience(slow_body::PATIENCE),
        }
    }

    /// With another bound on how long a body may take to begin to arrive.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self {
            patience: Patience(patience),
            ..self
        }
    }
}

/// The application of one worker.
pub fn app(
    parts: &Parts,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody + use<>>,
        Error = Error,
        InitError = (),
    > + use<>,
> {
    App::new()
        .app_data(parts.state.clone())
        .app_data(parts.document.clone())
        .app_data(parts.declared.clone())
        .app_data(parts.patience)
        .wrap(from_fn(observe::observe))
        .wrap(Compress::default())
        .configure(|config| fallback::configure_literal(config, &parts.paths))
        .configure(|config| rest_api::configure(&mut ServiceConfig::new(config)))
        .configure(|config| mcp_server::configure(config, &parts.state, &parts.tools))
        .configure(console::configure)
        .configure(|config| fallback::configure(config, &parts.paths))
}
