//! A profile's own channel rules: what may be written, what it means, and what is suggested.

#[cfg(test)]
mod classification;
#[cfg(test)]
mod compiled;
#[cfg(test)]
mod documentation;
#[cfg(test)]
mod operators;
#[cfg(test)]
mod patterns;
#[cfg(test)]
mod posthog;
#[cfg(test)]
mod reading;
#[cfg(test)]
mod suggestions;
#[cfg(test)]
mod support;
