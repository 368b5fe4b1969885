//! Why a conversion is credited as it is.
