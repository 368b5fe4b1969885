//! `tributary replay`.

use application::replays::rebuild::{Rebuilt, rebuild};

use super::{Failure, profiles, say};
use crate::composition::Environment;

/// Replays the profile's whole history in this process.
pub(super) async fn run(environment: &Environment, profile: &str) -> Result<(), Failure> {
    let profile = profiles::find(environment, profile).await?;
    let bar = indicatif::ProgressBar::new_spinner().with_message("people replayed");
    let report = |progress: application::replays::rebuild::Progress| {
        bar.set_position(progress.people);
    };
    if !tributary_worker::round::ready(&environment.worker(), profile.id).await? {
        return Err(Failure::usage(
            "another process works at this profile, or there is much to look at first; try again",
        ));
    }
    let outcome = rebuild(
        &*environment.units,
        &environment.context(),
        profile.id,
        &report,
    )
    .await?;
    bar.finish_and_clear();
    match outcome {
        Rebuilt::Published { generation, people } => {
            say(&format!(
                "replayed {people} people into generation {generation}"
            ));
            Ok(())
        }
        Rebuilt::Busy => Err(Failure::usage("another process is replaying this profile")),
        Rebuilt::Overtaken => Err(Failure::usage("another process took the replay over")),
    }
}
