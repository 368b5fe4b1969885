//! How good a destination's data set is.

use application::{Context, transact};
use export_rules::ports::DatasetQualityReader;
use export_rules::{DatasetQuality, DestinationId, PixelId, PrivacyMode, Target};
use kernel::{ConnectionId, ProfileId};
use platform_connections::PlatformProvider;

use super::{Asking, ReportError};
use crate::connections::token::TokenPorts;

/// What is needed besides a destination.
#[derive(Clone, Copy)]
pub struct QualityPorts<'a> {
    /// Transactions, and how tokens are got.
    pub tokens: TokenPorts<'a>,
    /// Asks the platform.
    pub datasets: &'a dyn DatasetQualityReader,
}

/// What a platform says of a data set.
#[derive(Clone, Debug, PartialEq)]
pub struct DatasetReport {
    /// The data set that is told now: the clean one in Platform-Safe mode.
    pub dataset: PixelId,
    /// How good it is.
    pub quality: DatasetQuality,
}

/// How good the data set is that a destination tells now.
pub async fn dataset_quality(
    ports: QualityPorts<'_>,
    context: &Context<'_>,
    (profile_id, id): (ProfileId, DestinationId),
) -> Result<DatasetReport, ReportError> {
    let (connection_id, dataset) = told(ports, profile_id, id).await?;
    let place = (profile_id, connection_id);
    let asking = Asking::new(ports.tokens, context, place).await?;
    let answer = ports.datasets.quality(&asking.token.access, &dataset).await;
    let quality = asking.heard(ports.tokens, context, answer).await?;
    Ok(DatasetReport { dataset, quality })
}

/// The account and the data set of a destination.
async fn told(
    ports: QualityPorts<'_>,
    profile_id: ProfileId,
    id: DestinationId,
) -> Result<(ConnectionId, PixelId), ReportError> {
    let read = transact(ports.tokens.units, &profile_id, |work, profile_id| {
        Box::pin(async move {
            let all = work.destinations().all(*profile_id).await?;
            let compliance = work.export_compliance().find(*profile_id).await?;
            Ok::<_, kernel::StoreError>((all, compliance.privacy.mode))
        })
    });
    let (all, mode) = read.await?;
    let found = all.into_iter().find(|destination| destination.id == id);
    let found = found.ok_or(ReportError::NotFound)?;
    let Target::Social {
        pixel_id,
        clean_dataset_id,
    } = found.target
    else {
        return Err(ReportError::WrongPlatform(PlatformProvider::SocialAds));
    };
    let clean = clean_dataset_id.filter(|_| mode == PrivacyMode::PlatformSafe);
    Ok((found.connection_id, clean.unwrap_or(pixel_id)))
}
