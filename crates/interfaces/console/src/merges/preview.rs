//! What making one of two customers would do, before the button.

use actix_web::HttpRequest;
use askama::Template;
use customer_decisions::merges::{Consequence, CreditedChange, Side};
use http_kit::extract::{Fault, QueryReader, parse_uuid};
use http_kit::problem::{FieldCode, Problem};
use kernel::{Currency, Exact, Model, Personal, Scope};
use people_api::customers::list::starred;
use people_api::identity::preview::previewed;
use reporting::masking::PiiMode;
use uuid::Uuid;

use super::{Answered, path, refused, writes};
use crate::chrome::{Chrome, Section};
use crate::controls::model_name;
use crate::format::{self, Number};
use crate::page::page;
use crate::viewer::AtProfile;

#[derive(Template)]
#[template(path = "console/merges/preview.html")]
struct PreviewPage {
    chrome: Chrome,
    path: String,
    back: String,
    token: Option<String>,
    hash: String,
    sides: [SideShown; 2],
    filled: Vec<(&'static str, String)>,
    models: Vec<ModelShown>,
}

struct SideShown {
    role: &'static str,
    id: String,
    href: String,
    name: String,
    email: String,
    phone: String,
    identifiers: usize,
    browsers: usize,
    events: usize,
    conversions: usize,
    touches: usize,
}

/// What is credited under a model.
pub(crate) struct ModelShown {
    pub(crate) name: &'static str,
    pub(crate) rows: Vec<ChannelShown>,
}

/// What is credited to a channel.
pub(crate) struct ChannelShown {
    pub(crate) channel: String,
    pub(crate) before: Number,
    pub(crate) after: Number,
    pub(crate) changes: bool,
}

/// The page.
pub(super) async fn show(request: HttpRequest) -> Answered {
    let at = AtProfile::with(&request, Scope::CustomersRead).await?;
    let mut query = QueryReader::of(&request);
    let one = query.required("one", read_uuid);
    let other = query.required("other", read_uuid);
    let (Ok(one), Ok(other)) = (one, other) else {
        return Err(Problem::invalid(query.into_errors()).into());
    };
    let mode = at.viewer.state.customers.pii_mode(&at.access).await?;
    let state = at.viewer.state.clone().into_inner();
    let pair = [one.into(), other.into()];
    let consequence = previewed(state, at.access.clone(), pair).await;
    let consequence = consequence.map_err(refused)?;
    let path = path(&at);
    let token = if writes(&at) {
        Some(at.viewer.form_token(&path).await?)
    } else {
        None
    };
    Ok(page(&PreviewPage {
        chrome: at.chrome("Merge", Section::Customers).await?,
        back: super::find_path(&at, one),
        hash: consequence.hash.text(),
        sides: [
            side(&consequence.survivor, "Goes on", (&at, mode)),
            side(&consequence.merged, "Leads there", (&at, mode)),
        ],
        filled: filled(&consequence, mode),
        models: models(&consequence.credited, consequence.currency),
        token,
        path,
    }))
}

fn read_uuid(text: &str) -> Result<Uuid, Fault> {
    parse_uuid(text).ok_or((FieldCode::Malformed, "is not a UUID"))
}

fn side(side: &Side, role: &'static str, (at, mode): (&AtProfile, PiiMode)) -> SideShown {
    let shown = &side.shown;
    let value = |kind, value: &Option<Personal>| {
        starred(kind, value.as_ref().map(|it| it.as_str().to_owned()), mode)
    };
    let names = [
        value("first_name", &shown.first_name),
        value("last_name", &shown.last_name),
    ];
    let names: Vec<String> = names.into_iter().flatten().collect();
    let id = shown.id.uuid();
    SideShown {
        role,
        href: format!("/p/{}/customers/{id}", at.access.profile_id),
        id: id.to_string(),
        name: if names.is_empty() {
            "No name".to_owned()
        } else {
            names.join(" ")
        },
        email: value("email", &shown.primary_email).unwrap_or_default(),
        phone: value("phone", &shown.primary_phone).unwrap_or_default(),
        identifiers: side.identifiers.len(),
        browsers: side.browsers.len(),
        events: side.events,
        conversions: side.conversions,
        touches: side.touches,
    }
}

fn filled(consequence: &Consequence, mode: PiiMode) -> Vec<(&'static str, String)> {
    let filled = consequence.filled.iter();
    filled
        .filter_map(|it| {
            let (words, kind) = match it.field {
                "first_name" => ("First name", "first_name"),
                "last_name" => ("Family name", "last_name"),
                "primary_email" => ("E-mail address", "email"),
                _ => ("Phone number", "phone"),
            };
            Some((
                words,
                starred(kind, Some(it.value.as_str().to_owned()), mode)?,
            ))
        })
        .collect()
}

/// Models under which something is credited.
pub(crate) fn models(credited: &[CreditedChange], currency: Currency) -> Vec<ModelShown> {
    let currency = currency.code();
    let of = |model: Model| {
        let rows = credited.iter();
        let rows = rows.filter(|row| row.model == model);
        ModelShown {
            name: model_name(model),
            rows: rows.map(|row| channel(row, currency)).collect(),
        }
    };
    let models = Model::ALL.map(of).into_iter();
    models.filter(|model| !model.rows.is_empty()).collect()
}

fn channel(row: &CreditedChange, currency: &str) -> ChannelShown {
    let after = row.cash_after.unwrap_or(Exact::ZERO);
    ChannelShown {
        channel: if row.channel.is_empty() {
            "No touch".to_owned()
        } else {
            row.channel.clone()
        },
        before: format::money(after - row.cash, currency),
        after: format::money(after, currency),
        changes: !row.cash.is_zero(),
    }
}
