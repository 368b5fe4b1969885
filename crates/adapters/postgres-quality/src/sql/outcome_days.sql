-- How often the $4 commonest types of events came on each day that begins with one of $2, by the number of the day from
-- one on, and when the last of them was received; from $3 on. Event types are in no days that are added up, so this
-- reads the events of the days by their time.
SELECT d.event_type, d.day, d.events, d.last_at
FROM (
    SELECT t.event_type, t.day, t.events, t.last_at,
        dense_rank() OVER (ORDER BY t.total DESC, t.event_type) AS place
    FROM (
        SELECT e.event_type, width_bucket(e.occurred_at, $2::timestamptz[]) AS day,
            count(*) AS events, max(e.received_at) AS last_at,
            sum(count(*)) OVER (PARTITION BY e.event_type) AS total
        FROM outcome_events e
        WHERE e.profile_id = $1 AND e.occurred_at >= $3
        GROUP BY 1, 2
    ) AS t
) AS d
WHERE d.place <= $4
ORDER BY d.place, d.day
