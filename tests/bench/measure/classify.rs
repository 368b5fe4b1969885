//! Classification by signature: every distinct signature once by the rules, every touch by the id
//! of its signature. On one core, in this process.

use std::collections::HashMap;
use std::hint::black_box;
use std::time::Instant;

use tributary_bench::dice::Dice;
use tributary_bench::samples::Samples;
use tributary_bench::table::{Row, Target};
use tributary_bench::traffic::classifier;

use crate::collect::float;
use crate::world::World;

const TOUCHES: usize = 2_000_000;

pub(crate) fn measure(world: &mut World) {
    let signatures = world.history.traffic.signatures();
    let mut dice = Dice::of(&[21]);
    let land = |_| world.history.traffic.land(&mut dice).unwrap().signature;
    let touches: Vec<i64> = (0..TOUCHES).map(land).collect();
    let (mut by_id, mut by_rules) = (Samples::default(), Samples::default());
    for _ in 0..world.settings.rounds {
        let begin = Instant::now();
        let classifier = classifier();
        let mut labels: HashMap<i64, u16> = HashMap::with_capacity(signatures.len());
        let mut channels: HashMap<String, u16> = HashMap::new();
        for (id, signature) in &signatures {
            let next = u16::try_from(channels.len()).unwrap();
            let channel = classifier.classify(signature).channel.to_owned();
            labels.insert(*id, *channels.entry(channel).or_insert(next));
        }
        let mut counts = vec![0_u32; channels.len()];
        for touch in &touches {
            counts[usize::from(labels[touch])] += 1;
        }
        black_box(counts);
        by_id.add(float(TOUCHES) / begin.elapsed().as_secs_f64() / 1e6);
        let begin = Instant::now();
        for signature in signatures.values() {
            black_box(classifier.classify(signature));
        }
        by_rules.add(float(signatures.len()) / begin.elapsed().as_secs_f64() / 1e6);
    }
    let row = Row::new(
        "classification by signature, one core",
        "M touches/s",
        by_id,
    );
    let row = row.beside("by the rules each time", by_rules);
    world.add(row.with_target(Target::AtLeast(5.0)));
}
