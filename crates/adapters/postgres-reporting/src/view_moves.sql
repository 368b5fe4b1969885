-- What views come last before: the channel of each, the channel of the last touch beside it that is no view, if one
-- counts, and how much it is. The last touch and the linear model count the same touches, so whatever has a
-- share under that one might be last.
SELECT coalesce(f.channel, 'Unassigned') AS from_channel,
    CASE WHEN b.signature_id IS NOT NULL THEN coalesce(t.channel, 'Unassigned') END AS to_channel,
    count(*) FILTER (WHERE NOT r.is_refund) AS conversions,
    coalesce(sum(r.value_reporting) FILTER (WHERE r.revenue_type = 'cash'), 0)::text AS revenue
FROM credits r
LEFT JOIN LATERAL (
    SELECT b.signature_id FROM (
        -- In the order of the index that knows the credits of a conversion.
        SELECT b.signature_id, b.touched_at, b.touch_id FROM credits b
        WHERE b.profile_id = $1 AND b.generation = $4 AND b.conversion_id = r.conversion_id
            AND b.touch_kind <> 'view' AND b.linear IS NOT NULL
        ORDER BY b.touch_id OFFSET 0
    ) AS b
    ORDER BY b.touched_at DESC, b.touch_id DESC
    LIMIT 1
) AS b ON true
LEFT JOIN LATERAL (
    SELECT f.channel FROM signature_channels f
    WHERE f.profile_id = $1 AND f.signature_id = r.signature_id
    OFFSET 0
) AS f ON true
LEFT JOIN LATERAL (
    SELECT t.channel FROM signature_channels t
    WHERE t.profile_id = $1 AND t.signature_id = b.signature_id
    OFFSET 0
) AS t ON true
WHERE r.profile_id = $1 AND r.generation = $4 AND r.local_date BETWEEN $2 AND $3
    AND r.touch_kind = 'view' AND r.last_touch > 0
GROUP BY 1, 2
