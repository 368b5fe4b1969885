//! The coverage of outcomes is the overview's, whatever is asked of whatever happened: five hundred questions over
//! random histories.

use application::settle;
use conversion_definitions::DefinitionEdit;
use kernel::timestamp::{MICROS_PER_DAY, MICROS_PER_SECOND};
use kernel::{Accounting, DefinitionId, Model, Period, RevenueType, Timestamp};
use profile_setup::definitions::update::update as update_definition;
use reporting::overview::{Overview, OverviewQuery, OverviewReader};
use reporting::quality::coverage::{
    Coverage, CoverageQuery, CoverageReader, CoverageRow, CoverageSums, Unattributed,
};
use reporting::quality::standing::StandingReader;
use reporting::question::Question;
use time::Duration;
use time::macros::date;
use tributary_postgres::reporting::{PgCoverageReader, PgOverviewReader, PgStandingReader};

use crate::channel_rules_support::{Dice, landing, seed};
use crate::reporting_seed::{access, build_rollups};
use crate::world::{RUNTIME, World, instant, page_view, payment};

/// Where days of each history begin.
const ZONES: [&str; 5] = [
    "UTC",
    "America/Santiago",
    "Asia/Tokyo",
    "Pacific/Kiritimati",
    "Europe/Madrid",
];

/// Questions about each history.
const QUESTIONS: usize = 100;

fn whole(number: usize) -> i64 {
    i64::try_from(number).unwrap()
}

fn moment(dice: &mut Dice) -> Timestamp {
    let seconds = whole(dice.roll(45 * 86_400));
    instant("2026-05-16T00:00:00Z").plus_micros(seconds * MICROS_PER_SECOND)
}

/// Traffic, payments, leads and refunds of people, and beside them outcomes of nobody, in currencies without a rate, and
/// of a definition that gives no credit.
async fn history(world: &World, dice: &mut Dice) {
    seed(world, dice).await;
    for number in 0..40 {
        let amount = format!("{}.{:02}", dice.roll(300), dice.roll(100));
        let email = format!("other{}@example.com", dice.roll(6));
        let mut draft = payment(moment(dice), &amount, &email);
        match dice.roll(5) {
            0 => draft.person.email = None,
            1 => draft.currency = Some("USD".to_owned()),
            2 => draft.event_type = Some("lead_created".to_owned()),
            3 => draft.value_amount = None,
            _ => draft.refund_of = Some(format!("more-{}", dice.roll(number + 1))),
        }
        world.record(&format!("more-{number}"), draft).await;
    }
    if dice.roll(2) == 0 {
        ineligible(world, dice).await;
    }
    world.drain().await;
    // What came after the results were there is beside the days that were added up, and some of it is late.
    for number in 0..10 {
        let browser = format!("browser-{}", dice.roll(24));
        let view = page_view(
            &format!("late-{number}"),
            moment(dice),
            &landing(dice),
            None,
        );
        world.track(&browser, vec![view]).await;
        let email = format!("person{}@example.com", dice.roll(12));
        let draft = payment(moment(dice), "7.5", &email);
        world.record(&format!("late-{number}"), draft).await;
    }
    world.drain().await;
}

/// Leads or payments are credited to nothing.
async fn ineligible(world: &World, dice: &mut Dice) {
    let ids = world
        .lines(
            "SELECT id::text AS line FROM conversion_definitions WHERE profile_id = $1 \
             AND conversion_key IN ('payment_received', 'lead_created') ORDER BY conversion_key",
        )
        .await;
    let id: DefinitionId = ids[dice.roll(ids.len())].parse().unwrap();
    let edit = DefinitionEdit {
        revenue_type: Some([RevenueType::Cash, RevenueType::Pipeline][dice.roll(2)]),
        attribution_eligible: Some(false),
        ..DefinitionEdit::default()
    };
    let mut work = world.begin().await;
    let changed = update_definition(&mut *work, &world.context(), &access(world), id, edit).await;
    settle(work, changed).await.unwrap();
}

/// Days around those of the history, from one to a year of them, under any model; without days now and then, where it
/// is today and the thirty before it.
struct Asked {
    period: Option<Period>,
    model: Model,
    now: Timestamp,
}

impl Asked {
    fn any(dice: &mut Dice) -> Self {
        let from = date!(2026 - 05 - 01) + Duration::days(whole(dice.roll(75)));
        let longest = [1, 7, 31, 90, 366][dice.roll(5)];
        let to = from + Duration::days(whole(dice.roll(longest)));
        let now = instant("2026-06-15T00:00:00Z");
        Self {
            period: (dice.roll(8) > 0).then(|| Period::new(from, to).unwrap()),
            model: Model::ALL[dice.roll(Model::COUNT)],
            now: now.plus_micros(whole(dice.roll(40)) * MICROS_PER_DAY / 2),
        }
    }
}

async fn covered(world: &World, asked: &Asked) -> Coverage {
    let query = CoverageQuery {
        period: asked.period,
        model: asked.model,
        now: asked.now,
    };
    let reader = PgCoverageReader::new(world.pool.clone());
    reader.coverage(&access(world), &query).await.unwrap()
}

/// The same from the conversions and their credits, one by one: key, reason, outcomes, synthetic ones.
async fn one_by_one(world: &World, coverage: &Coverage, model: Model) -> Vec<String> {
    let (from, to) = (coverage.period.from(), coverage.period.to());
    let text = PLAIN
        .replace(":share", model.as_str())
        .replace(":from", &from.to_string())
        .replace(":to", &to.to_string());
    world.lines(&text).await
}

