//! Changes what of the addresses of pages is stored. What is stored already stays as it is.

use std::collections::BTreeSet;

use kernel::ProfileAccess;
use serde_json::{Value, json};

use crate::context::Context;
use crate::ports::{AuditEvent, KeptAddresses, UrlQuery};
use crate::store_error::StoreError;
use crate::unit_of_work::UnitOfWork;

/// Names of parameters that a profile may keep.
pub const MOST_PARAMETERS: usize = 100;

/// The name of a parameter: 1 to 64 characters, in lower case, none of which ends a name in an address.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ParameterName(String);

impl ParameterName {
    /// The most characters.
    pub const MAX: usize = 64;

    /// `None` for anything else; surrounding spaces and capitals do not count.
    pub fn parse(text: &str) -> Option<Self> {
        let name = text.trim().to_ascii_lowercase();
        let ends = |c: char| c.is_control() || c.is_whitespace() || "=&#?%+".contains(c);
        let fits = (1..=Self::MAX).contains(&name.chars().count());
        (fits && !name.contains(ends)).then_some(Self(name))
    }
}

/// What is to change; `None` stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AddressesChange {
    /// How much of the query.
    pub url_query: Option<UrlQuery>,
    /// Which parameters are kept besides, all of them.
    pub kept_parameters: Option<BTreeSet<ParameterName>>,
}

/// Changes it in one transaction with its audit row; what is stored from now on. `None` when there is no
/// such profile. Nothing is written when nothing differs.
pub async fn update(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    change: AddressesChange,
) -> Result<Option<KeptAddresses>, StoreError> {
    let profile_id = access.profile_id;
    let Some(before) = work.settings().addresses(profile_id).await? else {
        return Ok(None);
    };
    let names = |names: BTreeSet<ParameterName>| names.into_iter().map(|name| name.0).collect();
    let after = KeptAddresses {
        url_query: change.url_query.unwrap_or(before.url_query),
        kept_parameters: change
            .kept_parameters
            .map_or_else(|| before.kept_parameters.clone(), names),
    };
    if after == before {
        return Ok(Some(after));
    }
    work.settings().write_addresses(profile_id, &after).await?;
    let event = AuditEvent {
        id: context.ids.new_id(),
        at: context.clock.now(),
        action: "tracking.settings_updated".to_owned(),
        actor: access.actor,
        subject: Some(profile_id.uuid()),
        detail: json!({"before": told(&before), "after": told(&after)}),
    };
    work.audit().stamp(profile_id, &event).await?;
    Ok(Some(after))
}

fn told(addresses: &KeptAddresses) -> Value {
    json!({
        "url_query": addresses.url_query.as_str(),
        "kept_parameters": addresses.kept_parameters,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_what_stands_before_the_equals_sign() {
        assert_eq!(ParameterName::parse(" Size ").unwrap().0, "size");
        for odd in ["", " ", "a=b", "a&b", "a b", "a%20b", "x#", "q?", "a\u{0}"] {
            assert_eq!(ParameterName::parse(odd), None, "{odd:?}");
        }
        assert!(ParameterName::parse(&"a".repeat(64)).is_some());
        assert!(ParameterName::parse(&"a".repeat(65)).is_none());
    }
}
