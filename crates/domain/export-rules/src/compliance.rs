//! What a profile decides for all of its exports: its privacy, and whether each kind of platform is told at all.

use kernel::Sent;
use serde_json::Value;

use crate::destination::{Destination, PixelId, Target};
use crate::policy::{Policy, PrivacyConfig, PrivacyFault, PrivacySettings};
use crate::routing::Switches;
use crate::words::{DestinationKind, PrivacyMode, Word, words};

/// What a profile has decided.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compliance {
    /// How much of a person may be told.
    pub privacy: PrivacySettings,
    /// Which kinds of platforms are told. Both are off until a destination of the kind is made.
    pub switches: Switches,
}

/// A field of it as callers know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ComplianceField {
    /// The mode.
    PrivacyMode,
    /// What the profile opens by itself.
    PrivacyConfig,
    /// Social networks are told.
    ExportSocialEnabled,
    /// Search engines are told.
    ExportSearchEnabled,
}

words! {
    ComplianceField {
        PrivacyMode => "privacy_mode",
        PrivacyConfig => "privacy_config",
        ExportSocialEnabled => "export_social_enabled",
        ExportSearchEnabled => "export_search_enabled",
    }
}

/// What is wrong with a field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} {reason}")]
pub struct ComplianceFault {
    /// The field.
    pub field: ComplianceField,
    /// Why, to be read after the field's name.
    pub reason: ComplianceFaultReason,
}

/// Why a field is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ComplianceFaultReason {
    /// It needs a value.
    #[error("must not be null")]
    Null,
    /// No such mode.
    #[error("is none of {modes}", modes = PrivacyMode::listed())]
    UnknownMode,
    /// The config is none.
    #[error(transparent)]
    Config(#[from] PrivacyFault),
}

/// Its fields as they came.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(missing_docs, reason = "each is the field of the same name")]
pub struct ComplianceDraft {
    pub privacy_mode: Sent<String>,
    pub privacy_config: Sent<Value>,
    pub export_social_enabled: Sent<bool>,
    pub export_search_enabled: Sent<bool>,
}

impl Compliance {
    /// Whether what browsers say may be kept beside events: social networks alone are told of it, and not where it would
    /// be data of somebody's health.
    pub const fn keeps_match_evidence(&self) -> bool {
        self.switches.social && !matches!(self.privacy.mode, PrivacyMode::Hipaa)
    }

    /// With the fields that were sent; none of them may be null.
    pub fn patched(&self, draft: &ComplianceDraft) -> Result<Self, Vec<ComplianceFault>> {
        let mut faults = Vec::new();
        let mut patched = self.clone();
        if let Some(text) = present(
            &draft.privacy_mode,
            ComplianceField::PrivacyMode,
            &mut faults,
        ) {
            match PrivacyMode::parse(text) {
                Some(mode) => patched.privacy.mode = mode,
                None => faults.push(ComplianceFault {
                    field: ComplianceField::PrivacyMode,
                    reason: ComplianceFaultReason::UnknownMode,
                }),
            }
        }
        let field = ComplianceField::PrivacyConfig;
        if let Some(value) = present(&draft.privacy_config, field, &mut faults) {
            match PrivacyConfig::parse(value) {
                Ok(config) => patched.privacy.config = config,
                Err(fault) => faults.push(ComplianceFault {
                    field,
                    reason: fault.into(),
                }),
            }
        }
        let switches = [
            (
                &draft.export_social_enabled,
                ComplianceField::ExportSocialEnabled,
                &mut patched.switches.social,
            ),
            (
                &draft.export_search_enabled,
                ComplianceField::ExportSearchEnabled,
                &mut patched.switches.search,
            ),
        ];
        for (sent, field, switch) in switches {
            if let Some(enabled) = present(sent, field, &mut faults) {
                *switch = *enabled;
            }
        }
        if faults.is_empty() {
            Ok(patched)
        } else {
            Err(faults)
        }
    }

    /// Whether more may be told under `after` than before, which only somebody who answers for the workspace may
    /// decide: a part is open that was closed, limited use ends, or others than the clean data set feed a platform.
    pub fn is_loosened_by(&self, after: &Self) -> bool {
        let [before, new] = [&self.privacy, &after.privacy].map(Policy::of);
        let ends_limits = before.limited_data_use.is_some() && new.limited_data_use.is_none();
        let leaves_clean = self.privacy.mode == PrivacyMode::PlatformSafe
            && after.privacy.mode != PrivacyMode::PlatformSafe;
        !new.open.is_within(before.open) || ends_limits || leaves_clean
    }

    /// With the switch of a kind on: making the first destination of a kind turns it on.
    #[must_use]
    pub fn telling(mut self, kind: DestinationKind) -> Self {
        match kind {
            DestinationKind::SocialCapi => self.switches.social = true,
            DestinationKind::SearchAds => self.switches.search = true,
        }
        self
    }

    /// A social destination with its clean data set, and the profile in Platform-Safe mode: both at once, so that
    /// there is no instant in which the one holds without the other. `None` for a search destination, which has
    /// no data set.
    pub fn provisioned(
        &self,
        destination: &Destination,
        clean_dataset_id: PixelId,
    ) -> Option<(Self, Destination)> {
        let Target::Social { pixel_id, .. } = &destination.target else {
            return None;
        };
        let target = Target::Social {
            pixel_id: pixel_id.clone(),
            clean_dataset_id: Some(clean_dataset_id),
        };
        let destination = Destination {
            target,
            ..destination.clone()
        };
        let mut compliance = self.clone();
        compliance.privacy.mode = PrivacyMode::PlatformSafe;
        Some((compliance, destination))
    }
}

fn present<'a, T>(
    sent: &'a Sent<T>,
    field: ComplianceField,
    faults: &mut Vec<ComplianceFault>,
) -> Option<&'a T> {
    match sent {
        Sent::Absent => None,
        Sent::Null => {
            faults.push(ComplianceFault {
                field,
                reason: ComplianceFaultReason::Null,
            });
            None
        }
        Sent::Value(value) => Some(value),
    }
}

#[cfg(test)]
mod tests;
