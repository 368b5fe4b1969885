UPDATE attribution_state SET generation = 2 WHERE profile_id = :profile;
INSERT INTO signature_channels
    (profile_id, signature_id, channel, rule, source, medium, is_direct, resolved_at)
VALUES
    (:profile, 1, 'Paid Search', 'r', 'google', 'cpc', false, '2026-01-01Z'),
    (:profile, 2, 'Direct', 'r', '(direct)', '(none)', true, '2026-01-01Z'),
    (:profile, 3, 'Email', 'r', 'news', 'email', false, '2026-01-01Z');

INSERT INTO conversions (profile_id, generation, id, definition_id, conversion_key, event_id,
    person_kind, person_id, occurred_at, local_date, revenue_type, value_reporting, is_refund,
    is_synthetic, touch_count)
SELECT :profile, c.generation, c.id::uuid, :id00d1, c.goal, :id00ee, c.kind, c.person::uuid,
    c.day::timestamptz, c.day::date, c.revenue_type, c.value, c.is_refund, false, 0
FROM (VALUES
    (2, :id00c1, 'sale', 'customer', :id00a1, '2026-03-01', 'cash', 10.5, false),
    (2, :id00c2, 'sale', 'customer', :id00a2, '2026-03-31', 'cash', 5, false),
    (2, :id00c3, 'sale', 'customer', :id00a2, '2026-03-31', 'cash', 2, false),
    (2, :id00c4, 'lead', 'visitor', :id00b1, '2026-03-10', 'pipeline', 99, false),
    (2, :id00c5, 'sale', 'customer', :id00a1, '2026-03-11', 'cash', NULL, false),
    -- A refund, a sale without a touch, one of April, and what an older generation said.
    (2, :id00c6, 'sale', 'customer', :id00a1, '2026-03-12', 'cash', -10.5, true),
    (2, :id00c7, 'sale', 'customer', :id00a1, '2026-03-13', 'cash', 7, false),
    (2, :id00c8, 'sale', 'customer', :id00a1, '2026-04-01', 'cash', 7, false),
    (1, :id00c9, 'sale', 'customer', :id00a3, '2026-03-13', 'cash', 7, false)
) AS c(generation, id, goal, kind, person, day, revenue_type, value, is_refund);

INSERT INTO credits (profile_id, generation, conversion_id, touch_id, person_kind, person_id,
    touched_at, touch_kind, signature_id, linear, last_touch, local_date, conversion_key,
    revenue_type, value_reporting, is_refund, touch_date)
SELECT :profile, c.generation, c.id, gen_random_uuid(), c.person_kind, c.person_id,
    '2026-02-01Z'::timestamptz + t.number * interval '1 hour', 'click', t.signature, t.linear, NULL,
    c.local_date, c.conversion_key, c.revenue_type, c.value_reporting, c.is_refund, '2026-02-01'
FROM conversions c
JOIN (
    SELECT t.id::uuid AS id, s.number, s.signature::bigint AS signature, 1 AS linear
    FROM (VALUES
        (:id00c1, '{1,1,2,2,1}'), (:id00c2, '{1,2,1}'), (:id00c3, '{1,2,1}'),
        (:id00c6, '{1,1,2,2,1}'), (:id00c8, '{1}'), (:id00c9, '{1}')
    ) AS t(id, path)
    CROSS JOIN LATERAL unnest(t.path::text[]) WITH ORDINALITY AS s(signature, number)
    UNION ALL
    -- Twenty-five steps, and twenty.
    SELECT t.id::uuid, s.number, 2 + s.number % 2, 1
    FROM (VALUES (:id00c4, 25), (:id00c5, 20)) AS t(id, length)
    CROSS JOIN LATERAL generate_series(1, t.length) AS s(number)
    UNION ALL
    -- A touch that is on no linear path.
    SELECT :id00c1::uuid, 0, 3, NULL
) AS t ON t.id = c.id
WHERE c.profile_id = :profile;

INSERT INTO visitors (profile_id, id, anonymous_id, customer_id, is_shared, first_seen_at)
VALUES
    (:profile, :id00b2, 'b2', NULL, false, '2026-01-01Z'),
    (:profile, :id00b3, 'b3', :id00a3, false, '2026-01-01Z'),
    (:profile, :id00b4, 'b4', :id00a1, true, '2026-01-01Z'),
    (:profile, :id00b5, 'b5', :id00a1, false, '2026-01-01Z'),
    (:profile, :id00b6, 'b6', :id00a3, false, '2026-01-01Z');
INSERT INTO visitor_segments (profile_id, visitor_id, from_at, customer_id)
VALUES
    (:profile, :id00b4, '-infinity', :id00a1),
    (:profile, :id00b4, '2026-03-05T12:00Z', :id00a4);
INSERT INTO sessions (profile_id, id, visitor_id, started_at, ended_at, local_date, signature_id,
    page_views, engaged_ms, is_bot)
VALUES
    (:profile, :id0002, :id00b2, '2026-03-01Z', '2026-03-01Z', '2026-03-01', 1, 1, 0, false),
    (:profile, :id0003, :id00b3, '2026-03-02Z', '2026-03-02Z', '2026-03-02', 1, 1, 0, false),
    (:profile, :id0004, :id00b4, '2026-03-05Z', '2026-03-05Z', '2026-03-05', 2, 1, 0, false),
    (:profile, :id0005, :id00b5, '2026-03-06Z', '2026-03-06Z', '2026-03-06', 2, 1, 0, false),
    (:profile, :id0006, :id00b6, '2026-03-31Z', '2026-03-31Z', '2026-03-31', 3, 1, 0, false),
    (:profile, :id0007, :id00b2, '2026-04-01Z', '2026-04-01Z', '2026-04-01', 2, 1, 0, false);
INSERT INTO touches (profile_id, id, visitor_id, session_id, occurred_at, signature_id)
VALUES
    (:profile, :id0011, :id00b2, :id0002, '2026-03-01T10:00Z', 1),
    (:profile, :id0012, :id00b2, :id0002, '2026-03-01T10:05Z', 1),
    (:profile, :id0013, :id00b2, :id0002, '2026-03-01T10:06Z', 3),
    (:profile, :id0014, :id00b3, :id0003, '2026-03-02T10:00Z', 1),
    (:profile, :id0015, :id00b6, :id0006, '2026-03-31T10:00Z', 3),
    (:profile, :id0016, :id00b4, :id0004, '2026-03-05T10:00Z', 3),
    (:profile, :id0017, :id00b4, :id0004, '2026-03-05T14:00Z', 2),
    (:profile, :id0018, :id00b5, :id0005, '2026-03-06T10:00Z', 2),
    (:profile, :id0019, :id00b2, :id0007, '2026-04-01T10:00Z', 2);

-- A visit that began at the root, from a search; its last touch came from a newsletter to a page of
-- its own.
UPDATE sessions SET landing_path = '/', referrer_host = 'www.google.com'
WHERE profile_id = :profile AND id = :id0002;
UPDATE touches SET landing_path = CASE WHEN id = :id0013 THEN '/spring' ELSE '/' END
WHERE profile_id = :profile AND session_id = :id0002;
INSERT INTO traffic_signatures (profile_id, id, referrer_state, referrer_host, click_kinds,
    has_ad_id, first_seen_at)
VALUES
    (:profile, 1, 'present', 'www.google.com', '{}', false, '2026-01-01Z'),
    (:profile, 3, 'present', 'mail.example', '{}', false, '2026-01-01Z');
