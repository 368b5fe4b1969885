-- Those of browsers ($2) of which nothing happened after a fact ($3, $4), which nobody owns, of which nobody decided
-- anything and which nothing else names, each with a random number. Names that begin with $5 are such already. One with very many events
-- keeps its name, because all of them change in one transaction.
SELECT v.id, gen_random_uuid() AS token
FROM visitors v
WHERE v.profile_id = $1 AND v.id = ANY($2) AND v.customer_id IS NULL AND NOT v.is_shared
    AND NOT starts_with(v.anonymous_id, $5)
    AND NOT EXISTS (
        SELECT FROM tracker_events e
        WHERE e.profile_id = $1 AND e.visitor_id = v.id AND (e.occurred_at, e.id) > ($3, $4)
        OFFSET 0
    )
    AND NOT EXISTS (SELECT FROM outcome_events e WHERE e.profile_id = $1 AND e.visitor_id = v.id OFFSET 0)
    AND NOT EXISTS (SELECT FROM visitor_segments g WHERE g.profile_id = $1 AND g.visitor_id = v.id OFFSET 0)
    AND NOT EXISTS (
        SELECT FROM customer_split_browsers b WHERE b.profile_id = $1 AND b.visitor_id = v.id OFFSET 0
    )
    AND NOT EXISTS (
        SELECT FROM tracking_exclusions x
        WHERE x.profile_id = $1 AND v.anonymous_id = ANY(x.anonymous_ids)
        OFFSET 0
    )
    AND (
        SELECT count(*) FROM (
            SELECT FROM tracker_events e WHERE e.profile_id = $1 AND e.visitor_id = v.id LIMIT 2001
        ) AS e
    ) <= 2000
ORDER BY v.id
FOR UPDATE OF v SKIP LOCKED
