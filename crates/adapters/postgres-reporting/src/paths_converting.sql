    SELECT c.id AS journey, c.person_id,
        CASE WHEN c.revenue_type = 'cash' THEN c.value_reporting END AS cash,
        r.touched_at, r.touch_id, coalesce(n.channel, '') AS channel,
        (true{filters}) AS fits
    FROM conversions c
    JOIN credits r ON r.profile_id = $1 AND r.generation = $4 AND r.conversion_id = c.id
        AND r.local_date BETWEEN $2 AND $3 AND r.linear IS NOT NULL
    LEFT JOIN signature_channels n ON n.profile_id = $1 AND n.signature_id = r.signature_id
    LEFT JOIN traffic_signatures g ON g.profile_id = $1 AND g.id = r.signature_id
    WHERE c.profile_id = $1 AND c.generation = $4 AND c.local_date BETWEEN $2 AND $3
        AND NOT c.is_refund AND ($5::text[] IS NULL OR c.conversion_key = ANY($5::text[]))
