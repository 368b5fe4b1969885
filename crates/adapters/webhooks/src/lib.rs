//! Webhooks on their way: signed requests to addresses that strangers chose.
//!
//! Decides: how a request is sent so that it reaches a public address or none, takes a bounded time and
//! reads a bounded answer; what each failure of the network is called; how an HMAC is computed.
//! Deliberately does not know: what is sent to whom and when, and what follows from how it went.
//!
//! Reading order: [`sender`], [`resolver`] (which addresses a name may lead to), [`hmac`].

mod failure;
pub mod hmac;
pub mod resolver;
pub mod sender;

pub use hmac::RingHmac;
pub use resolver::{Lookup, SystemLookup};
pub use sender::{BadSender, SenderSettings, WebhookSender};
