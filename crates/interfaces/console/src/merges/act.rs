//! Its forms.

use actix_web::HttpRequest;
use actix_web::web::Bytes;
use customer_decisions::merges::PreviewHash;
use http_kit::extract::parse_uuid;
use identity_graph::proposals::Decision;
use kernel::Scope;
use kernel::timestamp::MICROS_PER_DAY;
use people_api::identity::proposals::decide::decided;
use people_api::identity::repair::mend::repaired;
use people_api::identity::{merge as merging, undo as undoing};

use super::{Answered, path, queue_path, refused, repair_path};
use crate::error::PageError;
use crate::form::Form;
use crate::page::see_other;
use crate::viewer::AtProfile;

/// Makes one of two customers, as it was previewed.
pub(super) async fn merge(request: HttpRequest, body: Bytes) -> Answered {
    let at = AtProfile::with(&request, Scope::AttributionWrite).await?;
    let form = Form::accept(&request, &body, &at.viewer, &path(&at)).await?;
    let id = |name| form.one(name).and_then(parse_uuid).map(Into::into);
    let hash = form.one("preview_hash").and_then(PreviewHash::parse);
    let (Some(one), Some(other), Some(hash)) = (id("one"), id("other"), hash) else {
        return Err(PageError::Form);
    };
    let state = at.viewer.state.clone().into_inner();
    let done = merging::merged(state, at.access.clone(), [one, other], Some(hash)).await;
    done.map_err(refused)?;
    Ok(see_other(&path(&at)))
}

/// Takes a merge back.
pub(super) async fn undo(request: HttpRequest, body: Bytes) -> Answered {
    let at = AtProfile::with(&request, Scope::AttributionWrite).await?;
    Form::accept(&request, &body, &at.viewer, &path(&at)).await?;
    let id = request.match_info().get("id").and_then(parse_uuid);
    let id = id.ok_or(PageError::NotFound)?.into();
    let state = at.viewer.state.clone().into_inner();
    let done = undoing::undone(state, at.access.clone(), id).await;
    done.map_err(refused)?;
    Ok(see_other(&path(&at)))
}

/// So long somebody is put off.
pub(super) const WEEK: i64 = 7 * MICROS_PER_DAY;

/// Decides about a pair of the queue.
pub(super) async fn decide(request: HttpRequest, body: Bytes) -> Answered {
    let at = AtProfile::with(&request, Scope::AttributionWrite).await?;
    let form = Form::accept(&request, &body, &at.viewer, &path(&at)).await?;
    let id = request.match_info().get("id").and_then(parse_uuid);
    let id = id.ok_or(PageError::NotFound)?.into();
    let state = at.viewer.state.clone().into_inner();
    let hash = form.one("preview_hash").and_then(PreviewHash::parse);
    let (decision, expected) = match (form.one("decision"), hash) {
        (Some("merge"), Some(hash)) => (Decision::Merge, Some(hash)),
        (Some("dismiss"), _) => (Decision::Dismiss, None),
        (Some("snooze"), _) => {
            let until = state.clock.now().plus_micros(WEEK);
            (Decision::Snooze(until), None)
        }
        _ => return Err(PageError::Form),
    };
    let done = decided(state, at.access.clone(), id, decision, expected).await;
    done.map_err(refused)?;
    Ok(see_other(&queue_path(&at)))
}

/// Has everybody compared again.
pub(super) async fn scan(request: HttpRequest, body: Bytes) -> Answered {
    let at = AtProfile::with(&request, Scope::AttributionWrite).await?;
    Form::accept(&request, &body, &at.viewer, &path(&at)).await?;
    let state = &at.viewer.state;
    let asked = state.write(&at.access.profile_id, |work, context, profile_id| {
        Box::pin(customer_decisions::proposals::request(
            work,
            context,
            *profile_id,
        ))
    });
    asked.await?;
    Ok(see_other(&queue_path(&at)))
}

/// Fills in what is missing of customers.
pub(super) async fn repair(request: HttpRequest, body: Bytes) -> Answered {
    let at = AtProfile::with(&request, Scope::AttributionWrite).await?;
    Form::accept(&request, &body, &at.viewer, &path(&at)).await?;
    let state = at.viewer.state.clone().into_inner();
    let done = repaired(state, at.access.clone(), true, None).await;
    done.map_err(refused)?;
    Ok(see_other(&repair_path(&at)))
}
