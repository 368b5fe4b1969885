//! How a server is connected to, and what is said when that fails.

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use diesel::{ConnectionError, ConnectionResult};
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};
use kernel::StoreError;
use tokio::task::JoinHandle;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::{Client, Config, Connection, Error, NoTls, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::lifeline::{Cancel, Lifeline, drive};
use crate::error;

/// How long a connection may take to be made, and the first statements on it.
pub(super) const CONNECTING: Duration = Duration::from_secs(5);

/// After how long a silent peer is asked whether it is there, and asked again.
const KEEPALIVE_IDLE: Duration = Duration::from_secs(10);
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(5);
const KEEPALIVE_RETRIES: u32 = 3;

/// After how long a peer that confirms nothing of what it was sent is given up.
const UNCONFIRMED: Duration = Duration::from_secs(20);

/// What the driver takes for `keepalives_idle` when an address says nothing about it.
const DRIVERS_IDLE: Duration = Duration::from_hours(2);

/// Compiling a statement pays only for one that reads millions of rows. Ours read few, and the
/// server, which guesses how many, would often take a second to compile what runs for milliseconds.
///
/// Plans are made once for all parameters. Planned for one profile that came since the server last
/// looked at a table, a statement seems to find nothing whichever index is used, and the server may
/// take one that reads all of the profile. And planning anew takes longer than most statements run.
const SETTINGS: &str = "SET jit = off; SET plan_cache_mode = force_generic_plan";

/// What the server does about a client that has gone silent: it looks whether it is there, and undoes
/// what it left open. Locks of a service that the server can no longer hear are free after half a
/// minute.
pub(super) const OF_POOL: &str = "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; \
    SET tcp_keepalives_count = 3; SET idle_in_transaction_session_timeout = '30s'";

/// A connection outside the pool, for what diesel cannot say. Dropping it closes it at once, and
/// the server undoes what was not committed.
pub struct Direct {
    /// What statements are sent through.
    pub client: Client,
    driver: JoinHandle<()>,
}

impl Drop for Direct {
    fn drop(&mut self) {
        self.driver.abort();
    }
}

/// Connects without diesel. The caller tells by the lifeline whether anything happens.
pub(super) async fn direct(url: &str, lifeline: Arc<Lifeline>) -> Result<Direct, StoreError> {
    let config = config(url).map_err(|error| StoreError::Unavailable(error.to_string()))?;
    let (client, driver) = start(&config, lifeline)
        .await
        .map_err(|failure| StoreError::Unavailable(told(&config, &failure)))?;
    Ok(Direct { client, driver })
}

/// Connects, with TLS and a verified certificate when the URL says `sslmode=require`.
pub async fn establish(url: &str) -> ConnectionResult<AsyncPgConnection> {
    establish_on(url, Arc::default()).await
}

/// As [`establish`], with a lifeline that the caller gives time to.
pub(super) async fn establish_on(
    url: &str,
    lifeline: Arc<Lifeline>,
) -> ConnectionResult<AsyncPgConnection> {
    let config = config(url)?;
    let (client, _) = start(&config, lifeline)
        .await
        .map_err(|error| ConnectionError::BadConnection(told(&config, &error)))?;
    let connection = AsyncPgConnection::try_from(client).await;
    let mut connection = connection.map_err(|error| refused(&config, &error))?;
    let set = connection.batch_execute(SETTINGS).await;
    set.map_err(|error| refused(&config, &error))?;
    Ok(connection)
}

fn refused(config: &Config, why: &dyn Display) -> ConnectionError {
    ConnectionError::BadConnection(format!("{}: {why}", place(config)))
}

/// The address as connections are made to it. What it says itself about keepalives and timeouts
/// stays.
fn config(url: &str) -> ConnectionResult<Config> {
    // What the driver says about a malformed address may quote a part of it, and so of the password.
    let mut config: Config = url.parse().map_err(|_: Error| {
        let form = "DATABASE_URL cannot be read; its form is \
                    postgresql://user:password@host:port/database";
        ConnectionError::BadConnection(form.to_owned())
    })?;
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECTING);
    }
    if config.get_keepalives_idle() == DRIVERS_IDLE {
        config.keepalives_idle(KEEPALIVE_IDLE);
    }
    if config.get_keepalives_interval().is_none() {
        config.keepalives_interval(KEEPALIVE_INTERVAL);
    }
    if config.get_keepalives_retries().is_none() {
        config.keepalives_retries(KEEPALIVE_RETRIES);
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(UNCONFIRMED);
    }
    Ok(config)
}

async fn start(
    config: &Config,
    lifeline: Arc<Lifeline>,
) -> Result<(Client, JoinHandle<()>), Failure> {
    if config.get_ssl_mode() == SslMode::Require {
        let tls = tls().map_err(Failure::Tls)?;
        let connected = within(Box::pin(config.connect(tls.clone()))).await?;
        return Ok(carry(connected, lifeline, Some(tls)));
    }
    let connected = within(Box::pin(config.connect(NoTls))).await?;
    Ok(carry(connected, lifeline, None))
}

