-- Types of the events from $2 to before $3, and of them those that no definition claims, with how many events there
-- are. A refund counts as what it refunds, so its own type needs no definition.
SELECT t.event_type AS value, CASE WHEN c.is_claimed THEN 0 ELSE t.events END AS weight,
    CASE WHEN c.is_claimed THEN 0 ELSE 1 END::bigint AS faulty, 1::bigint AS whole
FROM (
    SELECT e.event_type, count(*) AS events
    FROM outcome_events e
    WHERE e.profile_id = $1 AND e.occurred_at >= $2 AND e.occurred_at < $3 AND e.refund_of IS NULL
    GROUP BY e.event_type
) AS t
CROSS JOIN LATERAL (
    SELECT EXISTS (
        SELECT FROM conversion_definitions d
        WHERE d.profile_id = $1 AND t.event_type = ANY(d.source_event_names)
    ) AS is_claimed
) AS c
