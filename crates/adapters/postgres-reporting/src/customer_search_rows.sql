-- The best $5 of these customers ($2, each with its rank $3); $4 is the generation.
WITH best AS (
    SELECT a.rank, c.*
    FROM unnest($2::uuid[], $3::integer[]) AS a(id, rank)
    CROSS JOIN LATERAL (
        SELECT c.id, c.first_name, c.last_name, c.primary_email, c.primary_phone, c.first_seen_at, c.last_seen_at
        FROM customers c
        WHERE c.profile_id = $1 AND c.id = a.id AND c.merged_into IS NULL
        OFFSET 0
    ) AS c
    ORDER BY a.rank, c.last_seen_at DESC, c.id
    LIMIT $5
)
SELECT best.id, best.first_name, best.last_name, best.primary_email, best.primary_phone, best.first_seen_at,
    best.last_seen_at, life.conversion_count, life.cash_revenue::text AS cash_revenue, life.is_pending, ARRAY(
        SELECT DISTINCT o.source
        FROM identifiers i
        CROSS JOIN LATERAL (VALUES
            (CASE WHEN i.is_from_server THEN 'event' END), (CASE WHEN i.is_from_list THEN 'import' END),
            (CASE WHEN i.is_from_browser THEN 'tracker' END),
            (CASE WHEN i.kind = 'crm_contact_id' THEN nullif(split_part(i.value_key, '|', 1), '') END)
        ) AS o(source)
        WHERE i.profile_id = $1 AND i.customer_id = best.id AND o.source IS NOT NULL
        UNION
        SELECT 'tracker'
        WHERE EXISTS (SELECT FROM visitors v WHERE v.profile_id = $1 AND v.customer_id = best.id)
        ORDER BY 1
    ) AS sources
FROM best
CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE NOT o.is_refund) AS conversion_count,
        coalesce(sum(o.value_reporting) FILTER (WHERE o.revenue_type = 'cash'), 0) AS cash_revenue,
        coalesce(bool_or(o.revenue_type = 'cash' AND o.value_amount IS NOT NULL AND o.value_reporting IS NULL), false)
            AS is_pending
    FROM conversions o
    WHERE o.profile_id = $1 AND o.generation = $4 AND o.person_kind = 'customer' AND o.person_id = best.id
) AS life
ORDER BY best.rank, best.last_seen_at DESC, best.id
