//! The dimensions of a stored row, in the order of `tributary_rollups::Dim::ALL`.

use diesel::QueryableByName;
use diesel::sql_types::{Nullable, Text};
use tributary_rollups::dimension::DIMS;

/// Columns that a statement returns under these names.
#[derive(Clone, Debug, QueryableByName)]
pub struct StoredDims {
    #[diesel(sql_type = Nullable<Text>)]
    country: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    device: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    browser: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    os: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    referrer_host: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    landing_path: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    ad_id: Option<String>,
}

impl StoredDims {
    /// Whether they are these, where what is not known differs from what is empty.
    pub(super) fn are(&self, others: [&Option<String>; DIMS]) -> bool {
        let own = [
            &self.country,
            &self.device,
            &self.browser,
            &self.os,
            &self.referrer_host,
            &self.landing_path,
            &self.ad_id,
        ];
        own == others
    }

    /// The values; what is not known is empty.
    pub fn values(&self) -> [&str; DIMS] {
        [
            text(self.country.as_ref()),
            text(self.device.as_ref()),
            text(self.browser.as_ref()),
            text(self.os.as_ref()),
            text(self.referrer_host.as_ref()),
            text(self.landing_path.as_ref()),
            text(self.ad_id.as_ref()),
        ]
    }
}

/// A value; what is not known is empty.
pub(super) fn text(text: Option<&String>) -> &str {
    text.map_or("", String::as_str)
}
