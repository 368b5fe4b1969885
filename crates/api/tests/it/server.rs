//! What only a real connection shows.

use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tributary_api::server::{ServerOptions, server};

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
