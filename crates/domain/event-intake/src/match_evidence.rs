//! What a browser said when something happened, by which an ad platform can find it again. It is no part of a fact:
//! it lies beside it for a few days, and nothing of it decides whether two events are the same.

use std::net::IpAddr;

use kernel::Personal;
use kernel::timestamp::MICROS_PER_DAY;

use crate::text::check_filled;

/// How long it is kept after it came in, in microseconds: social networks take nothing older.
pub const EVIDENCE_LIFE: i64 = 7 * MICROS_PER_DAY;
/// The longest value, in characters.
const MAX_VALUE: usize = 512;

/// Evidence as a caller sent it, unread.
#[derive(Clone, Default, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "each field is the one that callers know by this name"
)]
pub struct MatchEvidenceDraft {
    pub client_ip_address: Option<String>,
    pub client_user_agent: Option<String>,
    pub fbp: Option<String>,
    pub fbc: Option<String>,
}

/// Evidence that can be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchEvidence {
    /// Where the browser's request came from.
    pub ip: Option<Ip>,
    /// Its user agent.
    pub user_agent: Option<Personal>,
    /// Meta's id of the browser, the cookie `_fbp`.
    pub fbp: Option<Personal>,
    /// Meta's id of a click as the browser kept it, the cookie `_fbc`.
    pub fbc: Option<Personal>,
}

/// A network address, hidden from `Debug`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Ip(pub IpAddr);

/// A field that cannot be read: its name and why.
pub(crate) type Wrong = (&'static str, String);

impl MatchEvidence {
    /// Reads a draft; every field that cannot be read.
    pub(crate) fn read(draft: &MatchEvidenceDraft) -> (Self, Vec<Wrong>) {
        let mut wrong = Vec::new();
        let mut note = |field, reason: &str| wrong.push((field, reason.to_owned()));
        let ip = draft.client_ip_address.as_deref().and_then(|text| {
            let read: Option<IpAddr> = text.trim().parse().ok();
            if read.is_none() {
                note("client_ip_address", "is not an IPv4 or IPv6 address");
            }
            read.map(Ip)
        });
        let mut text = |field, text: Option<&str>, is_right: fn(&str) -> bool, reason: &str| {
            let text = text?;
            if let Err(why) = check_filled(text, MAX_VALUE) {
                note(field, &why);
            } else if !is_right(text) {
                note(field, reason);
            }
            Some(Personal::new(text))
        };
        let anything = |_: &str| true;
        let agent = draft.client_user_agent.as_deref();
        let user_agent = text("client_user_agent", agent, anything, "");
        let cookie = "is not of the form fb.1.milliseconds.id";
        let fbp = text("fbp", draft.fbp.as_deref(), is_cookie, cookie);
        let fbc = text("fbc", draft.fbc.as_deref(), is_cookie, cookie);
        let read = Self {
            ip,
            user_agent,
            fbp,
            fbc,
        };
        (read, wrong)
    }

    /// Meta's ids of a browser and of its click among cookies, `_fbp=…;_fbc=…`. What has another form is left out: a
    /// site's pages are not to be lost because of what somebody else's script has stored.
    pub fn of_cookies(cookies: &str) -> Self {
        let cookie = |name: &str| {
            let mut pairs = cookies
                .split(';')
                .filter_map(|pair| pair.trim().split_once('='));
            let (_, text) = pairs.find(|(of, _)| *of == name)?;
            let is_right = check_filled(text, MAX_VALUE).is_ok() && is_cookie(text);
            is_right.then(|| Personal::new(text))
        };
        Self {
            fbp: cookie("_fbp"),
            fbc: cookie("_fbc"),
            ..Self::default()
        }
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        let Self {
            ip,
            user_agent,
            fbp,
            fbc,
        } = self;
        ip.is_none() && user_agent.is_none() && fbp.is_none() && fbc.is_none()
    }
}

/// `fb`, a number, milliseconds and an id; newer libraries add a fifth part.
fn is_cookie(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match parts.as_slice() {
        ["fb", subdomain, millis, id] | ["fb", subdomain, millis, id, _] => {
            is_number(subdomain) && is_number(millis) && !id.is_empty()
        }
        _ => false,
    }
}

/// Tells which fields are there and nothing of what they hold.
impl std::fmt::Debug for MatchEvidenceDraft {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let fields = [
            ("client_ip_address", &self.client_ip_address),
            ("client_user_agent", &self.client_user_agent),
            ("fbp", &self.fbp),
            ("fbc", &self.fbc),
        ];
        let present = fields.into_iter().filter(|(_, value)| value.is_some());
        f.write_str("MatchEvidenceDraft ")?;
        f.debug_set()
            .entries(present.map(|(name, _)| name))
            .finish()
    }
}

