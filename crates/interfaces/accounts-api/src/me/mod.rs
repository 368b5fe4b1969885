//! What belongs to the person who calls, in person.

pub mod create_mcp_token;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the endpoints.
pub fn configure(config: &mut ServiceConfig<'_>) {
    config.service(create_mcp_token::create_mcp_token);
}
