//! People are invited to a workspace by a link.

pub mod accept;
pub mod create;
pub mod revoke;
