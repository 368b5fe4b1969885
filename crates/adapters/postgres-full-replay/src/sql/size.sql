-- How many outcome events a profile has; and about how many touches people with outcome events have,
-- from one browser in sixty-four: ids of browsers are hashes.
SELECT (SELECT count(*) FROM outcome_events e WHERE e.profile_id = $1),
    (SELECT count(*) * 64
    FROM visitors v
    JOIN touches t ON t.profile_id = $1 AND t.visitor_id = v.id
    WHERE v.profile_id = $1 AND v.id < '04000000-0000-0000-0000-000000000000' AND (
        v.is_shared
        OR EXISTS (
            SELECT FROM outcome_events e WHERE e.profile_id = $1 AND e.visitor_id = v.id
        )
        OR EXISTS (
            SELECT FROM identifiers i
            JOIN outcome_events e ON e.profile_id = $1 AND e.subject_kind = i.kind
                AND e.subject_key = i.value_key
            WHERE i.profile_id = $1 AND i.customer_id = v.customer_id
        )
    ))
