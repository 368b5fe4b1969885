-- How many outcome events a profile has; and, from one page in a hundred, about how many touches those
-- browsers have that are somebody's or have outcome events of their own.
SELECT (SELECT count(*) FROM outcome_events e WHERE e.profile_id = $1),
    (SELECT count(*) * 100
    FROM touches t TABLESAMPLE SYSTEM (1) REPEATABLE (0)
    JOIN visitors v ON v.profile_id = $1 AND v.id = t.visitor_id
    WHERE t.profile_id = $1 AND (v.customer_id IS NOT NULL OR v.is_shared OR EXISTS (
        SELECT FROM outcome_events e WHERE e.profile_id = $1 AND e.visitor_id = v.id
    )))
