//! The `tributary` binary: reads the command line, composes the service, runs one command.

mod cli;
mod composition;
mod config;
mod failure;
mod terminal;

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::Parser;
use tracing::level_filters::LevelFilter;
use tracing::{Level, Metadata};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::{FilterExt, ParseError, filter_fn};
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

use config::CommandLine;

/// Crates of the service whose names do not begin with its own.
const OURS: [&str; 49] = [
    "access_control",
    "accounts",
    "accounts_api",
    "ad_changes",
    "ad_spend",
    "application",
    "attribution_models",
    "channel_classifier",
    "console",
    "console_exports",
    "console_kit",
    "conversion_definitions",
    "conversion_export",
    "customer_decisions",
    "doctor",
    "event_import",
    "event_intake",
    "export_rules",
    "exports_api",
    "http_kit",
    "identity_graph",
    "kernel",
    "local_postgres",
    "mcp_server",
    "people_api",
    "personal_data",
    "platform_changes",
    "platform_connections",
    "postgres_exports",
    "postgres_full_replay",
    "postgres_kit",
    "postgres_people",
    "postgres_quality",
    "postgres_reporting",
    "postgres_schema",
    "postgres_spend",
    "postgres_users",
    "postgres_webhooks",
    "profile_setup",
    "quality_api",
    "reporting",
    "rest_api",
    "site_quality",
    "spend_api",
    "spend_intake",
    "tracking_api",
    "webhook_delivery",
    "webhook_events",
    "webhooks_api",
];

fn main() -> ExitCode {
    let command_line = CommandLine::parse();
    if let Err(error) = log(&command_line.log) {
        return refuse(&format!("--log: {error}"));
    }
    // Multi-threaded, because migrations block in place.
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => return refuse(&format!("the runtime could not start: {error}")),
    };
    let outcome = runtime.block_on(cli::run(command_line));
    // A thread that hangs must not keep the process.
    runtime.shutdown_background();
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => refuse(&failure.to_string()),
    }
}

/// Writes what is asked for on standard error. At debug level, every request and every call of a port
/// below it leaves a line when it ends, with what it is part of and how long it took.
fn log(asked: &str) -> Result<(), ParseError> {
    let ours = || {
        filter_fn(|about: &Metadata<'_>| *about.level() <= Level::INFO || is_ours(about.target()))
    };
    let filter = EnvFilter::try_new(asked)?;
    let is_traced = filter
        .max_level_hint()
        .is_none_or(|level| level >= LevelFilter::DEBUG);
    let is_colourful = is_colourful();
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(is_colourful)
        .with_filter(filter.and(ours()));
    let spans = if is_traced {
        let only_spans = EnvFilter::try_new(asked)?
            .and(ours())
            .and(filter_fn(|about: &Metadata<'_>| about.is_span()));
        let layer = tracing_subscriber::fmt::layer()
            .with_writer(std::io::stderr)
            .with_ansi(is_colourful)
            .with_span_events(FmtSpan::CLOSE);
        Some(layer.with_filter(only_spans))
    } else {
        None
    };
    tracing_subscriber::registry()
        .with(lines)
        .with(spans)
        .init();
    Ok(())
}

/// Colours are for people at a terminal; a file keeps the codes that make them as they are. Whoever
/// wants none says so by `NO_COLOR` (no-color.org), which counts when it is not empty.
fn is_colourful() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !refused && std::io::stderr().is_terminal()
}

/// What libraries say in detail holds what they carry: values of statements, headers, bodies. No
/// setting brings that into a log.
fn is_ours(target: &str) -> bool {
    let root = target.split("::").next().unwrap_or_default();
    root.starts_with("tributary") || OURS.contains(&root)
}

fn refuse(message: &str) -> ExitCode {
    terminal::say(&format!("tributary: {message}"));
    ExitCode::FAILURE
}
