//! The little of HTTP/1.1 that the stories need: one connection, JSON bodies.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

/// One connection to a service.
pub(crate) struct Client {
    address: String,
    authorization: String,
    stream: BufReader<TcpStream>,
    /// The service said with its last answer that it closes the connection.
    is_over: bool,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: serde_json::Value,
}

/// What came back, as it came.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    /// Names in lower case.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) text: String,
}

impl Client {
    /// Connects; an error when nobody listens.
    pub(crate) fn new(address: &str, key: &str) -> std::io::Result<Self> {
        Ok(Self {
            address: address.to_owned(),
            authorization: format!("Bearer {key}"),
            stream: BufReader::new(TcpStream::connect(address)?),
            is_over: false,
        })
    }

    pub(crate) fn get(&mut self, path: &str) -> std::io::Result<Answer> {
        self.send("GET", path, "", &[])
    }

    pub(crate) fn post(&mut self, path: &str, body: &serde_json::Value) -> std::io::Result<Answer> {
        self.send("POST", path, &body.to_string(), &[])
    }

    pub(crate) fn put(&mut self, path: &str, body: &serde_json::Value) -> std::io::Result<Answer> {
        self.send("PUT", path, &body.to_string(), &[])
    }

    /// A caller that does not wait for ever.
    pub(crate) fn hang_up_after(&self, patience: std::time::Duration) -> std::io::Result<()> {
        self.stream.get_ref().set_read_timeout(Some(patience))
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
        let authorization = self.authorization.clone();
        let mut all = vec![
            ("authorization", authorization.as_str()),
            ("content-type", "application/json"),
        ];
        all.extend(headers);
        let reply = self.exchange((method, path), body, &all)?;
        Ok(Answer {
            status: reply.status,
            body: serde_json::from_str(&reply.text).unwrap_or(serde_json::Value::Null),
        })
    }

    /// Sends what it is given, with the headers that every request has.
    pub(crate) fn exchange(
        &mut self,
        (method, path): (&str, &str),
        body: &str,
        headers: &[(&str, &str)],
    ) -> std::io::Result<Reply> {
        let lines = headers
            .iter()
            .map(|(name, value)| format!("{name}: {value}\r\n"));
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-length: {}\r\n{}\r\n{body}",
            self.address,
            body.len(),
            lines.collect::<Vec<_>>().concat(),
        );
        if self.is_over {
            self.renew()?;
        }
        self.stream.get_mut().write_all(request.as_bytes())?;
        self.reply()
    }

    /// Another connection, with the patience of the one before.
    fn renew(&mut self) -> std::io::Result<()> {
        let patience = self.stream.get_ref().read_timeout()?;
        self.stream = BufReader::new(TcpStream::connect(&self.address)?);
        self.is_over = false;
        self.stream.get_ref().set_read_timeout(patience)
    }

    fn reply(&mut self) -> std::io::Result<Reply> {
        let broken = |what: &str| std::io::Error::other(what.to_owned());
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        let status = line.split(' ').nth(1).and_then(|text| text.parse().ok());
        let status = status.ok_or_else(|| broken(&format!("no status line: {line:?}")))?;
        let mut length = 0;
        let mut headers = Vec::new();
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line)? == 0 {
                return Err(broken("the connection ended inside the headers"));
            }
            let line = line.trim();
            if line.is_empty() {
                break;
            }
            if let Some((name, value)) = line.split_once(':') {
                let (name, value) = (name.to_ascii_lowercase(), value.trim().to_owned());
                if name == "content-length" {
                    length = value.parse().map_err(|_| broken("no length"))?;
                }
                self.is_over |= name == "connection" && value.eq_ignore_ascii_case("close");
                headers.push((name, value));
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok(Reply {
            status,
            headers,
            text: String::from_utf8_lossy(&body).into_owned(),
        })
    }
}
