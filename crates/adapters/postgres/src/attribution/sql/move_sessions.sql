-- $2: how far local time is ahead of UTC, from each change of the clocks on; the first has no
-- beginning.
WITH spans AS MATERIALIZED (
    SELECT coalesce(to_timestamp(c.from_seconds), '-infinity') AS from_at,
        coalesce(lead(to_timestamp(c.from_seconds)) OVER (ORDER BY c.place), 'infinity') AS until,
        c.seconds * interval '1 second' AS ahead
    FROM jsonb_to_recordset($2) AS c(place integer, from_seconds bigint, seconds integer)
),
-- Most clocks changed long before the first session.
wanted AS MATERIALIZED (
    SELECT * FROM spans
    WHERE spans.until > (SELECT min(s.started_at) FROM sessions s WHERE s.profile_id = $1)
)
UPDATE sessions s SET local_date = (s.started_at AT TIME ZONE 'UTC' + wanted.ahead)::date
FROM wanted
WHERE s.profile_id = $1 AND s.started_at >= wanted.from_at AND s.started_at < wanted.until
    AND s.local_date <> (s.started_at AT TIME ZONE 'UTC' + wanted.ahead)::date
