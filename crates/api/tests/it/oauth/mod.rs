//! The authorization server and the sign-in pages over a real database.

mod accounts;
mod authorize;
mod confidential;
mod oidc;
mod registration;
mod session_tokens;
mod site;
mod tokens;
