//! Tests of the way from raw evidence to its normal form.

use super::*;
use crate::referrer::RawReferrer;

const NO_SITE: Site<'static> = Site {
    own_domains: &[],
    excluded_referrers: &[],
    allowed_referrers: &[],
};

fn visit(landing: &str, referrer: RawReferrer<'_>) -> Evidence {
    Evidence::from_raw(&RawEvidence::of_visit(Some(landing), referrer), &NO_SITE)
}

#[test]
fn a_landing_url_is_read_whole() {
    let evidence = visit(
        "https://www.Shop.CL/Tienda/Zapatos/rojo?UTM_Source=FaceBook&utm_medium=Paid%20Social\
         &utm_campaign=Oto%C3%B1o+26&utm_term=null&fbclid=IwAR30Xy&utm_id=12&_gl=1*x#frag?gclid=1",
        RawReferrer::Url("https://L.Facebook.com/l.php?u=x"),
    );
    assert_eq!(evidence.utm_source.as_deref(), Some("facebook"));
    assert_eq!(evidence.written_utm.source.as_deref(), Some("FaceBook"));
    assert_eq!(evidence.utm_medium.as_deref(), Some("paid social"));
    assert_eq!(
        evidence.written_utm.medium.as_deref(),
        Some("Paid%20Social")
    );
    assert_eq!(evidence.utm_campaign.as_deref(), Some("oto\u{f1}o 26"));
    assert_eq!(
        (
            evidence.utm_term.as_ref(),
            evidence.written_utm.term.as_ref()
        ),
        (None, None)
    );
    assert_eq!(evidence.click_kinds, BTreeSet::from(["fbclid"]));
    assert_eq!(
        evidence.click_ids,
        [("fbclid".to_owned(), "IwAR30Xy".to_owned())]
    );
    assert_eq!(evidence.campaign_id.as_deref(), Some("12"));
    assert_eq!(evidence.ad_id, None);
    assert_eq!(evidence.landing_host.as_deref(), Some("shop.cl"));
    assert_eq!(
        evidence.landing_path.as_deref(),
        Some("/Tienda/Zapatos/rojo")
    );
    let host = "l.facebook.com".to_owned();
    assert_eq!(
        evidence.referrer,
        Referrer::Present {
            host,
            path: "/l.php".to_owned()
        }
    );
    assert_eq!(evidence.referrer_class, ReferrerClass::External);
}

#[test]
fn what_is_given_beside_the_url_wins() {
    let raw = RawEvidence {
        utm: RawUtm {
            source: Some("Google"),
            medium: Some("(none)"),
            ..RawUtm::NONE
        },
        click_ids: &[
            ("GCLID", "Given"),
            ("unheard_id", "x"),
            ("ttclid", "undefined"),
        ],
        ad_id: Some("Ad-1"),
        ..RawEvidence::of_visit(
            Some("https://shop.cl/?utm_source=bing&utm_medium=cpc&gclid=FromUrl&hsa_ad=9"),
            RawReferrer::Unknown,
        )
    };
    let evidence = Evidence::from_raw(&raw, &NO_SITE);
    assert_eq!(evidence.utm_source.as_deref(), Some("google"));
    assert_eq!(
        evidence.utm_medium.as_deref(),
        Some("cpc"),
        "a word for nothing does not win"
    );
    assert_eq!(evidence.click_kinds, BTreeSet::from(["gclid", "hsa_ad"]));
    assert_eq!(
        evidence.click_ids[0],
        ("gclid".to_owned(), "Given".to_owned())
    );
    assert_eq!(evidence.ad_id.as_deref(), Some("Ad-1"));
    assert_eq!(evidence.referrer_class, ReferrerClass::Unknown);
}

