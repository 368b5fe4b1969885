//! Measurements: the real binary over a real PostgreSQL beside what the same database needs for the
//! plain way of doing the same. Nothing is asserted of times; what is asserted is that the answers
//! are right.

#[cfg(test)]
#[expect(dead_code, reason = "a measurement needs a part of what stories need")]
#[path = "../stories/http.rs"]
mod http;
#[cfg(test)]
mod relabel;
#[cfg(test)]
#[expect(dead_code, reason = "a measurement needs a part of what stories need")]
#[path = "../stories/service.rs"]
mod service;

fn main() {
    // `cargo test` runs benches, too, without this argument.
    #[cfg(test)]
    if std::env::args().any(|argument| argument == "--bench") {
        relabel::measure();
    }
}
