//! How long things are kept.

use clap::Args;
use tributary_worker::housekeeping;

/// How long things are kept. Facts, what is derived from them and the ledger of restatements are
/// kept for ever.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Retention {
    /// Days that audit records are kept; for ever without it.
    #[arg(
        long,
        env = "TRIBUTARY_RETAIN_AUDIT_DAYS",
        value_parser = clap::value_parser!(u16).range(1..=36_500)
    )]
    pub retain_audit_days: Option<u16>,
    /// Days that completed full replays are told of, but for those in the ledger of restatements; for
    /// ever without it.
    #[arg(
        long,
        env = "TRIBUTARY_RETAIN_REPLAYS_DAYS",
        value_parser = clap::value_parser!(u16).range(1..=36_500)
    )]
    pub retain_replays_days: Option<u16>,
}

impl Retention {
    /// As the worker takes it.
    pub(crate) fn of_worker(self, payload_days: u16) -> housekeeping::Retention {
        housekeeping::Retention {
            audit_days: self.retain_audit_days,
            recompute_days: self.retain_replays_days,
            payload_days: Some(payload_days),
        }
    }
}
