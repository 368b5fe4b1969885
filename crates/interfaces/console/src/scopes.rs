//! Scopes as people choose them.

use std::collections::BTreeSet;

use kernel::Scope;

use super::error::PageError;
use super::form::Form;

/// Scopes that are chosen together.
pub(super) struct Group {
    /// What they have in common.
    pub name: &'static str,
    /// What to know before choosing one; empty when there is nothing.
    pub words: &'static str,
    /// The scopes.
    pub choices: Vec<ScopeChoice>,
}

/// One scope.
pub(super) struct ScopeChoice {
    /// Its wire name.
    pub scope: &'static str,
    /// What it allows.
    pub words: &'static str,
    /// Whether it is chosen.
    pub chosen: bool,
    /// Whether there is nothing yet that it allows.
    pub idle: bool,
}

/// Scopes of the interface that no operation asks for yet. A key that has one now may use what comes.
const IDLE: [Scope; 15] = [
    Scope::RealtimeRead,
    Scope::CommerceRead,
    Scope::VisitorsRead,
    Scope::ReportsWrite,
    Scope::Calendar,
    Scope::CalendarManage,
    Scope::CalendarRead,
    Scope::Chatapp,
    Scope::ChatappRead,
    Scope::Photoapp,
    Scope::Email,
    Scope::ConversationsRead,
    Scope::ConversationsWrite,
    Scope::CampaignsApply,
    Scope::CreativesWrite,
];

type Described = (Scope, &'static str);

const REPORTS: &[Described] = &[
    (
        Scope::AnalyticsRead,
        "Overview, breakdowns, time series, paths",
    ),
    (Scope::CampaignsRead, "Campaign, ad set and ad performance"),
    (Scope::ConversionsRead, "Conversion counts and revenue"),
    (Scope::RealtimeRead, "Who is on the site now, as a number"),
    (Scope::CommerceRead, "Products and orders"),
];
const PEOPLE: &[Described] = &[
    (
        Scope::CustomersRead,
        "Customer list and journeys, with names and addresses",
    ),
    (Scope::VisitorsRead, "Visitor list"),
];
const DATA: &[Described] = &[
    (Scope::EventsWrite, "Send server-side events"),
    (Scope::GoalsWrite, "Conversion and outcome definitions"),
    (
        Scope::AttributionWrite,
        "Spend, windows, channel rules, replays",
    ),
    (Scope::TrackingWrite, "Tracking keys and tracker settings"),
    (Scope::ReportsWrite, "Reports and their schedules"),
    (
        Scope::ExportsRead,
        "See webhooks and their deliveries, and conversion exports",
    ),
    (
        Scope::ExportsWrite,
        "Set webhooks and conversion exports up",
    ),
];
const MESSAGES: &[Described] = &[
    (Scope::Calendar, "Booking calendar events"),
    (Scope::CalendarManage, "Booking calendars and sharing"),
    (Scope::CalendarRead, "Booking calendars, read only"),
    (Scope::Chatapp, "Chat-app messages"),
    (Scope::ChatappRead, "Chat-app messages, read only"),
    (Scope::Photoapp, "Photo-app messages, comments and media"),
    (Scope::Email, "Connected e-mail"),
    (Scope::ConversationsRead, "Unified inbox, read"),
    (Scope::ConversationsWrite, "Unified inbox, write"),
];
const OPT_IN: &[Described] = &[
    (
        Scope::CampaignsApply,
        "Apply or dismiss recommendations: changes running campaigns",
    ),
    (
        Scope::CreativesWrite,
        "Queue creative analyses: uses the analysis allowance",
    ),
    (
        Scope::ProfilesWrite,
        "Create profiles; no API key reaches a workspace today",
    ),
    (
        Scope::WorkspacesWrite,
        "Create workspaces; no API key reaches a workspace today",
    ),
];

/// Every scope that is held, in groups; those in `chosen` are chosen.
pub(super) fn groups(held: &BTreeSet<Scope>, chosen: &BTreeSet<Scope>) -> Vec<Group> {
    let opt_in = "Never given unless chosen here: these spend money or allowances, or act on a \
        workspace.";
    let all = [
        ("Reports", "", REPORTS),
        (
            "Personal data",
            "Names, e-mail addresses and histories of people.",
            PEOPLE,
        ),
        ("Data and settings", "", DATA),
        ("Calendars and messages", "", MESSAGES),
        ("Only on request", opt_in, OPT_IN),
    ];
    let choice = |(scope, words): &Described| ScopeChoice {
        scope: scope.as_str(),
        words,
        chosen: chosen.contains(scope),
        idle: IDLE.contains(scope),
    };
    let group = |(name, words, described): (&'static str, &'static str, &[Described])| Group {
        name,
        words,
        choices: described
            .iter()
            .filter(|(scope, _)| held.contains(scope))
            .map(choice)
            .collect(),
    };
    let groups = all.into_iter().map(group);
    groups.filter(|group| !group.choices.is_empty()).collect()
}

/// What is chosen when a form is opened: reading of figures.
pub(super) fn usual() -> BTreeSet<Scope> {
    let all = REPORTS.iter().map(|(scope, _)| *scope);
    all.filter(|scope| *scope != Scope::CommerceRead).collect()
}

/// The scopes that a form sends.
pub(super) fn chosen(form: &Form) -> Result<BTreeSet<Scope>, PageError> {
    let read = |name| Scope::parse(name).ok_or(format!("{name:?} is no scope"));
    let scopes: Result<BTreeSet<_>, _> = form.all("scope").map(read).collect();
    scopes.map_err(|wrong| PageError::Invalid(vec![wrong]))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn every_scope_can_be_chosen_once() {
        let all: BTreeSet<_> = Scope::ALL.into_iter().map(|(scope, _)| scope).collect();
        let groups = groups(&all, &usual());
        let offered: Vec<_> = groups
            .iter()
            .flat_map(|group| group.choices.iter().map(|choice| choice.scope))
            .collect();
        assert_eq!(offered.len(), Scope::ALL.len());
        let distinct: BTreeSet<_> = offered.into_iter().collect();
        assert_eq!(distinct.len(), Scope::ALL.len());
    }

    #[test]
    fn those_that_no_operation_asks_for_are_marked() {
        let document: Value = serde_json::from_str(&rest_api::openapi::openapi_json()).unwrap();
        let operations = document["paths"].as_object().unwrap().values();
        let asked: BTreeSet<&str> = operations
            .flat_map(|item| item.as_object().unwrap().values())
            .filter_map(|operation| operation["security"].as_array())
            .flatten()
            .flat_map(|way| way.as_object().unwrap().values())
            .flat_map(|scopes| scopes.as_array().unwrap())
            .map(|scope| scope.as_str().unwrap())
            .collect();
        for (scope, name) in Scope::ALL {
            assert_eq!(IDLE.contains(&scope), !asked.contains(name), "{name}");
        }
    }

    #[test]
    fn what_is_not_held_is_not_offered_and_defaults_hold_no_opt_in() {
        let held = BTreeSet::from([Scope::AnalyticsRead, Scope::CustomersRead]);
        let offered = groups(&held, &usual());
        let names: Vec<_> = offered.iter().map(|group| group.name).collect();
        assert_eq!(names, ["Reports", "Personal data"]);
        assert!(usual().is_subset(&access_control::default_scopes()));
    }
}
