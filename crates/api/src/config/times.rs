//! How long what is done with the database may take.

use std::time::Duration;

use clap::Args;

/// The most that a writer of events keeps a transaction open for: whoever sent them waits.
const WRITE: Duration = Duration::from_secs(15);

/// The most that the look-up of a key or of an allowance takes.
const LOOK_UP: Duration = Duration::from_secs(10);

/// Deadlines. A database that is silent for longer is given up, and asked anew.
#[derive(Clone, Copy, Debug, Args)]
#[expect(clippy::struct_field_names, reason = "a field is named as its flag is")]
pub(crate) struct Times {
    /// Seconds that a request may take after its body has come, and each transaction of it; then it
    /// is answered with 503.
    #[arg(
        long,
        env = "TRIBUTARY_REQUEST_SECONDS",
        default_value_t = 30,
        value_parser = clap::value_parser!(u32).range(1..=3_600),
        global = true
    )]
    pub request_seconds: u32,
    /// Seconds that a transaction of the worker, an import or a command may take; then it is given
    /// up and tried again.
    #[arg(
        long,
        env = "TRIBUTARY_BATCH_SECONDS",
        default_value_t = 120,
        value_parser = clap::value_parser!(u32).range(1..=86_400),
        global = true
    )]
    pub batch_seconds: u32,
    /// Seconds that a full replay goes on without a sign of life from the database, and that its
    /// transactions may take.
    #[arg(
        long,
        env = "TRIBUTARY_REPLAY_SECONDS",
        default_value_t = 900,
        value_parser = clap::value_parser!(u32).range(1..=86_400),
        global = true
    )]
    pub replay_seconds: u32,
}

impl Times {
    /// Of a request.
    pub(crate) fn request(self) -> Duration {
        seconds(self.request_seconds)
    }

    /// Of a group of events.
    pub(crate) fn write(self) -> Duration {
        self.request().min(WRITE)
    }

    /// Of what every request asks first.
    pub(crate) fn look_up(self) -> Duration {
        self.request().min(LOOK_UP)
    }

    /// Of a worker's transaction.
    pub(crate) fn batch(self) -> Duration {
        seconds(self.batch_seconds)
    }

    /// Of a full replay.
    pub(crate) fn replay(self) -> Duration {
        seconds(self.replay_seconds)
    }
}

fn seconds(count: u32) -> Duration {
    Duration::from_secs(u64::from(count))
}
