//! What rows can be told apart by, beside their traffic signature.

use reporting::filter::Dimension;

/// A dimension that a row has of its own. What is not known is the empty text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dim {
    /// ISO 3166-1 alpha-2.
    Country,
    /// desktop, mobile or tablet.
    Device,
    /// Browser family.
    Browser,
    /// Operating system family.
    Os,
    /// Host of the referrer.
    ReferrerHost,
    /// Path of the landing page.
    LandingPath,
    /// The ad's id on its platform.
    Ad,
}

/// How many there are.
pub const DIMS: usize = 7;

impl Dim {
    /// All, in the order of a row's values.
    pub const ALL: [Self; DIMS] = [
        Self::Country,
        Self::Device,
        Self::Browser,
        Self::Os,
        Self::ReferrerHost,
        Self::LandingPath,
        Self::Ad,
    ];

    /// The dimension of filters and breakdowns, when rows have it of their own; the others follow
    /// from the signature.
    pub const fn of(dimension: Dimension) -> Option<Self> {
        match dimension {
            Dimension::Channel | Dimension::Source | Dimension::Medium | Dimension::Campaign => {
                None
            }
            Dimension::Country => Some(Self::Country),
            Dimension::Device => Some(Self::Device),
            Dimension::Browser => Some(Self::Browser),
            Dimension::Os => Some(Self::Os),
            Dimension::ReferrerHost => Some(Self::ReferrerHost),
            Dimension::LandingPath => Some(Self::LandingPath),
        }
    }

    /// The name of its column.
    pub const fn column(self) -> &'static str {
        match self {
            Self::Country => "country",
            Self::Device => "device",
            Self::Browser => "browser",
            Self::Os => "os",
            Self::ReferrerHost => "referrer_host",
            Self::LandingPath => "landing_path",
            Self::Ad => "ad",
        }
    }

    /// Its place among a row's values.
    pub fn place(self) -> usize {
        usize::from(self.place_byte())
    }

    const fn place_byte(self) -> u8 {
        match self {
            Self::Country => 0,
            Self::Device => 1,
            Self::Browser => 2,
            Self::Os => 3,
            Self::ReferrerHost => 4,
            Self::LandingPath => 5,
            Self::Ad => 6,
        }
    }
}
