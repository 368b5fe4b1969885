//! Requests to ad platforms and the bytes of them, against platforms on the loopback address.

#[cfg(test)]
mod authorization;
#[cfg(test)]
mod batches;
#[cfg(test)]
mod bytes;
#[cfg(test)]
mod changes;
#[cfg(test)]
mod modes;
#[cfg(test)]
mod random_batches;
#[cfg(test)]
mod reports;
#[cfg(test)]
mod search_wires;
mod spend;
#[cfg(test)]
mod world;
