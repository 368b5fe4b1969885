//! The score: exact, explained, and never lower for a repair.

use kernel::Exact;
use proptest::prelude::*;
use reporting::quality::Share;
use reporting::quality::score::{ComponentCode, Measured, Quality, VERSION, score};

fn measured(shares: [(u64, u64); 6]) -> Measured {
    of(shares.map(|(part, of)| Share::counted(part, of)))
}

fn of(
    [
        coverage,
        tagging,
        identity,
        ad_resolution,
        continuity,
        currency,
    ]: [Share; 6],
) -> Measured {
    Measured {
        coverage,
        tagging,
        identity,
        ad_resolution,
        continuity,
        currency,
    }
}

/// The score and the lost points as text, `-` for what is not judged.
fn told(quality: &Quality) -> String {
    let text = |value: Option<Exact>| value.map_or_else(|| "-".into(), |it| it.to_string());
    let lost = quality.components.iter().map(|it| text(it.lost_points));
    let lost: Vec<_> = lost.collect();
    format!("{} = 100 less {}", text(quality.score), lost.join(" "))
}

#[test]
fn scores_worked_out_by_hand() {
    let none = (0, 0);
    let cases = [
        // No data is no quality.
        ([none; 6], "- = 100 less - - - - - -"),
        // Whatever is whole is whole alone.
        (
            [none, none, none, none, (1, 1), none],
            "100 = 100 less - - - - 0 -",
        ),
        (
            [none, none, none, none, (0, 3), none],
            "0 = 100 less - - - - 100 -",
        ),
        // Every component as good as it can be, and as bad.
        ([(7, 7); 6], "100 = 100 less 0 0 0 0 0 0"),
        ([(0, 7); 6], "0 = 100 less 30 20 15 15 15 5"),
        // 30·(1−.42) = 17.4, 20·.05 = 1, 15·.1 = 1.5, 15·.3 = 4.5, 15·.25 = 3.75, 5·0 = 0: 28.15
        // lost, so 71.85 rounds to 71.9 and what is lost to 28.1.
        (
            [(42, 100), (95, 100), (9, 10), (7, 10), (3, 4), (5, 5)],
            "71.9 = 100 less 17.4 1 1.5 4.5 3.7 0",
        ),
        // Weights 30 and 15 alone: ⅔·100·⅓ = 22.22…, ⅓·100·⅓ = 11.11…; a third is lost, 33.33….
        (
            [(2, 3), none, (2, 3), none, none, none],
            "66.7 = 100 less 22.2 - 11.1 - - -",
        ),
        // The same thirds in three parts, 10 + 6.67 + 5: the tenth left over goes to 6.66….
        (
            [(2, 3), (2, 3), (2, 3), none, none, none],
            "66.7 = 100 less 15.4 10.2 7.7 - - -",
        ),
        // One of a million is below a tenth, and is no whole score's loss.
        (
            [(999_999, 1_000_000), none, none, none, none, none],
            "100 = 100 less 0 - - - - -",
        ),
    ];
    for (shares, expected) in cases {
        assert_eq!(told(&score(&measured(shares))), expected, "{shares:?}");
    }
}

#[test]
fn a_component_says_what_it_was_worked_out_of() {
    let exact = |text: &str| text.parse::<Exact>().unwrap();
    let shares = Share {
        part: exact("1234.56"),
        of: exact("2000.00"),
    };
    let quality = score(&Measured {
        ad_resolution: shares,
        ..Measured::default()
    });
    let codes: Vec<_> = quality.components.iter().map(|it| it.code).collect();
    assert_eq!(codes, ComponentCode::ALL);
    let ads = quality.components[3];
    assert_eq!((ads.good, ads.of, ads.weight), (shares.part, shares.of, 15));
    assert_eq!(ads.percent, Some(exact("61.7")));
    assert_eq!(quality.score, Some(exact("61.7")));
    assert_eq!(quality.components[0].percent, None);
    let words = ComponentCode::ALL.map(ComponentCode::as_str);
    assert_eq!(
        words.join(" "),
        "coverage tagging identity ad_resolution continuity currency"
    );
    assert_eq!(VERSION, "quality_v1");
}

#[test]
fn cash_that_refunds_turned_stays_within_its_ends() {
    let share = |part: i64, of: i64| Share {
        part: Exact::whole(part),
        of: Exact::whole(of),
    };
    let cash = |part, of| {
        score(&Measured {
            ad_resolution: share(part, of),
            ..Measured::default()
        })
    };
    assert_eq!(told(&cash(-5, 10)), "0 = 100 less - - - 100 - -");
    assert_eq!(told(&cash(15, 10)), "100 = 100 less - - - 0 - -");
    assert_eq!(told(&cash(-5, -10)), "- = 100 less - - - - - -");
}

fn shares() -> impl Strategy<Value = [Share; 6]> {
    let share = (0_u64..2_000, 0_u64..=1_000, 1_i128..1_000_000_000_000).prop_map(
        |(of, permille, unit)| {
            // Whole numbers and amounts with odd decimals alike.
            let scaled = |count: u64| Exact::from_units(i128::from(count) * unit * 99_991);
            Share {
                part: scaled(of * permille / 1_000),
                of: scaled(of),
            }
        },
    );
    [
        share.clone(),
        share.clone(),
        share.clone(),
        share.clone(),
        share.clone(),
        share,
    ]
}

proptest! {
    #[test]
    fn what_is_lost_and_the_score_are_a_hundred(shares in shares()) {
        let quality = score(&of(shares));
        let lost: Exact = quality.components.iter().filter_map(|it| it.lost_points).sum();
        let judged = shares.iter().any(|it| it.of > Exact::ZERO);
        prop_assert_eq!(quality.score.is_some(), judged);
        if let Some(found) = quality.score {
            prop_assert_eq!(found - Exact::ZERO + lost, Exact::whole(100));
            let tenth = Exact::whole(1).units() / 10;
            prop_assert_eq!(found.units() % tenth, 0);
        }
        for it in quality.components {
            let whole = it.lost_points.unwrap_or_default();
            prop_assert!(whole >= Exact::ZERO);
            prop_assert!(it.good < it.of || whole.is_zero(), "{:?}", it);
        }
    }

    #[test]
    fn a_repair_never_lowers_the_score(shares in shares(), at in 0_usize..6, permille in 0_i128..=1_000) {
        let before = score(&of(shares)).score;
        let mut repaired = shares;
        let gap = shares[at].of - shares[at].part;
        repaired[at].part = shares[at].part + Exact::from_units(gap.units() * permille / 1_000);
        prop_assert!(score(&of(repaired)).score >= before);
    }

    #[test]
    fn what_a_component_costs_is_within_a_tenth_of_its_share(shares in shares()) {
        let quality = score(&of(shares));
        let judged = quality.components.iter().filter(|it| it.percent.is_some());
        let weights: i64 = judged.clone().map(|it| i64::from(it.weight)).sum();
        for it in judged {
            let lacks = (it.of - it.good).divide(it.of, 12).unwrap();
            let points = Exact::from_units(lacks.units() * i128::from(it.weight) * 100);
            let points = points.divide(Exact::whole(weights), 10).unwrap();
            let off = (it.lost_points.unwrap() - points).units().abs();
            prop_assert!(off <= Exact::whole(1).units() / 10 + 1_000_000_000, "{:?} {}", it, points);
        }
    }
}
