//! What the service costs, measured over the real binary and a real PostgreSQL of its own, each
//! measure interleaved with its yardstick in the same minutes.
//!
//! Nothing is asserted of times; what is asserted is that every answer is right. Reading order:
//! `settings`, `world` (the server, the service and the data), then one file a measure in the order
//! of `run`. `process`, `http` and `duck` are what they measure with.

#[cfg(test)]
mod against;
#[cfg(test)]
mod classify;
#[cfg(test)]
mod collect;
#[cfg(test)]
mod copy;
#[cfg(test)]
mod customers;
#[cfg(test)]
mod duck;
#[cfg(test)]
mod equal;
#[cfg(test)]
mod events;
#[cfg(test)]
mod export_runs;
#[cfg(test)]
mod exports;
#[cfg(test)]
mod floor;
#[cfg(test)]
mod http;
#[cfg(test)]
mod incremental;
#[cfg(test)]
mod load;
#[cfg(test)]
mod memory;
#[cfg(test)]
mod plain;
#[cfg(test)]
mod process;
#[cfg(test)]
mod quality;
#[cfg(test)]
mod receiver;
#[cfg(test)]
mod replay;
#[cfg(test)]
mod reports;
#[cfg(test)]
mod run;
#[cfg(test)]
mod service;
#[cfg(test)]
mod settings;
#[cfg(test)]
mod spend;
#[cfg(test)]
mod start;
#[cfg(test)]
mod webhooks;
#[cfg(test)]
mod world;
#[cfg(test)]
mod worst;
#[cfg(test)]
mod young;

fn main() {
    // `cargo test --benches` runs benches, too, without this argument.
    #[cfg(test)]
    if std::env::args().any(|argument| argument == "--bench") {
        run::run();
    }
}
