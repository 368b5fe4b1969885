//! One file a command.

mod clients;
mod deletion;
mod demo;
mod demo_data;
mod demo_exports;
mod disk;
mod doctor;
mod erase;
mod import;
mod import_customers;
mod import_events;
mod import_spend;
mod keys;
mod mapping;
mod metrics;
mod profiles;
mod progress;
mod replay;
mod retention;
mod serve;
mod users;
mod workspaces;

use crate::composition::Environment;
use crate::config::{Command, CommandLine};
use crate::failure::Failure;
use crate::terminal::{print, say};

/// Runs the command of the command line.
pub(crate) async fn run(command_line: CommandLine) -> Result<(), Failure> {
    let storage = command_line.storage;
    match command_line.command {
        Command::Openapi => {
            print(rest_api::openapi_json().trim_end());
            Ok(())
        }
        Command::Serve(serve) => serve::serve(storage, serve).await,
        Command::Work(work) => Box::pin(serve::work(storage, work)).await,
        Command::Demo(demo) => demo::demo(storage, demo).await,
        Command::Migrate => {
            let environment = Environment::open(&storage).await?;
            say("the database is up to date");
            environment.close().await
        }
        Command::People(command) => {
            let environment = Environment::open(&storage).await?;
            let outcome = users::run(&environment, command).await;
            environment.close().await.and(outcome)
        }
        Command::Clients(command) => {
            let environment = Environment::open(&storage).await?;
            let outcome = clients::run(&environment, command).await;
            environment.close().await.and(outcome)
        }
        Command::Workspaces(command) => {
            let environment = Environment::open(&storage).await?;
            let outcome = workspaces::run(&environment, command).await;
            environment.close().await.and(outcome)
        }
        Command::Profiles(command) => {
            let environment = Environment::open(&storage).await?;
            let outcome = profiles::run(&environment, command).await;
            environment.close().await.and(outcome)
        }
        Command::Keys(command) => {
            let environment = Environment::open(&storage).await?;
            let outcome = keys::run(&environment, command).await;
            environment.close().await.and(outcome)
        }
        Command::Import(command) => {
            let environment = Environment::open(&storage).await?;
            let outcome = import::run(&environment, command).await;
            environment.close().await.and(outcome)
        }
        Command::Erase(asked) => {
            let environment = Environment::open(&storage).await?;
            let outcome = erase::run(&environment, &asked).await;
            environment.close().await.and(outcome)
        }
        Command::Erasures { profile } => {
            let environment = Environment::open(&storage).await?;
            let outcome = erase::list(&environment, &profile).await;
            environment.close().await.and(outcome)
        }
        Command::Doctor(command) => doctor::run(&storage, &command).await,
        Command::Replay { profile } => {
            let environment = Environment::open(&storage).await?;
            let outcome = replay::run(&environment, &profile).await;
            environment.close().await.and(outcome)
        }
    }
}
