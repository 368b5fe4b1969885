//! Keeping a server alive while somebody uses it.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::cluster::{Cluster, Left};
use crate::error::Error;

/// Between two looks, and before the first try to start again.
const LOOK: Duration = Duration::from_millis(500);

/// The longest pause between two tries.
const LONGEST: Duration = Duration::from_mins(1);

/// A server in use that is started again when it dies, after a pause that grows while it does not
/// stay. Dropping it leaves the server, as dropping a [`Cluster`] does.
#[derive(Debug)]
pub struct Watched {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<Cluster>>,
}

impl Watched {
    /// Watches the server in a thread of its own; `say` is told of deaths and starts.
    pub fn new(cluster: Cluster, say: impl Fn(&str) + Send + 'static) -> Self {
        let (stop, stopped) = mpsc::channel();
        let thread = thread::spawn(move || {
            let mut pause = LOOK;
            while stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                pause = look(&cluster, pause, &say);
            }
            cluster
        });
        Self {
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    /// As [`Cluster::leave`]. A start under way is waited for.
    pub fn leave(mut self, say: &dyn Fn(&str)) -> Result<Left, Error> {
        self.end()
            .map_or(Ok(Left::Running), |cluster| cluster.leave(say))
    }

    fn end(&mut self) -> Option<Cluster> {
        drop(self.stop.take());
        self.thread.take()?.join().ok()
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        drop(self.end());
    }
}

/// Looks once, and answers the pause before the next look. It shrinks slowly while the server lives,
/// so that one that dies at each start is not started all the time.
fn look(cluster: &Cluster, pause: Duration, say: &dyn Fn(&str)) -> Duration {
    if cluster.server_pid().is_some() {
        return (pause / 2).max(LOOK);
    }
    say("the database has died; starting it again");
    match cluster.revive(say) {
        Ok(_) => say("the database runs again"),
        Err(error) => say(&format!("the database does not start: {error}")),
    }
    (pause * 4).min(LONGEST)
}
