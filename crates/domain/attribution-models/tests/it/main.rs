//! Laws of replay.

#[cfg(test)]
mod laws;
