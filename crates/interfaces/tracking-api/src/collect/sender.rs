//! Who sent a batch, as its headers tell.

use actix_web::HttpRequest;
use actix_web::http::header::USER_AGENT;
use application::tracking::collect::Sender;

use http_kit::state::AppState;

/// Reads the user agent, and the country if a trusted proxy tells it: whoever else is connected can
/// write anything into that header.
pub(super) fn read_sender(request: &HttpRequest, state: &AppState) -> Sender {
    let header = |name: &str| {
        request
            .headers()
            .get(name)
            .and_then(|value| value.to_str().ok())
    };
    let client = state.client_parser.parse(header(USER_AGENT.as_str()));
    Sender {
        country: state
            .country_header
            .as_deref()
            .filter(|_| state.access.trusted_proxies.trust_peer_of(request))
            .and_then(header)
            .and_then(country),
        device: Some(client.device.as_str().to_owned()),
        browser: client.browser,
        os: client.os,
        bot_reason: client.bot_reason,
        name: None,
    }
}

/// ISO 3166-1 alpha-2; proxies say `XX` when they do not know.
pub fn country(text: &str) -> Option<String> {
    let letters = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    let code = text.to_ascii_uppercase();
    (letters && code != "XX").then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_country_is_two_letters_that_mean_one() {
        assert_eq!(country("cl").as_deref(), Some("CL"));
        for text in ["", "XX", "xx", "T1", "CHL", "Ñ"] {
            assert_eq!(country(text), None, "{text}");
        }
    }
}
