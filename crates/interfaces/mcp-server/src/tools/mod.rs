//! The tools, one file each, in one fixed order.

pub(crate) mod arguments;
mod breakdown;
mod channel_rules;
mod conversion_definitions;
mod customers;
mod explain_conversion;
mod explain_conversion_exports;
mod export_diagnostics;
mod freshness;
mod journey;
pub(crate) mod json_schema;
mod list_export_deliveries;
mod list_export_destinations;
mod list_export_rules;
mod outcome_counts;
mod overview;
mod paths;
mod quality;
mod readiness;
mod restatement;
mod restatements;
mod search_customers;
mod timeseries;
mod trust;
mod utm_findings;
mod utm_health;
pub(crate) mod whoami;

use std::future::Future;
use std::pin::Pin;

use access_control::UserToken;
use kernel::{ProfileAccess, Scope};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use self::arguments::Argument;
use http_kit::extract::QueryReader;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// A tool.
#[derive(Debug)]
pub(crate) struct Tool {
    /// What it is called by.
    pub name: &'static str,
    /// What people are shown.
    pub title: &'static str,
    /// What agents are told.
    pub description: &'static str,
    /// What it takes, beside the profile.
    pub arguments: Vec<Argument>,
    /// Rate units of a call, as the REST operation costs.
    pub units: u32,
    /// What it is about, and how it is answered.
    pub subject: Subject,
    /// JSON Schema of the answer.
    pub output: Value,
}

/// What a tool is about.
#[derive(Debug)]
pub(crate) enum Subject {
    /// The holder of the token.
    Caller(for<'a> fn(CallerCall<'a>) -> Answer<'a>),
    /// A profile, on which the holder needs the scope.
    Profile {
        /// The scope of the REST operation.
        scope: Scope,
        /// Answers.
        run: for<'a> fn(ProfileCall<'a>) -> Answer<'a>,
    },
}

/// An answer on its way: JSON text, so that decimals keep every digit.
pub(crate) type Answer<'a> = Pin<Box<dyn Future<Output = Result<Box<RawValue>, Problem>> + 'a>>;

/// A call about the holder of the token.
#[derive(Clone, Copy)]
pub(crate) struct CallerCall<'a> {
    /// The ports.
    pub state: &'a AppState,
    /// The token.
    pub token: &'a UserToken,
}

/// A call about a profile.
pub(crate) struct ProfileCall<'a> {
    /// The ports.
    pub state: &'a AppState,
    /// The profile, with the tool's scope.
    pub access: &'a ProfileAccess,
    /// The arguments, read as parameters are.
    pub arguments: QueryReader,
}

/// Every tool.
#[derive(Debug)]
pub struct Registry {
    tools: Vec<Tool>,
    listed: Vec<Value>,
}

impl Default for Registry {
    fn default() -> Self {
        let tools = vec![
            whoami::tool(),
            overview::tool(),
            breakdown::tool(),
            timeseries::tool(),
            paths::tool(),
            customers::tool(),
            search_customers::tool(),
            journey::tool(),
            explain_conversion::tool(),
            outcome_counts::tool(),
            conversion_definitions::tool(),
            channel_rules::tool(),
            restatements::tool(),
            restatement::tool(),
            freshness::tool(),
            readiness::tool(),
            quality::tool(),
            trust::tool(),
            utm_health::tool(),
            utm_findings::tool(),
            list_export_destinations::tool(),
            list_export_rules::tool(),
            list_export_deliveries::tool(),
            explain_conversion_exports::tool(),
            export_diagnostics::tool(),
        ];
        let listed = tools.iter().map(Tool::listed).collect();
        Self { tools, listed }
    }
}

impl Registry {
    /// The tool of that name.
    pub(crate) fn find(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// As `tools/list` shows them.
    pub(crate) fn listed(&self) -> &[Value] {
        &self.listed
    }
}

impl Tool {
    fn listed(&self) -> Value {
        let is_about_profile = matches!(self.subject, Subject::Profile { .. });
        json!({
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": arguments::schema(&self.arguments, is_about_profile),
            "outputSchema": self.output,
            "annotations": {
                "title": self.title,
                "readOnlyHint": true,
                "destructiveHint": false,
                "idempotentHint": true,
                "openWorldHint": false,
            },
        })
    }
}

/// An answer as it goes over the wire.
fn written(answer: &impl Serialize) -> Result<Box<RawValue>, Problem> {
    to_raw_value(answer).map_err(|error| Problem::internal(&error))
}
