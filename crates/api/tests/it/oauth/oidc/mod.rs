//! Sign-in through an external issuer, and its session tokens, over a real database and a small
//! issuer on the loopback address.

mod issuer;
mod people;
mod sign_in;
mod sign_in_refused;
#[path = "../../../../../adapters/identity-provider/src/test_signer.rs"]
mod test_signer;
mod tokens;
mod world;
