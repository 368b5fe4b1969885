//! An outcome definition on the wire.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A label of a pipeline stage.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OutcomeDefinition)]
pub struct OutcomeDefinitionBody {
    /// Names the outcome definition.
    pub id: Uuid,
    /// The group that it belongs to, for example one pipeline.
    pub family: String,
    /// The raw event type that is counted under it; unique in its family.
    pub event_key: String,
    /// The label for people.
    pub display_name: String,
    /// Its place in its family, from 0.
    #[schema(minimum = 0)]
    pub position: i16,
    /// When it was made.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// When it last changed.
    #[schema(format = DateTime)]
    pub updated_at: String,
}

impl From<conversion_definitions::OutcomeDefinition> for OutcomeDefinitionBody {
    fn from(definition: conversion_definitions::OutcomeDefinition) -> Self {
        Self {
            id: definition.id.uuid(),
            family: definition.family.as_str().to_owned(),
            event_key: definition.label.event_key.as_str().to_owned(),
            display_name: definition.label.display_name.as_str().to_owned(),
            position: definition.position,
            created_at: definition.created_at.to_string(),
            updated_at: definition.updated_at.to_string(),
        }
    }
}
