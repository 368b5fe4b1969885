//! Classification is total: whatever arrives, there is one answer, and it is always the same.

#[cfg(test)]
mod properties {
    use channel_classifier::clicks::CLICK_PARAMETERS;
    use channel_classifier::{
        DEFAULT_TAXONOMY, Evidence, RawEvidence, RawReferrer, RawUtm, Site, classify, normal_text,
    };
    use proptest::prelude::*;

    fn evidence(
        landing: &str,
        referrer: &str,
        texts: &[String; 5],
        clicks: &[(String, String)],
    ) -> Evidence {
        let click_ids: Vec<_> = clicks
            .iter()
            .map(|(k, v)| (k.as_str(), v.as_str()))
            .collect();
        let raw = RawEvidence {
            landing_url: Some(landing),
            referrer: RawReferrer::Url(referrer),
            utm: RawUtm {
                source: Some(&texts[0]),
                medium: Some(&texts[1]),
                campaign: Some(&texts[2]),
                term: Some(&texts[3]),
                content: Some(&texts[4]),
            },
            click_ids: &click_ids,
            ad_id: Some(&texts[3]),
            campaign_id: Some(&texts[4]),
        };
        let listed = [texts[0].clone(), "example.com".to_owned()];
        Evidence::from_raw(
            &raw,
            &Site {
                own_domains: &listed,
                excluded_referrers: &listed,
                allowed_referrers: &[],
            },
        )
    }

    fn address() -> impl Strategy<Value = String> {
        prop_oneof![
            any::<String>(),
            "(https?|android-app|about)://[a-z0-9.-]{0,12}\\.(com|cl|co\\.uk|github\\.io)(/[a-z%?=&+]{0,9})?",
            "https://(www\\.)?(google|facebook|youtube|t)\\.(com|cl|co|evil\\.com)/\\?(utm_source|gclid|fbclid)=[a-z%+]{0,6}",
        ]
    }

    fn click() -> impl Strategy<Value = (String, String)> {
        let kind = (0..CLICK_PARAMETERS.len()).prop_map(|at| CLICK_PARAMETERS[at].kind.to_owned());
        (prop_oneof![kind, any::<String>()], any::<String>())
    }

    proptest! {
        #[test]
        fn any_evidence_has_one_channel(
            landing in address(),
            referrer in address(),
            texts in proptest::array::uniform5(prop_oneof![any::<String>(), "[a-z]{0,8}(ads|ad|cpc)?"]),
            clicks in proptest::collection::vec(click(), 0..4),
        ) {
            let evidence = evidence(&landing, &referrer, &texts, &clicks);
            let signature = evidence.signature();
            let verdict = classify(&signature);
            prop_assert!(DEFAULT_TAXONOMY.contains(&verdict.channel));
            prop_assert_eq!(verdict, classify(&signature.clone()));
            prop_assert!(!signature.source().is_empty() && !signature.medium().is_empty());
            prop_assert!(signature.click_kinds.is_sorted());
            if verdict.channel == "Direct" {
                prop_assert!(!evidence.names_a_source());
                prop_assert_eq!((signature.source(), signature.medium()), ("(direct)", "(none)"));
            }
        }

        #[test]
        fn fields_fit_and_hold_no_control_characters(text in any::<String>()) {
            if let Some(normal) = normal_text(&text) {
                prop_assert!(normal.len() <= 512 && !normal.chars().any(char::is_control));
            }
        }
    }
}
