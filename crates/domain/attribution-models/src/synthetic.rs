//! The touch of a conversion that had no visit: a lead form inside an ad platform, a click-to-chat
//! ad, a phone sale with an ad id.

use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{ConversionId, TouchId};
use uuid::Uuid;

use crate::conversion::ConversionFact;
use crate::touch::{Touch, TouchKind};

/// The touch that stands for the visit that never was: one second before an eligible conversion
/// that names an ad, a campaign or a click which no visit on its path names: who saw an ad did not
/// come from it. It is derived anew in every replay and never stored as a fact.
pub fn synthetic_touch(conversion: &ConversionFact, path: &[&Touch]) -> Option<Touch> {
    let wanted = conversion.eligible && !conversion.evidence.is_empty();
    let met = path
        .iter()
        .filter(|touch| touch.kind != TouchKind::View)
        .any(|touch| touch.evidence.meets(&conversion.evidence));
    let (signature, direct) = conversion.evidence_signature.filter(|_| wanted && !met)?;
    Some(Touch {
        id: synthetic_id(conversion.id),
        at: conversion.occurred_at.plus_micros(-MICROS_PER_SECOND),
        kind: TouchKind::Synthetic,
        signature,
        direct,
        evidence: conversion.evidence.clone(),
    })
}

/// UUID version 5 of a fixed name in the namespace of the conversion: the same in every replay.
pub fn synthetic_id(conversion: ConversionId) -> TouchId {
    Uuid::new_v5(&conversion.uuid(), b"synthetic touch").into()
}
