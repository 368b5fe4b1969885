//! What is said of links that nobody visited yet.

use quality_api::utm::check::{UtmCheckedLink, UtmLinkFault, checked};
use site_quality::check::Links;

use super::words::{field, title};
use crate::error::PageError;
use crate::viewer::AtProfile;

/// What is said of a link.
pub(super) struct Judged {
    pub url: String,
    pub chip: &'static str,
    pub status: &'static str,
    /// The channel of a visit by it; empty for what is no address.
    pub channel: String,
    pub faults: Vec<Fault>,
    /// For which platform there is something to paste.
    pub platform: Option<&'static str>,
}

/// What is wrong with it.
pub(super) struct Fault {
    pub title: String,
    /// Which parameter has it.
    pub field: String,
    /// What to do.
    pub what: &'static str,
}

/// Judges them; the links beside what is said of each.
pub(super) async fn judge(
    at: &AtProfile,
    links: Links,
) -> Result<Vec<(String, UtmCheckedLink)>, PageError> {
    let urls = links.urls.clone();
    let state = at.viewer.state.clone().into_inner();
    let told = checked(state, at.access.clone(), links).await?;
    Ok(urls.into_iter().zip(told.links).collect())
}

impl Judged {
    pub(super) fn new(url: &str, told: &UtmCheckedLink) -> Self {
        let (chip, status) = match told.status {
            "ok" => ("chip on", "Good"),
            "faulty" => ("chip off", "Faulty"),
            "no_address" => ("chip off", "No address"),
            other => ("chip", other),
        };
        Self {
            url: url.to_owned(),
            chip,
            status,
            channel: told.channel.clone().unwrap_or_default(),
            faults: told.faults.iter().map(Fault::new).collect(),
            platform: told.template.as_ref().map(|template| template.platform),
        }
    }
}

impl Fault {
    fn new(fault: &UtmLinkFault) -> Self {
        Self {
            title: title(fault.category),
            field: field(&fault.field).to_owned(),
            what: fault.recommendation,
        }
    }
}
