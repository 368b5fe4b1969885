-- Ids are short: the last digits say what a row is. Times are all in March 2026.
INSERT INTO attribution_state (profile_id, generation, currency, timezone)
VALUES (:profile, 2, 'EUR', 'UTC')
ON CONFLICT (profile_id) DO UPDATE SET generation = 2;

-- Ana, Ben, and who Ana was before a merge.
INSERT INTO customers (profile_id, id, first_name, merged_into, first_seen_at, last_seen_at)
VALUES
    (:profile, :id00a1, 'Ana', NULL, '2026-03-01Z', '2026-03-01Z'),
    (:profile, :id00a2, 'Ben', NULL, '2026-03-01Z', '2026-03-01Z'),
    (:profile, :id00a3, 'Ann', :id00a1, '2026-03-01Z', '2026-03-01Z');
INSERT INTO identifiers
    (profile_id, kind, value_key, customer_id, state, first_seen_at, last_seen_at)
VALUES
    (:profile, 'email', 'ana', :id00a1, 'active', '2026-03-01Z', '2026-03-01Z'),
    (:profile, 'email', 'ben', :id00a2, 'active', '2026-03-01Z', '2026-03-01Z');
-- Ana's own browser, one that is Ben's from the 10th on, and one of nobody.
INSERT INTO visitors (profile_id, id, anonymous_id, customer_id, is_shared, first_seen_at)
VALUES
    (:profile, :id00b1, 'own', :id00a1, false, '2026-03-01Z'),
    (:profile, :id00b2, 'shared', :id00a1, true, '2026-03-01Z'),
    (:profile, :id00b3, 'free', NULL, false, '2026-03-01Z');
INSERT INTO visitor_segments (profile_id, visitor_id, from_at, customer_id)
VALUES
    (:profile, :id00b2, '-infinity', :id00a1),
    (:profile, :id00b2, '2026-03-10T00:00:00Z', :id00a2);

INSERT INTO traffic_signatures
    (profile_id, id, referrer_state, utm_campaign, click_kinds, has_ad_id, first_seen_at)
VALUES
    (:profile, 1, 'absent', 'summer', '{}', false, '2026-03-01Z'),
    (:profile, 2, 'absent', '777', '{}', false, '2026-03-01Z');
INSERT INTO signature_channels
    (profile_id, signature_id, channel, rule, source, medium, is_direct, resolved_at)
VALUES
    (:profile, 1, 'Paid Search', 'r', 'google', 'cpc', false, '2026-03-01Z'),
    (:profile, 2, 'Email', 'r', 'news', 'email', false, '2026-03-01Z');
INSERT INTO ads (profile_id, platform, account_id, campaign_id, ad_set_id, ad_id, campaign_name,
    updated_at)
VALUES
    (:profile, 'google', '1', 'cmp-1', '1', 'ad-1', 'Spring', '2026-03-01Z'),
    (:profile, 'google', '1', '777', '1', 'ad-2', 'Seven', '2026-03-01Z'),
    (:profile, 'google', '1', 'cmp-3', '1', 'ad-3', NULL, '2026-03-01Z');

INSERT INTO sessions (profile_id, id, visitor_id, started_at, ended_at, local_date, signature_id,
    page_views, engaged_ms, is_bot)
VALUES
    (:profile, :id0051, :id00b1, '2026-03-01T10:00:00Z', '2026-03-01T10:10:00Z', '2026-03-01', 1,
        2, 0, false),
    (:profile, :id0052, :id00b2, '2026-03-09T10:00:00Z', '2026-03-09T10:00:00Z', '2026-03-09', 2,
        1, 0, false);
INSERT INTO tracker_events (profile_id, received_at, id, occurred_at, visitor_id, kind, name, url,
    path, title, ad_id, campaign_id, country, device, browser, os, bot_reason)
