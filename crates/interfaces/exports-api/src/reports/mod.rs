//! What platforms say of accounts and data sets: [`custom_audiences`](mod@custom_audiences),
//! [`dataset_quality`](mod@dataset_quality).

pub mod custom_audiences;
pub mod dataset_quality;

use conversion_export::connections::token::TokenError;
use conversion_export::reports::ReportError;
use export_rules::ports::ReportFailure;
use http_kit::problem::{FieldCode, FieldError, Problem};
use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the endpoints.
pub(crate) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(custom_audiences::list_custom_audiences)
        .service(dataset_quality::get_dataset_quality);
}

/// What is said when there is no report, and nothing of the platform's own words. `parameter` names the connection or
/// what has one.
fn refused(error: ReportError, parameter: &str) -> Problem {
    let conflict = |words: String| Problem::conflict(words, Vec::new());
    match error {
        ReportError::NotFound | ReportError::Token(TokenError::NotFound) => Problem::not_found(),
        ReportError::WrongPlatform(_) => Problem::invalid_field(FieldError::parameter(
            parameter,
            FieldCode::OutOfRange,
            error.to_string(),
        )),
        ReportError::Store(error) | ReportError::Token(TokenError::Store(error)) => error.into(),
        ReportError::Token(TokenError::NotConnected(_)) => {
            conflict(format!("{error}; somebody has to connect the account anew"))
        }
        ReportError::Token(TokenError::TryLater(_)) => Problem::unavailable_because(
            "the platform gives no new token now; send the same again later",
        ),
        ReportError::Platform(failure) => match failure {
            ReportFailure::Access => conflict(format!(
                "{failure}; somebody has to connect the account anew"
            )),
            ReportFailure::Permission => conflict(format!(
                "{failure}; connect it anew and leave all permissions ticked"
            )),
            ReportFailure::Refused(_) => conflict(failure.to_string()),
            ReportFailure::Throttled { .. } | ReportFailure::NoAnswer => {
                Problem::unavailable_because(format!("{failure}; send the same again later"))
            }
        },
    }
}
