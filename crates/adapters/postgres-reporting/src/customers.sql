-- One page of conversions of a goal ($5), latest first, from below the keyset ($6, $7); $4 is the
-- generation, $8 a name pattern, $9 one row more than the page.
WITH page AS (
    SELECT c.id, c.person_kind, c.person_id, c.event_id, c.occurred_at, c.revenue_type,
        c.value_reporting, c.touch_count, c.first_touch_at,
        u.first_name, u.last_name, u.primary_email, v.anonymous_id
    FROM conversions c
    LEFT JOIN LATERAL (
        SELECT u.first_name, u.last_name, u.primary_email FROM customers u
        WHERE u.profile_id = $1 AND u.id = c.person_id AND c.person_kind = 'customer'
        OFFSET 0
    ) AS u ON true
    LEFT JOIN LATERAL (
        SELECT v.anonymous_id FROM visitors v
        WHERE v.profile_id = $1 AND v.id = c.person_id AND c.person_kind = 'visitor'
        OFFSET 0
    ) AS v ON true
    WHERE c.profile_id = $1 AND c.generation = $4 AND c.conversion_key = $5
        AND c.local_date BETWEEN $2 AND $3 AND NOT c.is_refund
        -- No time zone is a whole day from UTC, so these bounds lose nothing; they, and a keyset
        -- that is always compared, are what the index conversions_goal can look up.
        AND c.occurred_at >= ($2::date - 1)::timestamp AT TIME ZONE 'UTC'
        AND c.occurred_at < ($3::date + 2)::timestamp AT TIME ZONE 'UTC'
        AND (c.occurred_at, c.id) < (
            coalesce($6::timestamptz, 'infinity'),
            coalesce($7::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
        )
        AND ($8::text IS NULL OR concat_ws(' ', u.first_name, u.last_name) ILIKE $8
            OR u.primary_email ILIKE $8)
    ORDER BY c.occurred_at DESC, c.id DESC
    LIMIT $9
)
SELECT page.id, page.occurred_at, page.revenue_type, page.touch_count::bigint AS touch_count,
    coalesce(page.anonymous_id, page.person_id::text) AS customer_profile_id,
    nullif(concat_ws(' ', page.first_name, page.last_name), '') AS name,
    page.primary_email AS email,
    coalesce(page.value_reporting, 0)::text AS revenue,
    coalesce(floor(extract(epoch FROM page.occurred_at - page.first_touch_at)), 0)::bigint
        AS time_to_complete_seconds,
    coalesce(last.country, '') AS country, coalesce(last.device, '') AS device,
    coalesce(last.channel, '') AS channel, coalesce(last.source, '') AS source,
    ARRAY(
        SELECT f.channel
        FROM (
            -- The first touch of each channel, in the order of the path: by time, then by id.
            SELECT DISTINCT ON (n.channel) n.channel, r.touched_at, r.touch_id
            FROM (
                -- In the order of the index that knows the credits of a conversion.
                SELECT * FROM credits r
                WHERE r.profile_id = $1 AND r.generation = $4 AND r.conversion_id = page.id
                    AND r.linear IS NOT NULL
                ORDER BY r.touch_id OFFSET 0
            ) AS r
            CROSS JOIN LATERAL (
                SELECT n.channel FROM signature_channels n
                WHERE n.profile_id = $1 AND n.signature_id = r.signature_id
                OFFSET 0
            ) AS n
            ORDER BY n.channel, r.touched_at, r.touch_id
        ) AS f
        ORDER BY f.touched_at, f.touch_id
    ) AS touch_channels,
    life.conversion_count, life.total_revenue::text AS total_revenue, life.is_pending
FROM page
LEFT JOIN LATERAL (
    SELECT r.country, r.device, n.channel, n.source
    FROM (
        SELECT * FROM credits r
        WHERE r.profile_id = $1 AND r.generation = $4 AND r.conversion_id = page.id
            AND r.last_touch IS NOT NULL
        ORDER BY r.touch_id LIMIT 1
    ) AS r
    LEFT JOIN LATERAL (
        SELECT n.channel, n.source FROM signature_channels n
        WHERE n.profile_id = $1 AND n.signature_id = r.signature_id
        OFFSET 0
    ) AS n ON true
) AS last ON true
CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE NOT o.is_refund) AS conversion_count,
        coalesce(sum(o.value_reporting) FILTER (WHERE o.revenue_type = 'cash'), 0)
            AS total_revenue,
        -- What waits for a rate is no amount yet.
        coalesce(bool_or(o.value_amount IS NOT NULL AND o.value_reporting IS NULL), false) AS is_pending
    FROM conversions o
    WHERE o.profile_id = $1 AND o.generation = $4 AND o.person_kind = page.person_kind
        AND o.person_id = page.person_id
) AS life
ORDER BY page.occurred_at DESC, page.id DESC
