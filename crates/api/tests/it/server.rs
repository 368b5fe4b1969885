//! What only a real connection shows.

use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use actix_web::HttpServer;
use kernel::Scope;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tributary_api::server::{ServerOptions, app, server};

use crate::support::TestApi;

async fn exchange(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8(answer).unwrap()
}

#[actix_web::test]
async fn head_has_the_headers_of_get_and_no_body_and_stop_ends_the_server() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let options = ServerOptions {
        workers: 1,
        shutdown_timeout: Duration::from_secs(1),
        connections_per_address: 4,
    };
    let running = server(TestApi::state(), listener, options).unwrap();
    let handle = running.handle();
    let task = tokio::spawn(running);

    let ask = |method: &str| {
        let request = format!("{method} /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
        async move { exchange(address, &request).await }
    };
    let get = ask("GET").await;
    assert!(
        get.starts_with("HTTP/1.1 200") && get.ends_with("{\"status\":\"ok\"}"),
        "{get}"
    );
    let head = ask("HEAD").await;
    assert!(
        head.starts_with("HTTP/1.1 200") && head.ends_with("\r\n\r\n"),
        "{head}"
    );
    assert!(head.contains("content-length: 15\r\n"), "{head}");

    handle.stop(true).await;
    task.await.unwrap().unwrap();
}

#[actix_web::test]
async fn a_body_that_does_not_arrive_is_given_up_and_its_connection_closed() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let api = TestApi::new();
    let key = api.key(&[Scope::AnalyticsRead]);
    let parts = api.parts.clone().with_patience(Duration::from_millis(20));
    let running = HttpServer::new(move || app(&parts))
        .workers(1)
        .disable_signals()
        .listen(listener)
        .unwrap()
        .run();
    let handle = running.handle();
    let task = tokio::spawn(running);
    let request = format!(
        "POST /api/v1/channel-rules/diff HTTP/1.1\r\nhost: t.example\r\nauthorization: {key}\r\n\
         content-type: application/json\r\ncontent-length: 100\r\n\r\n{{"
    );
    // The answer ends where the service closes the connection: nothing more is sent here.
    let answer = exchange(address, &request).await;
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    assert!(answer.contains("did not arrive in time"), "{answer}");
    handle.stop(true).await;
    task.await.unwrap().unwrap();
}

#[actix_web::test]
async fn a_connection_too_many_is_told_so_and_closed() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let options = ServerOptions {
        workers: 1,
        shutdown_timeout: Duration::from_secs(1),
        connections_per_address: 0,
    };
    let running = server(TestApi::state(), listener, options).unwrap();
    let handle = running.handle();
    let task = tokio::spawn(running);
    // It ends where the service closes the connection: it is not asked to.
    let answer = exchange(address, "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    assert!(answer.contains("too many connections"), "{answer}");
    assert!(answer.contains("retry-after: 1\r\n"), "{answer}");
    handle.stop(true).await;
    task.await.unwrap().unwrap();
}
