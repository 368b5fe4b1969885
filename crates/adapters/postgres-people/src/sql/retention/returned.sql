-- Browsers of a profile ($1) that lost their names before $2 are not known by them any more, at most $3. Of
-- those of which an event was written at that moment the browser is stored again.
WITH old AS (
    DELETE FROM forgotten_browsers f
    USING (
        SELECT visitor_id FROM forgotten_browsers WHERE profile_id = $1 AND forgotten_at < $2
        ORDER BY visitor_id
        LIMIT $3
        FOR UPDATE
    ) AS d
    WHERE f.profile_id = $1 AND f.visitor_id = d.visitor_id
    RETURNING f.visitor_id, f.anonymous_id
)
INSERT INTO visitors (profile_id, id, anonymous_id, customer_id, is_shared, first_seen_at)
SELECT $1, old.visitor_id, old.anonymous_id, NULL, false, met.at
FROM old
CROSS JOIN LATERAL (
    SELECT min(e.occurred_at) AS at FROM (
        SELECT e.occurred_at FROM tracker_events e
        WHERE e.profile_id = $1 AND e.visitor_id = old.visitor_id
        UNION ALL
        SELECT e.occurred_at FROM outcome_events e
        WHERE e.profile_id = $1 AND e.visitor_id = old.visitor_id
    ) AS e
) AS met
WHERE met.at IS NOT NULL
ON CONFLICT DO NOTHING
RETURNING id
