//! What this domain needs from a store: rules that profiles make, distinct traffic with its labels, and what
//! traffic there is.

mod rules;
mod signatures;
mod traffic;

pub use rules::{AddedChannel, ChannelRuleStore, NewChannel, StoredRule};
pub use signatures::{ClassifiedSignature, SignatureStore};
pub use traffic::{KnownSignature, NewLabel, Published, TrafficStore, Usage, UsageQuestion};

#[cfg(feature = "mocks")]
pub use rules::MockChannelRuleStore;
#[cfg(feature = "mocks")]
pub use signatures::MockSignatureStore;
#[cfg(feature = "mocks")]
pub use traffic::MockTrafficStore;