const PLAIN: &str = "SELECT concat_ws(' ', conversion_key, reason, count(*), \
        count(*) FILTER (WHERE is_synthetic)) AS line \
    FROM (SELECT c.conversion_key, c.is_synthetic, CASE WHEN EXISTS (SELECT FROM credits r \
            WHERE r.profile_id = c.profile_id AND r.generation = c.generation \
            AND r.conversion_id = c.id AND r.:share > 0) THEN 'credited' \
            ELSE coalesce(c.unattributed_reason, 'no_touch_in_window') END AS reason \
        FROM conversions c JOIN attribution_state s \
            ON s.profile_id = c.profile_id AND s.generation = c.generation \
        WHERE c.profile_id = $1 AND c.local_date BETWEEN ':from' AND ':to' \
            AND NOT c.is_refund) AS one \
    GROUP BY conversion_key, reason ORDER BY conversion_key, reason";

fn told(coverage: &Coverage) -> Vec<String> {
    let line = |row: &CoverageRow| {
        let reason = row.unattributed.map_or("credited", Unattributed::as_str);
        let (outcomes, synthetic) = (row.outcomes, row.synthetic);
        format!("{} {reason} {outcomes} {synthetic}", row.conversion_key)
    };
    let mut lines: Vec<String> = coverage.rows.iter().map(line).collect();
    lines.sort_unstable();
    lines
}

async fn overview(world: &World, coverage: &Coverage, model: Model, goals: &[&str]) -> Overview {
    let query = OverviewQuery {
        question: Question {
            period: coverage.period,
            model,
            accounting: Accounting::ConversionDate,
            filters: Vec::new(),
            goals: goals.iter().map(|goal| (*goal).to_owned()).collect(),
        },
        as_of: None,
    };
    let reader = PgOverviewReader::new(world.pool.clone());
    reader.overview(&access(world), &query).await.unwrap()
}

/// Outcomes, attributed ones and coverage of both.
fn sides(sums: &CoverageSums, overview: &Overview) -> [[String; 3]; 2] {
    let of = overview.current;
    [
        [
            sums.outcomes.to_string(),
            sums.attributed.to_string(),
            sums.percent().to_string(),
        ],
        [of.outcomes, of.attributed_outcomes, of.coverage_percent].map(|it| it.to_string()),
    ]
}

/// Amounts of the last days in a currency that is not the profile's are as many as there are rows of them.
async fn amounts(world: &World) -> u64 {
    let now = instant("2026-06-29T12:00:00Z");
    let reader = PgStandingReader::new(world.pool.clone());
    let standing = reader.standing(&access(world), now).await.unwrap();
    let (from, to) = (standing.period.from(), standing.period.to());
    let plain = format!(
        "SELECT count(*)::text AS line FROM conversions c JOIN attribution_state s \
         ON s.profile_id = c.profile_id AND s.generation = c.generation \
         WHERE c.profile_id = $1 AND c.local_date BETWEEN '{from}' AND '{to}' \
         AND c.value_amount IS NOT NULL AND c.currency <> s.currency"
    );
    let expected = world.lines(&plain).await;
    assert_eq!(expected, [standing.foreign_amounts.to_string()]);
    standing.foreign_amounts
}

/// What the questions came upon, so that their answers are not all the same.
#[derive(Debug, Default)]
struct Met {
    questions: usize,
    with_outcomes: usize,
    partly_covered: usize,
    reasons: [u64; Unattributed::ALL.len()],
    goals: usize,
    amounts: u64,
}

async fn ask(world: &World, dice: &mut Dice, met: &mut Met) {
    let asked = Asked::any(dice);
    let coverage = covered(world, &asked).await;
    let plain = one_by_one(world, &coverage, asked.model).await;
    let total = coverage.total();
    let [own, its] = sides(&total, &overview(world, &coverage, asked.model, &[]).await);
    let question = format!("{} {:?}", met.questions, (coverage.period, asked.model));
    assert_eq!(own, its, "{question}");
    assert_eq!(told(&coverage), plain, "{question}");
    let left: u64 = total.unattributed().map(|(_, count)| count).sum();
    assert_eq!(left + total.attributed, total.outcomes, "{question}");
    let keys = coverage.by_key();
    if !keys.is_empty() {
        let (key, sums) = &keys[dice.roll(keys.len())];
        let of_goal = overview(world, &coverage, asked.model, &[key]).await;
        let [own, its] = sides(sums, &of_goal);
        assert_eq!(own, its, "{question} {key}");
        met.goals += 1;
    }
    met.questions += 1;
    met.with_outcomes += usize::from(total.outcomes > 0);
    let is_partly = total.attributed > 0 && total.attributed < total.outcomes;
    met.partly_covered += usize::from(is_partly);
    for ((_, count), sum) in total.unattributed().zip(&mut met.reasons) {
        *sum += count;
    }
}

#[test]
fn coverage_is_the_overview_s_for_five_hundred_random_questions() {
    RUNTIME.block_on(async {
        let mut met = Met::default();
        for (number, zone) in (1..).zip(ZONES) {
            let world = World::in_zone(zone).await;
            let mut dice = Dice::new(0x00c0_7e00 + number);
            history(&world, &mut dice).await;
            for question in 0..QUESTIONS {
                // Half of the questions are about days that were added up anew.
                if question == QUESTIONS / 2 {
                    met.amounts += amounts(&world).await;
                    build_rollups(&world).await;
                    met.amounts += amounts(&world).await;
                }
                ask(&world, &mut dice, &mut met).await;
            }
        }
        assert_eq!(met.questions, 500);
        assert!(
            met.with_outcomes > 300 && met.partly_covered > 200,
            "{met:?}"
        );
        assert!(met.goals > 300 && met.amounts > 10, "{met:?}");
        assert!(met.reasons.iter().all(|it| *it > 0), "{met:?}");
    });
}
