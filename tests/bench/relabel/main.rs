//! A changed channel rule, measured over the real binary and a real PostgreSQL. Nothing is asserted
//! of times; what is asserted is that the answers are right.

#[cfg(test)]
#[expect(dead_code, reason = "a measurement needs a part of what stories need")]
#[path = "../../stories/http.rs"]
mod http;
#[cfg(test)]
mod measure;
#[cfg(test)]
#[expect(
    dead_code,
    reason = "a measurement needs a part of what the others need"
)]
#[path = "../measure/service.rs"]
mod service;
#[cfg(test)]
#[expect(
    dead_code,
    reason = "a measurement needs a part of what the others need"
)]
#[path = "../measure/settings.rs"]
mod settings;

fn main() {
    // `cargo test --benches` runs benches, too, without this argument.
    #[cfg(test)]
    if std::env::args().any(|argument| argument == "--bench") {
        measure::measure();
    }
}
