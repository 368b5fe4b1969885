-- The history of a customer ($2), a browser ($3) or an event without a person ($4): $6 events from
-- $7 on, and how many there are. $5 is the generation.
WITH RECURSIVE browsers AS (
    SELECT v.id, v.is_shared FROM visitors v
    WHERE v.profile_id = $1 AND (v.customer_id = $2 OR v.id = $3)
    UNION
    SELECT v.id, v.is_shared FROM visitor_segments g
    JOIN visitors v ON v.profile_id = $1 AND v.id = g.visitor_id
    WHERE g.profile_id = $1 AND g.customer_id = $2
),
-- When each browser is the person's.
spans AS (
    SELECT b.id AS visitor_id, '-infinity'::timestamptz AS from_at, 'infinity'::timestamptz AS until
    FROM browsers b WHERE NOT b.is_shared
    UNION ALL
    SELECT w.visitor_id, w.from_at, w.until
    FROM (
        SELECT g.visitor_id, g.customer_id, g.from_at,
            coalesce(
                lead(g.from_at) OVER (PARTITION BY g.visitor_id ORDER BY g.from_at), 'infinity'
            ) AS until
        FROM visitor_segments g
        JOIN browsers b ON b.id = g.visitor_id AND b.is_shared
        WHERE g.profile_id = $1
    ) AS w
    WHERE w.customer_id = $2
),
-- Outcome events that are the person's by their own identifiers, and refunds of those.
chain AS (
    SELECT o.id FROM (
        SELECT e.id FROM identifiers i
        JOIN outcome_events e ON e.profile_id = $1
            AND e.subject_kind = i.kind AND e.subject_key = i.value_key
        WHERE i.profile_id = $1 AND i.customer_id = $2
        UNION
        SELECT e.id FROM spans
        JOIN outcome_events e ON e.profile_id = $1 AND e.visitor_id = spans.visitor_id
            AND e.subject_kind = 'anonymous_id'
            AND e.occurred_at >= spans.from_at AND e.occurred_at < spans.until
        UNION
        SELECT e.id FROM outcome_events e
        WHERE e.profile_id = $1 AND e.id = $4 AND e.subject_kind IS NULL
    ) AS o
    UNION
    SELECT r.id FROM chain
    JOIN outcome_events o ON o.profile_id = $1 AND o.id = chain.id
    JOIN outcome_events r ON r.profile_id = $1
        AND r.refund_of IN (o.idempotency_key, o.id::text)
),
-- A refund of somebody else's payment is in that person's history.
outcomes AS (
    SELECT e.id, e.occurred_at FROM chain
    JOIN outcome_events e ON e.profile_id = $1 AND e.id = chain.id
    WHERE e.refund_of IS NULL
        OR EXISTS (
            SELECT 1 FROM chain other
            JOIN outcome_events o ON o.profile_id = $1 AND o.id = other.id
            WHERE e.refund_of IN (o.idempotency_key, o.id::text)
        )
        OR NOT EXISTS (
            SELECT 1 FROM outcome_events o
            WHERE o.profile_id = $1 AND (o.idempotency_key = e.refund_of
                OR o.id = CASE
                    WHEN e.refund_of ~ '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$'
                    THEN e.refund_of::uuid
                END)
        )
),
-- Conversions are found by whose they are: that is what their index knows.
converted AS (
    SELECT c.id, c.event_id, c.is_synthetic FROM conversions c
    WHERE c.profile_id = $1 AND c.generation = $5
        AND c.person_kind = CASE
            WHEN $2 IS NOT NULL THEN 'customer' WHEN $3 IS NOT NULL THEN 'visitor' ELSE 'event'
        END
        AND c.person_id = coalesce($2, $3, $4)
),
everything AS (
    SELECT e.id, e.occurred_at, true AS is_web
    FROM spans
    JOIN tracker_events e ON e.profile_id = $1 AND e.visitor_id = spans.visitor_id
        AND e.occurred_at >= spans.from_at AND e.occurred_at < spans.until
    WHERE e.kind <> 'engagement' AND e.bot_reason IS NULL
        AND NOT EXISTS (
            SELECT FROM excluded_events x
            WHERE x.profile_id = $1 AND x.visitor_id = e.visitor_id AND x.id = e.id
        )
    UNION ALL
    SELECT o.id, o.occurred_at, false FROM outcomes o
),
page AS (
    SELECT * FROM everything ORDER BY occurred_at, id LIMIT $6 OFFSET $7
),
web AS MATERIALIZED (
    SELECT page.id, page.occurred_at, e.visitor_id, e.kind, coalesce(e.name, e.title, e.kind) AS name,
        e.url, e.path, t.signature_id, e.campaign_id, e.ad_id, e.device, e.browser, e.os, e.country
    FROM page
    JOIN tracker_events e ON e.profile_id = $1 AND e.occurred_at = page.occurred_at
        AND e.id = page.id
    LEFT JOIN touches t ON t.profile_id = $1 AND t.id = e.id
    WHERE page.is_web
),
-- The sessions of the page are read once, not once an event.
visits AS MATERIALIZED (
    SELECT s.visitor_id, s.id, s.started_at, s.ended_at, s.signature_id
    FROM (
        SELECT visitor_id, min(occurred_at) AS first_at, max(occurred_at) AS last_at
        FROM web GROUP BY visitor_id
    ) AS r
    JOIN sessions s ON s.profile_id = $1 AND s.visitor_id = r.visitor_id AND NOT s.is_bot
        AND s.started_at <= r.last_at AND s.ended_at >= r.first_at
),
visited AS (
    SELECT DISTINCT ON (web.id) web.*, s.signature_id AS of_visit
    FROM web
    LEFT JOIN visits s ON s.visitor_id = web.visitor_id
        AND s.started_at <= web.occurred_at AND s.ended_at >= web.occurred_at
    ORDER BY web.id, s.started_at DESC, s.id
),
shown AS (
    SELECT v.id, v.occurred_at, v.kind AS event_type, v.name AS event_name, v.url, v.path,
        coalesce(v.signature_id, v.of_visit) AS signature_id, NULL::text AS told_source,
        v.campaign_id, v.ad_id, NULL::text AS value_amount, NULL::text AS currency,
        v.device, v.browser, v.os, v.country, false AS is_synthetic,
        NULL::uuid AS conversion_id
    FROM visited v
    UNION ALL
    SELECT page.id, page.occurred_at, e.event_type, coalesce(e.event_name, e.event_type),
        NULL, NULL, last.signature_id,
        -- A payment of a card checkout says by its name whose it is.
        coalesce(e.properties ->> 'provider', e.pipeline ->> 'external_source',
            CASE WHEN e.event_name = 'webpay' THEN e.event_name END),
        e.campaign_id, e.ad_id,
        (CASE WHEN e.refund_of IS NULL THEN e.value_amount ELSE -abs(e.value_amount) END)::text,
        e.currency, NULL, NULL, NULL, NULL, coalesce(last.is_synthetic, false),
        last.conversion_id
    FROM page
    JOIN outcome_events e ON e.profile_id = $1 AND e.id = page.id
    LEFT JOIN LATERAL (
        SELECT c.id AS conversion_id, c.is_synthetic, r.signature_id
        FROM converted c
        LEFT JOIN credits r ON r.profile_id = $1 AND r.generation = $5
            AND r.conversion_id = c.id AND r.last_touch IS NOT NULL
        WHERE c.event_id = e.id
        LIMIT 1
    ) AS last ON true
    WHERE NOT page.is_web
)
SELECT total.count AS total_count, shown.id, shown.occurred_at, shown.event_type,
    shown.event_name, shown.url, shown.path, shown.signature_id, shown.told_source,
    shown.campaign_id, shown.ad_id, shown.value_amount, shown.currency, shown.device,
    shown.browser, shown.os, shown.country, coalesce(shown.is_synthetic, false) AS is_synthetic,
    shown.conversion_id
FROM (SELECT count(*) AS count FROM everything) AS total
LEFT JOIN shown ON true
ORDER BY shown.occurred_at, shown.id
