//! Who may be one person: the likeliest pair with everything that is known of both, and who comes next.

use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use http_kit::extract::{QueryReader, parse_uuid};
use http_kit::problem::{Code, FieldCode, Problem};
use kernel::{Limit, Personal, ProposalId, ProposalStatus, Scope};
use people_api::customers::list::starred;
use people_api::identity::preview::previewed;
use people_api::identity::proposals::body::bits;
use reporting::masking::PiiMode;
use reporting::proposals::{
    NamedValue, ProposalRow, ProposalSide, ProposalsPage, ProposalsQuery, Reason,
};

use super::preview::{ModelShown, models};
use super::{Answered, called, path, queue_path, writes};
use crate::chrome::{Chrome, Section};
use crate::error::PageError;
use crate::format;
use crate::page::{page, scripted};
use crate::script;
use crate::viewer::AtProfile;

/// Pairs that are listed.
const ROWS: u32 = 25;

#[derive(Template)]
#[template(path = "console/merges/queue.html")]
struct QueuePage {
    chrome: Chrome,
    path: String,
    history: String,
    customers: String,
    token: Option<String>,
    counts: [(&'static str, u64); 4],
    pair: Option<PairShown>,
    rows: Vec<Next>,
}

/// The pair that is looked at.
struct PairShown {
    id: String,
    likely: String,
    sides: Vec<SideShown>,
    reasons: Vec<ReasonShown>,
    consequence: Result<Told, String>,
}

/// What a merge would do.
struct Told {
    hash: String,
    goes_on: String,
    models: Vec<ModelShown>,
}

struct SideShown {
    id: String,
    href: String,
    name: String,
    email: String,
    phone: String,
    others: Vec<String>,
    first_seen: String,
    last_seen: String,
}

struct ReasonShown {
    words: String,
    values: String,
    is_for: bool,
    bits: String,
}

/// A pair of the queue.
struct Next {
    id: String,
    href: String,
    names: String,
    likely: String,
    is_shown: bool,
}

/// The page.
pub(super) async fn show(request: HttpRequest) -> Answered {
    let at = AtProfile::with(&request, Scope::CustomersRead).await?;
    let mut query = QueryReader::of(&request);
    let id = query.optional("id", |text| {
        parse_uuid(text).ok_or((FieldCode::Malformed, "is not a UUID"))
    });
    let Ok(id) = id else {
        return Err(Problem::invalid(query.into_errors()).into());
    };
    let state = &at.viewer.state;
    let mode = state.customers.pii_mode(&at.access).await?;
    let found = pending(&at).await?;
    let asked = match id {
        Some(id) => one(&at, id.into()).await?,
        None => found.rows.first().cloned(),
    };
    let shown = asked.as_ref().map(|row| row.id);
    let path = path(&at);
    let queue = queue_path(&at);
    let token = if writes(&at) {
        Some(at.viewer.form_token(&path).await?)
    } else {
        None
    };
    let next = found.rows.iter().map(|row| Next {
        id: row.id.uuid().to_string(),
        href: format!("{queue}?id={}", row.id.uuid()),
        names: names(row, mode),
        likely: likely(row),
        is_shown: shown == Some(row.id),
    });
    let rows = next.collect();
    let pair = match asked {
        Some(row) => Some(pair(row, mode, &at).await?),
        None => None,
    };
    let [waiting, merged, dismissed, snoozed] = found.counts;
    let answer = page(&QueuePage {
        chrome: at.chrome("Who may be one", Section::Customers).await?,
        customers: format!("/p/{}/customers", at.access.profile_id),
        history: path,
        path: queue,
        token,
        counts: [
            ("waiting", waiting),
            ("merged", merged),
            ("dismissed", dismissed),
            ("put off", snoozed),
        ],
        pair,
        rows,
    });
    Ok(with_keys(answer, &at))
}

/// What a page that is decided by single letters is answered with.
pub(super) fn with_keys(answer: HttpResponse, at: &AtProfile) -> HttpResponse {
    let base = at.viewer.state.addresses.base();
    scripted(answer, &script::KEYS.address(base))
}

async fn pending(at: &AtProfile) -> Result<ProposalsPage, PageError> {
    let state = &at.viewer.state;
    let query = ProposalsQuery {
        status: ProposalStatus::Pending,
        band: None,
        limit: Limit::new(ROWS).ok_or(PageError::Internal)?,
        after: None,
    };
    let now = state.clock.now();
    Ok(state.proposals.proposals(&at.access, &query, now).await?)
}

/// One that somebody chose; nothing of one that was decided meanwhile.
async fn one(at: &AtProfile, id: ProposalId) -> Result<Option<ProposalRow>, PageError> {
    let state = &at.viewer.state;
    let now = state.clock.now();
    let row = state.proposals.proposal(&at.access, id, now).await?;
    let row = row.ok_or(PageError::NotFound)?;
    let is_open = matches!(
        row.status,
        ProposalStatus::Pending | ProposalStatus::Snoozed
    );
    Ok(Some(row).filter(|_| is_open))
}

fn likely(row: &ProposalRow) -> String {
    match row.band.as_deref() {
        Some("strong") => "almost certainly",
        Some("likely") => "likely",
        Some(_) => "possibly",
        None => "not proposed",
    }
    .to_owned()
}

async fn pair(row: ProposalRow, mode: PiiMode, at: &AtProfile) -> Result<PairShown, PageError> {
    let state = at.viewer.state.clone().into_inner();
    let consequence = match previewed(state, at.access.clone(), row.pair).await {
        Ok(consequence) => Ok(Told {
            hash: consequence.hash.text(),
            goes_on: consequence.survivor.shown.id.uuid().to_string(),
            models: models(&consequence.credited, consequence.currency),
        }),
        Err(problem) if problem.code() == Code::Conflict => Err(format::sentence(problem.detail())),
        Err(problem) => return Err(problem.into()),
    };
    Ok(PairShown {
        id: row.id.uuid().to_string(),
        likely: likely(&row),
        sides: row.sides.iter().map(|it| side(it, mode, at)).collect(),
        reasons: row.reasons.iter().map(|it| reason(it, mode)).collect(),
        consequence,
    })
}

fn told(kind: &str, value: Option<&Personal>, mode: PiiMode) -> Option<String> {
    starred(kind, value.map(|it| it.as_str().to_owned()), mode)
}

/// What both sides are called.
pub(super) fn names(row: &ProposalRow, mode: PiiMode) -> String {
    let names = row.sides.iter().map(|side| name(side, mode));
    names.collect::<Vec<_>>().join(" and ")
}

fn name(side: &ProposalSide, mode: PiiMode) -> String {
    let names = [side.first_name.as_ref(), side.last_name.as_ref()];
    let (email, phone) = (side.primary_email.as_ref(), side.primary_phone.as_ref());
    called(names, email, phone, mode)
}

fn side(side: &ProposalSide, mode: PiiMode, at: &AtProfile) -> SideShown {
    let id = side.id.uuid();
    let primary = [&side.primary_email, &side.primary_phone];
    let others = side.identifiers.iter();
    let others = others.filter(|it| it.value.is_none() || !primary.contains(&&it.value));
    SideShown {
        href: format!("/p/{}/customers/{id}", at.access.profile_id),
        id: id.to_string(),
        name: name(side, mode),
        email: told("email", side.primary_email.as_ref(), mode).unwrap_or_default(),
        phone: told("phone", side.primary_phone.as_ref(), mode).unwrap_or_default(),
        others: others.map(|it| identifier(it, mode)).collect(),
        first_seen: format::instant(side.first_seen_at, &at.profile.timezone),
        last_seen: format::instant(side.last_seen_at, &at.profile.timezone),
    }
}

fn identifier(value: &NamedValue, mode: PiiMode) -> String {
    match told(&value.kind, value.value.as_ref(), mode) {
        Some(text) => text,
        None => "a national id".to_owned(),
    }
}

fn reason(reason: &Reason, mode: PiiMode) -> ReasonShown {
    let values: Vec<String> = reason
        .values
        .iter()
        .filter_map(|it| told(&it.kind, it.value.as_ref(), mode))
        .collect();
    ReasonShown {
        words: words(&reason.field, &reason.agreement),
        values: values.join(", "),
        is_for: reason.bits > 0,
        bits: bits(reason.bits),
    }
}

/// A reason in words.
fn words(field: &str, agreement: &str) -> String {
    let words = match (field, agreement) {
        ("national_id", _) => "Both were named with the same national id",
        ("crm_contact_id", "exact") => "Both were named with the same contact of a CRM",
        ("crm_contact_id", _) => "Different contacts of one CRM",
        ("email", "exact") => "Both were named with the same e-mail address",
        ("email", "close") => "E-mail addresses that differ by one slip",
        ("email", "partial") => "The same e-mail address up to the @",
        ("email", _) => "Different e-mail addresses",
        ("phone", "exact") => "Both were named with the same phone number",
        ("phone", "close") => "Phone numbers that differ by one digit",
        ("phone", "partial") => "Phone numbers that end alike",
        ("phone", _) => "Different phone numbers",
        ("external_id", "exact") => "Both were named with the same external id",
        ("external_id", _) => "Different external ids of one system",
        ("names", "exact") => "The same name",
        ("names", "close") => "Names that differ by a slip or in their order",
        ("names", "partial") => "Names that agree in part",
        ("names", _) => "Different names",
        ("last_name", _) => "A family name that few have",
        ("browser", _) => "Both were seen on the same browser",
        _ => return format!("{field}: {agreement}"),
    };
    words.to_owned()
}
