//! Names of what a platform may find somebody by.

use crate::words::words;

/// By what somebody is found; the word is the platform's name of the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MatchKey {
    /// E-mail, hashed (social).
    Em,
    /// Phone, hashed (social).
    Ph,
    /// First name, hashed.
    Fn,
    /// Last name, hashed.
    Ln,
    /// Date of birth, hashed.
    Db,
    /// Gender, hashed.
    Ge,
    /// Town, hashed.
    Ct,
    /// State, hashed.
    St,
    /// Post code, hashed.
    Zp,
    /// Country, hashed.
    Country,
    /// Ids of other systems, hashed.
    ExternalId,
    /// A filled-in form.
    LeadId,
    /// A click.
    Fbc,
    /// A browser.
    Fbp,
    /// The IP address.
    ClientIpAddress,
    /// The user agent.
    ClientUserAgent,
    /// A click that opened a chat.
    CtwaClid,
    /// Somebody in the messenger.
    PageScopedUserId,
    /// Somebody in the photo network.
    IgSid,
    /// A click on a search ad.
    Gclid,
    /// Clicks on search ads, in apps.
    Gbraid,
    /// Clicks on search ads, from apps to pages.
    Wbraid,
    /// E-mail, hashed (search).
    Email,
    /// Phone, hashed (search).
    Phone,
}

words! {
    MatchKey {
        Em => "em", Ph => "ph", Fn => "fn", Ln => "ln", Db => "db", Ge => "ge", Ct => "ct", St => "st",
        Zp => "zp", Country => "country", ExternalId => "external_id", LeadId => "lead_id", Fbc => "fbc",
        Fbp => "fbp", ClientIpAddress => "client_ip_address", ClientUserAgent => "client_user_agent",
        CtwaClid => "ctwa_clid", PageScopedUserId => "page_scoped_user_id", IgSid => "ig_sid",
        Gclid => "gclid", Gbraid => "gbraid", Wbraid => "wbraid", Email => "email", Phone => "phone",
    }
}
