//! Authority as a value: whoever holds a [`ProfileAccess`] may read that profile.

use std::collections::BTreeSet;

use uuid::Uuid;

use crate::ids::{ApiKeyId, ProfileId, UserId};

/// The right to act on one profile, with the scopes that the credential carries. Every reader and
/// store takes it, so that no query can forget its tenant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileAccess {
    /// The profile.
    pub profile_id: ProfileId,
    /// What may be done there.
    pub scopes: BTreeSet<Scope>,
    /// Who acts, for the records of what was changed.
    pub actor: Actor,
}

/// Who changed something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// The holder of an API key.
    ApiKey(ApiKeyId),
    /// Somebody who signed in, or an application that acts for them.
    User(UserId),
    /// Somebody at the command line of the service.
    Operator,
    /// The service itself.
    System,
}

impl Actor {
    /// The database and wire word for the kind.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::ApiKey(_) => "api_key",
            Self::User(_) => "user",
            Self::Operator => "operator",
            Self::System => "system",
        }
    }

    /// The id of a key or a user.
    pub const fn id(self) -> Option<Uuid> {
        match self {
            Self::ApiKey(id) => Some(id.uuid()),
            Self::User(id) => Some(id.uuid()),
            Self::Operator | Self::System => None,
        }
    }

    /// The inverse of [`Actor::kind`] and [`Actor::id`]; what is not known is the service's.
    pub fn from_parts(kind: &str, id: Option<Uuid>) -> Self {
        match (kind, id) {
            ("api_key", Some(id)) => Self::ApiKey(id.into()),
            ("user", Some(id)) => Self::User(id.into()),
            ("operator", _) => Self::Operator,
            _ => Self::System,
        }
    }
}

impl ProfileAccess {
    /// Whether the scope was granted.
    pub fn allows(&self, scope: Scope) -> bool {
        self.scopes.contains(&scope)
    }
}

/// What an API scope is called on the wire, in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// Aggregated analytics and dimension breakdowns.
    AnalyticsRead,
    /// Campaign, ad set and ad performance, forecast outlook, top performers.
    CampaignsRead,
    /// Conversion counts and revenue.
    ConversionsRead,
    /// Product catalogue and order look-up.
    CommerceRead,
    /// Customer list and journey (personal data).
    CustomersRead,
    /// Visitor list (personal data).
    VisitorsRead,
    /// Live visitor count.
    RealtimeRead,
    /// Conversion-export surface, read.
    ExportsRead,
    /// Conversion-export surface, configure.
    ExportsWrite,
    /// Ingest of server-side events.
    EventsWrite,
    /// Goal definitions.
    GoalsWrite,
    /// Recompute trigger, customer import.
    AttributionWrite,
    /// Tracking keys, tracker settings, install verification.
    TrackingWrite,
    /// Reports, schedules, deliveries and send.
    ReportsWrite,
    /// Create a workspace.
    WorkspacesWrite,
    /// Create a profile.
    ProfilesWrite,
    /// Apply or dismiss a recommendation.
    CampaignsApply,
    /// Queue a creative analysis.
    CreativesWrite,
    /// Booking calendar events.
    Calendar,
    /// Booking calendars and sharing.
    CalendarManage,
    /// Booking calendars, read only.
    CalendarRead,
    /// Chat-app messaging.
    Chatapp,
    /// Chat-app messaging, read only.
    ChatappRead,
    /// Photo-app messages, comment replies, triggers and media.
    Photoapp,
    /// Connected email, read and send.
    Email,
    /// Unified inbox, read.
    ConversationsRead,
    /// Unified inbox, write.
    ConversationsWrite,
}

impl Scope {
    /// Every scope with its wire name.
    pub const ALL: [(Self, &'static str); 27] = [
        (Self::AnalyticsRead, "analytics:read"),
        (Self::CampaignsRead, "campaigns:read"),
        (Self::ConversionsRead, "conversions:read"),
        (Self::CommerceRead, "commerce:read"),
        (Self::CustomersRead, "customers:read"),
        (Self::VisitorsRead, "visitors:read"),
        (Self::RealtimeRead, "realtime:read"),
        (Self::ExportsRead, "exports:read"),
        (Self::ExportsWrite, "exports:write"),
        (Self::EventsWrite, "events:write"),
        (Self::GoalsWrite, "goals:write"),
        (Self::AttributionWrite, "attribution:write"),
        (Self::TrackingWrite, "tracking:write"),
        (Self::ReportsWrite, "reports:write"),
        (Self::WorkspacesWrite, "workspaces:write"),
        (Self::ProfilesWrite, "profiles:write"),
        (Self::CampaignsApply, "campaigns:apply"),
        (Self::CreativesWrite, "creatives:write"),
        (Self::Calendar, "calendar"),
        (Self::CalendarManage, "calendar.manage"),
        (Self::CalendarRead, "calendar.read"),
        (Self::Chatapp, "chatapp"),
        (Self::ChatappRead, "chatapp:read"),
        (Self::Photoapp, "photoapp"),
        (Self::Email, "email"),
        (Self::ConversationsRead, "conversations:read"),
        (Self::ConversationsWrite, "conversations:write"),
    ];

    /// The wire name.
    pub fn as_str(self) -> &'static str {
        Self::ALL
            .into_iter()
            .find_map(|(scope, name)| (scope == self).then_some(name))
            .unwrap_or("")
    }

    /// The inverse of [`Scope::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find_map(|(scope, name)| (name == text).then_some(scope))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scope_has_one_name() {
        let names: BTreeSet<_> = Scope::ALL.iter().map(|(_, name)| *name).collect();
        assert_eq!(names.len(), Scope::ALL.len());
        for (scope, name) in Scope::ALL {
            assert_eq!(Scope::parse(name), Some(scope));
            assert_eq!(scope.as_str(), name);
        }
    }
}
