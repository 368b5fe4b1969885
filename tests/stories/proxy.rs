//! A network in front of the database that can go silent: it keeps every connection open and passes
//! nothing.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// A proxy from a port of this machine to the socket of a server.
pub(crate) struct Proxy {
    address: SocketAddr,
    user: String,
    database: String,
    network: Arc<Network>,
}

/// What connections ask before they pass anything on.
#[derive(Default)]
struct Network {
    /// Connections of this generation and later ones pass; those before are silent for ever.
    passing: AtomicU64,
    /// New connections are of this generation.
    current: AtomicU64,
    /// Whether nobody is let in.
    stopped: AtomicBool,
    /// Both ends of all, so that nobody closes those that are silent.
    held: Mutex<Vec<(TcpStream, UnixStream)>>,
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
                if let Ok(server) = UnixStream::connect(&socket) {
                    join(&network, &client, &server);
                }
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
        self.network.passing.store(next, Ordering::SeqCst);
    }

    /// Closes every connection and lets nobody in, as a server does that is stopped.
    pub(crate) fn stop(&self) {
        self.network.stopped.store(true, Ordering::SeqCst);
        for (client, server) in self.network.held.lock().unwrap().drain(..) {
            let _ = client.shutdown(Shutdown::Both);
            let _ = server.shutdown(Shutdown::Both);
        }
    }

    /// New connections pass again; those that are open stay silent.
    pub(crate) fn replace(&self) {
        let passing = self.network.passing.load(Ordering::SeqCst);
        self.network.current.store(passing, Ordering::SeqCst);
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

fn join(network: &Arc<Network>, client: &TcpStream, server: &UnixStream) {
    let generation = network.current.load(Ordering::SeqCst);
    let ends = || (client.try_clone().unwrap(), server.try_clone().unwrap());
    network.held.lock().unwrap().push(ends());
    let ((from_client, to_server), (to_client, from_server)) = (ends(), ends());
    let (there, back) = (Arc::clone(network), Arc::clone(network));
    std::thread::spawn(move || {
        carry(&there, generation, from_client, &to_server);
        if there.passes(generation) {
            let _ = to_server.shutdown(Shutdown::Both);
        }
    });
    std::thread::spawn(move || {
        carry(&back, generation, from_server, &to_client);
        if back.passes(generation) {
            let _ = to_client.shutdown(Shutdown::Both);
        }
    });
}

impl Network {
    fn passes(&self, generation: u64) -> bool {
        generation >= self.passing.load(Ordering::SeqCst)
    }
}

/// Passes bytes on until there are no more, or the network goes silent.
fn carry(network: &Network, generation: u64, mut from: impl Read, mut to: impl Write) {
    let mut bytes = [0; 16 * 1024];
    loop {
        let Ok(count @ 1..) = from.read(&mut bytes) else {
            return;
        };
        if !network.passes(generation) || to.write_all(&bytes[..count]).is_err() {
            return;
        }
    }
}
