    SELECT o.person_id AS journey, o.person_id, NULL::numeric AS cash,
        t.occurred_at AS touched_at, t.id AS touch_id, coalesce(n.channel, '') AS channel,
        (true{filters}) AS fits
    FROM sessions s
    JOIN touches t ON t.profile_id = $1 AND t.visitor_id = s.visitor_id AND t.session_id = s.id
    JOIN visitors v ON v.profile_id = $1 AND v.id = s.visitor_id
    -- Whose the browser was at the time; the browser's own while nobody is known.
    LEFT JOIN LATERAL (
        SELECT w.customer_id FROM visitor_segments w
        WHERE v.is_shared AND w.profile_id = $1 AND w.visitor_id = v.id
            AND w.from_at <= t.occurred_at
        ORDER BY w.from_at DESC
        LIMIT 1
    ) AS w ON true
    CROSS JOIN LATERAL (
        SELECT CASE WHEN v.is_shared THEN w.customer_id ELSE v.customer_id END AS customer_id
    ) AS u
    CROSS JOIN LATERAL (
        SELECT coalesce(u.customer_id, v.id) AS person_id,
            CASE WHEN u.customer_id IS NULL THEN 'visitor' ELSE 'customer' END AS person_kind
    ) AS o
    LEFT JOIN signature_channels n ON n.profile_id = $1 AND n.signature_id = t.signature_id
    LEFT JOIN traffic_signatures g ON g.profile_id = $1 AND g.id = t.signature_id
    -- What a credit of this touch would say of it: the page and the referrer are the touch's own.
    CROSS JOIN LATERAL (
        SELECT s.country, s.device, s.browser, s.os, t.landing_path, g.referrer_host
    ) AS r
    WHERE s.profile_id = $1 AND s.local_date BETWEEN $2 AND $3 AND NOT s.is_bot
        AND NOT EXISTS (
            SELECT FROM conversions c
            WHERE c.profile_id = $1 AND c.generation = $4 AND c.person_kind = o.person_kind
                AND c.person_id = o.person_id AND ($5::text[] IS NULL OR c.conversion_key = ANY($5::text[]))
        )
