//! The little of HTTP/1.1 that the stories need: one connection, JSON bodies.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

/// One connection to a service.
pub(crate) struct Client {
    address: String,
    authorization: String,
    stream: BufReader<TcpStream>,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: serde_json::Value,
}

impl Client {
    /// Connects; an error when nobody listens.
    pub(crate) fn new(address: &str, key: &str) -> std::io::Result<Self> {
        Ok(Self {
            address: address.to_owned(),
            authorization: format!("Bearer {key}"),
            stream: BufReader::new(TcpStream::connect(address)?),
        })
    }

    pub(crate) fn get(&mut self, path: &str) -> std::io::Result<Answer> {
        self.send("GET", path, "", &[])
    }

    pub(crate) fn post(&mut self, path: &str, body: &serde_json::Value) -> std::io::Result<Answer> {
        self.send("POST", path, &body.to_string(), &[])
    }

    pub(crate) fn patch(
        &mut self,
        path: &str,
        body: &serde_json::Value,
    ) -> std::io::Result<Answer> {
        self.send("PATCH", path, &body.to_string(), &[])
    }

    /// Posts under an idempotency key.
    pub(crate) fn post_once(
        &mut self,
        path: &str,
        body: &serde_json::Value,
        key: &str,
    ) -> std::io::Result<Answer> {
        self.send("POST", path, &body.to_string(), &[("idempotency-key", key)])
    }

    fn send(
        &mut self,
        method: &str,
        path: &str,
        body: &str,
        headers: &[(&str, &str)],
    ) -> std::io::Result<Answer> {
        let lines = headers
            .iter()
            .map(|(name, value)| format!("{name}: {value}\r\n"));
        let more = lines.collect::<Vec<_>>().concat();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nauthorization: {}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n{more}\r\n{body}",
            self.address,
            self.authorization,
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        self.answer()
    }

    fn answer(&mut self) -> std::io::Result<Answer> {
        let broken = |what: &str| std::io::Error::other(what.to_owned());
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        let status = line.split(' ').nth(1).and_then(|text| text.parse().ok());
        let status = status.ok_or_else(|| broken("no status line"))?;
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line)? == 0 {
                return Err(broken("the connection ended inside the headers"));
            }
            let line = line.trim();
            if line.is_empty() {
                break;
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().map_err(|_| broken("no length"))?;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        let body = serde_json::from_slice(&body).unwrap_or(serde_json::Value::Null);
        Ok(Answer { status, body })
    }
}
