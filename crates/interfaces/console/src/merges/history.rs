//! What was decided, the latest first.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::HttpRequest;
use askama::Template;
use http_kit::extract::{QueryReader, parse_uuid};
use http_kit::problem::{FieldCode, Problem};
use kernel::{Actor, CustomerId, Limit, Scope};
use reporting::masking::PiiMode;
use reporting::merges::{MergeRow, MergesQuery};

use super::{Answered, called, path, writes};
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

/// A customer, and where they are.
struct Person {
    id: String,
    name: String,
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
    let mode = at.viewer.state.customers.pii_mode(&at.access).await?;
    let names = names(&found.rows, mode, &at).await?;
    let path = path(&at);
    let token = if writes(&at) {
        Some(at.viewer.form_token(&path).await?)
    } else {
        None
    };
    Ok(page(&HistoryPage {
        chrome: at.chrome("Merges", Section::Customers).await?,
        customers: format!("/p/{}/customers", at.access.profile_id),
        rows: found
            .rows
            .iter()
            .map(|row| shown(row, &names, &at))
            .collect(),
        earlier: found
            .next
            .map(|next| format!("{path}?before={}", next.uuid())),
        token,
        path,
    }))
}

/// What the customers of the page are called, as much of it as the profile shows.
async fn names(
    rows: &[MergeRow],
    mode: PiiMode,
    at: &AtProfile,
) -> Result<BTreeMap<CustomerId, String>, PageError> {
    let ids = rows.iter().flat_map(|row| [row.survivor, row.merged]);
    let ids: BTreeSet<CustomerId> = ids.collect();
    let asked = (at.access.profile_id, Vec::from_iter(ids));
    let state = &at.viewer.state;
    let known = state.read(&asked, |work, _, (profile_id, ids)| {
        Box::pin(work.merges().shown(*profile_id, ids))
    });
    let known = known.await?;
    let names = known.iter().map(|it| {
        let names = [it.first_name.as_ref(), it.last_name.as_ref()];
        let (email, phone) = (it.primary_email.as_ref(), it.primary_phone.as_ref());
        (it.id, called(names, email, phone, mode))
    });
    Ok(names.collect())
}

fn shown(row: &MergeRow, names: &BTreeMap<CustomerId, String>, at: &AtProfile) -> Row {
    let person = |id: CustomerId| Person {
        name: names.get(&id).cloned().unwrap_or_default(),
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
