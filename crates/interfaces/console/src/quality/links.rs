//! Links before they go live: many are judged, or one is put together.

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use kernel::Scope;
use quality_api::utm::check::UtmCheckedLink;
use site_quality::check::{LONGEST, Links, MOST};

use super::build::{self, Builder};
use super::judged::{Judged, judge};
use super::paste::{Paste, pastes};
use super::{Answered, csv, links_path, path};
use crate::chrome::{Chrome, Section};
use crate::error::PageError;
use crate::form::{FileLimit, Form};
use crate::page::{self, scripted};
use crate::script;
use crate::viewer::AtProfile;

/// As much as is read at once.
const LIMIT: FileLimit = FileLimit {
    bytes: 1024 * 1024,
    words: "The links have more than 1 MiB. Check fewer of them at once.",
};

#[derive(Template)]
#[template(path = "console/quality/links.html")]
struct LinksPage {
    chrome: Chrome,
    /// What is wrong with links that are live.
    quality: String,
    path: String,
    token: String,
    sent: Sent,
    wrong: Vec<String>,
    checked: Option<Checked>,
    builder: Builder,
}

/// What the form says.
#[derive(Default)]
struct Sent {
    urls: String,
    templates: bool,
}

/// What is said of the links.
struct Checked {
    /// Of the form that saves it: it is sent apart from the one that checks.
    token: String,
    good: usize,
    all: usize,
    rows: Vec<Judged>,
    pastes: Vec<Paste>,
}

/// What is shown beside the forms.
#[derive(Default)]
struct Shown {
    sent: Sent,
    wrong: Vec<String>,
    checked: Option<Checked>,
    builder: Builder,
}

/// The page, with the link that its address asks for.
pub(super) async fn show(request: HttpRequest) -> Answered {
    let at = if request.query_string().is_empty() {
        AtProfile::with(&request, Scope::AnalyticsRead).await?
    } else {
        AtProfile::with_heavy(&request, Scope::AnalyticsRead).await?
    };
    let shown = Shown {
        builder: build::asked(&at, request.query_string()).await?,
        ..Shown::default()
    };
    answer(&at, StatusCode::OK, shown).await
}

/// Judges what the form names. Nothing is kept of it.
pub(super) async fn check(request: HttpRequest, payload: Payload) -> Answered {
    let (at, sent) = accepted(&request, payload).await?;
    let links = match sent.read() {
        Ok(links) => links,
        Err(words) => return refused(&at, sent, words).await,
    };
    let told = judge(&at, links).await?;
    let checked = Checked::new(&told, at.viewer.form_token(&links_path(&at)).await?);
    let shown = Shown {
        sent,
        checked: Some(checked),
        ..Shown::default()
    };
    answer(&at, StatusCode::OK, shown).await
}

/// The same as a file.
pub(super) async fn download(request: HttpRequest, payload: Payload) -> Answered {
    let (at, sent) = accepted(&request, payload).await?;
    let links = match sent.read() {
        Ok(links) => links,
        Err(words) => return refused(&at, sent, words).await,
    };
    let told = judge(&at, links).await?;
    let name = "attachment; filename=\"tributary-links.csv\"";
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, name))
        .insert_header((CACHE_CONTROL, "no-store"))
        .body(csv::file(&told)))
}

/// A form of a thousand links is more than other forms may be, so it is sent as one with a file.
async fn accepted(request: &HttpRequest, payload: Payload) -> Result<(AtProfile, Sent), PageError> {
    let at = AtProfile::with_heavy(request, Scope::AnalyticsRead).await?;
    let purpose = links_path(&at);
    let of = (&at.viewer, purpose.as_str());
    let (form, _) = Form::accept_with_file(request, payload, of, LIMIT).await?;
    let sent = Sent {
        urls: form.one("urls").unwrap_or_default().to_owned(),
        templates: form.one("templates") == Some("true"),
    };
    Ok((at, sent))
}

impl Sent {
    fn read(&self) -> Result<Links, String> {
        let lines = self.urls.lines().map(str::trim);
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        if lines.is_empty() {
            return Err("Write one address a line, at least one.".to_owned());
        }
        if lines.len() > MOST {
            let many = lines.len();
            return Err(format!(
                "At most {MOST} addresses are checked at once; these are {many}."
            ));
        }
        if let Some(long) = lines.iter().position(|line| line.len() > LONGEST) {
            let place = long + 1;
            return Err(format!("Address {place} has more than {LONGEST} bytes."));
        }
        Ok(Links {
            urls: lines.into_iter().map(str::to_owned).collect(),
            as_templates: self.templates,
        })
    }
}

impl Checked {
    fn new(told: &[(String, UtmCheckedLink)], token: String) -> Self {
        let templates = told.iter().filter_map(|(_, link)| link.template.as_ref());
        Self {
            token,
            good: told.iter().filter(|(_, link)| link.status == "ok").count(),
            all: told.len(),
            pastes: pastes("paste", templates),
            rows: told
                .iter()
                .map(|(url, link)| Judged::new(url, link))
                .collect(),
        }
    }
}

async fn refused(at: &AtProfile, sent: Sent, words: String) -> Answered {
    let shown = Shown {
        sent,
        wrong: vec![words],
        ..Shown::default()
    };
    answer(at, StatusCode::BAD_REQUEST, shown).await
}

async fn answer(at: &AtProfile, status: StatusCode, shown: Shown) -> Answered {
    let path = links_path(at);
    let template = LinksPage {
        chrome: at.chrome("Check links", Section::Quality).await?,
        quality: self::path(at),
        token: at.viewer.form_token(&path).await?,
        path,
        sent: shown.sent,
        wrong: shown.wrong,
        checked: shown.checked,
        builder: shown.builder,
    };
    let address = at.viewer.state.addresses.base();
    let script = script::COPY.address(address);
    Ok(scripted(page::answer(status, &template), &script))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(urls: &str) -> Result<Vec<String>, String> {
        let sent = Sent {
            urls: urls.to_owned(),
            templates: false,
        };
        sent.read().map(|links| links.urls)
    }

    #[test]
    fn one_address_a_line_whatever_is_between_them() {
        let lines = read(" https://a.example/ \r\n\r\n\thttps://b.example/?x=1\n").unwrap();
        assert_eq!(lines, ["https://a.example/", "https://b.example/?x=1"]);
        assert_eq!(read(&"x\n".repeat(MOST)).unwrap().len(), MOST);
    }

    #[test]
    fn what_is_too_little_or_too_much_is_told() {
        for (urls, words) in [
            (
                " \r\n".to_owned(),
                "Write one address a line, at least one.",
            ),
            (
                "x\n".repeat(MOST + 1),
                "At most 1000 addresses are checked at once; these are 1001.",
            ),
            (
                format!("x\n\n{}", "y".repeat(LONGEST + 1)),
                "Address 2 has more than 4096 bytes.",
            ),
        ] {
            assert_eq!(read(&urls).unwrap_err(), words);
        }
    }
}
