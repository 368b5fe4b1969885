//! Checkouts at a payment provider.
//!
//! Decides: how Stripe Checkout is asked to sell a plan, and how its answers are read. Deliberately
//! does not know: what a plan is worth, and what becomes of a workspace. Nothing of a card passes
//! through here: the human pays on the provider's own page.

mod http;
mod stripe;

pub use http::BadProvider;
pub use stripe::{Stripe, StripeAccount};
