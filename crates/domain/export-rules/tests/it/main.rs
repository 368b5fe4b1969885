//! The crate as whoever embeds it sees it.

#[cfg(test)]
mod decisions;
#[cfg(test)]
mod fixture;
#[cfg(test)]
mod ledger;
#[cfg(test)]
mod normal_forms;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod recurring;
#[cfg(test)]
mod routing;
#[cfg(test)]
mod runs;
#[cfg(test)]
mod trials;
