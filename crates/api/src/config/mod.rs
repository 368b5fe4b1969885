//! The command line: one structure is flags, environment variables and `--help` at once.

mod ad_platforms;
mod egress;
pub(crate) mod idp;
pub(crate) mod limits;
pub(crate) mod metrics;
mod payments;
mod records;
pub(crate) mod retention;
pub(crate) mod sign_in;
pub(crate) mod times;
mod urls;
pub(crate) mod users;
mod webhooks;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

pub(crate) use ad_platforms::{AdPlatforms, Switch};
pub(crate) use egress::Egress;
use idp::Idp;
use limits::Limits;
use metrics::MetricsListen;
pub(crate) use payments::Payments;
pub(crate) use records::{CreateKey, Keys, Owner, Profiles, Workspaces};
use retention::Retention;
use sign_in::SignIn;
use times::Times;
pub(crate) use urls::Urls;
use users::{Clients, People};
pub(crate) use webhooks::Webhooks;

/// A self-hosted marketing attribution service.
#[derive(Debug, Parser)]
#[command(
    name = "tributary",
    version,
    about = "A self-hosted marketing attribution service: which channel earned what, exactly, and why.",
    after_help = "`tributary demo` shows it with data of its own; `tributary serve` runs it, and serves its \
        documentation at /docs/. `tributary help COMMAND` tells more of a command.",
    propagate_version = true
)]
pub(crate) struct CommandLine {
    /// Where the data is.
    #[command(flatten)]
    pub storage: Storage,
    /// What is said on standard error, in `tracing` filter syntax.
    #[arg(
        long,
        env = "TRIBUTARY_LOG",
        default_value = "info,actix_server=warn,actix_http=off,tokio_postgres=warn",
        global = true
    )]
    pub log: String,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Which database to use.
#[derive(Debug, Clone, Args)]
pub(crate) struct Storage {
    /// Use this PostgreSQL server and nothing else. Without it, a private server is run in the
    /// data directory from the machine's PostgreSQL binaries.
    #[arg(long, env = "DATABASE_URL", global = true, hide_env_values = true)]
    pub database_url: Option<String>,
    /// Directory for the private server and its key file.
    #[arg(
        long,
        env = "TRIBUTARY_DATA_DIR",
        default_value = ".local",
        global = true
    )]
    pub data_dir: PathBuf,
    /// Folder of the PostgreSQL binaries; searched for when it is not given.
    #[arg(long, env = "PG_BIN", global = true)]
    pub pg_bin: Option<PathBuf>,
    /// Connections to the database.
    #[arg(
        long,
        env = "TRIBUTARY_DB_CONNECTIONS",
        default_value_t = 16,
        global = true
    )]
    pub db_connections: usize,
    /// How long the database is waited for.
    #[command(flatten)]
    pub times: Times,
    /// Base64 of 32 random bytes that protect national ids and secrets at rest. Required with
    /// `DATABASE_URL`; without it one is made in the data directory.
    #[arg(
        long,
        env = "TRIBUTARY_SECRET_KEY",
        global = true,
        hide_env_values = true
    )]
    pub secret_key: Option<String>,
    /// Folder for the private server's socket.
    #[arg(long, env = "XDG_RUNTIME_DIR", global = true, hide = true)]
    pub runtime_dir: Option<PathBuf>,
    /// Where executables are looked for.
    #[arg(long, env = "PATH", global = true, hide = true)]
    pub path: Option<std::ffi::OsString>,
}

