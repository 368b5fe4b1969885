//! The rules of the authorization server (OAuth 2.1): registration, approval, exchange, refresh.
//!
//! Reading order: [`client`] and [`registration`] (who may ask), [`redirect_uri`] (where answers
//! go), [`parameters`] (how requests are read), [`authorize`] (what a person is asked), [`pkce`],
//! [`token_request`] (what a client asks), [`tokens`] (what it gets, and for how long), [`error`].

pub mod authorize;
pub mod client;
pub mod error;
pub mod parameters;
pub mod pkce;
pub mod redirect_uri;
pub mod registration;
pub mod token_request;
pub mod tokens;

pub use authorize::{AuthorizationRequest, Refusal};
pub use client::{Client, ClientKind};
pub use error::{ErrorCode, OAuthError};
pub use parameters::{Parameters, Repeated};
pub use pkce::Challenge;
pub use redirect_uri::RedirectUri;
pub use registration::{ClientMetadata, Registration};
pub use token_request::TokenRequest;
pub use tokens::{AuthorizationCode, RefreshToken, Secret};
