-- Seven months of a shop: 8,000 browsers, a quarter of them of a customer; 40,000 sessions with a
-- touch and two events each, 6,000 payments, all credited. Two other profiles have as much.
CREATE TEMP TABLE owner AS
SELECT p.id, p.number
FROM (VALUES (:profile::uuid, 0), (:id00a1::uuid, 1), (:id00a2::uuid, 2)) AS p (id, number);

CREATE FUNCTION pg_temp.name(kind text, profile integer, number bigint) RETURNS uuid
LANGUAGE sql IMMUTABLE AS $$ SELECT md5(kind || profile || '-' || number)::uuid $$;

INSERT INTO customers (profile_id, id, first_name, primary_email, first_seen_at, last_seen_at)
SELECT o.id, pg_temp.name('c', o.number, n), 'Name ' || n, n || '@example.com', '2026-01-01Z',
    '2026-06-30Z'
FROM owner o CROSS JOIN generate_series(0, 1999) AS n;
INSERT INTO visitors (profile_id, id, anonymous_id, customer_id, is_shared, first_seen_at)
SELECT o.id, pg_temp.name('v', o.number, n), 'anon-' || n,
    CASE WHEN n < 2000 THEN pg_temp.name('c', o.number, n) END, false, '2026-01-01Z'
FROM owner o CROSS JOIN generate_series(0, 7999) AS n;
INSERT INTO identifier_pairs (profile_id, kind, value_key, other_kind, other_key, first_at,
    server_events, identifications, fact_id, is_settled)
SELECT o.id, 'email', n || '@example.com', 'phone', n::text, '2026-01-01Z', 1, 0, gen_random_uuid(), true
FROM owner o CROSS JOIN generate_series(0, 1999) AS n;
INSERT INTO excluded_events (profile_id, visitor_id, id, exclusion_id)
SELECT o.id, pg_temp.name('v', o.number, n % 400), gen_random_uuid(), gen_random_uuid()
FROM owner o CROSS JOIN generate_series(1, 8000) AS n;
INSERT INTO exclusion_passes (profile_id) SELECT gen_random_uuid() FROM generate_series(1, 5000);
INSERT INTO evidence_rereadings (profile_id) SELECT gen_random_uuid() FROM generate_series(1, 5000);
INSERT INTO identifiers (profile_id, kind, value_key, customer_id, state, first_seen_at,
    last_seen_at)
SELECT o.id, 'email', n || '@example.com', pg_temp.name('c', o.number, n), 'active', '2026-01-01Z',
    '2026-06-30Z'
FROM owner o CROSS JOIN generate_series(0, 1999) AS n;
INSERT INTO traffic_signatures (profile_id, id, referrer_state, utm_source, utm_campaign,
    click_kinds, has_ad_id, first_seen_at)
SELECT o.id, n, 'absent', 'source' || n, 'campaign' || n, '{}', false, '2026-01-01Z'
FROM owner o CROSS JOIN generate_series(0, 499) AS n;
INSERT INTO signature_channels (profile_id, signature_id, channel, rule, source, medium, is_direct,
    resolved_at)
SELECT o.id, n, 'Channel ' || n % 8, 'rule', 'source' || n, 'cpc', false, '2026-01-01Z'
FROM owner o CROSS JOIN generate_series(0, 499) AS n;
INSERT INTO sessions (profile_id, id, visitor_id, started_at, ended_at, local_date, signature_id,
    page_views, engaged_ms, is_bot)
SELECT o.id, pg_temp.name('s', o.number, n), pg_temp.name('v', o.number, n % 8000), t.at,
    t.at + interval '5 minutes', t.at::date, n % 500, 2, 1000, false
FROM owner o CROSS JOIN generate_series(0, 39999) AS n
CROSS JOIN LATERAL (SELECT '2026-01-02Z'::timestamptz + n * interval '8 minutes' AS at) AS t;
INSERT INTO touches (profile_id, id, visitor_id, session_id, occurred_at, signature_id)
SELECT s.profile_id, s.id, s.visitor_id, s.id, s.started_at, s.signature_id
FROM sessions s JOIN owner o ON o.id = s.profile_id;
INSERT INTO tracker_events (profile_id, occurred_at, id, received_at, visitor_id, kind, url, path,
    signature_id, source_key, names_a_source)
SELECT s.profile_id, s.started_at + e.number * interval '1 minute',
    CASE WHEN e.number = 0 THEN s.id ELSE gen_random_uuid() END, s.started_at, s.visitor_id,
    'page_view', 'https://shop.example/', '/', s.signature_id, 1, true
