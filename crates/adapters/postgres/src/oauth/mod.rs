//! Clients, codes and tokens of the authorization server. None of these tables is a profile's.

mod clients;
mod tokens;

/// A SHA-256 as it is bound.
fn hash_of(bytes: &[u8]) -> Option<[u8; 32]> {
    bytes.try_into().ok()
}
