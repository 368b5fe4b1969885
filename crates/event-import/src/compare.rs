//! What a source said of the channels of outcomes, beside what they are credited to.

use std::collections::BTreeMap;

use application::UnitsOfWork;
use application::conversions::explain::explain;
use application::ports::Profile;
use application::transaction::transact;
use conversion_definitions::conversion_id;
use kernel::{Model, OutcomeEventId, StoreError};
use reporting::explain::Explanation;

/// Outcomes that are looked at, spread over all of them by their ids.
const SAMPLE: usize = 300;
/// Lines of each list.
const SHOWN: usize = 10;
/// Touches of an example.
const TOUCHES: usize = 5;
/// As programs that look at the last source that is known do.
const MODEL: Model = Model::LastNonDirect;
const NOTHING: &str = "no channel";

/// What a source said, as far as it is looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// How many outcomes it said something of.
    outcomes: u64,
    sample: BTreeMap<u128, (String, String)>,
}

impl Told {
    /// Notes the source's word for an outcome of a type.
    pub(crate) fn note(&mut self, id: OutcomeEventId, channel: String, event_type: &str) {
        self.outcomes += 1;
        // Ids begin with the time, so their other half is what spreads.
        let place = id.uuid().as_u128().rotate_left(64);
        self.sample.insert(place, (channel, event_type.to_owned()));
        self.shrink();
    }

    /// Takes in what was said of others.
    pub(crate) fn add(&mut self, other: Self) {
        self.outcomes += other.outcomes;
        self.sample.extend(other.sample);
        self.shrink();
    }

    fn shrink(&mut self) {
        while self.sample.len() > SAMPLE {
            self.sample.pop_last();
        }
    }
}

/// A word of the source and ours for the same outcomes.
#[derive(Debug, Default)]
struct Pair {
    outcomes: u64,
    example: Option<Explanation>,
}

/// Both words for outcomes.
type Pairs = BTreeMap<(String, String), Pair>;

/// Where the source and the credit part, in lines for people; none when the source said nothing.
pub async fn compare(
    units: &dyn UnitsOfWork,
    profile: &Profile,
    told: &Told,
) -> Result<Vec<String>, StoreError> {
    if told.outcomes == 0 {
        return Ok(Vec::new());
    }
    let input = (profile, told);
    let pairs = transact(units, &input, |work, (profile, told)| {
        Box::pin(async move {
            let catalogue = work.attribution().catalogue(profile.id).await?;
            let mut pairs = Pairs::new();
            for (place, (channel, event_type)) in &told.sample {
                let id = uuid::Uuid::from_u128(place.rotate_left(64));
                let story = match catalogue.claiming(event_type) {
                    Some(definition) => {
                        let id = conversion_id(definition.id, id.into());
                        explain(work, profile, id, MODEL).await?
                    }
                    None => None,
                };
                let ours = credited(story.as_ref()).to_owned();
                let pair = pairs.entry((channel.clone(), ours)).or_default();
                pair.outcomes += 1;
                pair.example = pair.example.take().or(story);
            }
            Ok::<_, StoreError>(pairs)
        })
    })
    .await?;
    Ok(lines(told, &pairs))
}

/// The channel that has the credit.
fn credited(story: Option<&Explanation>) -> &str {
    let touches = story.into_iter().flat_map(|story| &story.touches);
    let mut credited = touches.filter(|touch| touch.share_billionths > 0);
    credited.next().map_or(NOTHING, |touch| &touch.channel)
}

fn lines(told: &Told, pairs: &Pairs) -> Vec<String> {
    let looked_at = told.sample.len();
    let mut lines = vec![format!(
        "channels of {looked_at} of {} outcomes: as the source has them, and as the last touch that is not direct has them",
        told.outcomes
    )];
    let mut channels: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for ((theirs, ours), pair) in pairs {
        channels.entry(theirs).or_default().0 += pair.outcomes;
        channels.entry(ours).or_default().1 += pair.outcomes;
    }
    let mut channels: Vec<_> = channels.into_iter().collect();
    channels.sort_by_key(|(name, (theirs, ours))| (u64::MAX - theirs.abs_diff(*ours), *name));
    for (name, (theirs, ours)) in channels.iter().take(SHOWN) {
        lines.push(format!("  {name}: {theirs} and {ours}"));
    }
    let mut parted: Vec<_> = pairs
        .iter()
        .filter(|((theirs, ours), _)| !theirs.eq_ignore_ascii_case(ours))
        .collect();
    parted.sort_by_key(|(words, pair)| (u64::MAX - pair.outcomes, *words));
    for ((theirs, ours), pair) in parted.iter().take(SHOWN) {
        let why = pair.example.as_ref().map(why).unwrap_or_default();
        lines.push(format!(
            "  {} are {theirs} there and {ours} here{why}",
            pair.outcomes
        ));
    }
    lines
}

/// The touches of an example, the last ones.
fn why(story: &Explanation) -> String {
    let touch = |touch: &reporting::explain::ExplainedTouch| {
        let day = touch.at.to_utc().date();
        let (channel, source, medium) = (&touch.channel, &touch.source, &touch.medium);
        let kept = if touch.kept { "" } else { ", not counted" };
        format!("{day} {channel} ({source} / {medium}{kept})")
    };
    let before = story
        .touches
        .iter()
        .rev()
        .filter(|touch| touch.age_seconds >= 0);
    let mut touches: Vec<String> = before.take(TOUCHES).map(touch).collect();
    touches.reverse();
    let at = story.occurred_at;
    if touches.is_empty() {
        return format!("; that of {at} has no touch");
    }
    format!("; that of {at} has {}", touches.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_the_same_in_whatever_order_outcomes_came() {
        let note = |told: &mut Told, number: u128| {
            let id = uuid::Uuid::from_u128(
                number.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835),
            );
            told.note(id.into(), "cpc".to_owned(), "payment_received");
        };
        let (mut one, mut other, mut rest) = (Told::default(), Told::default(), Told::default());
        (0..1_000).for_each(|number| note(&mut one, number));
        (500..1_000)
            .rev()
            .for_each(|number| note(&mut other, number));
        (0..500).for_each(|number| note(&mut rest, number));
        other.add(rest);
        assert_eq!(one, other);
        assert_eq!((one.outcomes, one.sample.len()), (1_000, SAMPLE));
    }

    #[test]
    fn the_largest_differences_come_first() {
        let pair = |outcomes| Pair {
            outcomes,
            example: None,
        };
        let words = |theirs: &str, ours: &str| (theirs.to_owned(), ours.to_owned());
        let pairs = Pairs::from([
            (words("Direct", "Email"), pair(2)),
            (words("Direct", "Paid Search"), pair(5)),
            (words("paid search", "Paid Search"), pair(7)),
        ]);
        let told = Told {
            outcomes: 14,
            ..Told::default()
        };
        assert_eq!(
            lines(&told, &pairs).get(1..).unwrap(),
            [
                "  Paid Search: 0 and 12",
                "  Direct: 7 and 0",
                "  paid search: 7 and 0",
                "  Email: 0 and 2",
                "  5 are Direct there and Paid Search here",
                "  2 are Direct there and Email here",
            ]
        );
    }
}
