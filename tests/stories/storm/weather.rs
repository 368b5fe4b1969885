//! What happens to the processes, one thing after the other.

use std::sync::Mutex;
use std::thread::sleep;
use std::time::Duration;

use super::server::Server;
use crate::dice::Dice;
use crate::proxy::Proxy;
use crate::service::Service;

/// Something that goes wrong.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    /// SIGKILL for the service.
    ServiceKilled,
    /// SIGTERM for the service.
    ServiceStopped,
    /// SIGKILL for the database's parent process.
    PostmasterKilled,
    /// Both at once.
    BothKilled,
    /// Nothing passes between the two for some seconds, and then what was held back does.
    Silence,
    /// Nothing passes between the two for some seconds, and then all connections end.
    SilenceAndCut,
    /// Connections that are open stay silent for ever, and new ones reach the database, as after a
    /// fail-over.
    Replaced,
    /// All connections end.
    Cut,
}

pub(super) const EVERY_EVENT: [Event; 8] = [
    Event::ServiceKilled,
    Event::ServiceStopped,
    Event::PostmasterKilled,
    Event::BothKilled,
    Event::Silence,
    Event::SilenceAndCut,
    Event::Replaced,
    Event::Cut,
];

/// The service, its database and what is between them.
pub(super) struct Weather {
    proxy: Proxy,
    /// The database's address without the proxy.
    database: String,
    service: Mutex<Option<Service>>,
    server: Mutex<Option<Server>>,
}

impl Weather {
    /// `url` is the database's address without the proxy.
    pub(super) fn begin(server: Server, url: &str) -> Self {
        let proxy = Proxy::before(url);
        let through = proxy.url();
        Self {
            service: Mutex::new(Some(Service::set(url, &[("DATABASE_URL", &through)]))),
            server: Mutex::new(Some(server)),
            proxy,
            database: url.to_owned(),
        }
    }

    /// Where the service listens, while it runs.
    pub(super) fn address(&self) -> Option<String> {
        let service = self.service.lock().unwrap();
        service.as_ref().map(|service| service.address.clone())
    }

    pub(super) fn storm(&self, events: &[Event], dice: &mut Dice) {
        for event in events {
            sleep(Duration::from_millis(
                u64::try_from(500 + dice.roll(2_000)).unwrap(),
            ));
            println!("{event:?}");
            let seconds = Duration::from_secs(u64::try_from(1 + dice.roll(4)).unwrap());
            self.strike(*event, seconds);
        }
    }

    fn strike(&self, event: Event, lasting: Duration) {
        let held = || {
            self.proxy.silence();
            sleep(lasting);
        };
        match event {
            Event::ServiceKilled => self.restart(Service::kill),
            Event::ServiceStopped => self.restart(|service| {
                service.end();
            }),
            Event::PostmasterKilled => self.kill_postmaster(),
            Event::BothKilled => self.restart(|service| {
                service.kill();
                self.kill_postmaster();
            }),
            Event::Silence => {
                held();
                self.proxy.speak();
            }
            Event::SilenceAndCut => {
                held();
                self.proxy.cut();
                self.proxy.speak();
            }
            Event::Replaced => {
                held();
                self.proxy.replace();
            }
            Event::Cut => self.proxy.cut(),
        }
    }

    /// As whoever keeps the service running does: it is started again.
    fn restart(&self, end: impl FnOnce(Service)) {
        let running = self.service.lock().unwrap().take();
        end(running.unwrap());
        let through = self.proxy.url();
        let started = Service::set(&self.database, &[("DATABASE_URL", &through)]);
        *self.service.lock().unwrap() = Some(started);
    }

    fn kill_postmaster(&self) {
        let mut server = self.server.lock().unwrap();
        server.as_mut().unwrap().kill_and_start();
    }

    /// What is left when nobody sends any more.
    pub(super) fn end(self) -> (Server, Service) {
        let server = self.server.into_inner().unwrap();
        let service = self.service.into_inner().unwrap();
        (server.unwrap(), service.unwrap())
    }
}