/// What the binary can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run the service: the API and, unless told otherwise, the worker.
    Serve(Serve),
    /// Run the worker alone, beside replicas that serve with --no-worker.
    Work(Work),
    /// Run the service on a demonstration data set and print how to look at it.
    Demo(Demo),
    /// Bring the database up to date and exit.
    Migrate,
    /// Print the document of the API as JSON and exit.
    Openapi,
    /// Create accounts of people and reset their passwords.
    #[command(subcommand)]
    People(People),
    /// Create applications that can keep a secret.
    #[command(subcommand)]
    Clients(Clients),
    /// Create workspaces.
    #[command(subcommand)]
    Workspaces(Workspaces),
    /// Create and list profiles.
    #[command(subcommand)]
    Profiles(Profiles),
    /// Create, list and revoke API keys.
    #[command(subcommand)]
    Keys(Keys),
    /// Bring in data from files.
    #[command(subcommand)]
    Import(Import),
    /// Forget a customer: everything that names them goes, and figures stay.
    Erase(Erase),
    /// List who was forgotten, as lines of a profile, a customer and a moment: what `erase --list` reads after a backup was
    /// restored.
    Erasures {
        /// The profile.
        #[arg(long)]
        profile: String,
    },
    /// Say what is misconfigured or slow, and how to mend it; changes nothing.
    Doctor(Doctor),
    /// Replay a profile's whole history now.
    Replay {
        /// The profile.
        #[arg(long)]
        profile: String,
    },
}

/// Whom to forget: one customer, or all of a list.
#[derive(Debug, Clone, Args)]
pub(crate) struct Erase {
    /// The profile.
    #[arg(long, requires = "customer", required_unless_present = "list")]
    pub(crate) profile: Option<String>,
    /// The customer.
    #[arg(long, requires = "profile")]
    pub(crate) customer: Option<String>,
    /// A file with a profile and a customer in each line, with a comma between, as `tributary erasures` prints them. Whoever is
    /// not known is passed over.
    #[arg(long, conflicts_with_all = ["profile", "customer"])]
    pub(crate) list: Option<PathBuf>,
    /// The customer's id once more, or how many lines the list has: what goes does not come back.
    #[arg(long)]
    pub(crate) confirm: String,
}

/// Where the service listens.
#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_field_names, reason = "a field is named as its flag is")]
pub(crate) struct Listen {
    /// Where it is reached from outside.
    #[command(flatten)]
    pub urls: Urls,
    /// How often callers may call.
    #[command(flatten)]
    pub limits: Limits,
    /// Who may make accounts.
    #[command(flatten)]
    pub sign_in: SignIn,
    /// Who says who somebody is.
    #[command(flatten)]
    pub idp: Idp,
    /// Who takes the money.
    #[command(flatten)]
    pub payments: Payments,
    /// Whom the service may ask.
    #[command(flatten)]
    pub egress: Egress,
    /// How webhooks are sent.
    #[command(flatten)]
    pub webhooks: Webhooks,
    /// What profiles can be connected with.
    #[command(flatten)]
    pub ad_platforms: AdPlatforms,
    /// Address and port; port 0 takes a free one.
    #[arg(long, env = "TRIBUTARY_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: String,
    /// Header in which a trusted proxy tells the visitor's country, for example CF-IPCountry. Of
    /// senders that are not among the trusted proxies it is not read.
    #[arg(long, env = "TRIBUTARY_COUNTRY_HEADER")]
    pub country_header: Option<String>,
    /// Day on which the deprecated POST /api/v1/goals goes away, YYYY-MM-DD; not before
    /// 2027-02-19. Until it is set, no day is announced.
    #[arg(long, env = "TRIBUTARY_GOALS_SUNSET")]
    pub goals_sunset: Option<String>,
    /// Origins of web pages that may call the tool server beside the service's own, separated by
    /// commas, for example `https://inspector.example`.
    #[arg(long, env = "TRIBUTARY_MCP_ALLOWED_ORIGINS", value_delimiter = ',')]
    pub mcp_allowed_origins: Vec<String>,
}

/// How to serve.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Where.
    #[command(flatten)]
    pub listen: Listen,
    /// Leave derived data to a process that runs `tributary work`.
    #[arg(long, env = "TRIBUTARY_NO_WORKER")]
    pub no_worker: bool,
    /// What it measures.
    #[command(flatten)]
    pub metrics: MetricsListen,
    /// What it keeps.
    #[command(flatten)]
    pub retention: Retention,
}

/// How to show it.
#[derive(Debug, Args)]
pub(crate) struct Demo {
    /// Where.
    #[command(flatten)]
    pub listen: Listen,
    /// What it measures.
    #[command(flatten)]
    pub metrics: MetricsListen,
}

