//! Which customers may be one, and what people make of it.

pub mod body;
pub mod decide;
pub mod decide_several;
pub mod list;
pub mod preview;
pub mod preview_several;
pub mod scan;
pub mod several;

use customer_decisions::proposals::ProposalError;
use utoipa_actix_web::service_config::ServiceConfig;

use http_kit::problem::{FieldCode, FieldError, Problem};

/// Registers the resource's endpoints.
pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(scan::scan_merge_proposals)
        .service(list::list_merge_proposals)
        .service(preview::preview_merge_proposal)
        .service(decide::decide_merge_proposal)
        .service(preview_several::preview_merge_proposals)
        .service(decide_several::decide_merge_proposals);
}

/// The answer to a refusal.
fn problem(error: ProposalError) -> Problem {
    let told = error.to_string();
    match error {
        ProposalError::NotFound => Problem::not_found(),
        ProposalError::Decided(_) => Problem::conflict(told, Vec::new()),
        ProposalError::Past => {
            let error = FieldError::pointer("/snooze_until", FieldCode::OutOfRange, told);
            Problem::invalid_field(error)
        }
        ProposalError::Merge(error) => super::problem(error),
        ProposalError::Store(error) => error.into(),
    }
}
