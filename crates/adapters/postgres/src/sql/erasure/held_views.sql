-- Events of browsers ($2) from $3 until $4, the earliest first, at most $5.
SELECT e.held FROM (
    SELECT e.occurred_at, e.id, e.held
    FROM unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) AS b(id, from_at, until_at)
    CROSS JOIN LATERAL (
        SELECT e.occurred_at, e.id, to_jsonb(e) - ARRAY['profile_id', 'source_key'] AS held FROM tracker_events e
        WHERE e.profile_id = $1 AND e.visitor_id = b.id
            AND e.occurred_at >= coalesce(b.from_at, '-infinity') AND e.occurred_at < coalesce(b.until_at, 'infinity')
        ORDER BY e.occurred_at, e.id
        LIMIT $5
    ) AS e
) AS e
ORDER BY e.occurred_at, e.id
LIMIT $5
