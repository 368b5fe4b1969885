//! Destinations on the wire.

use conversion_export::destinations::list::ListedDestination;
use export_rules::ports::LastDelivery;
use export_rules::{DataSourceKind, PixelId, Target, Word};
use platform_connections::Connection;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use uuid::Uuid;

/// Where conversions are told.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExportDestination)]
pub struct DestinationBody {
    /// Its id.
    pub id: Uuid,
    /// `social_capi` or `search_ads`.
    #[schema(example = "social_capi")]
    pub destination: &'static str,
    /// Whether it is told anything, as far as it is concerned itself.
    pub enabled: bool,
    /// `active`: ships on the next run; `disabled`: does not ship; `suppressed_platform_safe`: held back, because in
    /// Platform-Safe mode only a clean data set feeds the platform. Worked out when it is read.
    #[schema(example = "active")]
    pub routing: &'static str,
    /// The data set at a social network; null on a search destination.
    #[schema(required)]
    pub social_pixel_id: Option<String>,
    /// Where its events happen: `website`, `chat`, `messenger` or `photo`; null on a search destination. It is set in
    /// `destination_config`.
    #[schema(required)]
    pub data_source_kind: Option<&'static str>,
    /// The data set that is kept clean for Platform-Safe mode; null until it was provisioned.
    #[schema(required)]
    pub clean_dataset_id: Option<String>,
    /// The conversion action at a search engine; null on a social destination.
    #[schema(required)]
    pub search_conversion_action: Option<String>,
    /// The account that it is told through.
    #[schema(required)]
    pub connection: Option<ConnectionOfDestination>,
    /// The newest that was decided for it, skipped ones too; null while nothing was.
    #[schema(required)]
    pub last_delivery: Option<LastDeliveryBody>,
    /// Everything else that is set.
    #[schema(value_type = Object, extensions(("x-spec-gap" = json!("G140"))))]
    pub destination_config: Map<String, Value>,
    /// When it was made.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// When it last changed.
    #[schema(format = DateTime)]
    pub updated_at: String,
}

/// An account at an ad platform, without its credentials.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExportDestinationConnection)]
pub struct ConnectionOfDestination {
    /// Its id.
    pub id: Uuid,
    /// `social_ads` or `search_ads`.
    #[schema(example = "social_ads")]
    pub provider: &'static str,
    /// `connected`, `reconnect_required` or `revoked`.
    #[schema(example = "connected")]
    pub status: &'static str,
    /// The platform's id of the account.
    #[schema(required)]
    pub external_account_id: Option<String>,
    /// What the account is called there.
    #[schema(required)]
    pub external_account_name: Option<String>,
}

/// The newest that was decided for a destination.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExportLastDelivery)]
pub struct LastDeliveryBody {
    /// When.
    #[schema(format = DateTime)]
    pub at: String,
    /// Where it stands.
    #[schema(example = "sent")]
    pub status: &'static str,
}

impl From<&LastDelivery> for LastDeliveryBody {
    fn from(last: &LastDelivery) -> Self {
        Self {
            at: last.at.to_string(),
            status: last.status.as_str(),
        }
    }
}

impl DestinationBody {
    /// A destination with the newest line of its ledger.
    pub fn new(listed: &ListedDestination, last: Option<&LastDelivery>) -> Self {
        let it = &listed.destination;
        let (pixel, clean, action) = match &it.target {
            Target::Social {
                pixel_id,
                clean_dataset_id,
            } => (Some(pixel_id), clean_dataset_id.as_ref(), None),
            Target::Search { action } => (None, None, Some(action.to_string())),
        };
        let text = |id: &PixelId| id.as_str().to_owned();
        Self {
            id: it.id.uuid(),
            destination: it.kind().as_str(),
            enabled: it.enabled,
            routing: listed.routing.as_str(),
            social_pixel_id: pixel.map(text),
            data_source_kind: it.data_source_kind().map(DataSourceKind::as_str),
            clean_dataset_id: clean.map(text),
            search_conversion_action: action,
            connection: listed.connection.as_ref().map(connection),
            last_delivery: last.map(LastDeliveryBody::from),
            destination_config: it.config.object().clone(),
            created_at: it.created_at.to_string(),
            updated_at: it.updated_at.to_string(),
        }
    }
}

fn connection(it: &Connection) -> ConnectionOfDestination {
    ConnectionOfDestination {
        id: it.id.uuid(),
        provider: it.provider.as_str(),
        status: it.state.as_str(),
        external_account_id: Some(it.account.id.clone()),
        external_account_name: it.account.name.clone(),
    }
}
