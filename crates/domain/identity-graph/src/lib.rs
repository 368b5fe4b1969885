//! Who is who: what an identifier is, whose event it is, and whose browser.
//!
//! Decides: the normal form of e-mail addresses, phone numbers, RUTs and other ids; which customer
//! an event belongs to and which identifiers that customer gains; which values are one person's, as a
//! function of what facts name together; who owns a shared device when; who may be one person although no
//! fact says so, and why; what it takes to make one of two customers; what of one is missing.
//!
//! Deliberately does not know: how pointers are stored and locked, how national ids are hashed and
//! encrypted ([`ValueKeys`] and the store do that), what an event is otherwise, how conversions are
//! replayed.
//!
//! Reading order: [`kinds`]; [`identifiers`] and [`normalise()`] with one file a kind ([`email`],
//! [`phone`], [`rut`], [`plain`]); [`known`] and [`plan`], the input and the output of
//! [`resolution`]; [`device`]; [`ports`]; [`resolve()`], which drives them all, and
//! [`resolve_each()`], which does so for many events at once; [`memory`], a store for whoever has none;
//! [`pairs`], the rule of who is one person; [`mod@settlement`] and [`mod@settle`], which brings what is stored up to it;
//! [`mod@merge`] and [`split`], what people decide on top; [`mod@forecast`]; [`proposals`]; [`repair`], what is missing or doubled; [`mod@erased`], what stands for
//! somebody who was forgotten.

pub mod device;
pub mod email;
pub mod erased;
pub mod forecast;
pub mod identifiers;
pub mod kinds;
pub mod known;
pub mod memory;
pub mod merge;
pub mod normalise;
pub mod pairs;
pub mod phone;
pub mod plain;
pub mod plan;
pub mod ports;
pub mod proposals;
pub mod repair;
pub mod resolution;
pub mod resolve;
pub mod resolve_each;
pub mod rut;
pub mod settle;
pub mod settlement;
pub mod split;
pub mod value_key;
pub mod visitor;

pub use device::{Identification, Ownership, PartedOn, Segment};
pub use erased::{Loss, erased, is_erased, loss};
pub use forecast::{Forecast, NamedFact, forecast};
pub use identifiers::{
    Identifier, IdentifierError, Identifiers, RawIdentifiers, Subject, ValueKeys,
};
pub use kernel::Personal;
pub use kernel::StoreError;
pub use kinds::{IdentifierKind, Partners};
pub use known::{Known, KnownCustomer, KnownValue, ValueState};
pub use memory::MemoryStore;
pub use merge::{Filled, Merge, MergePlan, NotMergeable, ShownCustomer, anchor, plan_merge};
pub use normalise::normalise;
pub use pairs::{Link, Pairs};
pub use plan::{Fill, NewPair, Occasion, Origin, Plan, Target, VisitorDecision, VisitorPlan};
pub use ports::{
    Applied, Blocked, HeldBrowsers, IdentityStore, JoinStore, MergeStore, Pass, ProposalStore,
    RepairCounts, RepairStore, SplitStore, Walked,
};
#[cfg(feature = "mocks")]
pub use ports::{
    MockIdentityStore, MockJoinStore, MockMergeStore, MockProposalStore, MockRepairStore,
    MockSplitStore,
};
pub use resolution::decide;
pub use resolve::{ResolveError, Resolved, resolve};
pub use resolve_each::resolve_each;
pub use settle::{Settled, own_anew, settle, settlement};
pub use settlement::{HeldCustomer, HeldValue, Move, Settlement, Unsettled, UnsettledPair};
pub use split::{
    HomeMove, KnownBy, MOST_PARTED_VALUES, MOST_STANDING_SPLITS, NotSplittable, OwnBrowser,
    Parting, Split, SplitPlan, plan_split, splittable,
};
pub use value_key::ValueKey;
pub use visitor::{VISITOR_NAMESPACE, visitor_id};

// What the crate's own types are made of, so that whoever embeds it needs no other.
pub use kernel::{CustomerId, ProfileId, Timestamp, VisitorId};
pub use uuid::Uuid;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