/// The driver's own timeout ends with the connection of the socket; a server may be silent after it.
async fn within<T>(connecting: impl Future<Output = Result<T, Error>>) -> Result<T, Failure> {
    match tokio::time::timeout(CONNECTING, connecting).await {
        Ok(connected) => connected.map_err(Failure::Server),
        Err(_) => Err(Failure::Silent),
    }
}

fn carry<T>(
    (client, connection): (Client, Connection<Socket, T>),
    lifeline: Arc<Lifeline>,
    tls: Option<MakeRustlsConnect>,
) -> (Client, JoinHandle<()>)
where
    T: tokio_postgres::tls::TlsStream + Unpin + Send + 'static,
{
    let token = client.cancel_token();
    let driver = tokio::spawn(drive(connection, lifeline, Cancel { token, tls }));
    (client, driver)
}

fn tls() -> Result<MakeRustlsConnect, &'static str> {
    // Refused when a provider is installed already, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    MakeRustlsConnect::with_native_certs()
        .map(|(connector, _)| connector)
        .map_err(|_| "the machine has no certificate authorities to verify the server with")
}

/// Why there is no connection.
#[derive(Debug)]
pub(super) enum Failure {
    /// What the driver or the server said.
    Server(Error),
    /// Nobody said anything.
    Silent,
    /// This machine cannot verify a server.
    Tls(&'static str),
}

/// Host, port and cause, and never the password.
fn told(config: &Config, failure: &Failure) -> String {
    let place = place(config);
    match failure {
        Failure::Server(error) => format!("{place}: {}", error::chain(error)),
        Failure::Silent => format!("{place} did not answer in {} s", CONNECTING.as_secs()),
        Failure::Tls(why) => format!("{place}: {why}"),
    }
}

/// Where the database is.
fn place(config: &Config) -> String {
    let ports = config.get_ports();
    let port = |index: usize| ports.get(index).or(ports.first()).copied().unwrap_or(5432);
    let hosts = config.get_hosts().iter().enumerate();
    let mut places: Vec<String> = hosts
        .map(|(index, host)| match host {
            Host::Tcp(name) => format!("{name}:{}", port(index)),
            Host::Unix(path) => format!("{}/.s.PGSQL.{}", path.display(), port(index)),
        })
        .collect();
    if places.is_empty() {
        let addresses = config.get_hostaddrs().iter().enumerate();
        places = addresses
            .map(|(index, address)| format!("{address}:{}", port(index)))
            .collect();
    }
    format!("the database at {}", places.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_connection_notices_a_peer_that_is_gone() {
        let plain = config("postgresql://a:secret@db.example:6432/b").unwrap();
        assert_eq!(plain.get_keepalives_idle(), KEEPALIVE_IDLE);
        assert_eq!(plain.get_keepalives_interval(), Some(KEEPALIVE_INTERVAL));
        assert_eq!(plain.get_keepalives_retries(), Some(KEEPALIVE_RETRIES));
        assert_eq!(plain.get_tcp_user_timeout(), Some(&UNCONFIRMED));
        assert_eq!(plain.get_connect_timeout(), Some(&CONNECTING));
        let own = config(
            "postgresql://a@db.example/b?keepalives_idle=7&tcp_user_timeout=9&connect_timeout=3",
        );
        let own = own.unwrap();
        assert_eq!(own.get_keepalives_idle(), Duration::from_secs(7));
        assert_eq!(own.get_tcp_user_timeout(), Some(&Duration::from_secs(9)));
        assert_eq!(own.get_connect_timeout(), Some(&Duration::from_secs(3)));
    }

    #[test]
    fn a_place_has_host_and_port_and_no_password() {
        let at = |url: &str| place(&config(url).unwrap());
        assert_eq!(
            at("postgresql://a:secret@db.example:6432/b"),
            "the database at db.example:6432"
        );
        assert_eq!(
            at("postgresql://a:secret@one,two:5433/b"),
            "the database at one:5432, two:5433"
        );
        assert_eq!(
            at("host=/run/pg dbname=b password=secret"),
            "the database at /run/pg/.s.PGSQL.5432"
        );
    }

    #[test]
    fn a_malformed_address_is_not_quoted() {
        let error = config("postgresql://a:secret@db.example:fifty/b").unwrap_err();
        assert!(error.to_string().contains("its form is"), "{error}");
        assert!(!error.to_string().contains("secret"), "{error}");
        assert!(!error.to_string().contains("fifty"), "{error}");
    }

    #[tokio::test]
    async fn who_finds_no_server_learns_where_and_why() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        let url = format!("postgresql://a:secret@127.0.0.1:{port}/b");
        let Err(error) = establish(&url).await else {
            panic!("there is no server")
        };
        let text = error.to_string();
        assert!(text.contains(&format!("127.0.0.1:{port}")), "{text}");
        assert!(text.contains("Connection refused"), "{text}");
        assert!(!text.contains("secret"), "{text}");
    }
}
