//! The listener of the measures: a socket of its own, which knows one path.

use std::io;
use std::net::TcpListener;

use actix_web::dev::Server;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{App, HttpResponse, HttpServer, web};

use super::page::Page;
use super::text::MEDIA_TYPE;

/// Serves `GET /metrics` on the listener until its handle is told to stop; it handles no signals.
/// Nothing asks who reads it: whoever reaches the listener may.
pub fn metrics_server(page: Page, listener: TcpListener) -> io::Result<Server> {
    let page = web::Data::new(page);
    let server = HttpServer::new(move || {
        App::new()
            .app_data(page.clone())
            .route("/metrics", web::get().to(show))
    });
    Ok(server
        .workers(1)
        .shutdown_timeout(1)
        .disable_signals()
        .listen(listener)?
        .run())
}

async fn show(page: web::Data<Page>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "no-store"))
        .content_type(MEDIA_TYPE)
        .body(page.render().await)
}
