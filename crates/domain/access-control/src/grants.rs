//! What an application may be allowed to do for a person, in three steps.

use std::collections::BTreeSet;

use kernel::Scope;

/// One of the OAuth scopes that this service grants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grant {
    /// `mcp:read`: figures.
    Read,
    /// `mcp:read_pii`: customers and their journeys.
    ReadPii,
    /// `mcp:write`: settings, exports, recommendations.
    Write,
}

const READ: [Scope; 4] = [
    Scope::AnalyticsRead,
    Scope::CampaignsRead,
    Scope::ConversionsRead,
    Scope::RealtimeRead,
];
const READ_PII: [Scope; 1] = [Scope::CustomersRead];
const WRITE: [Scope; 9] = [
    Scope::ExportsRead,
    Scope::ExportsWrite,
    Scope::GoalsWrite,
    Scope::AttributionWrite,
    Scope::TrackingWrite,
    Scope::ReportsWrite,
    Scope::CampaignsApply,
    Scope::WorkspacesWrite,
    Scope::ProfilesWrite,
];

impl Grant {
    /// All of them, the narrowest first.
    pub const ALL: [Self; 3] = [Self::Read, Self::ReadPii, Self::Write];

    /// The wire name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "mcp:read",
            Self::ReadPii => "mcp:read_pii",
            Self::Write => "mcp:write",
        }
    }

    /// The inverse of [`Grant::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|grant| grant.as_str() == text)
    }

    /// The API scopes that it stands for. Frozen into a token family when that is made, so a change
    /// here reaches new approvals only.
    pub const fn scopes(self) -> &'static [Scope] {
        match self {
            Self::Read => &READ,
            Self::ReadPii => &READ_PII,
            Self::Write => &WRITE,
        }
    }

    /// The grant that brings a scope; `None` for scopes that no application can have.
    pub fn that_brings(scope: Scope) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|grant| grant.scopes().contains(&scope))
    }
}

/// The API scopes of several grants.
pub fn scopes_of(grants: &BTreeSet<Grant>) -> BTreeSet<Scope> {
    grants
        .iter()
        .flat_map(|grant| grant.scopes().iter().copied())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for grant in Grant::ALL {
            assert_eq!(Grant::parse(grant.as_str()), Some(grant));
        }
        assert_eq!(Grant::parse("offline_access"), None);
    }

    #[test]
    fn every_scope_has_one_grant_or_none() {
        let all = scopes_of(&Grant::ALL.into());
        assert_eq!(all.len(), READ.len() + READ_PII.len() + WRITE.len());
        for scope in [Scope::EventsWrite, Scope::CreativesWrite, Scope::Email] {
            assert_eq!(Grant::that_brings(scope), None, "{scope:?}");
        }
        assert_eq!(
            Grant::that_brings(Scope::CustomersRead),
            Some(Grant::ReadPii)
        );
    }
}
