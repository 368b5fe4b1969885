//! Every state of a destination under every switch and mode.

use export_rules::*;

use crate::fixture::*;

#[test]
fn every_state_under_every_switch_and_mode() {
    let mut seen = 0;
    for kind in DestinationKind::ALL.iter().copied() {
        for privacy in PrivacyMode::ALL.iter().copied() {
            for bits in 0..16_u8 {
                let bit = |place: u8| bits & 1 << place != 0;
                let [enabled, own, other, is_clean] = [bit(0), bit(1), bit(2), bit(3)];
                let mut place = destination(kind, DataSourceKind::Website);
                place.enabled = enabled;
                let place = if is_clean { clean(place) } else { place };
                let switches = match kind {
                    DestinationKind::SocialCapi => Switches {
                        social: own,
                        search: other,
                    },
                    DestinationKind::SearchAds => Switches {
                        social: other,
                        search: own,
                    },
                };
                let is_social = kind == DestinationKind::SocialCapi;
                let is_safe = privacy == PrivacyMode::PlatformSafe;
                let expected = match (enabled && own, is_safe && is_social && !is_clean) {
                    (false, _) => "disabled",
                    (true, true) => "suppressed_platform_safe",
                    (true, false) => "active",
                };
                let found = routing(&place, switches, privacy);
                assert_eq!(found.as_str(), expected, "{kind} {privacy} {bits:04b}");
                seen += 1;
            }
        }
    }
    assert_eq!(seen, 2 * 4 * 16);
}

#[test]
fn what_is_not_routed_is_skipped_with_the_reason() {
    fn told(place: &Destination, switches: Switches, privacy: PrivacyMode) -> Decision {
        let privacy = &mode(privacy);
        let context = Context {
            destination: place,
            switches,
            privacy,
            now: NOW,
            sha256: &Ring,
        };
        let rule = rule_with(|settings| settings.value = RuleValue::Fixed(euro("5")));
        evaluate(&rule, &record(), &context, &|_, _| false)
    }
    let off = told(&website(), Switches::default(), PrivacyMode::Standard);
    assert_eq!(off.skip_reason(), Some(SkipReason::DestinationDisabled));
    let safe = PrivacyMode::PlatformSafe;
    let standard = PrivacyMode::Standard;
    let held = told(&website(), ON, safe);
    assert_eq!(held.skip_reason(), Some(SkipReason::SuppressedPlatformSafe));
    let fed = told(&clean(website()), ON, safe);
    assert_eq!(social(&fed).dataset().as_str(), "9990", "the clean one");
    let open = told(&clean(website()), ON, standard);
    assert_eq!(social(&open).dataset().as_str(), "5551");
}
