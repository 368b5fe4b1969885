//! What figures are worth, as whoever embeds the crate sees it.

#[cfg(test)]
mod checks;
#[cfg(test)]
mod draws;
#[cfg(test)]
mod episodes;
#[cfg(test)]
mod measured;
#[cfg(test)]
mod score;
#[cfg(test)]
mod simulation;
#[cfg(test)]
mod trust;
