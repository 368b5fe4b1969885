-- Browsers that lost their names before $1 are not known by them any more, at most $2. Of those of which
-- an event was written at that moment the browser is stored again.
WITH old AS (
    DELETE FROM forgotten_browsers f
    USING (
        SELECT profile_id, visitor_id FROM forgotten_browsers WHERE forgotten_at < $1
        ORDER BY profile_id, visitor_id
        LIMIT $2
        FOR UPDATE SKIP LOCKED
    ) AS d
    WHERE f.profile_id = d.profile_id AND f.visitor_id = d.visitor_id
    RETURNING f.profile_id, f.visitor_id, f.anonymous_id
)
INSERT INTO visitors (profile_id, id, anonymous_id, customer_id, is_shared, first_seen_at)
SELECT old.profile_id, old.visitor_id, old.anonymous_id, NULL, false, met.at
FROM old
CROSS JOIN LATERAL (
    SELECT min(e.occurred_at) AS at FROM (
        SELECT e.occurred_at FROM tracker_events e
        WHERE e.profile_id = old.profile_id AND e.visitor_id = old.visitor_id
        UNION ALL
        SELECT e.occurred_at FROM outcome_events e
        WHERE e.profile_id = old.profile_id AND e.visitor_id = old.visitor_id
    ) AS e
) AS met
WHERE met.at IS NOT NULL
ON CONFLICT DO NOTHING
RETURNING profile_id, id
