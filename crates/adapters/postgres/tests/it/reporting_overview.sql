-- Generation 2 is what readers see. March is asked for; the days before it are 29 January to
-- 28 February.
UPDATE attribution_state SET generation = 2 WHERE profile_id = :profile;

-- Traffic 4 has been seen, but nothing classified it yet.
INSERT INTO traffic_signatures
    (profile_id, id, referrer_state, utm_campaign, click_kinds, has_ad_id, first_seen_at)
VALUES
    (:profile, 1, 'present', 'Spring Sale', '{}', false, '2026-01-01Z'),
    (:profile, 2, 'absent', NULL, '{}', false, '2026-01-01Z'),
    (:profile, 3, 'absent', '50%_off', '{}', false, '2026-01-01Z'),
    (:profile, 4, 'absent', NULL, '{}', false, '2026-01-01Z');
INSERT INTO signature_channels
    (profile_id, signature_id, channel, rule, source, medium, is_direct, resolved_at)
VALUES
    (:profile, 1, 'Paid Search', 'r', 'google', 'cpc', false, '2026-01-01Z'),
    (:profile, 2, 'Direct', 'r', '(direct)', '(none)', true, '2026-01-01Z'),
    (:profile, 3, 'Email', 'r', 'news', 'email', false, '2026-01-01Z');

INSERT INTO sessions (profile_id, id, visitor_id, started_at, ended_at, local_date, signature_id,
    page_views, engaged_ms, is_bot, country, device, browser, os, referrer_host, landing_path, ad_id)
