//! Where the process tells what it measures.

use clap::Args;

/// The listener of the metrics.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct MetricsListen {
    /// Address and port of GET /metrics in the Prometheus text format, for example 127.0.0.1:9464;
    /// port 0 takes a free one. Without it nothing is told. Nobody is asked who they are there: keep
    /// it off the internet.
    #[arg(long, env = "TRIBUTARY_METRICS_LISTEN")]
    pub metrics_listen: Option<String>,
}
