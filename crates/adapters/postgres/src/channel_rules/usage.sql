-- The sessions and the credit of each signature on the days $3 to $4, under the model whose column stands for {share};
-- $2 is the generation that readers see. The credit of people who have any with a signature of $5 is left out. Touches
-- are added up already and are not read here.
WITH away AS (
    SELECT DISTINCT r.person_kind, r.person_id
    FROM credits r
    WHERE r.profile_id = $1 AND r.generation = $2 AND r.signature_id = ANY($5)
)
SELECT u.signature_id, sum(u.sessions)::bigint AS sessions,
    sum(u.shares)::bigint AS conversions, (sum(u.cash) * 0.000000001)::text AS cash
FROM (
    SELECT s.signature_id, count(*) AS sessions, 0 AS shares, 0 AS cash
    FROM sessions s
    WHERE s.profile_id = $1 AND s.local_date BETWEEN $3 AND $4 AND NOT s.is_bot
        AND s.page_views >= 1 AND s.signature_id IS NOT NULL
    GROUP BY s.signature_id
    UNION ALL
    SELECT r.signature_id, 0,
        coalesce(sum(r.{share}) FILTER (WHERE NOT r.is_refund), 0),
        coalesce(sum(r.value_reporting * r.{share}) FILTER (WHERE r.revenue_type = 'cash'), 0)
    FROM credits r
    WHERE r.profile_id = $1 AND r.generation = $2 AND r.local_date BETWEEN $3 AND $4
        AND r.{share} IS NOT NULL
        AND NOT EXISTS (
            SELECT 1 FROM away a
            WHERE a.person_kind = r.person_kind AND a.person_id = r.person_id
        )
    GROUP BY r.signature_id
) AS u
GROUP BY u.signature_id
