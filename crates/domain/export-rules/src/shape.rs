//! Which fields of a payload are told, by their names; never what is in them.

use crate::destination::MessagingAccount;
use crate::payload::{Payload, SearchPayload, SocialPayload, SocialUser};
use crate::record::Worth;
use crate::words::Word;

impl Payload {
    /// The names of the fields that are told, in the platform's words; one inside another after a point.
    pub fn fields(&self) -> Vec<String> {
        match self {
            Self::Social(payload) => social(payload),
            Self::Search(payload) => search(payload),
        }
    }
}

/// Those of some fields that are there.
fn there(fields: &[(&str, bool)]) -> impl Iterator<Item = String> {
    let there = fields.iter().filter(|(_, is_there)| *is_there);
    there.map(|(name, _)| (*name).to_owned())
}

fn social(payload: &SocialPayload) -> Vec<String> {
    let is_limited = payload.limited_data_use().is_some();
    let mut fields = ["event_name", "event_time", "event_id", "action_source"]
        .map(str::to_owned)
        .to_vec();
    let mut user: Vec<&str> = match payload.user() {
        SocialUser::InConversation(person) => {
            fields.push("messaging_channel".to_owned());
            let account = match person.account {
                MessagingAccount::Whatsapp(_) => "whatsapp_business_account_id",
                MessagingAccount::Messenger(_) => "page_id",
                MessagingAccount::Instagram(_) => "instagram_business_account_id",
            };
            vec![account, person.account.key().as_str()]
        }
        SocialUser::Person(person) => {
            let hashed = person.hashed().map(|(key, _)| key.as_str());
            let others = [
                (person.lead_id().is_some(), "lead_id"),
                (person.fbc().is_some(), "fbc"),
                (person.fbp().is_some(), "fbp"),
                (person.ip().is_some(), "client_ip_address"),
                (person.user_agent().is_some(), "client_user_agent"),
            ];
            let others = others.into_iter().filter(|(is_there, _)| *is_there);
            hashed.chain(others.map(|(_, name)| name)).collect()
        }
    };
    user.sort_unstable();
    fields.extend(there(&[
        ("event_source_url", payload.page().is_some()),
        ("referrer_url", payload.referrer().is_some()),
    ]));
    fields.extend(user.into_iter().map(|name| format!("user_data.{name}")));
    fields.extend(worth(
        payload.worth(),
        ["custom_data.value", "custom_data.currency"],
    ));
    fields.extend(there(&[(
        "custom_data.contents",
        !payload.contents().is_empty(),
    )]));
    let own = payload.properties().iter();
    fields.extend(own.map(|property| format!("custom_data.{}", property.key)));
    fields.extend(there(&[
        ("opt_out", payload.opt_out()),
        ("data_processing_options", is_limited),
    ]));
    fields
}

fn search(payload: &SearchPayload) -> Vec<String> {
    let mut fields = ["eventTimestamp", "transactionId", "eventSource"]
        .map(str::to_owned)
        .to_vec();
    let user = payload.user();
    fields.extend(worth(payload.worth(), ["conversionValue", "currency"]));
    if let Some((kind, _)) = user.click() {
        fields.push(format!("adIdentifiers.{}", kind.as_str()));
    }
    let consent = payload.consent();
    fields.extend(there(&[
        ("userData.emailAddress", !user.emails().is_empty()),
        ("userData.phoneNumber", !user.phones().is_empty()),
        ("consent.adUserData", consent.ad_user_data.is_some()),
        (
            "consent.adPersonalization",
            consent.ad_personalization.is_some(),
        ),
    ]));
    fields
}

fn worth(worth: Option<Worth>, names: [&str; 2]) -> impl Iterator<Item = String> {
    let names = worth.map(|_| names.map(str::to_owned));
    names.into_iter().flatten()
}
