//! What to paste so that the tracker runs: in pages, with a tag manager, in a store; and whether it does.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use askama::Template;
use http_kit::extract::QueryReader;
use http_kit::problem::{FieldCode, FieldError, Problem};
use kernel::Scope;
use tracking_api::tracking::installers::container::container;
use tracking_api::tracking::installers::gtm::saved;
use tracking_api::tracking::installers::render::{Consent, Site, snippet, store_pixel};
use tracking_api::tracking::snippet::SocialPixelId;

use super::heard::{self, Heard};
use crate::chrome::{Chrome, Section};
use crate::error::PageError;
use crate::format;
use crate::page::{answer, renewing};
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
    /// The id of the social network's pixel, as it was written.
    pixel_id: String,
    /// What is wrong with it.
    pixel_wrong: Vec<String>,
    ready: Option<Ready>,
    heard: Heard,
    /// Where what was heard is, for the script that renews it.
    heard_path: String,
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
    let Pixel { written, read } = pixel(&request);
    let path = path(&at);
    let address = at.viewer.state.addresses.base();
    let ready = key(&at).await?.map(|key| {
        let site = Site { address, key: &key };
        let pixel = read.as_ref().ok().and_then(Option::as_ref);
        let pixel = pixel.map(SocialPixelId::as_str);
        Ready {
            snippet: snippet(site, consent, pixel).trim_end().to_owned(),
            container: container_path(&path, consent),
            pixel: store_pixel(site).trim_end().to_owned(),
        }
    });
    let heard_path = heard::path(&path);
    let status = match read {
        Ok(_) => StatusCode::OK,
        Err(_) => StatusCode::BAD_REQUEST,
    };
    let shown = InstallPage {
        chrome: at.chrome("Install", Section::Developer).await?,
        path,
        developer: at.developer_path(),
        asks: consent == Consent::Required,
        pixel_id: written,
        pixel_wrong: read.err().into_iter().collect(),
        ready,
        heard: heard::read(&at).await?,
        heard_path: heard_path.clone(),
    };
    let scripts = [script::COPY.address(address), script::LIVE.address(address)];
    let [copy, live] = &scripts;
    let part = format!("{address}{heard_path}");
    Ok(renewing(answer(status, &shown), [copy, live], &part))
}

/// The id of the social network's pixel.
struct Pixel {
    /// What was written.
    written: String,
    /// What that is, or what is wrong with it. An empty field is none.
    read: Result<Option<SocialPixelId>, String>,
}

fn pixel(request: &HttpRequest) -> Pixel {
    let mut query = QueryReader::of(request);
    let mut written = String::new();
    let read = query.optional("social_pixel_id", |text| {
        text.clone_into(&mut written);
        if text.is_empty() {
            return Ok(None);
        }
        SocialPixelId::parse(text).map(Some)
    });
    let wrong = |error: FieldError| format::sentence(&format!("the id {}", error.detail));
    let read = read.map(Option::flatten).map_err(|_| {
        let errors = query.into_errors().into_iter();
        errors.map(wrong).collect::<Vec<_>>().join(" ")
    });
    Pixel { written, read }
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
