//! The service over HTTP, put together: every operation, page and tool behind one server.
//!
//! Decides: in which order requests are offered to them, and what is answered where nothing fits.
//! Deliberately does not know: any operation (`rest-api`), page (`console`) or tool (`mcp-server`), what
//! they stand on (`http-kit`), and any adapter (only the binary's `composition.rs` names those).
//!
//! Reading order: [`server`], `fallback`.

mod fallback;
pub mod server;
