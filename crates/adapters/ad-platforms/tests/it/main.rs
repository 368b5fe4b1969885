//! What leaves, as bytes, and what platforms make of it, over real sockets on the loopback interface.

#[cfg(test)]
mod batches;
#[cfg(test)]
mod bytes;
#[cfg(test)]
mod modes;
#[cfg(test)]
mod world;
