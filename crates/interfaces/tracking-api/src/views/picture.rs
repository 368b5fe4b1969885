//! `GET /api/v1beta/view.gif`

use std::net::IpAddr;

use actix_web::dev::Payload;
use actix_web::http::header::{CACHE_CONTROL, USER_AGENT};
use actix_web::web::Bytes;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, get};
use application::views::intake::LoadedPicture;
use event_intake::TrackingKeyText;
use event_intake::ports::IntakeReason;
use event_intake::views::{ViewAgent, ViewError, ViewRequest};

use http_kit::address::client_address;
use http_kit::collect_gate::charge_picture;
use http_kit::extract::{Input, Public, state_of};
use http_kit::observe::AskedForHead;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// One transparent pixel, as `GIF89a` has it in the fewest bytes that every program reads.
const PICTURE: [u8; 43] = [
    0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0x01, 0x00, 0x01, 0x00, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00,
    0xff, 0xff, 0xff, 0x21, 0xf9, 0x04, 0x01, 0x00, 0x00, 0x00, 0x00, 0x2c, 0x00, 0x00, 0x00, 0x00,
    0x01, 0x00, 0x01, 0x00, 0x00, 0x02, 0x02, 0x44, 0x01, 0x00, 0x3b,
];

/// Who asks for a picture, and with which address.
#[derive(Debug)]
pub struct Asked {
    query: Result<ViewRequest, ViewError>,
    user_agent: Option<String>,
    address: Option<IpAddr>,
    /// Nobody sees anything by asking what there would be to see.
    is_head: bool,
}

impl Input for Asked {
    async fn read(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        let state = state_of(request)?;
        let header = request.headers().get(USER_AGENT);
        let header = header.and_then(|value| value.to_str().ok());
        Ok(Self {
            query: ViewRequest::parse(request.query_string()),
            user_agent: header.map(str::to_owned),
            address: client_address(request, &state),
            is_head: request.extensions().contains::<AskedForHead>(),
        })
    }
}

/// Hands it in. Nothing here waits for the database, and nothing can go wrong that the answer would tell.
async fn hand_in(state: &AppState, asked: Asked) {
    let now = state.clock.now();
    let refuse = |key: &TrackingKeyText, reason| state.views.refuse(key, reason, now);
    match asked.query {
        // Nobody knows whose it is.
        Err(ViewError::NoKey | ViewError::TooLong(None)) => {}
        Err(ViewError::TooLong(Some(key))) => {
            let charged = charge_picture(state, &key, asked.address).await;
            refuse(&key, charged.err().unwrap_or(IntakeReason::Malformed));
        }
        Ok(request) => {
            if let Err(reason) = charge_picture(state, &request.key, asked.address).await {
                return refuse(&request.key, reason);
            }
            let user_agent = asked.user_agent.as_deref();
            let agent = ViewAgent::of(user_agent, &state.client_parser.parse(user_agent));
            state.views.take(LoadedPicture {
                request,
                agent,
                at: now,
            });
        }
    }
}

/// The picture of a mail or banner
///
/// One transparent pixel of 43 bytes. Loading it counts a view for the campaign in its address and the profile's day, by who
/// asked for it; with a recipient's token it is also what that recipient saw, at most once a campaign and day. A view makes
/// no visit and no customer. Other parameters are ignored. The answer is the same whatever is in the address, also while
/// nothing can be recorded.
#[utoipa::path(
    operation_id = "getViewPicture",
    tag = "Ingest",
    extensions(("x-spec-gap" = json!("G157"))),
    params(
        ("k" = Option<String>, Query, description = "The public tracking key."),
        ("r" = Option<String>, Query, description = "A token of `POST /api/v1beta/tracking/recipients`."),
        ("utm_source" = Option<String>, Query, description = "As in links."),
        ("utm_medium" = Option<String>, Query, description = "As in links."),
        ("utm_campaign" = Option<String>, Query, description = "As in links."),
        ("utm_term" = Option<String>, Query, description = "As in links."),
        ("utm_content" = Option<String>, Query, description = "As in links."),
    ),
    responses((status = 200, description = "The picture, whatever was asked.", body = String,
        content_type = "image/gif"))
)]
#[get("/api/v1beta/view.gif")]
pub(crate) async fn get_view_picture(call: Public<Asked>) -> HttpResponse {
    if !call.input.is_head {
        hand_in(&call.state, call.input).await;
    }
    HttpResponse::Ok()
        .content_type("image/gif")
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header(("cross-origin-resource-policy", "cross-origin"))
        .body(Bytes::from_static(&PICTURE))
}
