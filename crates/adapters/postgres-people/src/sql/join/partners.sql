-- What servers and lists name together with values ($2 kinds, $3 keys), settled pairs first, and so many that a
-- value with more is several people's for certain, without those from which somebody parted it. One that is known to be
-- has no partners.
SELECT a.kind, a.value_key, n.kind AS other_kind, n.value_key AS other_key
FROM unnest($2::text[], $3::text[]) AS a(kind, value_key)
CROSS JOIN LATERAL (
    SELECT i.state FROM identifiers i
    WHERE i.profile_id = $1 AND i.kind = a.kind AND i.value_key = a.value_key
    OFFSET 0
) AS i
LEFT JOIN LATERAL (
    SELECT kind, value_key
    FROM (
        SELECT p.other_kind AS kind, p.other_key AS value_key, p.is_settled
        FROM identifier_pairs p
        WHERE p.profile_id = $1 AND p.kind = a.kind AND p.value_key = a.value_key
            AND p.server_events + p.list_rows > 0
        UNION ALL
        SELECT p.kind, p.value_key, p.is_settled
        FROM identifier_pairs p
        WHERE p.profile_id = $1 AND p.other_kind = a.kind AND p.other_key = a.value_key
            AND p.server_events + p.list_rows > 0
    ) AS both_ways
    WHERE i.state = 'active'
    ORDER BY is_settled DESC, kind, value_key
    LIMIT 64 + (
        SELECT count(*)
        FROM customer_split_values s
        CROSS JOIN LATERAL (
            SELECT FROM customer_split_values o
            WHERE o.profile_id = $1 AND o.split_id = s.split_id AND o.is_away <> s.is_away
            OFFSET 0
        ) AS o
        WHERE s.profile_id = $1 AND s.kind = a.kind AND s.value_key = a.value_key
    )
) AS n ON true
WHERE i.state <> 'active' OR n.kind IS NOT NULL
