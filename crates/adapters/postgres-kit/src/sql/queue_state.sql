-- $1 is the present. Marks are read by their profiles and ids, which grow with time: the first of each
-- profile is its oldest, found without reading the others.
WITH RECURSIVE unfinished AS (
    SELECT status, requested_at, people_done, people_total
    FROM recomputes
    WHERE status <> 'completed'
),
firsts AS (
    (
        SELECT m.profile_id, m.created_at
        FROM replay_marks m
        ORDER BY m.profile_id, m.id
        LIMIT 1
    )
    UNION ALL
    SELECT next.profile_id, next.created_at
    FROM firsts
    CROSS JOIN LATERAL (
        SELECT m.profile_id, m.created_at
        FROM replay_marks m
        WHERE m.profile_id > firsts.profile_id
        ORDER BY m.profile_id, m.id
        LIMIT 1
    ) AS next
),
oldest AS (
    SELECT min(created_at) AS created_at FROM firsts
)
SELECT
    (
        SELECT count(*)
        FROM (SELECT 1 FROM replay_marks WHERE kind <> 'profile' LIMIT 1000000) AS counted
    ) AS marks,
    (SELECT (extract(epoch FROM $1 - created_at) * 1000000)::bigint FROM oldest)
        AS oldest_mark_micros,
    (SELECT count(*) FROM unfinished WHERE status = 'queued') AS full_queued,
    (
        SELECT (extract(epoch FROM $1 - min(requested_at)) * 1000000)::bigint
        FROM unfinished
        WHERE status = 'queued'
    ) AS oldest_full_queued_micros,
    (SELECT count(*) FROM unfinished WHERE status = 'running') AS full_running,
    (
        SELECT coalesce(sum(people_done), 0)::bigint FROM unfinished WHERE status = 'running'
    ) AS people_done,
    (
        SELECT coalesce(sum(people_total), 0)::bigint FROM unfinished WHERE status = 'running'
    ) AS people_total,
    (
        SELECT count(*)
        FROM attribution_state
        WHERE building IS NOT NULL AND building_until < clock_timestamp()
    ) AS leases_expired