/// How to work.
#[derive(Debug, Args)]
pub(crate) struct Work {
    /// Whom the service may ask.
    #[command(flatten)]
    pub egress: Egress,
    /// Ad platforms that are told of conversions.
    #[command(flatten)]
    pub ad_platforms: AdPlatforms,
    /// How webhooks are sent.
    #[command(flatten)]
    pub webhooks: Webhooks,
    /// Who takes the money, and is to take no more for a workspace that was deleted.
    #[command(flatten)]
    pub payments: Payments,
    /// What it measures.
    #[command(flatten)]
    pub metrics: MetricsListen,
    /// What it keeps.
    #[command(flatten)]
    pub retention: Retention,
}

/// What the doctor looks at, beside the database.
#[derive(Debug, Args)]
pub(crate) struct Doctor {
    /// Where the service would listen: the settings of `tributary serve`.
    #[command(flatten)]
    pub listen: Listen,
    /// Where it would tell what it measures.
    #[command(flatten)]
    pub metrics: MetricsListen,
    /// Print the findings as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Files to bring in.
#[derive(Debug, Subcommand)]
pub(crate) enum Import {
    /// Sessions and purchases from a CSV file with the columns `customer_id`, `session_id`,
    /// `touched_at`, `marketing_channel`, revenue.
    Touchpoints {
        /// The file.
        file: PathBuf,
        /// The profile.
        #[arg(long)]
        profile: String,
        /// Maps the file's channel labels to traffic evidence; see docs/importing.md.
        #[arg(long)]
        mapping: PathBuf,
    },
    /// Ad spend from a CSV file: with the columns of `PUT /api/v1beta/spend`, or with those that a preset or a mapping
    /// names; see docs/importing.md.
    Spend {
        /// The file.
        file: PathBuf,
        /// The profile.
        #[arg(long)]
        profile: String,
        /// Whose file it is, such as `dbt_ad_reporting`; see docs/importing.md.
        #[arg(long, conflicts_with = "mapping")]
        preset: Option<String>,
        /// A file that says which column is which; see docs/importing.md.
        #[arg(long)]
        mapping: Option<PathBuf>,
        /// Leave nothing else of the days that the file has rows of: per platform and account.
        #[arg(long)]
        replace: bool,
        /// Say what would be written, and write nothing.
        #[arg(long)]
        dry_run: bool,
    },
    /// Events that another program exported: page views, who is who, and what was bought.
    Events(ImportEvents),
    /// Who customers are, from a CSV file with the columns phone, email, `national_id`, `external_id`, `first_name`,
    /// `last_name`, or with those that a mapping names; see docs/importing.md.
    Customers {
        /// The file.
        file: PathBuf,
        /// The profile.
        #[arg(long)]
        profile: String,
        /// A file that says which column is which; see docs/importing.md.
        #[arg(long)]
        mapping: Option<PathBuf>,
        /// Found somebody new where a row names somebody who was forgotten; otherwise such rows are rejected.
        #[arg(long)]
        readmit: bool,
    },
    /// Exchange rates from a CSV file with the columns date, from, to, rate, source.
    Rates {
        /// The file.
        file: PathBuf,
        /// The profile.
        #[arg(long)]
        profile: String,
    },
}

/// Which events to bring in.
#[derive(Debug, Args)]
pub(crate) struct ImportEvents {
    /// The files: CSV, JSON lines or one JSON list, each also as gzip, or Parquet.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// The profile.
    #[arg(long)]
    pub profile: String,
    /// Whose files they are, such as `ga4`; see docs/importing.md.
    #[arg(long, conflicts_with = "mapping", required_unless_present = "mapping")]
    pub preset: Option<String>,
    /// A file that says which field is which; see docs/importing.md.
    #[arg(long)]
    pub mapping: Option<PathBuf>,
    /// The first day that is brought in, YYYY-MM-DD in the profile's time zone.
    #[arg(long)]
    pub from: Option<String>,
    /// The last one.
    #[arg(long)]
    pub to: Option<String>,
    /// Say what would be written, and write nothing.
    #[arg(long)]
    pub dry_run: bool,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_whole() {
        CommandLine::command().debug_assert();
    }
}
