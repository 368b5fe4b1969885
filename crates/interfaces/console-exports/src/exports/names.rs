//! What destinations and rules are called, where other things speak of them.

use std::collections::HashMap;

use export_rules::{Destination, DestinationId, Rule, RuleId};
use kernel::{Keyset, Limit, StoreError};

use super::words;
use crate::error::PageError;
use crate::viewer::AtProfile;

/// Destinations and rules of a profile.
pub(super) struct Names {
    /// All of them, the oldest first.
    pub destinations: Vec<Destination>,
    /// Those that are not archived, the latest first.
    pub rules: Vec<Rule>,
    archived: HashMap<RuleId, String>,
}

impl Names {
    /// All of them, with archived rules that something speaks of.
    pub(super) async fn read(
        at: &AtProfile,
        told: impl IntoIterator<Item = RuleId>,
    ) -> Result<Self, PageError> {
        let mut told: Vec<_> = told.into_iter().collect();
        told.sort_unstable();
        told.dedup();
        let limit = Limit::new(100).ok_or(PageError::Internal)?;
        let input = (at.access.profile_id, told, limit);
        let read = at
            .viewer
            .state
            .read(&input, |work, _, (profile, told, limit)| {
                Box::pin(async move {
                    let destinations = work.destinations().all(*profile).await?;
                    let store = work.export_rules();
                    let mut rules: Vec<Rule> = Vec::new();
                    loop {
                        let last = rules.last().map(|rule| Keyset {
                            at: rule.created_at,
                            id: rule.id.uuid(),
                        });
                        let page = store.page(*profile, last, *limit).await?;
                        if page.is_empty() {
                            break;
                        }
                        rules.extend(page);
                    }
                    let mut archived = HashMap::new();
                    for id in told {
                        if rules.iter().any(|rule| rule.id == *id) {
                            continue;
                        }
                        if let Some(rule) = store.find(*profile, *id).await? {
                            archived.insert(*id, rule.settings.name);
                        }
                    }
                    Ok::<_, StoreError>(Self {
                        destinations,
                        rules,
                        archived,
                    })
                })
            });
        Ok(read.await?)
    }

    /// A destination by its platform and its target.
    pub(super) fn destination(&self, id: DestinationId) -> String {
        let found = self.destinations.iter().find(|it| it.id == id);
        found.map(words::destination).unwrap_or_default()
    }

    /// A rule by its name.
    pub(super) fn rule(&self, id: RuleId) -> Option<&str> {
        let found = self.rules.iter().find(|rule| rule.id == id);
        let kept = found.map(|rule| rule.settings.name.as_str());
        kept.or_else(|| self.archived.get(&id).map(String::as_str))
    }
}
