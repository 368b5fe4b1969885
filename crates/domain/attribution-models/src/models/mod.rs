//! What each model weighs the touches of a path. One file a model.

mod first_touch;
mod last_non_direct;
mod last_touch;
mod linear;
mod position_based;
mod time_decay;

use kernel::{Model, Timestamp};

use crate::touch::Touch;

/// The weights of the touches of a path, in its order (earliest first). All zero only for an empty
/// path.
pub fn weights(model: Model, path: &[&Touch], converted_at: Timestamp) -> Vec<u128> {
    match model {
        Model::LastTouch => last_touch::weights(path),
        Model::FirstTouch => first_touch::weights(path),
        Model::Linear => linear::weights(path),
        Model::TimeDecay => time_decay::weights(path, converted_at),
        Model::LastNonDirect => last_non_direct::weights(path),
        Model::PositionBased => position_based::weights(path),
    }
}

/// Everything on one position.
fn all_on(position: usize, length: usize) -> Vec<u128> {
    (0..length)
        .map(|other| u128::from(other == position))
        .collect()
}
