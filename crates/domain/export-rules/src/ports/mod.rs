//! What this domain needs from platforms and stores.

mod senders;
mod stores;

pub use senders::{Access, Attempt, SearchSender, SocialSender};
pub use stores::{DestinationStore, RuleStore};

#[cfg(feature = "mocks")]
pub use senders::{MockSearchSender, MockSocialSender};
#[cfg(feature = "mocks")]
pub use stores::{MockDestinationStore, MockRuleStore};
