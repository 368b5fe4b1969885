//! The little of HTTP/1.1 that load needs, cheap enough not to eat the processor that is measured:
//! one connection, one request at a time.

use std::time::{Duration, Instant};

use serde_json::Value;
use serde_json::value::RawValue;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::service::Service;

/// A connection that was not used for so long is made anew: the service closes idle ones.
const IDLE: Duration = Duration::from_secs(1);

/// A connection that is kept.
pub(crate) struct Client {
    address: String,
    headers: String,
    stream: TcpStream,
    buffer: Vec<u8>,
    used: Instant,
}

/// What came back.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// The texts of the members of an object, found by its path: numbers to the last digit.
    pub(crate) fn members(&self, path: &[&str]) -> Members {
        let mut text: Box<RawValue> = serde_json::from_str(&self.body).unwrap();
        for name in path {
            text = members_of(&text).remove(*name).unwrap();
        }
        members_of(&text)
    }
}

/// Members of an object as they were written.
pub(crate) type Members = std::collections::BTreeMap<String, Box<RawValue>>;

pub(crate) fn members_of(object: &RawValue) -> Members {
    serde_json::from_str(object.get()).unwrap()
}

impl Client {
    /// A connection for a key's holder.
    pub(crate) async fn of(service: &Service, key: &str) -> Self {
        let headers = format!("authorization: Bearer {key}\r\ncontent-type: application/json\r\n");
        Self::new(&service.address, &headers).await
    }

    /// `headers` go with every request, each ended by CR LF.
    pub(crate) async fn new(address: &str, headers: &str) -> Self {
        Self {
            address: address.to_owned(),
            headers: headers.to_owned(),
            stream: connect(address).await,
            buffer: Vec::with_capacity(4_096),
            used: Instant::now(),
        }
    }

    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.send("GET", path, "", "").await
    }

    /// A 200 or nothing.
    pub(crate) async fn get_ok(&mut self, path: &str) -> Answer {
        let answer = self.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer
    }

    pub(crate) async fn post(&mut self, path: &str, body: &str) -> Answer {
        self.send("POST", path, "", body).await
    }

    /// `more` is headers of this request alone.
    pub(crate) async fn send(
        &mut self,
        method: &str,
        path: &str,
        more: &str,
        body: &str,
    ) -> Answer {
        if self.used.elapsed() > IDLE {
            self.stream = connect(&self.address).await;
        }
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-length: {}\r\n{}{more}\r\n{body}",
            self.address,
            body.len(),
            self.headers
        );
        self.stream.write_all(request.as_bytes()).await.unwrap();
        let answer = self.answer().await;
        self.used = Instant::now();
        answer
    }

    async fn answer(&mut self) -> Answer {
        self.buffer.clear();
        let head = loop {
            assert_ne!(self.read().await, 0, "the service closed the connection");
            if let Some(at) = self.buffer.windows(4).position(|four| four == b"\r\n\r\n") {
                break at;
            }
        };
        let text = String::from_utf8_lossy(&self.buffer[..head]).to_ascii_lowercase();
        let status = text.split(' ').nth(1).unwrap().parse().unwrap();
        let length = text
            .lines()
            .find_map(|line| line.strip_prefix("content-length: "))
            .map_or(0, |length| length.parse::<usize>().unwrap());
        let begin = head + 4;
        while self.buffer.len() < begin + length {
            assert_ne!(self.read().await, 0, "the answer was cut off");
        }
        let body = &self.buffer[begin..begin + length];
        Answer {
            status,
            body: String::from_utf8_lossy(body).into_owned(),
        }
    }

    async fn read(&mut self) -> usize {
        self.stream.read_buf(&mut self.buffer).await.unwrap()
    }
}

async fn connect(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    stream
}
