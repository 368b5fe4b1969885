-- A million visits of 200,000 visitors over 20,000 signatures in 90 days, a few signatures having
-- most of them, and 100,000 conversions with two touches each. The same rows in every run.
SELECT setseed(0.5);

INSERT INTO traffic_signatures (profile_id, id, referrer_state, utm_source, utm_medium,
    utm_campaign, click_kinds, has_ad_id, landing_host, landing_path, first_seen_at)
SELECT ':profile', n, 'absent', 'partner-' || n % 100, 'referral', 'campaign-' || n, '{}', false,
    'shop.example', '/landing', '2026-01-01Z'
FROM generate_series(1, 20000) n;
INSERT INTO signature_channels (profile_id, signature_id, channel, rule, source, medium, is_direct,
    resolved_at)
SELECT ':profile', id, 'Unassigned', '', utm_source, utm_medium, false, first_seen_at
FROM traffic_signatures;

CREATE TEMPORARY TABLE visits AS
SELECT n, gen_random_uuid() AS touch_id, gen_random_uuid() AS session_id,
    ('00000000-0000-4000-8000-' || lpad((n % 200000)::text, 12, '0'))::uuid AS visitor_id,
    '2026-01-01Z'::timestamptz + n * interval '7.776 seconds' AS occurred_at,
    1 + (power(random(), 3) * 19999)::bigint AS signature_id
FROM generate_series(0, 999999) n;
ANALYZE visits;
INSERT INTO sessions (profile_id, id, visitor_id, started_at, ended_at, local_date, signature_id,
    page_views, engaged_ms, is_bot, landing_path)
SELECT ':profile', session_id, visitor_id, occurred_at, occurred_at,
    (occurred_at AT TIME ZONE 'UTC')::date, signature_id, 1, 0, false, '/landing'
FROM visits;
INSERT INTO touches (profile_id, id, visitor_id, session_id, occurred_at, signature_id, landing_path)
SELECT ':profile', touch_id, visitor_id, session_id, occurred_at, signature_id, '/landing'
FROM visits;

INSERT INTO conversions (profile_id, generation, id, definition_id, conversion_key, event_id,
    person_kind, person_id, occurred_at, local_date, revenue_type, value_amount, currency,
    value_reporting, is_refund, is_synthetic, touch_count)
SELECT ':profile', s.generation, v.session_id, d.id, d.conversion_key, v.touch_id, 'visitor',
    v.visitor_id, v.occurred_at, (v.occurred_at AT TIME ZONE 'UTC')::date, 'cash', 10 + n % 90,
    'EUR', 10 + n % 90, false, false, 2
FROM visits v
JOIN attribution_state s ON s.profile_id = ':profile'
JOIN conversion_definitions d ON d.profile_id = ':profile' AND d.conversion_key = 'payment_received'
WHERE v.n % 10 = 0;
INSERT INTO credits (profile_id, generation, conversion_id, touch_id, person_kind, person_id,
    touched_at, touch_kind, signature_id, last_touch, first_touch, linear, time_decay,
    last_non_direct, position_based, local_date, conversion_key, revenue_type, value_reporting,
    is_refund, touch_date)
SELECT ':profile', c.generation, c.id, v.touch_id, 'visitor', c.person_id, c.occurred_at, 'click',
    v.signature_id, last, CASE WHEN last IS NULL THEN 1000000000 END, 500000000, 500000000, last,
    500000000, c.local_date, c.conversion_key, c.revenue_type, c.value_reporting, false, c.local_date
FROM conversions c
JOIN visits own ON own.session_id = c.id
CROSS JOIN generate_series(0, 1) AS back
JOIN visits v ON v.n = own.n - back
CROSS JOIN LATERAL (SELECT CASE WHEN back = 0 THEN 1000000000 END AS last) AS l
WHERE c.profile_id = ':profile';

-- The plain way: a channel in each row, rewritten when a rule changes.
CREATE TABLE labelled AS
SELECT t.*, 'Referral'::text AS channel FROM touches t WHERE profile_id = ':profile';
CREATE INDEX labelled_signature ON labelled (profile_id, signature_id);
