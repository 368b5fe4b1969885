//! The smallest server that a client cannot tell from another: one request a connection, a thread each.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use url::{Url, form_urlencoded};

/// No request of a test is longer.
const MOST_BYTES: usize = 4 * 1024 * 1024;

/// What a client asks for.
#[derive(Clone, Debug, Default)]
pub(super) struct Request {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) query: BTreeMap<String, String>,
    /// Names in lower case.
    pub(super) headers: BTreeMap<String, String>,
    pub(super) body: Vec<u8>,
}

impl Request {
    /// The fields of a form.
    pub(super) fn form(&self) -> BTreeMap<String, String> {
        form_urlencoded::parse(&self.body).into_owned().collect()
    }

    /// The token of its holder.
    pub(super) fn bearer(&self) -> Option<&str> {
        self.headers.get("authorization")?.strip_prefix("Bearer ")
    }

    /// What a platform reads that takes parameters from the address and from a form alike.
    pub(super) fn parameters(&self) -> BTreeMap<String, String> {
        let kind = self.headers.get("content-type");
        let is_form = kind.is_some_and(|it| it.starts_with("application/x-www-form-urlencoded"));
        let mut parameters = self.query.clone();
        parameters.extend(is_form.then(|| self.form()).into_iter().flatten());
        parameters
    }

    /// The token of its holder, where it may also be a parameter.
    pub(super) fn token(&self) -> Option<String> {
        let bearer = self.bearer().map(str::to_owned);
        let token = bearer.or_else(|| self.parameters().remove("access_token"));
        token.filter(|token| !token.is_empty())
    }
}

/// What it gets.
#[derive(Clone, Debug)]
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) body: String,
    /// How long it says that it is, where that is not true.
    claimed: Option<usize>,
}

impl Response {
    pub(super) fn json(status: u16, body: &Value) -> Self {
        Self {
            status,
            headers: vec![("content-type", "application/json".to_owned())],
            body: body.to_string(),
            claimed: None,
        }
    }

    pub(super) fn page(body: String) -> Self {
        Self {
            status: 200,
            headers: vec![("content-type", "text/html; charset=utf-8".to_owned())],
            body,
            claimed: None,
        }
    }

    pub(super) fn empty(status: u16) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body: String::new(),
            claimed: None,
        }
    }

    /// No answer at all: the connection ends without one.
    pub(super) fn lost() -> Self {
        Self {
            status: 0,
            headers: Vec::new(),
            body: String::new(),
            claimed: None,
        }
    }

    /// An answer that ends before it is as long as it says.
    pub(super) fn claims(mut self, length: usize) -> Self {
        self.claimed = Some(length);
        self
    }

    /// The same with another status.
    pub(super) fn of_status(mut self, status: u16) -> Self {
        self.status = status;
        self
    }

    pub(super) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }
}

/// A running server; it ends when this is dropped.
pub(super) struct Server {
    address: SocketAddr,
    is_over: Arc<AtomicBool>,
}

impl Server {
    /// Answers on a free port of the loopback address.
    pub(super) fn start(
        answer: impl Fn(&Request) -> Response + Send + Sync + 'static,
    ) -> std::io::Result<Self> {
        Self::start_at(([127, 0, 0, 1], 0).into(), answer)
    }

    /// Answers at an address.
    pub(super) fn start_at(
        address: SocketAddr,
        answer: impl Fn(&Request) -> Response + Send + Sync + 'static,
    ) -> std::io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?;
        let is_over = Arc::new(AtomicBool::new(false));
        let (answer, over) = (Arc::new(answer), Arc::clone(&is_over));
        thread::spawn(move || {
            for stream in listener.incoming() {
                if over.load(Ordering::SeqCst) {
                    return;
                }
                let Ok(stream) = stream else { continue };
                let answer = Arc::clone(&answer);
                // A client that went away is its own affair.
                thread::spawn(move || serve(stream, &*answer).unwrap_or_default());
            }
        });
        Ok(Self { address, is_over })
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        // Wakes the listener, which then sees that it is over.
        drop(TcpStream::connect(self.address));
    }
}

fn serve(
    stream: TcpStream,
    answer: &(dyn Fn(&Request) -> Response + Send + Sync),
) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let mut reader = BufReader::new(stream);
    let Some(request) = read(&mut reader)? else {
        return Ok(());
    };
    let response = answer(&request);
    let mut stream = reader.into_inner();
    if response.status == 0 {
        return Ok(());
    }
    write!(stream, "HTTP/1.1 {} Answered\r\n", response.status)?;
    for (name, value) in &response.headers {
        write!(stream, "{name}: {value}\r\n")?;
    }
    let length = response.claimed.unwrap_or(response.body.len());
    write!(
        stream,
        "content-length: {length}\r\nconnection: close\r\n\r\n"
    )?;
    stream.write_all(response.body.as_bytes())?;
    stream.flush()
}

fn read(reader: &mut BufReader<TcpStream>) -> std::io::Result<Option<Request>> {
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let mut parts = line.split_whitespace();
    let (Some(method), Some(target)) = (parts.next(), parts.next()) else {
        return Ok(None);
    };
    let Ok(url) = Url::parse(&format!("http://platform{target}")) else {
        return Ok(None);
    };
    let mut request = Request {
        method: method.to_owned(),
        path: url.path().to_owned(),
        query: url.query_pairs().into_owned().collect(),
        ..Request::default()
    };
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        let name = name.to_ascii_lowercase();
        request.headers.insert(name, value.trim().to_owned());
    }
    let length = request.headers.get("content-length");
    let length = length.and_then(|text| text.parse().ok()).unwrap_or(0);
    request.body = vec![0; usize::min(length, MOST_BYTES)];
    reader.read_exact(&mut request.body)?;
    Ok(Some(request))
}
