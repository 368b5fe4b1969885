//! `tributary serve` and `tributary work`.

use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use application::outcome_events::intake::OutcomeIntake;
use application::tracking::intake::Intake;
use application::views::intake::ViewIntake;
use http_kit::AppState;
use http_kit::hosts_heard::HostsHeard;
use http_kit::intake_counts::IntakeCounts;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use tributary_api::server::{ServerOptions, server};
use tributary_worker::alerts::Alerting;
use tributary_worker::changes::Changing;
use tributary_worker::deliveries::Sending;
use tributary_worker::exports::Exporting;
use tributary_worker::housekeeping::{Housekeeper, Retention};
use tributary_worker::spend::Reading;

use super::metrics::Told;
use super::{Failure, say};
use crate::composition::Environment;
use crate::config::{Listen, Serve, Storage, Work};

/// From the signal to the end of the process: everything that is under way gets this long together.
const PATIENCE: Duration = Duration::from_secs(10);

/// Of that, what requests get, with what they have handed in, and beside them the worker's batch; the
/// rest is for the private server.
const WORK: Duration = Duration::from_secs(8);

/// Of that, what requests get at most until their connections are closed.
const REQUESTS: Duration = Duration::from_secs(6);

/// Serves until Ctrl-C or SIGTERM.
pub(super) async fn serve(storage: Storage, serve: Serve) -> Result<(), Failure> {
    let stop = stop_on_signal()?;
    let listener = listen(&serve.listen)?;
    let environment = Environment::open(&storage).await?;
    let page = environment.metrics_page(true, !serve.no_worker);
    let told = Told::start(&serve.metrics, page)?;
    let payload_days = serve.listen.webhooks.webhooks_payload_days;
    let retention = serve.retention.of_worker(payload_days);
    let retention = (!serve.no_worker).then_some(retention);
    let running = Running::start(&environment, &serve.listen, listener, retention)?;
    say(&format!("listening on http://{}", running.address));
    running.until(stop).await;
    told.stop().await;
    environment.close().await
}

/// Works until Ctrl-C or SIGTERM.
pub(super) async fn work(storage: Storage, work: Work) -> Result<(), Failure> {
    let stop = stop_on_signal()?;
    let environment = Environment::open(&storage).await?;
    let told = Told::start(&work.metrics, environment.metrics_page(false, true))?;
    let retention = work
        .retention
        .of_worker(work.webhooks.webhooks_payload_days);
    let house = environment.house(retention, &work.payments)?;
    let telling = Telling {
        sending: environment.sending(&work.egress, &work.webhooks)?,
        exporting: environment.exporting(NOWHERE, (&work.ad_platforms, &work.egress))?,
        reading: environment.reading(NOWHERE, (&work.ad_platforms, &work.egress))?,
        changing: environment.changing(NOWHERE, (&work.ad_platforms, &work.egress))?,
        alerting: environment.alerting(),
    };
    say("working");
    Box::pin(works(telling, house, Arc::default(), stop)).await;
    told.stop().await;
    environment.close().await
}

/// Whoever works beside no server sends nobody to a platform, so that nobody comes back here.
const NOWHERE: &str = "http://localhost";

/// What tells the outside, and asks it.
struct Telling {
    sending: Sending,
    exporting: Exporting,
    reading: Reading,
    changing: Changing,
    alerting: Alerting,
}

/// Brings results up to date, tells the outside and keeps house until `stop` is cancelled, and for some seconds more if
/// that is in the middle of something. What is not done by then is given up: the database undoes it, and
/// the next worker does it.
async fn works(telling: Telling, house: Housekeeper, wake: Arc<Notify>, stop: CancellationToken) {
    let Telling {
        sending,
        exporting,
        reading,
        changing,
        alerting,
    } = telling;
    let working = async {
        tokio::join!(
            tributary_worker::run(sending.worker.clone(), wake, stop.clone()),
            tributary_worker::deliveries::run(sending, stop.clone()),
            tributary_worker::exports::run(exporting, stop.clone()),
            tributary_worker::landing::run(reading.worker.clone(), stop.clone()),
            tributary_worker::proposals::run(reading.worker.clone(), stop.clone()),
            tributary_worker::quality::run(reading.worker.clone(), stop.clone()),
            tributary_worker::alerts::run(alerting, stop.clone()),
            tributary_worker::spend::run(reading, stop.clone()),
            tributary_worker::changes::run(changing, stop.clone()),
            tributary_worker::housekeeping::keep(house, stop.clone()),
        );
    };
    if within(&stop, Box::pin(working)).await.is_none() {
        tracing::warn!("the worker's batch did not end in time: it is left to the next worker");
    }
}

/// What comes of the work, unless it goes on for too long after `stop` was cancelled.
async fn within<T>(stop: &CancellationToken, work: impl Future<Output = T>) -> Option<T> {
    let late = async {
        stop.cancelled().await;
        tokio::time::sleep(WORK).await;
    };
    tokio::select! {
        done = work => Some(done),
        () = late => None,
    }
}

