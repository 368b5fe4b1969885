//! Why a conversion is credited as it is.

pub mod explain;
