//! Which customers people say are two.

pub mod body;
pub mod decide;
pub mod known;
pub mod preview;
pub mod undo;

use customer_decisions::splits::SplitError;
use identity_graph::NotSplittable;
use utoipa_actix_web::service_config::ServiceConfig;

use http_kit::problem::{FieldCode, FieldError, Problem};

/// Registers the resource's endpoints.
pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(known::get_customer_identity)
        .service(preview::preview_split)
        .service(decide::split_customer)
        .service(undo::undo_split);
}

/// The answer to a refusal.
fn problem(error: SplitError) -> Problem {
    let told = error.to_string();
    let field = |pointer: String, code| {
        let error = FieldError::pointer(pointer, code, told.clone());
        Problem::invalid_field(error)
    };
    let of_all = || "/identifier_ids".to_owned();
    match error {
        SplitError::Store(error) => error.into(),
        SplitError::NotFound | SplitError::NotSplittable(NotSplittable::Unknown) => {
            Problem::not_found()
        }
        SplitError::Busy => Problem::unavailable_because(told),
        SplitError::NotTheirs { list, place } => {
            field(format!("/{list}/{place}"), FieldCode::UnknownValue)
        }
        SplitError::NotSplittable(NotSplittable::Nothing) => field(of_all(), FieldCode::Missing),
        SplitError::NotSplittable(NotSplittable::Everything) => {
            field(of_all(), FieldCode::OutOfRange)
        }
        SplitError::NotSplittable(
            NotSplittable::Alias
            | NotSplittable::TooMany
            | NotSplittable::TooOften
            | NotSplittable::Joins,
        )
        | SplitError::Parted(_)
        | SplitError::Stale
        | SplitError::Erased
        | SplitError::BuiltUpon => Problem::conflict(told, Vec::new()),
    }
}