#[test]
fn direct_is_absent_as_a_source_only() {
    let landing = "https://shop.cl/?utm_source=(Direct)&utm_campaign=%28direct%29";
    let evidence = visit(landing, RawReferrer::KnownAbsent);
    assert_eq!(evidence.utm_source, None);
    assert_eq!(evidence.utm_campaign.as_deref(), Some("(direct)"));
}

#[test]
fn the_linkedin_id_counts_only_in_the_url() {
    let given = RawEvidence {
        click_ids: &[("li_fat_id", "cookie")],
        ..RawEvidence::of_visit(Some("https://shop.cl/"), RawReferrer::KnownAbsent)
    };
    let evidence = Evidence::from_raw(&given, &NO_SITE);
    assert!(evidence.click_kinds.is_empty() && !evidence.names_a_source());
    assert_eq!(
        evidence.click_ids.len(),
        1,
        "the value is kept for reporting back"
    );
    let landed = visit("https://shop.cl/?li_fat_id=abc", RawReferrer::KnownAbsent);
    assert_eq!(landed.click_kinds, BTreeSet::from(["li_fat_id"]));
}

#[test]
fn unfilled_placeholders_are_no_ad_ids() {
    for value in [
        "{{ad.id}}",
        "%7B%7Bad.id%7D%7D",
        "{creative}",
        "__AID__",
        "",
        "null",
    ] {
        let landing = format!("https://shop.cl/?hsa_ad={value}");
        assert_eq!(
            visit(&landing, RawReferrer::KnownAbsent).ad_id,
            None,
            "{value}"
        );
    }
    let landing = "https://shop.cl/?hsa_ad=1203&hsa_cam=44&gad_campaignid=55";
    let evidence = visit(landing, RawReferrer::KnownAbsent);
    assert_eq!(evidence.ad_id.as_deref(), Some("1203"));
    assert_eq!(evidence.campaign_id.as_deref(), Some("44"));
}

#[test]
fn ads_are_known_by_the_parameters_that_people_use() {
    let ad = |query: &str| {
        let landing = format!("https://shop.cl/p?{query}");
        visit(&landing, RawReferrer::KnownAbsent).ad_id
    };
    for (query, expected) in [
        ("fbadid=120210001", Some("120210001")),
        ("TW_ADID=7", Some("7")),
        ("nb_adtid=fb_7", Some("fb_7")),
        ("hsa_ad=1&fbadid=2", Some("1")),
        ("nb_adtid={{ad.id}}&fbadid=3", Some("3")),
        // With anything that says that somebody paid.
        (
            "utm_source=facebook&utm_medium=paid_social&ad_id=5",
            Some("5"),
        ),
        ("utm_source=google&utm_medium=cpc&adid=5", Some("5")),
        ("gclid=x&ad_id=5", Some("5")),
        ("ttclid=x&ad_id=__CID__&adid=6", Some("6")),
        ("utm_medium=display&ad_id=5", Some("5")),
        ("fbadid=4&utm_medium=cpc&ad_id=5", Some("4")),
        // A page of classified ads, however it was found.
        ("ad_id=5", None),
        ("adid=5", None),
        ("fbclid=x&ad_id=5", None),
        ("utm_source=newsletter&utm_medium=email&ad_id=5", None),
        ("utm_source=facebook&utm_medium=social&ad_id=5", None),
        ("utm_medium=cpc&ad_id=", None),
        ("utm_medium=cpc&ad_id={{ad.id}}", None),
    ] {
        assert_eq!(ad(query).as_deref(), expected, "{query}");
    }
}

/// What is read as an ad where somebody paid never changes what the visit is.
#[test]
fn an_ambiguous_ad_changes_no_channel() {
    for query in [
        "utm_medium=cpc",
        "utm_medium=email",
        "fbclid=1",
        "gclid=1",
        "",
    ] {
        let channel = |more: &str| {
            let landing = format!("https://shop.cl/p?{query}{more}");
            let evidence = visit(&landing, RawReferrer::KnownAbsent);
            crate::classify(&evidence.signature())
        };
        assert_eq!(channel(""), channel("&ad_id=5"), "{query}");
    }
}

