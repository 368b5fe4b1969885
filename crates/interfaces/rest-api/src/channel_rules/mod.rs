//! A profile's own channel rules, previews of them, and the channels of its workspace.

pub mod add_channel;
pub mod body;
pub mod create;
pub mod delete;
pub mod diff;
mod errors;
pub mod list;
pub mod match_count;
pub mod preview;
pub mod record;
pub mod reorder;
pub mod suggestions;
pub mod update;

use kernel::ProfileAccess;
use profile_setup::channel_rules::change::{Changed, RuleCommand, change};
use utoipa_actix_web::service_config::ServiceConfig;

use self::errors::{Place, problem};
use http_kit::heavy;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// Registers the resource's endpoints.
pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(list::list_channel_rules)
        .service(create::create_channel_rule)
        .service(reorder::reorder_channel_rules)
        .service(match_count::count_channel_rule_matches)
        .service(diff::diff_channel_rules)
        .service(suggestions::suggest_channel_rules)
        .service(update::update_channel_rule)
        .service(delete::delete_channel_rule)
        .service(add_channel::add_channel);
}

/// A body with one rule has at most this many bytes.
const RULE_BYTES: usize = 1024 * 1024;

/// A body with a whole set of rules has at most this many bytes.
const SET_BYTES: usize = 8 * 1024 * 1024;

/// Does what the command says, even if the caller goes away, and wakes the worker.
async fn changed(
    state: std::sync::Arc<AppState>,
    access: ProfileAccess,
    command: RuleCommand,
) -> Result<Changed, Problem> {
    heavy::done(access.profile_id, async move {
        let changed = change(&*state.units, &state.context(), &access, &command)
            .await
            .map_err(|error| problem(error, Place::Body))?;
        state.wake.notify_one();
        Ok(changed)
    })
    .await
}
