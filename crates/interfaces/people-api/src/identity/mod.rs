//! Which customers people say are one, or two.

pub mod body;
pub mod history;
pub mod merge;
pub mod preview;
pub mod proposals;
pub mod repair;
pub mod split;
pub mod undo;
pub mod undo_several;

use customer_decisions::merges::MergeError;
use identity_graph::NotMergeable;
use utoipa_actix_web::service_config::ServiceConfig;

use http_kit::problem::{Code, FieldCode, FieldError, Problem};

/// Registers the resource's endpoints.
pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(history::list_merges)
        .service(preview::preview_merge)
        .service(merge::merge_customers)
        .service(undo::undo_merge)
        .service(undo_several::undo_merges)
        .configure(proposals::configure)
        .configure(repair::configure)
        .configure(split::configure);
}

/// The answer to a refusal.
fn problem(error: MergeError) -> Problem {
    let field = |code, words: String| {
        let error = FieldError::pointer("/customer_profile_ids", code, words);
        Problem::invalid_field(error)
    };
    let told = error.to_string();
    match error {
        MergeError::Store(error) => error.into(),
        MergeError::NotFound => Problem::not_found(),
        MergeError::Busy => Problem::unavailable_because(told),
        MergeError::NotMergeable(NotMergeable::Same) => field(FieldCode::Repeated, told),
        MergeError::NotMergeable(NotMergeable::Unknown) => field(FieldCode::UnknownValue, told),
        MergeError::NotMergeable(
            NotMergeable::Alias | NotMergeable::Nameless | NotMergeable::TwoNationalIds,
        )
        | MergeError::Stale
        | MergeError::Two
        | MergeError::Erased
        | MergeError::BuiltUpon => Problem::conflict(told, Vec::new()),
    }
}

/// The same of one in a list, which `field` names, and it says of which; `unknown` where there is no such one.
fn at_place(
    problem: Problem,
    (field, unknown): (&str, &'static str),
    place: Option<usize>,
) -> Problem {
    let Some(place) = place else { return problem };
    let pointer = format!("/{field}/{place}");
    match problem.code() {
        Code::NotFound => {
            let error = FieldError::pointer(pointer, FieldCode::UnknownValue, unknown);
            Problem::invalid_field(error)
        }
        Code::Conflict => {
            let told = problem.detail().to_owned();
            let error = FieldError::pointer(pointer, FieldCode::Taken, told.clone());
            Problem::conflict(told, vec![error])
        }
        _ => problem,
    }
}
