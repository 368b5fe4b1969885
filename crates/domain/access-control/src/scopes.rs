//! Which scopes a key gets.

use std::collections::BTreeSet;

use kernel::Scope;

/// A scope name that nobody knows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown scope {0:?}")]
pub struct UnknownScope(pub String);

/// Scopes that a key has only when they were asked for by name: two spend money or allowances,
/// and two act on a workspace, which no API key can reach.
const OPT_IN: [Scope; 4] = [
    Scope::CampaignsApply,
    Scope::CreativesWrite,
    Scope::WorkspacesWrite,
    Scope::ProfilesWrite,
];

/// What a key gets when no scopes are named: every scope but those that are opt-in.
pub fn default_scopes() -> BTreeSet<Scope> {
    Scope::ALL
        .into_iter()
        .map(|(scope, _)| scope)
        .filter(|scope| !OPT_IN.contains(scope))
        .collect()
}

/// Reads wire names such as `events:write`; surrounding spaces do not matter.
pub fn parse_scopes<'a>(
    names: impl IntoIterator<Item = &'a str>,
) -> Result<BTreeSet<Scope>, UnknownScope> {
    names
        .into_iter()
        .map(|name| Scope::parse(name.trim()).ok_or_else(|| UnknownScope(name.to_owned())))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opt_in_scopes_are_never_a_default() {
        let scopes = default_scopes();
        assert!(!scopes.contains(&Scope::CampaignsApply));
        assert!(!scopes.contains(&Scope::CreativesWrite));
        assert!(scopes.contains(&Scope::EventsWrite));
        assert_eq!(scopes.len(), Scope::ALL.len() - OPT_IN.len());
    }

    #[test]
    fn names_the_unknown_scope() {
        let scopes = parse_scopes(["events:write", " customers:read "]).unwrap();
        assert_eq!(
            scopes,
            BTreeSet::from([Scope::EventsWrite, Scope::CustomersRead])
        );
        assert_eq!(
            parse_scopes(["events:read"]),
            Err(UnknownScope("events:read".to_owned()))
        );
    }
}
