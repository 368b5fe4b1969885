//! Pictures in mails and banners: what loading one says.
//!
//! Decides: what of the picture's address is read, which tokens name a recipient, who asked for the picture and whether
//! somebody saw it, and which views are one. Deliberately does not know: where a view came from (its traffic evidence is
//! read from [`ViewRequest::address`] as a page's is), whose a recipient is, and what a view is worth.
//!
//! A view founds, joins and names nobody: the one thing that leads from it to a person is a token that the profile's own
//! server asked for.

mod agent;
mod identity;
mod request;
mod token;

pub use agent::ViewAgent;
pub use identity::{RecipientId, VIEW_NAMESPACE, ViewId, ViewIdentity, kind};
pub use request::{Claim, MAX_QUERY, ViewError, ViewRequest};
pub use token::{RecipientKeys, RecipientToken};

#[cfg(test)]
mod tests;