/// A service in this process.
pub(super) struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    handle: actix_web::dev::ServerHandle,
    server: JoinHandle<std::io::Result<()>>,
    intake: Arc<dyn Intake>,
    outcome_intake: Arc<dyn OutcomeIntake>,
    views: Arc<dyn ViewIntake>,
    counts: Arc<IntakeCounts>,
    hosts: Arc<HostsHeard>,
    worker: Option<AbortOnDropHandle<()>>,
    stop_worker: CancellationToken,
}

impl Running {
    /// Starts the server and, when it is told what to keep, the worker.
    pub(super) fn start(
        environment: &Environment,
        listen: &Listen,
        listener: TcpListener,
        retention: Option<Retention>,
    ) -> Result<Self, Failure> {
        let address = listener
            .local_addr()
            .map_err(Failure::io("no listening address"))?;
        let addresses = listen.urls.addresses(address)?;
        let wake = Arc::new(Notify::new());
        let stop_worker = CancellationToken::new();
        let platforms = (&listen.ad_platforms, &listen.egress);
        let telling = Telling {
            sending: environment.sending(&listen.egress, &listen.webhooks)?,
            exporting: environment.exporting(addresses.base(), platforms)?,
            reading: environment.reading(addresses.base(), platforms)?,
            changing: environment.changing(addresses.base(), platforms)?,
            alerting: environment.alerting(),
        };
        let house = retention.map(|retention| environment.house(retention, &listen.payments));
        let worker = house.transpose()?.map(|house| {
            AbortOnDropHandle::new(tokio::spawn(works(
                telling,
                house,
                Arc::clone(&wake),
                stop_worker.clone(),
            )))
        });
        let state: AppState = environment.app_state(listen, addresses, wake)?;
        let intake = Arc::clone(&state.intake);
        let outcome_intake = Arc::clone(&state.outcome_intake);
        let views = Arc::clone(&state.views);
        let counts = Arc::clone(&state.collecting.counts);
        let hosts = Arc::clone(&state.collecting.hosts);
        let options = ServerOptions {
            workers: std::thread::available_parallelism().map_or(2, std::num::NonZero::get),
            shutdown_timeout: REQUESTS,
            connections_per_address: usize::try_from(listen.limits.connections_per_address)
                .unwrap_or(usize::MAX),
        };
        let server =
            server(state, listener, options).map_err(Failure::io("the server cannot start"))?;
        let handle = server.handle();
        Ok(Self {
            address,
            handle,
            server: tokio::spawn(server),
            intake,
            outcome_intake,
            views,
            counts,
            hosts,
            worker,
            stop_worker,
        })
    }

    /// Runs until `stop` is cancelled, then lets requests and the worker's batch finish.
    pub(super) async fn until(self, stop: CancellationToken) {
        stop.cancelled().await;
        say("stopping");
        self.stop_worker.cancel();
        let answering = async {
            self.handle.stop(true).await;
            if let Ok(Err(error)) = self.server.await {
                tracing::error!(error = %error, "the server failed: {error}");
            }
            // What callers who went away have handed in, and what nobody waits for.
            tokio::join!(
                self.intake.drain(),
                self.outcome_intake.drain(),
                self.views.drain()
            );
            // What answers left to be counted a little later.
            tokio::join!(self.counts.write(), self.hosts.write());
        };
        let working = async {
            if let Some(worker) = self.worker {
                let _ = worker.await;
            }
        };
        let (answered, ()) = tokio::join!(within(&stop, answering), working);
        if answered.is_none() {
            tracing::error!("events that nobody waits for were not written in time");
        }
    }
}

/// Binds the address before anything slow happens, so that a taken port is told at once.
pub(super) fn listen(listen: &Listen) -> Result<TcpListener, Failure> {
    bind("--listen", &listen.listen)
}

/// Binds the address that a setting names.
pub(super) fn bind(setting: &str, text: &str) -> Result<TcpListener, Failure> {
    let bad = || Failure::usage(format!("{setting} {text}: is no address and port"));
    let address = text
        .to_socket_addrs()
        .map_err(|_| bad())?
        .next()
        .ok_or_else(bad)?;
    TcpListener::bind(address).map_err(Failure::io(format!("cannot listen on {address}")))
}

/// A token that is cancelled by Ctrl-C or SIGTERM. The handler stays for the process's life, so
/// that a second Ctrl-C does not cut the stop short. The process ends ten seconds later whatever it does
/// then, also while it starts or a thread hangs: nothing that was acknowledged needs more time.
pub(super) fn stop_on_signal() -> Result<CancellationToken, Failure> {
    let stop = CancellationToken::new();
    let cannot = || Failure::io("signals cannot be handled");
    let mut interrupt = signal(SignalKind::interrupt()).map_err(cannot())?;
    let mut terminate = signal(SignalKind::terminate()).map_err(cannot())?;
    let token = stop.clone();
    tokio::spawn(async move {
        loop {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            if !token.is_cancelled() {
                std::thread::spawn(end_in_time);
            }
            token.cancel();
        }
    });
    Ok(stop)
}

fn end_in_time() {
    std::thread::sleep(PATIENCE);
    say("stopped with work unfinished, which is done again after the next start");
    std::process::exit(0);
}
