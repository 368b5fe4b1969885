-- Visits of browsers ($2 browsers, $3 their anonymous ids, $4 when; $1 the profile), in order. A
-- browser that is not stored is stored, with its first visit. The owner of a browser at the time of
-- a visit was seen then. One row a visit that has an owner.
WITH visits AS MATERIALIZED (
    SELECT v.position, v.visitor_id, v.anonymous_id, v.at
    FROM unnest($2::uuid[], $3::text[], $4::timestamptz[])
        WITH ORDINALITY AS v(visitor_id, anonymous_id, at, position)
),
stored AS MATERIALIZED (
    SELECT id, customer_id, is_shared FROM visitors WHERE profile_id = $1 AND id = ANY($2)
),
added AS (
    INSERT INTO visitors (profile_id, id, anonymous_id, customer_id, is_shared, first_seen_at)
    SELECT DISTINCT ON (v.visitor_id) $1, v.visitor_id, v.anonymous_id, NULL::uuid, false, v.at
    FROM visits v
    WHERE NOT EXISTS (SELECT 1 FROM stored s WHERE s.id = v.visitor_id)
    ORDER BY v.visitor_id, v.position
    ON CONFLICT DO NOTHING
    RETURNING id
),
owned AS MATERIALIZED (
    SELECT v.position, v.at,
        CASE
            WHEN s.is_shared THEN (
                SELECT g.customer_id FROM visitor_segments g
                WHERE g.profile_id = $1 AND g.visitor_id = v.visitor_id AND g.from_at <= v.at
                ORDER BY g.from_at DESC LIMIT 1
            )
            ELSE s.customer_id
        END AS customer_id
    FROM visits v
    JOIN stored s ON s.id = v.visitor_id
    WHERE s.is_shared OR s.customer_id IS NOT NULL
),
seen AS MATERIALIZED (
    -- Locked after the browsers, which are looked at for that, and in the order of ids, so that two
    -- transactions never wait for each other in a circle.
    SELECT c.id, span.first_at, span.last_at
    FROM (
        SELECT customer_id, min(at) AS first_at, max(at) AS last_at FROM owned GROUP BY customer_id
    ) AS span
    JOIN customers c ON c.profile_id = $1 AND c.id = span.customer_id
    WHERE (SELECT count(*) FROM added) >= 0
        AND (span.first_at < c.first_seen_at OR span.last_at > c.last_seen_at)
    ORDER BY c.id
    FOR NO KEY UPDATE OF c
),
widened AS (
    UPDATE customers SET
        first_seen_at = least(customers.first_seen_at, seen.first_at),
        last_seen_at = greatest(customers.last_seen_at, seen.last_at)
    FROM seen
    WHERE customers.profile_id = $1 AND customers.id = seen.id
)
SELECT o.position, o.customer_id FROM owned o WHERE o.customer_id IS NOT NULL
