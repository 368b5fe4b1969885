//! The built-in identity provider, for programs: session tokens and what they are checked with.

mod discovery;
mod session_token;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the endpoints.
pub(crate) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(discovery::get_openid_configuration)
        .service(discovery::get_key_set)
        .service(session_token::create_session_token);
}
