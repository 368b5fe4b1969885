//! What of customers is missing or doubled, and filling it in.

pub mod body;
pub mod mend;
pub mod scan;

use customer_decisions::repair::RepairError;
use utoipa_actix_web::service_config::ServiceConfig;

use http_kit::problem::{FieldCode, FieldError, Problem};

/// Registers the resource's endpoints.
pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(scan::scan_repairs)
        .service(mend::repair_customers);
}

/// The answer to a refusal.
fn problem(error: RepairError) -> Problem {
    let told = error.to_string();
    match error {
        RepairError::Unknown(position) => {
            let pointer = format!("/customer_profile_ids/{position}");
            Problem::invalid_field(FieldError::pointer(&pointer, FieldCode::UnknownValue, told))
        }
        RepairError::Store(error) => error.into(),
    }
}
