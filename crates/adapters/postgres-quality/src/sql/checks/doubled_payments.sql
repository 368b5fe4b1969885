-- Amounts from $2 to before $3 of somebody who is known, and of them those that repeat one of the same type, amount,
-- currency and subject within ten minutes, by their type. Under one key an event is there once.
SELECT m.event_type AS value, count(*) FILTER (WHERE m.is_doubled) AS weight,
    count(*) FILTER (WHERE m.is_doubled) AS faulty, count(*) AS whole
FROM (
    SELECT e.event_type, e.occurred_at - lag(e.occurred_at) OVER (
            PARTITION BY e.event_type, e.value_amount, e.currency, e.subject_kind, e.subject_key
            ORDER BY e.occurred_at, e.id
        ) <= interval '10 minutes' AS is_doubled
    FROM outcome_events e
    WHERE e.profile_id = $1 AND e.occurred_at >= $2 AND e.occurred_at < $3
        AND e.value_amount > 0 AND e.refund_of IS NULL AND e.subject_key IS NOT NULL
) AS m
GROUP BY m.event_type
