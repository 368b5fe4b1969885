//! Who asked for a picture, as its user agent tells.
//!
//! Sources of the user agents, looked at in November 2026:
//!
//! - Gmail fetches when a message is opened, as `… (via ggpht.com GoogleImageProxy)`: `ScientiaMobile`, "What is Google
//!   Image Proxy?" (<https://www.scientiamobile.com/what-is-google-image-proxy/>), which for that reason stopped taking it
//!   for a robot in 2018, and `ua-parser/uap-core` 170.
//! - Yahoo and AOL: `YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html`, named after its own page;
//!   `faisalman/ua-parser-js` 494 has both.
//! - Seznam: `SeznamEmailProxy`, in the lists of Matomo's device-detector. HEY: `HEY.com/ImageProxy`, Fastmail:
//!   `FastmailUA`, Outlook.com: `OutlookImageProxy`, in lists of open-source senders of mail.
//! - Apple's Mail Privacy Protection loads all pictures when a message arrives, whether or not anybody opens it, and says
//!   `Mozilla/5.0` and nothing else: `SocketLabs`, "Identifying Apple MPP opens"
//!   (<https://help.socketlabs.com/docs/identifying-apple-mpp-opens-in-notification-api-events>).
//! - Scanners of mail and Office's probes of links: `AWStats`' list of robots (`Microsoft Office Existence Discovery`) and
//!   the names that makers of scanners give theirs.
//!
//! Apple Mail with the protection switched off and the new Outlook say the same (`AppleWebKit/… (KHTML, like Gecko)` and no
//! browser), from the reader's own network: somebody opened that one. A machine that calls itself a browser is not told
//! from one.

use crate::client::Client;

/// What image proxies say somewhere in their user agents, in small letters.
const PROXIES: [&str; 7] = [
    "googleimageproxy",
    "via ggpht.com",
    "yahoomailproxy",
    "seznamemailproxy",
    "hey.com/imageproxy",
    "fastmailua",
    "outlookimageproxy",
];

/// What scanners and probes say that no list of robots of pages has, in small letters.
const SCANNERS: [&str; 9] = [
    "microsoft office existence discovery",
    "microsoft office protocol discovery",
    "barracuda",
    "proofpoint",
    "mimecast",
    "messagelabs",
    "symantec",
    "fireeye",
    "trendmicro",
];

/// All that Mail Privacy Protection says.
const PRIVACY_PROTECTION: &str = "Mozilla/5.0";

/// Who asked for a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ViewAgent {
    /// A browser or a mail program: somebody saw it.
    Browser,
    /// A mail service that fetches when somebody opens a message: somebody saw it, too.
    MailProxy,
    /// A mail service that fetches whether or not anybody looks.
    Prefetch,
    /// A robot.
    Bot,
}

impl ViewAgent {
    /// Every agent.
    pub const ALL: [Self; 4] = [Self::Browser, Self::MailProxy, Self::Prefetch, Self::Bot];

    /// Who sends this header, of which `client` was read. Proxies first: what they say besides is a browser that nobody
    /// has, or what robots say.
    pub fn of(user_agent: Option<&str>, client: &Client) -> Self {
        let text = user_agent.unwrap_or_default().trim();
        let small = text.to_ascii_lowercase();
        let says_one_of = |words: &[&str]| words.iter().any(|word| small.contains(word));
        if text == PRIVACY_PROTECTION {
            Self::Prefetch
        } else if says_one_of(&PROXIES) {
            Self::MailProxy
        } else if client.bot_reason.is_some() || says_one_of(&SCANNERS) {
            Self::Bot
        } else {
            Self::Browser
        }
    }

    /// The stored word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Browser => "browser",
            Self::MailProxy => "mail_proxy",
            Self::Prefetch => "prefetch",
            Self::Bot => "bot",
        }
    }

    /// Reads a stored word; `None` for one of a later version.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|agent| agent.as_str() == word)
    }

    /// Whether somebody saw the picture, so that a view of a recipient is a touch.
    pub const fn is_somebody(self) -> bool {
        matches!(self, Self::Browser | Self::MailProxy)
    }
}
