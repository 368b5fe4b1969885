//! A receiver of webhooks with TLS, on a thread of its own: it answers 204, and notes when what came had happened.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tributary_bench::samples::Samples;

use crate::world::now;
use kernel::Timestamp;

const ANSWER: &[u8] = b"HTTP/1.1 204 No Content\r\n\r\n";

/// What came.
#[derive(Default)]
struct Got {
    count: AtomicUsize,
    lags: Mutex<Vec<f64>>,
}

/// The receiver; its thread ends with the process.
pub(crate) struct Receiver {
    pub(crate) url: String,
    /// The certificate of the CA that its own is of.
    pub(crate) root_ca: PathBuf,
    got: Arc<Got>,
}

impl Receiver {
    pub(crate) fn start(folder: &Path) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        let key = KeyPair::generate().unwrap();
        let own = CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap();
        let own = own.signed_by(&key, &issuer).unwrap();
        let private = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
        let config = ServerConfig::builder()
            .with_no_client_auth()
            .with_single_cert(vec![own.der().clone()], private)
            .unwrap();
        let root_ca = folder.join("receiver-ca.pem");
        std::fs::write(&root_ca, issuer.pem()).unwrap();
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let port = listener.local_addr().unwrap().port();
        let got = Arc::new(Got::default());
        let kept = Arc::clone(&got);
        let acceptor = TlsAcceptor::from(Arc::new(config));
        std::thread::spawn(move || serve(listener, &acceptor, &kept));
        Self {
            url: format!("https://127.0.0.1:{port}/hook"),
            root_ca,
            got,
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.got.count.load(Ordering::Relaxed)
    }

    /// Milliseconds between what happened and what came, since this was asked last.
    pub(crate) fn lags(&self) -> Samples {
        let lags = std::mem::take(&mut *self.got.lags.lock().unwrap());
        lags.into_iter().collect()
    }
}

fn serve(listener: std::net::TcpListener, acceptor: &TlsAcceptor, got: &Arc<Got>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let listener = TcpListener::from_std(listener).unwrap();
        while let Ok((stream, _)) = listener.accept().await {
            let (acceptor, got) = (acceptor.clone(), Arc::clone(got));
            tokio::spawn(async move {
                let _ = answer(stream, acceptor, &got).await;
            });
        }
    });
}

async fn answer(stream: TcpStream, acceptor: TlsAcceptor, got: &Got) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut stream = acceptor.accept(stream).await?;
    let mut buffer = Vec::with_capacity(4_096);
    while let Some(body) = body(&mut stream, &mut buffer).await? {
        let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
        let happened = Timestamp::parse(body["timestamp"].as_str().unwrap()).unwrap();
        let lag = now().micros_since(happened);
        let lag = f64::from(i32::try_from(lag).unwrap_or(i32::MAX)) / 1_000.0;
        got.lags.lock().unwrap().push(lag);
        got.count.fetch_add(1, Ordering::Relaxed);
        stream.write_all(ANSWER).await?;
    }
    Ok(())
}

/// The body of the next request; `None` at the end of the connection. What came after it stays in the buffer.
pub(crate) async fn body(
    stream: &mut (impl AsyncRead + Unpin),
    buffer: &mut Vec<u8>,
) -> std::io::Result<Option<Vec<u8>>> {
    let head = loop {
        if let Some(at) = buffer.windows(4).position(|four| four == b"\r\n\r\n") {
            break at + 4;
        }
        if stream.read_buf(buffer).await? == 0 {
            return Ok(None);
        }
    };
    let text = String::from_utf8_lossy(&buffer[..head]).to_ascii_lowercase();
    let length = text
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "))
        .map_or(0, |length| length.parse::<usize>().unwrap());
    while buffer.len() < head + length {
        if stream.read_buf(buffer).await? == 0 {
            return Ok(None);
        }
    }
    let body = buffer[head..head + length].to_vec();
    buffer.drain(..head + length);
    Ok(Some(body))
}
