//! `channel_rules`

use kernel::Scope;
use serde_json::value::RawValue;

use super::arguments::Nothing;
use super::{ProfileCall, Subject, Tool, json_schema, written};
use crate::http::channel_rules::list::{ChannelRules, channel_rules};
use crate::http::envelope::ProfileMeta;
use crate::http::problem::Problem;

pub(super) fn tool() -> Tool {
    Tool {
        name: "channel_rules",
        title: "Channel rules",
        description: "How traffic gets its channel: the profile's own rules, the built-in ones that \
            run after them, and the channels that there are.",
        arguments: Vec::new(),
        units: 1,
        subject: Subject::Profile {
            scope: Scope::AnalyticsRead,
            run: |call| Box::pin(run(call)),
        },
        output: json_schema::envelope::<ChannelRules, ProfileMeta>(),
    }
}

async fn run(call: ProfileCall<'_>) -> Result<Box<RawValue>, Problem> {
    call.arguments.read::<Nothing>()?;
    written(&channel_rules(call.state, call.access).await?)
}