VALUES
    (:profile, '2026-03-01Z', :id0011, '2026-03-01T10:00:00Z', :id00b1, 'page_view', NULL,
        'https://shop.example/a?b=c', '/a', 'Home', NULL, 'cmp-1', 'DE', 'mobile', 'Firefox',
        'Linux', NULL),
    (:profile, '2026-03-01Z', :id0012, '2026-03-01T10:05:00Z', :id00b1, 'page_view', NULL,
        'https://shop.example/b', '/b', NULL, NULL, 'cmp-3', NULL, NULL, NULL, NULL, NULL),
    (:profile, '2026-03-01Z', :id0013, '2026-03-01T10:05:30Z', :id00b1, 'engagement', NULL,
        NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (:profile, '2026-03-01Z', :id0014, '2026-03-01T10:05:40Z', :id00b1, 'page_view', NULL,
        'https://shop.example/', '/', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'agent'),
    -- Two at one instant: the id decides.
    (:profile, '2026-03-01Z', :id0017, '2026-03-01T10:06:00Z', :id00b1, 'custom', 'signup',
        NULL, NULL, NULL, 'ad-1', NULL, NULL, NULL, NULL, NULL, NULL),
    (:profile, '2026-03-01Z', :id0016, '2026-03-01T10:06:00Z', :id00b1, 'identify', NULL,
        NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (:profile, '2026-03-01Z', :id0018, '2026-03-09T10:00:00Z', :id00b2, 'page_view', NULL,
        'https://shop.example/c', '/c', 'C', NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (:profile, '2026-03-01Z', :id0019, '2026-03-10T00:00:00Z', :id00b2, 'page_view', NULL,
        'https://shop.example/d', '/d', 'D', NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (:profile, '2026-03-01Z', :id001a, '2026-03-05T00:00:00Z', :id00b3, 'page_view', NULL,
        'https://shop.example/e', '/e', 'E', NULL, NULL, NULL, NULL, NULL, NULL, NULL);

INSERT INTO outcome_events (profile_id, content_hash, received_at, identifiers, id,
    idempotency_key, occurred_at, event_type, event_name, value_amount, currency, subject_kind,
    subject_key, visitor_id, refund_of, pipeline, properties)
VALUES
    (:profile, '', '2026-03-01Z', '{}', :id00e1, 'pay-1', '2026-03-02Z', 'payment_received', NULL,
        50, 'EUR', 'email', 'ana', NULL, NULL, NULL, '{"provider": "stripe"}'),
    (:profile, '', '2026-03-01Z', '{}', :id00e2, NULL, '2026-03-09T11:00:00Z', 'lead_created', NULL,
        NULL, NULL, 'anonymous_id', 'shared', :id00b2, NULL, NULL, NULL),
    (:profile, '', '2026-03-01Z', '{}', :id00e3, NULL, '2026-03-11Z', 'lead_created', NULL, NULL,
        NULL, 'anonymous_id', 'shared', :id00b2, NULL, NULL, NULL),
    -- Refunds follow the payment, whoever they were sent for.
    (:profile, '', '2026-03-01Z', '{}', :id00e4, NULL, '2026-03-03Z', 'refund', NULL, 10, 'EUR',
        'email', 'ben', NULL, 'pay-1', NULL, NULL),
    (:profile, '', '2026-03-01Z', '{}', :id00e5, NULL, '2026-03-04T01:00:00Z', 'refund', NULL, 5,
        'EUR', 'email', 'ana', NULL, :id00e6, NULL, NULL),
    (:profile, '', '2026-03-01Z', '{}', :id00e6, NULL, '2026-03-04Z', 'payment_received', NULL, 20,
        'EUR', 'email', 'ben', NULL, NULL, NULL, NULL),
    (:profile, '', '2026-03-01Z', '{}', :id00e7, NULL, '2026-03-06Z', 'lead_created', 'form', NULL,
        NULL, 'anonymous_id', 'free', :id00b3, NULL, '{"external_source": "crm"}', NULL),
    (:profile, '', '2026-03-01Z', '{}', :id00e8, NULL, '2026-03-07Z', 'payment_received', NULL,
        8.5, 'CLP', NULL, NULL, NULL, NULL, NULL, NULL),
    (:profile, '', '2026-03-01Z', '{}', :id00e9, NULL, '2026-03-08Z', 'refund', NULL, 8.5, 'CLP',
        NULL, NULL, NULL, :id00e8, NULL, NULL);

INSERT INTO conversions (profile_id, generation, id, definition_id, conversion_key, event_id,
    person_kind, person_id, occurred_at, local_date, revenue_type, is_refund, is_synthetic,
    touch_count)
VALUES
    (:profile, 2, :id00c1, :id00d1, 'payment_received', :id00e1, 'customer', :id00a1, '2026-03-02Z',
        '2026-03-02', 'cash', false, true, 1),
    (:profile, 1, :id00c6, :id00d1, 'payment_received', :id00e6, 'customer', :id00a2, '2026-03-04Z',
        '2026-03-04', 'cash', false, true, 1);
INSERT INTO credits (profile_id, generation, conversion_id, touch_id, person_kind, person_id,
    touched_at, touch_kind, signature_id, last_touch, first_touch, local_date, touch_date, conversion_key,
    revenue_type, is_refund)
VALUES
    (:profile, 2, :id00c1, :id00f1, 'customer', :id00a1, '2026-03-01Z', 'click', 2, NULL,
        1000000000, '2026-03-02', '2026-03-02', 'payment_received', 'cash', false),
    (:profile, 2, :id00c1, :id00f2, 'customer', :id00a1, '2026-03-02Z', 'synthetic', 1, 1000000000,
        NULL, '2026-03-02', '2026-03-02', 'payment_received', 'cash', false);
