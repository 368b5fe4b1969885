//! What is said of links beside what the platforms' documents say of them.
#![cfg(test)]

mod counting;
mod vectors;
