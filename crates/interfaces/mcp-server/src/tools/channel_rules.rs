//! `channel_rules`

use kernel::Scope;
use serde_json::value::RawValue;

use super::arguments::Nothing;
use super::{ProfileCall, Subject, Tool, json_schema, written};
use http_kit::envelope::ProfileMeta;
use http_kit::problem::Problem;
use rest_api::channel_rules::list::{ChannelRules, channel_rules};

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
