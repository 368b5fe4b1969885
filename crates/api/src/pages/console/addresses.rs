//! What of the addresses of pages is stored, as the Developer page shows and changes it.

use std::collections::BTreeSet;

use application::ports::UrlQuery;
use application::settle;
use application::tracking::settings::{AddressesChange, MOST_PARAMETERS, ParameterName};

use super::error::PageError;
use super::form::Form;
use super::viewer::AtProfile;

/// What the form shows.
pub(super) struct Addresses {
    /// Whether the whole query is stored.
    pub all: bool,
    /// Names of parameters that are kept besides, separated by spaces.
    pub kept: String,
}

/// What is in force.
pub(super) async fn stored(at: &AtProfile) -> Result<Addresses, PageError> {
    let mut work = at.viewer.state.units.begin().await?;
    let found = work.settings().addresses(at.access.profile_id).await;
    let found = settle(work, found).await?.ok_or(PageError::NotFound)?;
    Ok(Addresses {
        all: found.url_query == UrlQuery::All,
        kept: found.kept_parameters.join(" "),
    })
}

/// What the form says.
pub(super) fn read(form: &Form) -> Result<AddressesChange, PageError> {
    let url_query = form.one("url_query").and_then(UrlQuery::parse);
    let Some(url_query) = url_query else {
        return Err(PageError::Form);
    };
    let names = form.one("kept_parameters").unwrap_or_default();
    let names = names.split([' ', ',', ';', '\n', '\r', '\t']);
    let mut kept = BTreeSet::new();
    for text in names.filter(|text| !text.is_empty()) {
        let words = || format!("“{text}” is no name of a parameter.");
        let name = ParameterName::parse(text);
        kept.insert(name.ok_or_else(|| PageError::Invalid(vec![words()]))?);
    }
    if kept.len() > MOST_PARAMETERS {
        let words = format!("At most {MOST_PARAMETERS} parameters can be kept by name.");
        return Err(PageError::Invalid(vec![words]));
    }
    Ok(AddressesChange {
        url_query: Some(url_query),
        kept_parameters: Some(kept),
    })
}
