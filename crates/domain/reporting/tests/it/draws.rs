//! Counts as chance has them, the same ones every time.

/// Splitmix64: small, and good enough for counts.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Two numbers of 32 bits.
    fn bits(&mut self) -> (u64, u32) {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        let low = u32::try_from(mixed & 0xffff_ffff).unwrap();
        (mixed >> 32, low)
    }

    /// Whether something of this probability happens.
    pub(crate) fn happens(&mut self, probability: f64) -> bool {
        unit(self.bits().1) < probability
    }
}

/// From 0 to below 1.
fn unit(bits: u32) -> f64 {
    f64::from(bits) / 4_294_967_296.0
}

/// A Poisson distribution, or a negative binomial one where the variance is more than the mean, as
/// Walker's table of aliases: drawing from it takes no search.
pub(crate) struct Counts {
    first: u64,
    /// For each count: how often it stays as it is, and which one it is otherwise.
    aliases: Vec<(f64, u64)>,
}

impl Counts {
    /// Of a mean, and of how many times the variance is the mean.
    pub(crate) fn of(mean: f64, dispersion: f64) -> Self {
        let (first, chances) = chances(mean, dispersion);
        Self {
            first,
            aliases: aliases(chances),
        }
    }

    pub(crate) fn draw(&self, chance: &mut Chance) -> u64 {
        let (place, bits) = chance.bits();
        let place = (place * u64::try_from(self.aliases.len()).unwrap()) >> 32;
        let (stays, alias) = self.aliases[usize::try_from(place).unwrap()];
        self.first + if unit(bits) < stays { place } else { alias }
    }
}

/// The lowest count and the chances from it on, relative to that of the mean: that needs no
/// logarithm of a factorial. Both ends are left out where they are below 10⁻¹³ of it.
fn chances(mean: f64, dispersion: f64) -> (u64, Vec<f64>) {
    let next = |at: f64| {
        if dispersion > 1.0 {
            let size = mean / (dispersion - 1.0);
            (at + size) / (at + 1.0) * (1.0 - 1.0 / dispersion)
        } else {
            mean / (at + 1.0)
        }
    };
    let mut chances = Vec::new();
    let (mut at, mut chance) = (mean.floor(), 1.0);
    while at >= 1.0 && chance > 1e-13 {
        at -= 1.0;
        chance /= next(at);
        chances.push(chance);
    }
    chances.reverse();
    let first = format!("{at:.0}").parse().unwrap();
    (at, chance) = (mean.floor(), 1.0);
    while chance > 1e-13 {
        chances.push(chance);
        chance *= next(at);
        at += 1.0;
    }
    (first, chances)
}

/// Fills what is rarer than the average up with what is commoner.
fn aliases(mut chances: Vec<f64>) -> Vec<(f64, u64)> {
    let average = chances.iter().sum::<f64>() / float(chances.len());
    for chance in &mut chances {
        *chance /= average;
    }
    let mut table = vec![(1.0, 0); chances.len()];
    let (mut rare, mut common): (Vec<_>, Vec<_>) =
        (0..chances.len()).partition(|at| chances[*at] < 1.0);
    while let (Some(low), Some(high)) = (rare.pop(), common.pop()) {
        table[low] = (chances[low], u64::try_from(high).unwrap());
        chances[high] -= 1.0 - chances[low];
        if chances[high] < 1.0 {
            rare.push(high);
        } else {
            common.push(high);
        }
    }
    table
}

/// A number of days or draws as a float.
pub(crate) fn float(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap())
}

#[test]
fn draws_have_the_mean_and_the_variance_they_are_asked_for() {
    let mut chance = Chance::new(1);
    for (mean, dispersion) in [(0.7, 1.0), (1.0, 1.0), (10.0, 3.0), (1_000.0, 20.0)] {
        let counts = Counts::of(mean, dispersion);
        let drawn: Vec<f64> = (0..20_000)
            .map(|_| f64::from(u32::try_from(counts.draw(&mut chance)).unwrap()))
            .collect();
        let found = drawn.iter().sum::<f64>() / 20_000.0;
        let squares: f64 = drawn.iter().map(|count| (count - found).powi(2)).sum();
        assert!((found / mean - 1.0).abs() < 0.03, "{found} is not {mean}");
        let spread = squares / 20_000.0 / mean;
        let error = (spread / dispersion - 1.0).abs();
        assert!(error < 0.05, "{spread} is not {dispersion}");
    }
}
