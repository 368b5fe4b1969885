//! What was decided, the latest first.

use actix_web::HttpRequest;
use askama::Template;
use http_kit::extract::{QueryReader, parse_uuid};
use http_kit::problem::{FieldCode, Problem};
use kernel::{Actor, CustomerId, Limit, Scope};
use reporting::merges::{MergeRow, MergesQuery};

use super::{Answered, path, writes};
use crate::chrome::{Chrome, Section};
use crate::error::PageError;
use crate::format;
use crate::page::page;
use crate::viewer::AtProfile;

/// Rows a page.
const ROWS: u32 = 25;

#[derive(Template)]
#[template(path = "console/merges/history.html")]
struct HistoryPage {
    chrome: Chrome,
    path: String,
    customers: String,
    token: Option<String>,
    rows: Vec<Row>,
    earlier: Option<String>,
}

struct Row {
    id: String,
    survivor: Person,
    merged: Person,
    decided: String,
    undone: Option<String>,
}

/// A customer by their id, and where they are.
struct Person {
    id: String,
    href: String,
}

/// The page.
pub(super) async fn show(request: HttpRequest) -> Answered {
    let at = AtProfile::with(&request, Scope::CustomersRead).await?;
    let mut query = QueryReader::of(&request);
    let before = query.optional("before", |text| {
        parse_uuid(text).ok_or((FieldCode::Malformed, "is not a UUID"))
    });
    let Ok(before) = before else {
        return Err(Problem::invalid(query.into_errors()).into());
    };
    let asked = MergesQuery {
        customer: None,
        limit: Limit::new(ROWS).ok_or(PageError::Internal)?,
        before: before.map(Into::into),
    };
    let found = at.viewer.state.merges.merges(&at.access, &asked).await?;
    let path = path(&at);
    let token = if writes(&at) {
        Some(at.viewer.form_token(&path).await?)
    } else {
        None
    };
    Ok(page(&HistoryPage {
        chrome: at.chrome("Merges", Section::Customers).await?,
        customers: format!("/p/{}/customers", at.access.profile_id),
        rows: found.rows.iter().map(|row| shown(row, &at)).collect(),
        earlier: found
            .next
            .map(|next| format!("{path}?before={}", next.uuid())),
        token,
        path,
    }))
}

fn shown(row: &MergeRow, at: &AtProfile) -> Row {
    let person = |id: CustomerId| Person {
        id: id.uuid().to_string(),
        href: format!("/p/{}/customers/{}", at.access.profile_id, id.uuid()),
    };
    let told = |instant, actor| {
        let when = format::instant(instant, &at.profile.timezone);
        format!("{when}, {}", by(actor, at))
    };
    Row {
        id: row.id.uuid().to_string(),
        survivor: person(row.survivor),
        merged: person(row.merged),
        decided: told(row.decided_at, row.actor),
        undone: row.undone.map(|(instant, actor)| told(instant, actor)),
    }
}

fn by(actor: Actor, at: &AtProfile) -> &'static str {
    match actor {
        Actor::User(id) if id == at.viewer.who.user_id => "by you",
        Actor::User(_) => "by a member",
        Actor::ApiKey(_) => "with an API key",
        Actor::Operator => "at the command line",
        Actor::System => "by the service",
    }
}
