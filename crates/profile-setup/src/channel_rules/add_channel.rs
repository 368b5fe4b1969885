//! Adds a channel to the taxonomy of a workspace.

use channel_classifier::DEFAULT_TAXONOMY;
use channel_classifier::ports::{AddedChannel, NewChannel};
use kernel::ProfileAccess;
use serde_json::json;

use super::error::RuleError;
use application::context::Context;
use application::ports::AuditEvent;
use application::unit_of_work::UnitOfWork;

/// Most channels that a workspace may have beside the default ones.
pub const MOST_CHANNELS: u32 = 200;

/// Longest name of a channel, in characters.
const LONGEST_NAME: usize = 64;

/// A channel of the taxonomy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaxonomyChannel {
    /// As it is spelt.
    pub name: String,
    /// Whether it is new.
    pub created: bool,
}

/// What makes two spellings one channel: neither case nor runs of spaces tell channels apart.
pub fn key(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

/// Adds the channel unless there is one of that name, however it is spelt.
pub async fn add_channel(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    name: &str,
) -> Result<TaxonomyChannel, RuleError> {
    let name = name.trim();
    let length = name.chars().count();
    let is_unfit = |char: char| char.is_control() || char == '|';
    if !(1..=LONGEST_NAME).contains(&length) || name.chars().any(is_unfit) {
        return Err(RuleError::ChannelName);
    }
    let key = key(name);
    let known = |name: String| TaxonomyChannel {
        name,
        created: false,
    };
    if let Some(default) = DEFAULT_TAXONOMY
        .iter()
        .find(|default| self::key(default) == key)
    {
        return Ok(known((*default).to_owned()));
    }
    let channel = NewChannel {
        name: name.to_owned(),
        key,
        at: context.clock.now(),
    };
    let added = work
        .channel_rules()
        .add_channel(access.profile_id, &channel, MOST_CHANNELS)
        .await?;
    match added {
        AddedChannel::Known(name) => return Ok(known(name)),
        AddedChannel::Full => return Err(RuleError::TooManyChannels(MOST_CHANNELS)),
        AddedChannel::Created => {}
    }
    let event = AuditEvent {
        id: context.ids.new_id(),
        at: channel.at,
        action: "channel.created".to_owned(),
        actor: access.actor,
        subject: None,
        detail: json!({"name": channel.name}),
    };
    work.audit().stamp(access.profile_id, &event).await?;
    Ok(TaxonomyChannel {
        name: channel.name,
        created: true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_spaces_make_no_channel() {
        assert_eq!(key("Paid  Search"), key("paid search"));
        assert_ne!(key("Paid Search"), key("PaidSearch"));
    }
}
