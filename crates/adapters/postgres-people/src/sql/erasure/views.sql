-- Events of browsers ($2) from $3 until $4, and whenever one of the values ($5 kinds, $6 keys) says who somebody is there.
SELECT e.occurred_at AS at, e.id, e.url, e.referrer
FROM unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) AS b(id, from_at, until_at)
CROSS JOIN LATERAL (
    SELECT e.occurred_at, e.id, e.url, e.referrer FROM tracker_events e
    WHERE e.profile_id = $1 AND e.visitor_id = b.id
        AND (e.occurred_at >= coalesce(b.from_at, '-infinity') AND e.occurred_at < coalesce(b.until_at, 'infinity')
            OR e.kind = 'identify' AND (e.subject_kind, e.subject_key) IN (
                SELECT v.kind, v.value_key FROM unnest($5::text[], $6::text[]) AS v(kind, value_key)
            ))
    OFFSET 0
) AS e
GROUP BY e.occurred_at, e.id, e.url, e.referrer