#[test]
fn plus_signs_stay_in_click_ids() {
    let evidence = visit("https://shop.cl/?gclid=a+b%2Bc", RawReferrer::KnownAbsent);
    assert_eq!(
        evidence.click_ids,
        [("gclid".to_owned(), "a+b+c".to_owned())]
    );
}

#[test]
fn only_foreign_evidence_names_a_source() {
    let cases = [
        ("https://shop.cl/", RawReferrer::KnownAbsent, false),
        ("https://shop.cl/", RawReferrer::Unknown, false),
        (
            "https://shop.cl/",
            RawReferrer::Url("https://www.shop.cl/cart"),
            false,
        ),
        (
            "https://shop.cl/thanks",
            RawReferrer::Url("https://www.paypal.com/x"),
            false,
        ),
        (
            "https://shop.cl/?_gl=1*abc&_ga=2.1",
            RawReferrer::KnownAbsent,
            false,
        ),
        ("https://shop.cl/?utm_id=5", RawReferrer::KnownAbsent, false),
        (
            "https://shop.cl/",
            RawReferrer::Url("https://blog.example/"),
            true,
        ),
        (
            "https://shop.cl/?utm_content=x",
            RawReferrer::KnownAbsent,
            true,
        ),
        ("https://shop.cl/?fbclid=x", RawReferrer::KnownAbsent, true),
        ("https://shop.cl/?hsa_ad=7", RawReferrer::KnownAbsent, true),
    ];
    for (landing, referrer, expected) in cases {
        assert_eq!(
            visit(landing, referrer).names_a_source(),
            expected,
            "{landing} {referrer:?}"
        );
    }
}

#[test]
fn source_keys_ignore_the_landing_page_and_id_values() {
    let referrer = RawReferrer::Url("https://www.google.com/search");
    let first = visit("https://shop.cl/a?gclid=1", referrer);
    assert_eq!(
        first.source_key(),
        visit("https://shop.cl/b?gclid=2", referrer).source_key()
    );
    let changed = [
        visit(
            "https://shop.cl/a?gclid=1",
            RawReferrer::Url("https://www.bing.com/"),
        ),
        visit("https://shop.cl/a?gclid=1&utm_term=x", referrer),
        visit("https://shop.cl/a?gbraid=1", referrer),
        visit("https://shop.cl/a?gclid=1&hsa_ad=3", referrer),
    ];
    for other in changed {
        assert_ne!(first.source_key(), other.source_key(), "{other:?}");
    }
    let own = visit("https://shop.cl/a", RawReferrer::Url("https://shop.cl/b"));
    assert_eq!(
        own.source_key(),
        visit("https://shop.cl/", RawReferrer::KnownAbsent).source_key()
    );
}

#[test]
fn signatures_keep_foreign_hosts_and_two_segments() {
    let referrer = RawReferrer::Url("https://www.google.cl/x");
    let signature = visit("https://shop.cl//a/b/c?x=1", referrer).signature();
    assert_eq!(signature.referrer_state, ReferrerState::External);
    assert_eq!(signature.referrer_host.as_deref(), Some("google.cl"));
    assert_eq!(signature.landing_path.as_deref(), Some("/a/b"));
    let own = visit("https://shop.cl", RawReferrer::Url("https://pay.shop.cl/")).signature();
    assert_eq!(
        (own.referrer_state, own.referrer_host),
        (ReferrerState::SelfReferral, None)
    );
    assert_eq!(own.landing_path.as_deref(), Some("/"));
}

#[test]
fn a_nul_never_reaches_the_database() {
    let evidence = visit(
        "https://shop.cl/a%00b?utm_source=x%00y&gclid=a%00b",
        RawReferrer::Url("https://e.example/\0"),
    );
    assert!(!format!("{evidence:?}").contains("\\0"), "{evidence:?}");
}
