-- The figures of the overview over derived rows; values are whole cents, shares billionths.
SELECT
    (SELECT sum(amount) FROM spend LEFT JOIN channels USING (signature_id) WHERE :where),
    (SELECT sum(value::HUGEINT * last_touch) FILTER (WHERE revenue_type = 'cash')
        FROM credits LEFT JOIN channels USING (signature_id) WHERE :where),
    (SELECT sum(last_touch) FILTER (WHERE NOT is_refund)
        FROM credits LEFT JOIN channels USING (signature_id) WHERE :where),
    v.*,
    c.*
FROM (
    SELECT count(DISTINCT visitor_id), sum(page_views), count(*) FILTER (WHERE page_views > 0),
        count(*) FILTER (WHERE page_views = 1), sum(engaged_ms)
    FROM sessions LEFT JOIN channels USING (signature_id) WHERE :where
) v CROSS JOIN (
    SELECT count(*) FILTER (WHERE NOT is_refund), sum(value) FILTER (WHERE revenue_type = 'cash')
    FROM conversions
) c
