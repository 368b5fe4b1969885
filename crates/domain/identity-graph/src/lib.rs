//! Who is who: what an identifier is, whose event it is, and whose browser.
//!
//! Decides: the normal form of e-mail addresses, phone numbers, RUTs and other ids; which customer
//! an event belongs to and which identifiers that customer gains; who owns a shared device when.
//! Two known customers are never merged here: that they may be one person is only noted.
//!
//! Deliberately does not know: how pointers are stored and locked, how national ids are hashed and
//! encrypted ([`ValueKeys`] and the store do that), what an event is otherwise, how conversions are
//! replayed, and how merges are proposed and decided.
//!
//! Reading order: [`kinds`]; [`identifiers`] and [`normalise()`] with one file a kind ([`email`],
//! [`phone`], [`rut`], [`plain`]); [`known`] and [`plan`], the input and the output of
//! [`resolution`]; [`device`]; [`ports`]; [`resolve()`], which drives them all, and
//! [`resolve_each()`], which does so for many events at once.

pub mod device;
pub mod email;
pub mod identifiers;
pub mod kinds;
pub mod known;
pub mod normalise;
pub mod personal;
pub mod phone;
pub mod plain;
pub mod plan;
pub mod ports;
pub mod resolution;
pub mod resolve;
pub mod resolve_each;
pub mod rut;

pub use device::{Identification, Ownership, Segment, VISITOR_NAMESPACE, visitor_id};
pub use identifiers::{
    Identifier, IdentifierError, Identifiers, RawIdentifiers, Subject, ValueKeys,
};
pub use kinds::{CustomerLimit, IdentifierKind, ValueCap};
pub use known::{Known, KnownCustomer, KnownValue, ValueState};
pub use normalise::normalise;
pub use personal::{Personal, ValueKey};
pub use plan::{Fill, Occasion, Plan, Rivals, Target, VisitorDecision, VisitorPlan};
#[cfg(feature = "mocks")]
pub use ports::MockIdentityStore;
pub use ports::{Applied, IdentityStore, StoreFailure};
pub use resolution::decide;
pub use resolve::{ResolveError, Resolved, resolve};
pub use resolve_each::resolve_each;
