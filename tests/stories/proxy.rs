//! A network in front of the database that can go silent: it keeps every connection open and passes
//! nothing.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// How often a connection looks whether something changed.
const GLANCE: Duration = Duration::from_millis(20);

/// A proxy from a port of this machine to the socket of a server.
pub(crate) struct Proxy {
    address: SocketAddr,
    user: String,
    database: String,
    network: Arc<Network>,
}

/// What connections ask before they pass anything on. Each is of the generation that was current
/// when it was made.
#[derive(Default)]
struct Network {
    current: AtomicU64,
    /// Connections of earlier generations are silent.
    silent_before: AtomicU64,
    /// Connections of earlier generations are over.
    cut_before: AtomicU64,
    /// Whether nobody is let in.
    stopped: AtomicBool,
}

impl Proxy {
    /// In front of the database of this address.
    pub(crate) fn before(url: &str) -> Self {
        let rest = url.strip_prefix("postgresql://").unwrap();
        let (user, rest) = rest.split_once('@').unwrap();
        let (folder, database) = rest.split_once('/').unwrap();
        let socket = PathBuf::from(decoded(folder)).join(".s.PGSQL.5432");
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let proxy = Self {
            address: listener.local_addr().unwrap(),
            user: user.to_owned(),
            database: database.to_owned(),
            network: Arc::default(),
        };
        let network = Arc::clone(&proxy.network);
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                if network.stopped.load(Ordering::SeqCst) {
                    continue;
                }
                let (network, socket) = (Arc::clone(&network), socket.clone());
                std::thread::spawn(move || join(&network, &client, &socket));
            }
        });
        proxy
    }

    /// How the database is reached through it.
    pub(crate) fn url(&self) -> String {
        let Self {
            user,
            address,
            database,
            ..
        } = self;
        format!("postgresql://{user}@{address}/{database}?sslmode=disable")
    }

    /// From now on nothing passes, not on new connections either.
    pub(crate) fn silence(&self) {
        let next = self.network.current.load(Ordering::SeqCst) + 1;
        self.network.silent_before.store(next, Ordering::SeqCst);
    }

    /// What was held back passes.
    pub(crate) fn speak(&self) {
        self.network.silent_before.store(0, Ordering::SeqCst);
    }

    /// New connections pass again; those that are open stay silent.
    pub(crate) fn replace(&self) {
        let passing = self.network.silent_before.load(Ordering::SeqCst);
        self.network.current.store(passing, Ordering::SeqCst);
    }

    /// Closes every connection; new ones may be made.
    pub(crate) fn cut(&self) {
        let next = self.network.current.fetch_add(1, Ordering::SeqCst) + 1;
        self.network.cut_before.store(next, Ordering::SeqCst);
    }

    /// Closes every connection and lets nobody in, as a server does that is stopped.
    pub(crate) fn stop(&self) {
        self.network.stopped.store(true, Ordering::SeqCst);
        self.cut();
    }
}

/// Text in which a percent sign and two digits stand for a byte.
fn decoded(text: &str) -> String {
    let mut parts = text.split('%');
    let mut decoded = parts.next().unwrap().to_owned();
    for part in parts {
        let (code, rest) = part.split_at(2);
        decoded.push(char::from(u8::from_str_radix(code, 16).unwrap()));
        decoded.push_str(rest);
    }
    decoded
}

/// Carries a connection until one of its ends closes it or it is cut.
fn join(network: &Network, client: &TcpStream, socket: &Path) {
    let generation = network.current.load(Ordering::SeqCst);
    if !network.lets_pass(generation) {
        return;
    }
    let Ok(server) = UnixStream::connect(socket) else {
        return;
    };
    client.set_read_timeout(Some(GLANCE)).unwrap();
    server.set_read_timeout(Some(GLANCE)).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            carry(network, generation, client, &server);
            let _ = server.shutdown(Shutdown::Both);
        });
        carry(network, generation, &server, client);
        let _ = client.shutdown(Shutdown::Both);
    });
}

impl Network {
    fn is_over(&self, generation: u64) -> bool {
        generation < self.cut_before.load(Ordering::SeqCst)
    }

    /// Waits while a connection is silent; whether it goes on then.
    fn lets_pass(&self, generation: u64) -> bool {
        while generation < self.silent_before.load(Ordering::SeqCst) && !self.is_over(generation) {
            std::thread::sleep(GLANCE);
        }
        !self.is_over(generation)
    }
}

/// Passes bytes on until there are no more, or the connection is cut.
fn carry(network: &Network, generation: u64, mut from: impl Read, mut to: impl Write) {
    let mut bytes = [0; 16 * 1024];
    loop {
        let read = from.read(&mut bytes);
        if !network.lets_pass(generation) {
            return;
        }
        match read {
            Ok(count @ 1..) => {
                if to.write_all(&bytes[..count]).is_err() {
                    return;
                }
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Ok(0) | Err(_) => return,
        }
    }
}
