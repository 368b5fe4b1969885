SELECT concat_ws(' ', 'internal_utms', count(*) FILTER (WHERE e.exclusion = 'self_referral' AND e.url LIKE '%utm\_%'),
    count(*)) AS line
FROM tracker_events e
WHERE e.profile_id = $1 AND (e.occurred_at AT TIME ZONE 'UTC')::date = '2026-06-29' AND e.kind = 'page_view' AND e.bot_reason IS NULL;
SELECT concat_ws(' ', 'doubled_page_views', count(*) FILTER (WHERE EXISTS (
        SELECT FROM tracker_events o WHERE o.profile_id = e.profile_id AND o.visitor_id = e.visitor_id
        AND o.url = e.url AND o.kind = 'page_view' AND o.bot_reason IS NULL
        AND o.occurred_at >= '2026-06-29Z' AND (o.occurred_at, o.id) < (e.occurred_at, e.id)
        AND o.occurred_at >= e.occurred_at - interval '1 second')), count(*)) AS line
FROM tracker_events e
WHERE e.profile_id = $1 AND (e.occurred_at AT TIME ZONE 'UTC')::date = '2026-06-29' AND e.kind = 'page_view' AND e.bot_reason IS NULL;
SELECT concat_ws(' ', 'bot_share', count(*) FILTER (WHERE e.bot_reason IS NOT NULL), count(*)) AS line
FROM tracker_events e
WHERE e.profile_id = $1 AND (e.occurred_at AT TIME ZONE 'UTC')::date = '2026-06-29' AND e.kind = 'page_view';
SELECT concat_ws(' ', 'doubled_payments', count(*) FILTER (WHERE EXISTS (
        SELECT FROM outcome_events o WHERE o.profile_id = e.profile_id AND o.event_type = e.event_type
        AND o.value_amount = e.value_amount AND o.currency IS NOT DISTINCT FROM e.currency
        AND o.subject_kind = e.subject_kind AND o.subject_key = e.subject_key
        AND o.occurred_at >= '2026-06-29Z' AND (o.occurred_at, o.id) < (e.occurred_at, e.id)
        AND o.occurred_at >= e.occurred_at - interval '10 minutes')), count(*)) AS line
FROM outcome_events e
WHERE e.profile_id = $1 AND (e.occurred_at AT TIME ZONE 'UTC')::date = '2026-06-29' AND e.subject_key IS NOT NULL;
SELECT concat_ws(' ', 'unclaimed_event_types', count(*) FILTER (WHERE t.event_type NOT IN (
        SELECT unnest(d.source_event_names) FROM conversion_definitions d WHERE d.profile_id = $1)), count(*)) AS line
FROM (SELECT DISTINCT e.event_type FROM outcome_events e WHERE e.profile_id = $1) AS t;
SELECT concat_ws(' ', 'unidentified_outcomes',
    count(*) FILTER (WHERE e.subject_key IS NULL AND e.currency IS DISTINCT FROM 'USD'), count(*)) AS line
FROM conversions c
JOIN attribution_state s ON s.profile_id = c.profile_id AND s.generation = c.generation
JOIN outcome_events e ON e.profile_id = c.profile_id AND e.id = c.event_id
WHERE c.profile_id = $1;
SELECT concat_ws(' ', 'money_without_rate', count(*), count(*)) AS line
FROM conversions c
JOIN attribution_state s ON s.profile_id = c.profile_id AND s.generation = c.generation
WHERE c.profile_id = $1 AND c.currency = 'USD';
SELECT concat_ws(' ', 'ad', t.ad_id, count(*)) AS line
FROM touches t WHERE t.profile_id = $1 AND t.ad_id IS NOT NULL GROUP BY t.ad_id;
SELECT concat_ws(' ', 'referrer', u.host, sum(u.visits), sum(u.payments)) AS line
FROM (
    SELECT v.referrer_host AS host, 1 AS visits, 0 AS payments
    FROM sessions v
    JOIN signature_channels c ON c.profile_id = v.profile_id AND c.signature_id = v.signature_id
    WHERE v.profile_id = $1 AND NOT v.is_bot AND v.referrer_host IS NOT NULL AND c.channel = 'Referral'
    UNION ALL
    SELECT r.referrer_host, 0, (r.last_touch / 1000000000)::int
    FROM credits r
    JOIN attribution_state s ON s.profile_id = r.profile_id AND s.generation = r.generation
    JOIN signature_channels c ON c.profile_id = r.profile_id AND c.signature_id = r.signature_id
    WHERE r.profile_id = $1 AND r.revenue_type = 'cash' AND NOT r.is_refund AND r.last_touch IS NOT NULL
        AND r.referrer_host IS NOT NULL AND c.channel = 'Referral'
) AS u
GROUP BY u.host;
SELECT concat_ws(' ', 'page_views', v.local_date, sum(v.page_views)) AS line
FROM sessions v
WHERE v.profile_id = $1 AND NOT v.is_bot AND v.local_date < '2026-06-30' GROUP BY v.local_date;
SELECT concat_ws(' ', 'page_views:' || g.landing_host, v.local_date, sum(v.page_views)) AS line
FROM sessions v
JOIN traffic_signatures g ON g.profile_id = v.profile_id AND g.id = v.signature_id
WHERE v.profile_id = $1 AND NOT v.is_bot AND g.landing_host IS NOT NULL AND v.local_date < '2026-06-30'
GROUP BY g.landing_host, v.local_date;
SELECT concat_ws(' ', 'outcomes:' || e.event_type, (e.occurred_at AT TIME ZONE 'UTC')::date, count(*)) AS line
FROM outcome_events e
WHERE e.profile_id = $1 AND e.occurred_at < '2026-06-30Z' GROUP BY e.event_type, (e.occurred_at AT TIME ZONE 'UTC')::date;
