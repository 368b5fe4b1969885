-- Clicks of people before events ($2): the touches of the customer ($3), or of a browser that is nobody's ($4), until
-- the event ($5) and since an instant ($6), with the ids of clicks ($8) that they name. Of each kind the one that was
-- named last, and each that the event names, too ($7, by kind); when it was first seen.
WITH asked AS MATERIALIZED (
    SELECT * FROM unnest(
        $2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[], $6::timestamptz[], $7::text[]
    ) AS a(event_id, customer_id, visitor_id, occurred_at, since, own)
)
SELECT n.event_id, n.kind, n.value, n.first_at
FROM (
    SELECT a.event_id, a.own, k.kind, k.value, min(t.occurred_at) AS first_at, row_number() OVER (
        PARTITION BY a.event_id, k.kind ORDER BY max(t.occurred_at) DESC, k.value DESC
    ) AS place
    FROM asked a
    CROSS JOIN LATERAL (
        SELECT v.id FROM visitors v WHERE v.profile_id = $1 AND v.customer_id = a.customer_id
        UNION
        SELECT g.visitor_id FROM visitor_segments g
        WHERE g.profile_id = $1 AND g.customer_id = a.customer_id
        UNION
        SELECT a.visitor_id WHERE a.visitor_id IS NOT NULL
        OFFSET 0
    ) AS b
    CROSS JOIN LATERAL (
        SELECT v.id, v.customer_id, v.is_shared FROM visitors v WHERE v.profile_id = $1 AND v.id = b.id OFFSET 0
    ) AS v
    CROSS JOIN LATERAL (
        SELECT t.occurred_at, t.click_ids FROM touches t
        WHERE t.profile_id = $1 AND t.visitor_id = v.id AND t.occurred_at BETWEEN a.since AND a.occurred_at
            AND t.click_ids IS NOT NULL
        OFFSET 0
    ) AS t
    CROSS JOIN LATERAL jsonb_each_text(t.click_ids) AS k(kind, value)
    WHERE k.kind = ANY($8)
        AND CASE WHEN v.is_shared THEN (
            SELECT g.customer_id FROM visitor_segments g
            WHERE g.profile_id = $1 AND g.visitor_id = v.id AND g.from_at <= t.occurred_at
            ORDER BY g.from_at DESC LIMIT 1
        ) ELSE v.customer_id END IS NOT DISTINCT FROM a.customer_id
    GROUP BY a.event_id, a.own, k.kind, k.value
) AS n
WHERE n.place = 1 OR n.own::jsonb ->> n.kind = n.value
ORDER BY n.event_id, n.kind, n.value
