-- Generation 2 is what readers see. Ids are short: the last digits say what a row is.
INSERT INTO attribution_state (profile_id, generation, currency, timezone)
VALUES (:profile, 2, 'EUR', 'UTC')
ON CONFLICT (profile_id) DO UPDATE SET generation = 2;

INSERT INTO customers (profile_id, id, first_name, last_name, primary_email, first_seen_at, last_seen_at)
VALUES
    (:profile, :id00a1, 'Ana', 'One', 'ana@mail.example', '2026-03-01Z', '2026-03-01Z'),
    (:profile, :id00a2, '50%_off', NULL, 'odd@mail.example', '2026-03-01Z', '2026-03-01Z');
INSERT INTO visitors (profile_id, id, anonymous_id, is_shared, first_seen_at)
VALUES (:profile, :id00b1, 'browser-1', false, '2026-03-01Z');
INSERT INTO signature_channels
    (profile_id, signature_id, channel, rule, source, medium, is_direct, resolved_at)
VALUES
    (:profile, 1, 'Paid Search', 'r', 'google', 'cpc', false, '2026-03-01Z'),
    (:profile, 2, 'Direct', 'r', '(direct)', '(none)', true, '2026-03-01Z'),
    (:profile, 3, 'Email', 'r', 'news', 'email', false, '2026-03-01Z');

INSERT INTO conversions (profile_id, generation, id, definition_id, conversion_key, event_id,
    person_kind, person_id, occurred_at, local_date, revenue_type, value_reporting, is_refund,
    is_synthetic, touch_count, first_touch_at)
SELECT :profile, c.generation, c.id::uuid, :id00d1, c.conversion_key, :id00ee, c.person_kind,
    c.person_id::uuid, c.occurred_at::timestamptz, c.local_date::date, c.revenue_type,
    c.value_reporting::numeric, c.is_refund, false, c.touch_count, c.first_touch_at::timestamptz
FROM (VALUES
    -- Ana: a payment, half a second more than a day after its first touch; a refund; a lead.
    (2, :id00c1, 'payment_received', 'customer', :id00a1, '2026-03-02T10:00:00Z', '2026-03-02',
        'cash', '100.50000001', false, 2, '2026-03-01T09:59:59.5Z'),
    (2, :id00c2, 'payment_received', 'customer', :id00a1, '2026-03-03T10:00:00Z', '2026-03-03',
        'cash', '-30.25', true, 2, '2026-03-01T09:59:59.5Z'),
    (2, :id00c3, 'lead_created', 'customer', :id00a1, '2026-03-04T10:00:00Z', '2026-03-04',
        'pipeline', '999', false, 0, NULL),
    -- A browser, and an event without a person, at the very instant of Ana's payment.
    (2, :id00c4, 'payment_received', 'visitor', :id00b1, '2026-03-02T10:00:00Z', '2026-03-02',
        'cash', NULL, false, 0, NULL),
    (2, :id00c5, 'payment_received', 'event', :id00e5, '2026-03-02T10:00:00Z', '2026-03-02',
        'cash', '5', false, 0, NULL),
    (2, :id00c6, 'payment_received', 'customer', :id00a2, '2026-03-05T10:00:00Z', '2026-03-05',
        'cash', '1', false, 0, NULL),
    -- The first and the last local day of the period, far from UTC; then a day too late.
    (2, :id00c7, 'payment_received', 'customer', :id00a2, '2026-02-28T10:00:00Z', '2026-03-01',
        'cash', '2', false, 0, NULL),
    (2, :id00c8, 'payment_received', 'customer', :id00a2, '2026-04-01T11:59:00Z', '2026-03-31',
        'cash', '3', false, 0, NULL),
    (2, :id00c9, 'payment_received', 'customer', :id00a2, '2026-04-01T12:00:00Z', '2026-04-01',
        'cash', '4', false, 0, NULL),
    -- What an older generation said.
    (1, :id00ca, 'payment_received', 'customer', :id00a1, '2026-03-02T11:00:00Z', '2026-03-02',
        'cash', '77', false, 0, NULL)
) AS c(generation, id, conversion_key, person_kind, person_id, occurred_at, local_date,
    revenue_type, value_reporting, is_refund, touch_count, first_touch_at);

-- Ana's path: an e-mail that only first_touch counts, a search, then a direct visit.
INSERT INTO credits (profile_id, generation, conversion_id, touch_id, person_kind, person_id,
    touched_at, touch_kind, signature_id, last_touch, first_touch, linear, local_date, touch_date,
    conversion_key, revenue_type, value_reporting, is_refund, country, device)
VALUES
    (:profile, 2, :id00c1, :id00f3, 'customer', :id00a1, '2026-01-01Z', 'click', 3, NULL,
        1000000000, NULL, '2026-03-02', '2026-03-02', 'payment_received', 'cash', 100.50000001, false, 'FR',
        'desktop'),
    (:profile, 2, :id00c1, :id00f2, 'customer', :id00a1, '2026-03-01T10:00:00Z', 'click', 1, NULL,
        NULL, 500000000, '2026-03-02', '2026-03-02', 'payment_received', 'cash', 100.50000001, false, 'ES',
        'tablet'),
    (:profile, 2, :id00c1, :id00f1, 'customer', :id00a1, '2026-03-02T09:00:00Z', 'click', 2,
        1000000000, NULL, 500000000, '2026-03-02', '2026-03-02', 'payment_received', 'cash', 100.50000001, false,
        'DE', 'mobile'),
    (:profile, 1, :id00c1, :id00f1, 'customer', :id00a1, '2026-03-02T09:00:00Z', 'click', 3,
        1000000000, NULL, 500000000, '2026-03-02', '2026-03-02', 'payment_received', 'cash', 100.50000001, false,
        'XX', 'desktop');

-- Three touches of one instant: their ids say which comes first. A later one is on the path again.
INSERT INTO credits (profile_id, generation, conversion_id, touch_id, person_kind, person_id,
    touched_at, touch_kind, signature_id, linear, local_date, touch_date, conversion_key,
    revenue_type, value_reporting, is_refund)
SELECT :profile, 2, :id00c6, t.id::uuid, 'customer', :id00a2, t.at::timestamptz, 'click',
    t.signature, 250000000, '2026-03-05', '2026-03-04', 'payment_received', 'cash', 1, false
FROM (VALUES
    (:id00f4, '2026-03-04T10:00:00Z', 1),
    (:id00f5, '2026-03-04T10:00:00Z', 3),
    (:id00f6, '2026-03-04T10:00:00Z', 2),
    (:id00f0, '2026-03-04T11:00:00Z', 2)
) AS t(id, at, signature);
