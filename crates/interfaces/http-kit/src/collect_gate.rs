//! Who may send how much, and what is noted of it.
//!
//! Decides: an address and a key may each send so many events a minute, whatever they are; what is
//! refused, and what is taken, is counted for the profile whose key it is. An unknown key belongs to
//! nobody, so nothing is counted of it.

use std::net::IpAddr;

use access_control::{Allowance, Charge};
use application::ports::Profile;
use event_intake::TrackingKeyText;
use event_intake::ports::{IntakeKey, IntakeReason};

use crate::extract::too_many;
use crate::network::address_bucket;
use crate::problem::Problem;
use crate::state::AppState;

/// The endpoint's name in the numbers.
pub const ENDPOINT: &str = "collect";

/// Notes what became of events of the profile.
pub fn note(
    state: &AppState,
    profile: Option<&Profile>,
    (reason, pointer): (IntakeReason, &str),
    events: usize,
) {
    let Some(profile) = profile.filter(|_| events > 0) else {
        return;
    };
    let now = state.clock.now();
    let key = IntakeKey {
        profile_id: profile.id,
        local_date: profile.timezone.local_date(now),
        endpoint: ENDPOINT,
        reason,
        pointer: without_positions(pointer),
    };
    state.collecting.counts.note(key, events, now);
}

/// Charges the sender's address, before anybody is asked whose the key is: what is refused is counted for whose it was.
pub async fn charge_address(
    state: &AppState,
    key: Option<&str>,
    address: Option<IpAddr>,
    events: usize,
) -> Result<(), Problem> {
    let Some(most) = state.collecting.address_events else {
        return Ok(());
    };
    let bucket = address_bucket("collect", address);
    let charged = charge(state, (bucket, most), events).await;
    charged.inspect_err(|_| {
        let owner = key.and_then(|key| state.intake.last_owner(key));
        let reason = (IntakeReason::AddressLimit, "");
        note(state, owner.as_deref(), reason, events);
    })
}

/// Charges the profile's key.
pub async fn charge_key(state: &AppState, profile: &Profile, events: usize) -> Result<(), Problem> {
    let Some(most) = state.collecting.key_events else {
        return Ok(());
    };
    let bucket = format!("collect-key:{}", profile.id);
    let charged = charge(state, (bucket, most), events).await;
    charged.inspect_err(|_| note(state, Some(profile), (IntakeReason::KeyLimit, ""), events))
}

/// Charges the sender of one picture and the key that it names, without asking whose that is: why it is refused, if it is.
/// Pictures have buckets of their own, so that a mailing keeps no page view out.
pub async fn charge_picture(
    state: &AppState,
    key: &TrackingKeyText,
    address: Option<IpAddr>,
) -> Result<(), IntakeReason> {
    if let Some(most) = state.collecting.address_events {
        let bucket = address_bucket("view", address);
        let charged = charge(state, (bucket, most), 1).await;
        charged.map_err(|_| IntakeReason::AddressLimit)?;
    }
    if let Some(most) = state.collecting.key_events {
        let bucket = format!("view-key:{key}");
        let charged = charge(state, (bucket, most), 1).await;
        charged.map_err(|_| IntakeReason::KeyLimit)?;
    }
    Ok(())
}

async fn charge(
    state: &AppState,
    (bucket, units_per_minute): (String, u32),
    events: usize,
) -> Result<(), Problem> {
    let allowance = Allowance {
        bucket,
        units_per_minute,
    };
    let cost = u32::try_from(events).unwrap_or(u32::MAX);
    let charge = state.access.addresses.charge(&allowance, cost).await;
    match charge.map_err(|failure| Problem::internal(&failure))? {
        Charge::Passed { .. } => Ok(()),
        charge @ Charge::Refused { .. } => Err(too_many(charge.retry_after_seconds())),
    }
}

/// `/e/3/u` is counted with `/e/7/u`.
fn without_positions(pointer: &str) -> String {
    let is_position = |part: &&str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let parts = pointer.split('/');
    let parts = parts.map(|part| Some(part).filter(|part| !is_position(part)).unwrap_or("*"));
    parts.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_field_of_several_events_is_one() {
        for (pointer, expected) in [("", ""), ("/a", "/a"), ("/e/3/p/email", "/e/*/p/email")] {
            assert_eq!(without_positions(pointer), expected);
        }
    }
}