FROM sessions s JOIN owner o ON o.id = s.profile_id
CROSS JOIN generate_series(0, 1) AS e (number);
INSERT INTO outcome_events (profile_id, id, idempotency_key, content_hash, received_at, occurred_at,
    event_type, value_amount, currency, subject_kind, subject_key, identifiers)
SELECT o.id, pg_temp.name('o', o.number, n), 'key-' || n, '', t.at, t.at,
    'payment_received', 10.01, 'EUR', 'email', n % 2000 || '@example.com', '{}'
FROM owner o CROSS JOIN generate_series(0, 5999) AS n
CROSS JOIN LATERAL (SELECT '2026-01-03Z'::timestamptz + n * interval '40 minutes' AS at) AS t;
INSERT INTO conversions (profile_id, generation, id, definition_id, conversion_key, event_id,
    person_kind, person_id, occurred_at, local_date, revenue_type, value_reporting, is_refund,
    is_synthetic, touch_count)
SELECT o.id, 2, pg_temp.name('o', o.number, n), :id00d1, 'goal' || n % 3,
    pg_temp.name('o', o.number, n), 'customer', pg_temp.name('c', o.number, n % 2000), t.at,
    t.at::date, 'cash', 10.01, false, false, 1
FROM owner o CROSS JOIN generate_series(0, 5999) AS n
CROSS JOIN LATERAL (SELECT '2026-01-03Z'::timestamptz + n * interval '40 minutes' AS at) AS t;
INSERT INTO credits (profile_id, generation, conversion_id, touch_id, person_kind, person_id,
    touched_at, touch_kind, signature_id, linear, last_touch, local_date, conversion_key,
    revenue_type, value_reporting, is_refund, touch_date)
SELECT c.profile_id, 2, c.id, c.id, 'customer', c.person_id, c.occurred_at, 'click', 1, 1000000000,
    1000000000, c.local_date, c.conversion_key, 'cash', 10.01, false, c.local_date
FROM conversions c JOIN owner o ON o.id = c.profile_id;
INSERT INTO conversion_reasons (profile_id, generation, local_date, conversion_key, reason, credited_by, currency,
    conversions, synthetic, amounts)
SELECT c.profile_id, 2, c.local_date, c.conversion_key, '', '{linear,last_touch}', 'EUR', count(*), 0, count(*)
FROM conversions c JOIN owner o ON o.id = c.profile_id
GROUP BY c.profile_id, c.local_date, c.conversion_key;
INSERT INTO restatements (profile_id, id, sequence, restated_at, cause, causes, currency_before,
    currency_after, timezone_before, timezone_after)
SELECT o.id, pg_temp.name('r', o.number, n), n, '2026-06-01Z', 'late_event', '[]', 'EUR', 'EUR',
    'UTC', 'UTC'
FROM owner o CROSS JOIN generate_series(1, 400) AS n;
INSERT INTO restatement_lines (profile_id, local_date, channel, model, sequence, cash_before,
    cash_after, conversions_before, conversions_after, payments_before, payments_after)
SELECT r.profile_id, '2026-01-01'::date + l, 'Channel ' || l % 8, 'last_touch', r.sequence, 0, 1, 0,
    1, 0, 1
FROM restatements r JOIN owner o ON o.id = r.profile_id
CROSS JOIN generate_series(0, 39) AS l;
INSERT INTO recomputes (profile_id, id, status, causes, requested_at, finished_at, people_done,
    attempts)
SELECT o.id, pg_temp.name('f', o.number, n), 'completed', '[]',
    '2026-01-01Z'::timestamptz + n * interval '1 hour', '2026-06-30Z', 1, 1
FROM owner o CROSS JOIN generate_series(1, 2000) AS n;
INSERT INTO replay_marks (bucket, id, profile_id, kind, target_id, cause, created_at)
SELECT ('x' || right(o.id::text, 1))::bit(4)::int % 8, gen_random_uuid(), o.id, 'visitor',
    pg_temp.name('v', o.number, n % 8000), 'late_event', '2026-06-30Z'
FROM owner o CROSS JOIN generate_series(1, 20000) AS n;
INSERT INTO ad_spend_daily (profile_id, date, platform, account_id, campaign_id, ad_set_id, ad_id,
    amount, currency, signature_id, updated_at)
SELECT o.id, '2026-01-01'::date + n / 50, 'p', '', n % 50, '', '', 1, 'EUR', 1, '2026-06-30Z'
FROM owner o CROSS JOIN generate_series(0, 8999) AS n;
ANALYZE
