//! The `tributary` binary: reads the command line, composes the service, runs one command.

mod cli;
mod composition;
mod config;

use std::process::ExitCode;

use clap::Parser;
use tracing::Level;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::{FilterExt, filter_fn};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

use config::CommandLine;

fn main() -> ExitCode {
    let command_line = CommandLine::parse();
    let filter = match EnvFilter::try_new(&command_line.log) {
        Ok(filter) => filter,
        Err(error) => return refuse(&format!("--log: {error}")),
    };
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let filter = filter.and(filter_fn(|about| {
        *about.level() <= Level::INFO || is_ours(about.target())
    }));
    tracing_subscriber::registry()
        .with(lines.with_filter(filter))
        .init();
    // Multi-threaded, because migrations block in place.
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => return refuse(&format!("the runtime could not start: {error}")),
    };
    match runtime.block_on(cli::run(command_line)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => refuse(&failure.to_string()),
    }
}

/// What libraries say in detail holds what they carry: values of statements, headers, bodies. No
/// setting brings that into a log.
fn is_ours(target: &str) -> bool {
    let root = target.split("::").next().unwrap_or_default();
    root.starts_with("tributary") || matches!(root, "application" | "local_postgres")
}

fn refuse(message: &str) -> ExitCode {
    cli::say(&format!("tributary: {message}"));
    ExitCode::FAILURE
}