impl std::fmt::Debug for Ip {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Ip(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(ip: &str, agent: &str, fbp: &str, fbc: &str) -> MatchEvidenceDraft {
        let some = |text: &str| Some(text.to_owned());
        MatchEvidenceDraft {
            client_ip_address: some(ip),
            client_user_agent: some(agent),
            fbp: some(fbp),
            fbc: some(fbc),
        }
    }

    #[test]
    fn what_a_browser_says_is_read() {
        let fbp = "fb.1.1596403881668.1116446470";
        let fbc = "fb.1.1554763741205.AbCdEfGhIjKlMnOpQrStUvWxYz1234567890";
        for ip in ["203.0.113.7", " 2001:db8::1 "] {
            let (read, wrong) = MatchEvidence::read(&draft(ip, "Mozilla/5.0 (X11)", fbp, fbc));
            assert_eq!(wrong, []);
            assert_eq!(read.ip, ip.trim().parse().ok().map(Ip));
            let texts = [&read.user_agent, &read.fbp, &read.fbc];
            let texts = texts.map(|text| text.as_ref().map(Personal::as_str));
            assert_eq!(texts, [Some("Mozilla/5.0 (X11)"), Some(fbp), Some(fbc)]);
        }
        // A fifth part, as newer libraries write it.
        let (_, wrong) = MatchEvidence::read(&draft("::1", "x", "fb.1.1.2.AQ", "fb.2.1.Ab-_c.AQ"));
        assert_eq!(wrong, []);
        let (read, wrong) = MatchEvidence::read(&MatchEvidenceDraft::default());
        assert!(read.is_empty() && wrong.is_empty());
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let long = "x".repeat(513);
        let (_, wrong) = MatchEvidence::read(&draft("203.0.113.300", &long, "1.1", ""));
        let fields: Vec<_> = wrong.iter().map(|(field, _)| *field).collect();
        let all = ["client_ip_address", "client_user_agent", "fbp", "fbc"];
        assert_eq!(fields, all);
        for bad in [
            "fb",
            "fb.1.2",
            "fb.x.1.a",
            "fb.1..a",
            "fb.1.1.",
            "fc.1.1.a",
            "fb.1.1.a.b.c",
        ] {
            assert!(!is_cookie(bad), "{bad}");
        }
        let (_, wrong) = MatchEvidence::read(&draft("::1", "a\nb", "fb.1.1.a\u{0}", "fb.1.1.a"));
        assert_eq!(wrong.len(), 2);
    }

    #[test]
    fn cookies_of_another_form_say_nothing() {
        let read = MatchEvidence::of_cookies("_fbp=fb.1.1.a; x_fbc=fb.1.1.b;_fbc=nonsense");
        assert_eq!(read.fbp.as_ref().map(Personal::as_str), Some("fb.1.1.a"));
        assert_eq!(read.fbc, None);
    }

    #[test]
    fn debug_hides_content() {
        let draft = draft("203.0.113.7", "Opera", "fb.1.1.a", "fb.1.1.b");
        let text = format!("{draft:?} {:?}", MatchEvidence::read(&draft).0);
        for hidden in ["203.0", "Opera", "fb.1"] {
            assert!(!text.contains(hidden), "{text}");
        }
        assert!(text.contains("client_user_agent"));
    }
}
