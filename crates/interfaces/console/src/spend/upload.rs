//! A file of spend: what would be written is shown before anything is.

use actix_web::http::StatusCode;
use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse};
use application::ports::Profile;
use askama::Template;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kernel::{Actor, Scope};
use spend_intake::files::mapping::Mapping;
use spend_intake::files::presets;
use spend_intake::files::survey::{SpendFile, Survey, survey};
use spend_intake::files::write;
use spend_intake::spend::put::SpendWritten;

use super::Answered;
use super::preview::Preview;
use crate::chrome::Chrome;
use crate::error::PageError;
use crate::form::{FileLimit, Form};
use crate::format::{Number, count, sentence};
use crate::page;
use crate::viewer::AtProfile;

/// The largest file: the page of its preview carries it to be written.
const MOST_BYTES: usize = 1024 * 1024;
const TOO_LARGE: &str =
    "The file has more than 1 MiB. Larger files are read by the command tributary import spend.";
/// A file of that size in Base64, and what stands around it.
const LIMIT: FileLimit = FileLimit {
    bytes: 2 * MOST_BYTES,
    words: TOO_LARGE,
};

/// The form that a file is sent with.
pub(super) struct UploadForm {
    pub(super) action: String,
    pub(super) token: String,
    pub(super) presets: Vec<Preset>,
    pub(super) replaces: bool,
}

/// Columns that a file may have.
pub(super) struct Preset {
    pub(super) name: &'static str,
    pub(super) label: &'static str,
    pub(super) is_chosen: bool,
}

#[derive(Template)]
#[template(path = "console/spend/upload.html")]
struct UploadPage {
    chrome: Chrome,
    /// The page of spend.
    spend: String,
    upload: UploadForm,
    wrong: Vec<String>,
    preview: Option<Preview>,
    written: Option<Written>,
}

struct Written {
    rows: Number,
    removed: Number,
    exceeds: bool,
}

/// What is shown above the form.
#[derive(Default)]
struct Shown {
    wrong: Vec<String>,
    preview: Option<Preview>,
    written: Option<Written>,
}

/// A file as it was sent, and what is to be done with it.
struct Sent {
    bytes: Vec<u8>,
    preset: &'static str,
    mapping: Mapping,
    replaces: bool,
}

/// A file that was found to be good.
struct Good {
    profile: Profile,
    actor: Actor,
    sent: Sent,
    found: Survey,
}

impl UploadForm {
    pub(super) fn new(at: &AtProfile, token: &str) -> Self {
        Self::with(at, token, ("", false))
    }

    fn with(at: &AtProfile, token: &str, (chosen, replaces): (&str, bool)) -> Self {
        let preset = |name| Preset {
            name,
            label: label(name),
            is_chosen: name == chosen,
        };
        Self {
            action: upload_path(at),
            token: token.to_owned(),
            presets: presets::names().map(preset).collect(),
            replaces,
        }
    }
}

fn upload_path(at: &AtProfile) -> String {
    format!("{}/upload", at.spend_path())
}

