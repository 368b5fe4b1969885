//! What to paste so that the tracker runs: in pages, with a tag manager, in a store.

use actix_web::HttpRequest;
use askama::Template;
use http_kit::extract::QueryReader;
use http_kit::problem::{FieldCode, Problem};
use kernel::Scope;
use rest_api::tracking::installers::container::container;
use rest_api::tracking::installers::gtm::saved;
use rest_api::tracking::installers::render::{Consent, Site, snippet, store_pixel};

use crate::chrome::{Chrome, Section};
use crate::error::PageError;
use crate::page::{copying, page};
use crate::script;
use crate::tracking::key;
use crate::viewer::AtProfile;

type Answered = Result<actix_web::HttpResponse, PageError>;

#[derive(Template)]
#[template(path = "console/install.html")]
struct InstallPage {
    chrome: Chrome,
    path: String,
    /// The Developer page, where the key is issued.
    developer: String,
    /// Whether visitors are asked first.
    asks: bool,
    ready: Option<Ready>,
}

/// What to paste, once there is a key.
struct Ready {
    snippet: String,
    /// Where the file for the tag manager is.
    container: String,
    pixel: String,
}

/// Where the page is.
pub(super) fn path(at: &AtProfile) -> String {
    format!("{}/install", at.developer_path())
}

/// The page.
pub(super) async fn show(request: HttpRequest) -> Answered {
    let at = AtProfile::with(&request, Scope::TrackingWrite).await?;
    let consent = consent(&request)?;
    let path = path(&at);
    let address = at.viewer.state.addresses.base();
    let ready = key(&at).await?.map(|key| {
        let site = Site { address, key: &key };
        Ready {
            snippet: snippet(site, consent, None).trim_end().to_owned(),
            container: container_path(&path, consent),
            pixel: store_pixel(site).trim_end().to_owned(),
        }
    });
    let shown = InstallPage {
        chrome: at.chrome("Install", Section::Developer).await?,
        path,
        developer: at.developer_path(),
        asks: consent == Consent::Required,
        ready,
    };
    Ok(copying(page(&shown), &script::address(address)))
}

fn container_path(path: &str, consent: Consent) -> String {
    let asks = match consent {
        Consent::Unasked => "",
        Consent::Required => "?consent=required",
    };
    format!("{path}/tributary-gtm.json{asks}")
}

/// The file for the tag manager.
pub(super) async fn download(request: HttpRequest) -> Answered {
    let at = AtProfile::with(&request, Scope::TrackingWrite).await?;
    let consent = consent(&request)?;
    let key = key(&at).await?.ok_or(PageError::NotFound)?;
    let state = &at.viewer.state;
    let site = Site {
        address: state.addresses.base(),
        key: &key,
    };
    Ok(saved(container(site, consent, state.clock.now()))?)
}

fn consent(request: &HttpRequest) -> Result<Consent, PageError> {
    let mut query = QueryReader::of(request);
    let asked = query.optional("consent", |text| match text {
        "required" => Ok(Consent::Required),
        _ => Err((
            FieldCode::UnknownValue,
            "is not required, the only word there is",
        )),
    });
    match asked {
        Ok(asked) => Ok(asked.unwrap_or_default()),
        Err(_) => Err(Problem::invalid(query.into_errors()).into()),
    }
}
