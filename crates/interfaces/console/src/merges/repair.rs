//! What of customers is missing although they have it.

use actix_web::HttpRequest;
use askama::Template;
use customer_decisions::repair::ScanPage;
use identity_graph::repair::{Audit, Backfill, Primary};
use kernel::Scope;
use people_api::customers::list::starred;
use people_api::identity::repair::scan::scanned;
use reporting::masking::PiiMode;

use super::{Answered, path, queue_path, repair_path, writes};
use crate::chrome::{Chrome, Section};
use crate::page::page;
use crate::viewer::AtProfile;

/// Customers that are listed.
const ROWS: u32 = 50;

#[derive(Template)]
#[template(path = "console/merges/repair.html")]
struct RepairPage {
    chrome: Chrome,
    path: String,
    queue: String,
    history: String,
    customers: String,
    token: Option<String>,
    customer_count: u64,
    repairable: u64,
    strong: u64,
    rows: Vec<Row>,
}

/// A customer for whom something can be filled in.
struct Row {
    href: String,
    id: String,
    fields: Vec<Field>,
}

/// What.
struct Field {
    words: &'static str,
    value: String,
}

/// The page.
pub(super) async fn show(request: HttpRequest) -> Answered {
    let at = AtProfile::with(&request, Scope::CustomersRead).await?;
    let state = at.viewer.state.clone().into_inner();
    let mode = state.customers.pii_mode(&at.access).await?;
    let first = ScanPage {
        is_repairable: true,
        offset: 0,
        limit: ROWS,
    };
    let found = scanned(state, at.access.profile_id, first).await?;
    let history = path(&at);
    let token = if writes(&at) {
        Some(at.viewer.form_token(&history).await?)
    } else {
        None
    };
    let rows = found.audits.iter().map(|audit| row(audit, mode, &at));
    let rows = rows.collect();
    Ok(page(&RepairPage {
        chrome: at.chrome("What is missing", Section::Customers).await?,
        customers: format!("/p/{}/customers", at.access.profile_id),
        path: repair_path(&at),
        queue: queue_path(&at),
        history,
        token,
        customer_count: found.counts.customers,
        repairable: found.counts.repairable,
        strong: found.counts.strong_proposals,
        rows,
    }))
}

fn row(audit: &Audit, mode: PiiMode, at: &AtProfile) -> Row {
    let id = audit.customer_id.uuid();
    Row {
        href: format!("/p/{}/customers/{id}", at.access.profile_id),
        id: id.to_string(),
        fields: audit.backfills.iter().map(|it| field(it, mode)).collect(),
    }
}

fn field(backfill: &Backfill, mode: PiiMode) -> Field {
    let kind = backfill.field.kind().as_str();
    let value = Some(backfill.value.as_str().to_owned());
    Field {
        words: match backfill.field {
            Primary::Email => "E-mail address",
            Primary::Phone => "Phone number",
        },
        value: starred(kind, value, mode).unwrap_or_default(),
    }
}
