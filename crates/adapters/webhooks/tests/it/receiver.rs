//! Receivers: each does one thing with whoever connects.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

/// What a receiver does with a request.
#[derive(Clone, Debug)]
pub(crate) enum Manner {
    /// Answers with these bytes, and waits for the next request.
    Answers(String),
    /// Answers with these bytes, and hangs up.
    AnswersOnce(String),
    /// Reads the request and hangs up.
    HangsUp,
    /// Reads the request and says nothing.
    Hangs,
    /// Answers with these bytes, and says nothing more.
    BreaksOff(String),
    /// Answers with these bytes, and goes on with others for ever.
    GoesOn(String, &'static [u8]),
}

/// An answer without a body.
pub(crate) fn answer(status: u16, headers: &str) -> Manner {
    Manner::Answers(format!(
        "HTTP/1.1 {status} Said\r\n{headers}content-length: 0\r\n\r\n"
    ))
}

/// A receiver that listens on the loopback interface.
pub(crate) struct Receiver {
    pub(crate) address: SocketAddr,
    seen: Seen,
    connections: Arc<AtomicUsize>,
}

impl Receiver {
    pub(crate) async fn start(manner: Manner) -> Self {
        Self::over(manner, None).await
    }

    /// Over TLS, when there is something to speak it with.
    pub(crate) async fn over(manner: Manner, tls: Option<TlsAcceptor>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&seen);
        let connections = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&connections);
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                counted.fetch_add(1, Ordering::Relaxed);
                let (manner, tls, kept) = (manner.clone(), tls.clone(), Arc::clone(&kept));
                tokio::spawn(async move { meet(stream, manner, tls, kept).await });
            }
        });
        Self {
            address,
            seen,
            connections,
        }
    }

    /// A URL of this receiver by its number, without TLS.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/hook?a=b", self.address)
    }

    /// How often somebody connected.
    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }

    /// Every request so far.
    pub(crate) fn seen(&self) -> Vec<String> {
        let seen = self.seen.lock().unwrap();
        let text = |bytes: &Vec<u8>| String::from_utf8(bytes.clone()).unwrap();
        seen.iter().map(text).collect()
    }
}

type Seen = Arc<Mutex<Vec<Vec<u8>>>>;

async fn meet(stream: TcpStream, manner: Manner, tls: Option<TlsAcceptor>, seen: Seen) {
    match tls {
        None => serve(stream, &manner, &seen).await,
        Some(tls) => {
            // Whoever does not trust the certificate hangs up.
            if let Ok(stream) = tls.accept(stream).await {
                serve(stream, &manner, &seen).await;
            }
        }
    }
}

async fn serve(mut stream: impl AsyncRead + AsyncWrite + Unpin, manner: &Manner, seen: &Seen) {
    while let Some(request) = read(&mut stream).await {
        seen.lock().unwrap().push(request);
        match manner {
            Manner::Answers(bytes) => stream.write_all(bytes.as_bytes()).await.unwrap(),
            Manner::AnswersOnce(bytes) => {
                stream.write_all(bytes.as_bytes()).await.unwrap();
                return;
            }
            Manner::HangsUp => return,
            Manner::Hangs => std::future::pending().await,
            Manner::BreaksOff(bytes) => {
                stream.write_all(bytes.as_bytes()).await.unwrap();
                stream.flush().await.unwrap();
                let () = std::future::pending().await;
            }
            Manner::GoesOn(bytes, more) => {
                stream.write_all(bytes.as_bytes()).await.unwrap();
                while stream.write_all(more).await.is_ok() {}
                return;
            }
        }
    }
}

/// One request with its body; `None` when there is no other.
async fn read(stream: &mut (impl AsyncRead + Unpin)) -> Option<Vec<u8>> {
    let mut read = Vec::new();
    while !is_whole(&read) {
        if stream.read_buf(&mut read).await.ok()? == 0 {
            return None;
        }
    }
    Some(read)
}

fn is_whole(read: &[u8]) -> bool {
    let text = String::from_utf8_lossy(read);
    let Some((head, body)) = text.split_once("\r\n\r\n") else {
        return false;
    };
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "))
        .map_or(0, |length| length.parse().unwrap());
    body.len() >= length
}