fn label(preset: &'static str) -> &'static str {
    match preset {
        "tributary" => "Columns of Tributary's own",
        "dbt_ad_reporting" => "dbt: ad_reporting",
        "airbyte_facebook_ads_insights" => "Airbyte: Facebook Marketing, ads_insights",
        "airbyte_google_ads_ad_group_ad" => "Airbyte: Google Ads, ad_group_ad",
        "google_ads_download" => "Download from Google Ads",
        "meta_ads_download" => "Download from Meta's Ads Manager",
        other => other,
    }
}

/// The page.
pub(super) async fn show(request: HttpRequest) -> Answered {
    let at = AtProfile::with(&request, Scope::AttributionWrite).await?;
    answer(&at, StatusCode::OK, ("", false), Shown::default()).await
}

/// Shows what a file would write. Nothing is kept of it.
pub(super) async fn preview(request: HttpRequest, payload: Payload) -> Answered {
    let at = AtProfile::with(&request, Scope::AttributionWrite).await?;
    let (form, file) = accepted(&request, payload, &at).await?;
    let bytes = file.filter(|file| !file.is_empty());
    let Some(bytes) = bytes else {
        let words = "Choose a file that is not empty.".to_owned();
        return refused(&at, (chosen(&form)?, replaces(&form)), vec![words]).await;
    };
    let sent = sent(&form, bytes)?;
    let choice = (sent.preset, sent.replaces);
    let found = match surveyed(&at, &sent) {
        Ok(found) => found,
        Err(wrong) => return refused(&at, choice, wrong).await,
    };
    let shown = Shown {
        preview: Some(Preview::new(&found, &sent.bytes, at.profile.currency)),
        ..Shown::default()
    };
    answer(&at, StatusCode::OK, choice, shown).await
}

/// Writes what was shown, all of it or nothing.
pub(super) async fn write(request: HttpRequest, payload: Payload) -> Answered {
    let at = AtProfile::with(&request, Scope::AttributionWrite).await?;
    let (form, _) = accepted(&request, payload, &at).await?;
    let content = form.one("content").map(|content| STANDARD.decode(content));
    let bytes = content.and_then(Result::ok).ok_or(PageError::Form)?;
    let sent = sent(&form, bytes)?;
    let choice = (sent.preset, sent.replaces);
    // Time has passed since it was shown, and whoever sends a form may send another file.
    let found = match surveyed(&at, &sent) {
        Ok(found) => found,
        Err(wrong) => return refused(&at, choice, wrong).await,
    };
    let good = Good {
        profile: at.profile.clone(),
        actor: at.access.actor,
        sent,
        found,
    };
    match written(&at, good).await {
        Ok(written) => {
            let shown = Shown {
                written: Some(written),
                ..Shown::default()
            };
            answer(&at, StatusCode::OK, choice, shown).await
        }
        Err(PageError::Invalid(wrong)) => refused(&at, choice, wrong).await,
        Err(error) => Err(error),
    }
}

async fn accepted(
    request: &HttpRequest,
    payload: Payload,
    at: &AtProfile,
) -> Result<(Form, Option<Vec<u8>>), PageError> {
    let of = (&at.viewer, at.spend_path());
    Form::accept_with_file(request, payload, (of.0, &of.1), LIMIT).await
}

fn chosen(form: &Form) -> Result<&'static str, PageError> {
    let name = form.one("preset").unwrap_or_default();
    let known = presets::names().find(|known| *known == name);
    known.ok_or(PageError::Form)
}

fn replaces(form: &Form) -> bool {
    form.one("replace") == Some("true")
}

fn sent(form: &Form, bytes: Vec<u8>) -> Result<Sent, PageError> {
    if bytes.len() > MOST_BYTES {
        return Err(PageError::Invalid(vec![TOO_LARGE.to_owned()]));
    }
    let preset = chosen(form)?;
    let mapping = presets::named(preset).ok_or(PageError::Form)?;
    Ok(Sent {
        bytes,
        preset,
        mapping: mapping.map_err(|error| PageError::internal(&error))?,
        replaces: replaces(form),
    })
}

impl Sent {
    fn file(&self) -> SpendFile<'_> {
        SpendFile {
            bytes: &self.bytes,
            mapping: &self.mapping,
        }
    }
}

/// What is in the file, or what is wrong with it, in sentences.
fn surveyed(at: &AtProfile, sent: &Sent) -> Result<Survey, Vec<String>> {
    match survey(sent.file(), at.viewer.state.clock.now()) {
        Ok(found) if found.rows == 0 => Err(vec!["The file has no row.".to_owned()]),
        Ok(found) => Ok(found),
        Err(wrong) => Err(wrong.iter().map(|words| sentence(words)).collect()),
    }
}

async fn written(at: &AtProfile, good: Good) -> Result<Written, PageError> {
    let written: SpendWritten = crate::write::write(&at.viewer.state, good, |work, context, it| {
        let of = (it.sent.file(), &it.found, it.sent.replaces);
        Box::pin(write::write(work, context, &it.profile, of, it.actor))
    })
    .await?;
    let number = |rows: usize| count(i64::try_from(rows).unwrap_or(i64::MAX));
    Ok(Written {
        rows: number(written.days),
        removed: number(written.removed),
        exceeds: written.exceeds,
    })
}

async fn refused(at: &AtProfile, choice: (&str, bool), wrong: Vec<String>) -> Answered {
    let shown = Shown {
        wrong,
        ..Shown::default()
    };
    answer(at, StatusCode::BAD_REQUEST, choice, shown).await
}

async fn answer(
    at: &AtProfile,
    status: StatusCode,
    choice: (&str, bool),
    shown: Shown,
) -> Result<HttpResponse, PageError> {
    let spend = at.spend_path();
    let token = at.viewer.form_token(&spend).await?;
    let template = UploadPage {
        chrome: at.chrome("Upload spend", at.webhooks_section()).await?,
        spend,
        upload: UploadForm::with(at, &token, choice),
        wrong: shown.wrong,
        preview: shown.preview,
        written: shown.written,
    };
    Ok(page::answer(status, &template))
}
