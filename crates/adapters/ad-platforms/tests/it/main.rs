//! Requests to ad platforms, against platforms on the loopback address.

#[cfg(test)]
mod authorization;
