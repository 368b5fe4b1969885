//! The `tributary` binary: reads the command line, composes the service, runs one command.

mod cli;
mod composition;
mod config;

use std::process::ExitCode;

use clap::Parser;
use tracing_subscriber::EnvFilter;

use config::CommandLine;

fn main() -> ExitCode {
    let command_line = CommandLine::parse();
    let filter = match EnvFilter::try_new(&command_line.log) {
        Ok(filter) => filter,
        Err(error) => return refuse(&format!("--log: {error}")),
    };
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
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

fn refuse(message: &str) -> ExitCode {
    cli::say(&format!("tributary: {message}"));
    ExitCode::FAILURE
}
