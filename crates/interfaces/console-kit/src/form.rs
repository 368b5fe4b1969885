//! What a form sends: fields, from a page of this service, once.

use actix_web::http::header::{CONTENT_TYPE, ORIGIN};
use actix_web::{HttpRequest, web};
use http_kit::extract::read_body;
use http_kit::problem::Code;
use percent_encoding::percent_decode_str;

use super::error::PageError;
use super::form_tokens;
use super::multipart;
use super::viewer::Viewer;

/// The largest form that is read.
const MOST_BYTES: usize = 64 * 1024;
/// The name of the field that has a file in it.
const FILE: &str = "file";

/// What is read of a form that has a file in it.
#[derive(Clone, Copy)]
pub struct FileLimit {
    /// Bytes of the whole form.
    pub bytes: usize,
    /// What is said about a larger one.
    pub words: &'static str,
}

/// Fields of an accepted form.
#[derive(Debug)]
pub struct Form {
    pairs: Vec<(String, String)>,
}

impl Form {
    /// Reads the form and spends its token, which was issued to this browser for `purpose`.
    pub async fn accept(
        request: &HttpRequest,
        body: &web::Bytes,
        viewer: &Viewer,
        purpose: &str,
    ) -> Result<Self, PageError> {
        is_own(request, viewer)?;
        let form = Self::read(request, body).ok_or(PageError::Form)?;
        form.redeem(viewer, purpose).await?;
        Ok(form)
    }

    /// The same of a form that may have a file in it, with the file.
    pub async fn accept_with_file(
        request: &HttpRequest,
        payload: web::Payload,
        (viewer, purpose): (&Viewer, &str),
        limit: FileLimit,
    ) -> Result<(Self, Option<Vec<u8>>), PageError> {
        is_own(request, viewer)?;
        let body = read_body(request, &mut payload.into_inner(), limit.bytes).await;
        let body = body.map_err(|problem| match problem.code() {
            Code::PayloadTooLarge => PageError::Invalid(vec![limit.words.to_owned()]),
            _ => PageError::Form,
        })?;
        let (form, file) = Self::read_multipart(request, &body).ok_or(PageError::Form)?;
        form.redeem(viewer, purpose).await?;
        Ok((form, file))
    }

    fn read_multipart(request: &HttpRequest, body: &[u8]) -> Option<(Self, Option<Vec<u8>>)> {
        let kind = request.headers().get(CONTENT_TYPE)?.to_str().ok()?;
        let (mut pairs, mut file) = (Vec::new(), None);
        for (name, content) in multipart::parts(kind, body)? {
            if name == FILE {
                file = Some(content.to_vec());
            } else {
                let text = std::str::from_utf8(content).ok()?;
                pairs.push((name.to_owned(), text.to_owned()));
            }
        }
        Some((Self { pairs }, file))
    }

    /// Spends its token.
    async fn redeem(&self, viewer: &Viewer, purpose: &str) -> Result<(), PageError> {
        let token = self.one("form_token").unwrap_or_default();
        let redeemed = form_tokens::redeem(&viewer.who, &viewer.state, (purpose, token));
        redeemed.await?.then_some(()).ok_or(PageError::Form)
    }

    /// Reads a form's fields, whoever sent them.
    pub fn read(request: &HttpRequest, body: &web::Bytes) -> Option<Self> {
        let kind = request.headers().get(CONTENT_TYPE)?.to_str().ok()?;
        let kind = kind.split(';').next()?.trim();
        let fits = kind.eq_ignore_ascii_case("application/x-www-form-urlencoded")
            && body.len() <= MOST_BYTES;
        let text = std::str::from_utf8(body).ok().filter(|_| fits)?;
        let pairs = text.split('&').filter(|part| !part.is_empty()).map(|part| {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            Some((decode(name)?, decode(value)?))
        });
        let pairs = pairs.collect::<Option<Vec<_>>>()?;
        Some(Self { pairs })
    }

    /// A field, without spaces around it; `None` when it was not sent, was sent twice, or holds
    /// what no text has.
    pub fn one(&self, name: &str) -> Option<&str> {
        let mut values = self.pairs.iter().filter(|(key, _)| key == name);
        let (_, value) = values.next().filter(|_| values.next().is_none())?;
        (!value.contains('\0')).then(|| value.trim())
    }

    /// Every value of a field that may be sent several times.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let of_name = self.pairs.iter().filter(move |(key, _)| key == name);
        of_name.map(|(_, value)| value.as_str())
    }
}

/// Whether a page of this service sent it, as far as the browser says.
fn is_own(request: &HttpRequest, viewer: &Viewer) -> Result<(), PageError> {
    let own = |origin: &[u8]| origin == viewer.state.addresses.base().as_bytes();
    let origin = request.headers().get(ORIGIN);
    let is_own = origin.is_none_or(|origin| own(origin.as_bytes()));
    is_own.then_some(()).ok_or(PageError::Form)
}

fn decode(text: &str) -> Option<String> {
    let spaced = text.replace('+', " ");
    let decoded = percent_decode_str(&spaced).decode_utf8().ok()?;
    Some(decoded.into_owned())
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn read(kind: &str, body: &'static str) -> Option<Form> {
        let request = TestRequest::post()
            .insert_header(("content-type", kind))
            .to_http_request();
        Form::read(&request, &web::Bytes::from_static(body.as_bytes()))
    }

    #[test]
    fn fields_are_decoded_once() {
        let kind = "application/x-www-form-urlencoded; charset=UTF-8";
        let form = read(kind, "name=+My%2Bkey+&scope=a&scope=b%26c&zero=%00").unwrap();
        assert_eq!(form.one("name"), Some("My+key"));
        assert_eq!(form.all("scope").collect::<Vec<_>>(), ["a", "b&c"]);
        for name in ["scope", "zero", "other"] {
            assert_eq!(form.one(name), None, "{name}");
        }
    }

    #[test]
    fn only_forms_are_read() {
        assert!(read("text/plain", "name=x").is_none());
        assert!(read("application/json", "{}").is_none());
        assert!(read("application/x-www-form-urlencoded", "name=%FF").is_none());
    }
}