VALUES
    -- The first local day is still February in UTC, the last one already April.
    (:profile, :id0001, :id00b1, '2026-02-28T12:00Z', '2026-02-28T12:00Z', '2026-03-01', 1, 1, 1500,
        false, 'ES', 'mobile', 'Chrome', 'Android', 'google.example', '/spring', '7'),
    (:profile, :id0002, :id00b1, '2026-03-10Z', '2026-03-10Z', '2026-03-10', 2, 3, 9000,
        false, 'DE', 'desktop', 'Firefox', 'Linux', NULL, '/', NULL),
    (:profile, :id0003, :id00b2, '2026-04-01T11:00Z', '2026-04-01T11:00Z', '2026-03-31', 3, 1, 0,
        false, 'FR', 'desktop', 'Safari', 'macOS', 'mail.example', '/', '8'),
    -- Engaged with a page that it opened before the tracker ran: no page view, nothing known.
    (:profile, :id0004, :id00b3, '2026-03-15Z', '2026-03-15Z', '2026-03-15', NULL, 0, 500,
        false, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (:profile, :id0005, :id00b4, '2026-03-15Z', '2026-03-15Z', '2026-03-15', 1, 10, 100000,
        true, 'ES', 'mobile', 'Chrome', 'Android', 'google.example', '/spring', '7'),
    (:profile, :id0006, :id00b5, '2026-04-01Z', '2026-04-01Z', '2026-04-01', 1, 50, 100000,
        false, 'ES', 'mobile', 'Chrome', 'Android', 'google.example', '/spring', NULL),
    -- The last and the first day before, and one that is earlier.
    (:profile, :id0007, :id00b1, '2026-02-28Z', '2026-02-28Z', '2026-02-28', 1, 2, 3000,
        false, 'ES', 'mobile', 'Chrome', 'Android', 'google.example', '/spring', '7'),
    (:profile, :id0008, :id00b2, '2026-01-29Z', '2026-01-29Z', '2026-01-29', 3, 1, 1000,
        false, 'FR', 'desktop', 'Safari', 'macOS', 'mail.example', '/', NULL),
    (:profile, :id0009, :id00b6, '2026-01-28Z', '2026-01-28Z', '2026-01-28', 1, 9, 1000,
        false, 'ES', 'mobile', 'Chrome', 'Android', 'google.example', '/spring', NULL);

INSERT INTO conversions (profile_id, generation, id, definition_id, conversion_key, event_id,
    person_kind, person_id, occurred_at, local_date, revenue_type, value_amount, currency,
    value_reporting, is_refund, is_synthetic, touch_count)
SELECT :profile, c.generation, c.id::uuid, :id00d1, 'any', :id00ee, 'visitor', :id00b1,
    c.local_date::timestamptz, c.local_date::date, c.revenue_type, c.amount::numeric, 'USD',
    c.reporting::numeric, c.is_refund, false, 0
FROM (VALUES
    -- A payment over three touches, and its refund.
    (2, :id00c1, '2026-03-02', 'cash', '111', '100.50000001', false),
    (2, :id00c2, '2026-03-03', 'cash', '-33', '-30.25', true),
    -- A lead, a deal, a payment that nothing led to, and one in a currency without a rate.
    (2, :id00c3, '2026-03-04', 'pipeline', '999', '999', false),
    (2, :id00c4, '2026-03-31', 'cash', '44', '40', false),
    (2, :id00c5, '2026-03-01', 'cash', '70', NULL, false),
    (2, :id00c9, '2026-03-09', 'gross', NULL, NULL, false),
    -- A day too late; the last day before; what an older generation said.
    (2, :id00c6, '2026-04-01', 'cash', '500', '500', false),
    (2, :id00c7, '2026-02-28', 'cash', '11', '10', false),
    (1, :id00c8, '2026-03-05', 'cash', '77', '77', false)
) AS c(generation, id, local_date, revenue_type, amount, reporting, is_refund);

INSERT INTO credits (profile_id, generation, conversion_id, touch_id, person_kind, person_id,
    touched_at, touch_kind, signature_id, last_touch, first_touch, linear, time_decay,
    last_non_direct, position_based, local_date, conversion_key, revenue_type, value_reporting,
    is_refund, country, device, browser, os, referrer_host, landing_path, ad_id, touch_date)
SELECT :profile, c.generation, c.id, t.touch_id::uuid, c.person_kind, c.person_id, c.occurred_at, 'click',
    t.signature_id, t.last_touch, t.first_touch, t.linear, t.time_decay, t.last_non_direct,
    t.position_based, c.local_date, c.conversion_key, c.revenue_type, c.value_reporting, c.is_refund, s.country,
    s.device, s.browser, s.os, s.referrer_host, s.landing_path,
    s.ad_id, s.local_date
FROM conversions c
JOIN (VALUES
    (:id00c1, :id00f3, 3, NULL, 1000000000, 333333333, 200000000, NULL, 400000000),
    (:id00c1, :id00f1, 1, NULL, NULL, 333333333, 300000000, 1000000000, 200000000),
    (:id00c1, :id00f2, 2, 1000000000, NULL, 333333334, 500000000, NULL, 400000000),
    (:id00c2, :id00f3, 3, NULL, 1000000000, 333333333, 200000000, NULL, 400000000),
    (:id00c2, :id00f1, 1, NULL, NULL, 333333333, 300000000, 1000000000, 200000000),
    (:id00c2, :id00f2, 2, 1000000000, NULL, 333333334, 500000000, NULL, 400000000),
    -- The first touch of the lead is older than its window.
    (:id00c3, :id00f1, 1, 1000000000, NULL, 1000000000, 1000000000, 1000000000, 1000000000),
    (:id00c5, :id00f3, 3, 1000000000, 1000000000, 1000000000, 1000000000, 1000000000, 1000000000),
    (:id00c6, :id00f1, 1, 1000000000, 1000000000, 1000000000, 1000000000, 1000000000, 1000000000),
    (:id00c7, :id00f1, 1, 1000000000, NULL, 1000000000, 1000000000, 1000000000, 1000000000),
    (:id00c8, :id00f1, 1, 1000000000, 1000000000, 1000000000, 1000000000, 1000000000, 1000000000)
) AS t(conversion_id, touch_id, signature_id, last_touch, first_touch, linear, time_decay,
    last_non_direct, position_based) ON t.conversion_id::uuid = c.id
JOIN sessions s ON s.profile_id = :profile AND s.signature_id = t.signature_id
    AND s.id IN (:id0001, :id0002, :id0003)
WHERE c.profile_id = :profile;

INSERT INTO ad_spend_daily (profile_id, date, platform, account_id, campaign_id, ad_set_id, ad_id,
    amount, currency, signature_id, updated_at)
VALUES
    (:profile, '2026-03-01', 'p', '', '', '', 'a', 20.5, 'EUR', 1, '2026-01-01Z'),
    -- Both are half way between two eighth decimals: 5.000550005 and 5.000650015.
    (:profile, '2026-03-31', 'p', '', '', '', 'b', 10.0001, 'USD', 3, '2026-01-01Z'),
    (:profile, '2026-03-31', 'p', '', '', '', 'c', 10.0003, 'USD', 3, '2026-01-01Z'),
    -- Other days, other directions and other currencies have a rate, this one has none.
    (:profile, '2026-03-15', 'p', '', '', '', 'a', 99, 'USD', 1, '2026-01-01Z'),
    (:profile, '2026-04-01', 'p', '', '', '', 'a', 1000, 'EUR', 1, '2026-01-01Z'),
    (:profile, '2026-02-28', 'p', '', '', '', 'a', 4, 'EUR', 1, '2026-01-01Z'),
    (:profile, '2026-01-28', 'p', '', '', '', 'a', 2000, 'EUR', 1, '2026-01-01Z');
INSERT INTO fx_rates (profile_id, from_currency, to_currency, date, rate, source)
VALUES
    (:profile, 'USD', 'EUR', '2026-03-31', 0.50005, 'test'),
    (:profile, 'USD', 'EUR', '2026-03-14', 0.9, 'test'),
    (:profile, 'EUR', 'USD', '2026-03-15', 1.1, 'test'),
    (:profile, 'GBP', 'EUR', '2026-03-15', 1.2, 'test');
