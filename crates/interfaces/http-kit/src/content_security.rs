//! What pages may load, where it is more than nothing.

/// The route of the page on which the `OpenAPI` document is read.
pub const READING_PAGE: &str = "/docs/{_:.*}";

/// What the reading page may load: only its own files, which are part of this program.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

/// The content security policy of a path; `None` is the one of every other answer.
pub(crate) fn policy(pattern: Option<&str>) -> Option<&'static str> {
    (pattern == Some(READING_PAGE)).then_some(PAGE_POLICY)
}
