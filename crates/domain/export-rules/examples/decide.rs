//! What a social network is told of a lead in each privacy mode, and what is withheld.

use export_rules::{
    Context, Destination, Personal, PixelId, PrivacyConfig, PrivacyMode, Record, RuleSettings,
    RuleSource, Sha256, Source, StageFilter, StageMove, Switches, Target, Timestamp, Uuid, Word,
    evaluate,
};
use ring::digest::{SHA256, digest};

struct Ring;
impl Sha256 for Ring {
    fn digest(&self, parts: &[&[u8]]) -> [u8; 32] {
        let digest = digest(&SHA256, &parts.concat());
        std::array::from_fn(|place| digest.as_ref().get(place).copied().unwrap_or(0))
    }
}

fn main() -> Result<(), &'static str> {
    let (id, now) = (Uuid::from_u128(1), Timestamp::from_micros(0));
    let source = Source::StageMove(StageMove::default());
    let mut lead = Record::new(id.into(), id.into(), "lead_created", source, now);
    lead.person.emails.push(Personal::new("jane@mail.example"));
    lead.web.fbc = Some(Personal::new("fb.1.1554763741205.AbCdEf"));
    let entered = RuleSource::StageEntered(StageFilter::default());
    let rule = RuleSettings::new("Leads", entered).into_rule(id.into(), now);
    let pixel = Target::social(PixelId::parse("5551").ok_or("no id")?);
    let destination = &Destination::new(id.into(), id.into(), pixel, now);
    for mode in PrivacyMode::ALL.iter().copied() {
        let privacy = PrivacyConfig::default().in_mode(mode);
        let (switches, sha256) = (Switches::ON, &Ring);
        let context = Context {
            destination,
            switches,
            privacy: &privacy,
            now,
            sha256,
        };
        let decision = evaluate(&rule, &lead, &context, &|_, _| false);
        println!("{mode}: {:?} {:?}", decision.match_keys, decision.filters);
    }
    Ok(())
}
