//! Black-box stories: the real binary over a real PostgreSQL, seen from outside.

#[cfg(test)]
mod absence;
#[cfg(test)]
mod browser;
#[cfg(test)]
mod collect_kill;
#[cfg(test)]
mod decisions_kill;
#[cfg(test)]
mod dice;
#[cfg(test)]
mod hold;
#[cfg(test)]
mod http;
#[cfg(test)]
mod imports;
#[cfg(test)]
mod installers;
#[cfg(test)]
mod kill;
#[cfg(test)]
mod lens;
#[cfg(test)]
mod operations;
#[cfg(test)]
mod pages;
#[cfg(test)]
mod proxy;
#[cfg(test)]
mod readme;
#[cfg(test)]
mod replicas;
#[cfg(test)]
mod secrets;
#[cfg(test)]
mod service;
#[cfg(test)]
mod silence;
#[cfg(test)]
mod stopping;
#[cfg(test)]
mod storm;
#[cfg(test)]
mod tenancy;
#[cfg(test)]
mod tracker;
