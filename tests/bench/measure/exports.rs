//! What is decided of conversions before platforms are told of them: how many a second, on one core, in this process,
//! beside the digests alone that each of them needs.

use std::hint::black_box;
use std::time::Instant;

use export_rules::{
    Context, Destination, Outcome, Personal, PixelId, PrivacySettings, Record, Rule, RuleSettings,
    RuleSource, Sha256, Source, StageFilter, StageMove, Switches, Target, Timestamp, Uuid,
    evaluate,
};
use ring::digest::SHA256;
use tributary_bench::samples::Samples;
use tributary_bench::table::{Row, Target as Wanted};

use crate::collect::float;
use crate::world::World;

const CONVERSIONS: usize = 100_000;

/// Digests of one conversion: its source, its id, and six of the person.
const DIGESTS: usize = 8;

struct Ring;

impl Sha256 for Ring {
    fn digest(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut context = ring::digest::Context::new(&SHA256);
        for part in parts {
            context.update(part);
        }
        context.finish().as_ref().try_into().unwrap()
    }
}

pub(crate) fn measure(world: &mut World) {
    let now = Timestamp::from_micros(1_793_491_200_000_000);
    let records: Vec<_> = (1..=CONVERSIONS)
        .map(|number| record(number, now))
        .collect();
    let rule = rule(now);
    let pixel = Target::social(PixelId::parse("5551").unwrap());
    let id = Uuid::from_u128(6);
    let destination = Destination::new(id.into(), id.into(), pixel, now);
    let privacy = PrivacySettings::default();
    let context = Context {
        destination: &destination,
        switches: Switches::ON,
        privacy: &privacy,
        now,
        sha256: &Ring,
    };
    let (mut decided, mut hashed) = (Samples::default(), Samples::default());
    for _ in 0..world.settings.rounds {
        let begin = Instant::now();
        for record in &records {
            let decision = evaluate(&rule, record, &context, &|_, _| false);
            assert!(matches!(decision.outcome, Outcome::Ship(_)));
            black_box(decision);
        }
        decided.add(float(CONVERSIONS) / begin.elapsed().as_secs_f64() / 1e3);
        let begin = Instant::now();
        for record in &records {
            for email in record.person.emails.iter().cycle().take(DIGESTS) {
                black_box(Ring.digest(&[email.as_str().as_bytes()]));
            }
        }
        hashed.add(float(CONVERSIONS) / begin.elapsed().as_secs_f64() / 1e3);
    }
    let row = Row::new(
        "export: conversions decided, one core",
        "thousands/s",
        decided,
    );
    let row = row.beside("their digests alone", hashed);
    world.add(row.with_target(Wanted::AtLeast(200.0)));
}

fn rule(now: Timestamp) -> Rule {
    let source = RuleSource::StageEntered(StageFilter::default());
    RuleSettings::new("Leads", source).into_rule(Uuid::from_u128(8).into(), now)
}

/// A lead of somebody whose name, address and number are known, from a page with a click.
fn record(number: usize, now: Timestamp) -> Record {
    let source = Source::StageMove(StageMove::default());
    let [profile, event] = [1, u128::try_from(number).unwrap()].map(Uuid::from_u128);
    let mut record = Record::new(profile.into(), event.into(), "lead_created", source, now);
    let some = |text: String| Some(Personal::new(text));
    record.person.emails = vec![Personal::new(format!("Person.{number}@mail.example"))];
    record.person.phones = vec![Personal::new(format!("+4915{number:09}"))];
    record.person.external_ids = vec![Personal::new(format!("crm-{number}"))];
    record.person.first_name = some("Jane".to_owned());
    record.person.last_name = some(format!("Roe{number}"));
    record.person.country = some("DE".to_owned());
    record.web.url =
        Some("https://shop.example/thanks?utm_source=news&gclid=Cj0&token=5".to_owned());
    record.web.user_agent = some("Mozilla/5.0 (X11; Linux x86_64)".to_owned());
    record.web.ip = "203.0.113.7".parse().ok();
    record.web.fbc = some(format!("fb.1.1554763741205.AbCdEf{number}"));
    record.web.fbp = some(format!("fb.1.1558571054389.{number}"));
    record
}
