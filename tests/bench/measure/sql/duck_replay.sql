-- The replay in DuckDB: from events to shares of six models, in floats, without synthetic touches.
-- It leaves the table `credited`, a row a (conversion, touch).
CREATE OR REPLACE TEMP TABLE credited AS
WITH hit AS (
    SELECT visitor_id, micros, id, kind, signature_id, source_key, names_a_source, excluded,
        CASE WHEN micros - lag(micros) OVER (PARTITION BY visitor_id ORDER BY micros, id) <= 1800000000
            THEN 0 ELSE 1 END AS begins
    FROM events
),
cut AS (
    SELECT *, sum(begins) OVER (PARTITION BY visitor_id ORDER BY micros, id) AS session
    FROM hit
),
page AS (
    SELECT visitor_id, micros, id, signature_id, source_key, names_a_source, excluded,
        row_number() OVER w AS place,
        lag(CASE WHEN names_a_source AND NOT excluded THEN source_key END IGNORE NULLS) OVER w
            AS before
    FROM cut WHERE kind = 'page_view'
    WINDOW w AS (PARTITION BY visitor_id, session ORDER BY micros, id)
),
touch AS (
    SELECT p.id, p.micros, p.signature_id, p.visitor_id, v.is_shared, v.customer_id
    FROM page p JOIN visitors v ON v.id = p.visitor_id
    WHERE NOT p.excluded
        AND (p.place = 1 OR (p.names_a_source AND p.source_key IS DISTINCT FROM p.before))
),
owned AS (
    SELECT t.id, t.micros, t.signature_id, coalesce(t.customer_id, t.visitor_id) AS person
    FROM touch t WHERE NOT t.is_shared
    UNION ALL
    SELECT t.id, t.micros, t.signature_id, s.customer_id
    FROM (SELECT * FROM touch WHERE is_shared) t
    ASOF JOIN segments s ON s.visitor_id = t.visitor_id AND s.from_at <= t.micros
),
outcome AS (
    SELECT o.id, o.key, o.micros, o.refund_of, o.value, i.customer_id AS person, o.event_type,
        CASE WHEN o.event_type = 'payment_received' THEN 90 ELSE 30 END AS days
    FROM outcomes o JOIN identifiers i ON i.email = o.email
    WHERE o.event_type IN
        ('payment_received', 'lead_created', 'appointment_booked', 'closed_won')
),
pair AS (
    SELECT c.id AS conversion, c.key, c.value, c.event_type, t.id AS touch, t.micros, n.channel,
        n.is_direct,
        t.micros >= c.micros - c.days * 86400000000 AS in_window,
        pow(2, -(c.micros - t.micros) / 604800000000.0) AS decayed
    FROM outcome c
    JOIN owned t ON t.person = c.person AND t.micros <= c.micros AND t.micros >= c.micros - 7776000000000
    JOIN channels n ON n.signature_id = t.signature_id
    WHERE c.refund_of IS NULL
),
placed AS (
    SELECT *,
        count(*) FILTER (WHERE in_window) OVER w AS touches,
        sum(decayed) FILTER (WHERE in_window) OVER w AS decay,
        row_number() OVER (PARTITION BY conversion ORDER BY micros, touch) AS first,
        row_number() OVER (PARTITION BY conversion, in_window ORDER BY micros, touch) AS place,
        row_number() OVER (PARTITION BY conversion, in_window ORDER BY is_direct, micros DESC,
            touch DESC) AS of_direct
    FROM pair
    WINDOW w AS (PARTITION BY conversion)
),
sale AS (
    SELECT conversion, key, value, event_type, touch, channel,
        CASE WHEN in_window AND place = touches THEN 1.0 ELSE 0 END AS last_touch,
        CASE WHEN first = 1 THEN 1.0 ELSE 0 END AS first_touch,
        CASE WHEN in_window THEN 1.0 / touches ELSE 0 END AS linear,
        CASE WHEN in_window THEN decayed / decay ELSE 0 END AS time_decay,
        CASE WHEN in_window AND of_direct = 1 THEN 1.0 ELSE 0 END AS last_non_direct,
        CASE
            WHEN NOT in_window THEN 0
            WHEN touches = 1 THEN 1.0
            WHEN touches = 2 THEN 0.5
            WHEN place IN (1, touches) THEN 0.4
            ELSE 0.2 / (touches - 2)
        END AS position_based
    FROM placed
)
SELECT * FROM sale WHERE first_touch + linear > 0
UNION ALL
SELECT o.id, o.key, -abs(o.value), o.event_type, s.touch, s.channel, s.last_touch, s.first_touch,
    s.linear, s.time_decay, s.last_non_direct, s.position_based
FROM outcome o JOIN sale s ON s.key = o.refund_of
WHERE s.first_touch + s.linear > 0
