//! Requests to receivers of every kind, over real sockets on the loopback interface.

#[cfg(test)]
mod addresses;
#[cfg(test)]
mod certificates;
#[cfg(test)]
mod dns;
#[cfg(test)]
mod outcomes;
#[cfg(test)]
mod rebinding;
#[cfg(test)]
mod receiver;
#[cfg(test)]
mod world;
