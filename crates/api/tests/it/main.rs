//! The HTTP interface against fakes of its ports. One binary, so that it links once.

#[cfg(test)]
mod auth;
#[cfg(test)]
mod document;
#[cfg(test)]
mod routing;
#[cfg(test)]
mod server;
#[cfg(test)]
mod support;
