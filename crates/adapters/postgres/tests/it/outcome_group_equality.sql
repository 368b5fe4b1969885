SELECT concat_ws('|', 'fact', CASE WHEN e.idempotency_key LIKE 'key-%' THEN e.idempotency_key
        ELSE (e.idempotency_key IS NOT NULL)::text END,
    encode(e.content_hash, 'hex'), e.received_at, e.occurred_at, e.event_type,
    coalesce(e.event_name, '-'), coalesce(e.value_amount::text, '-'), coalesce(e.currency, '-'),
    coalesce(e.subject_kind, '-'), coalesce(e.subject_key, '-'), coalesce(v.anonymous_id, '-'),
    e.identifiers, coalesce(e.is_first_payment::text, '-'), coalesce(e.refund_of, '-'),
    coalesce(e.url, '-'), coalesce(e.signature_id, 0), coalesce(e.ad_id, '-'),
    coalesce(e.campaign_id, '-'), coalesce(e.click_ids::text, '-'), coalesce(e.pipeline::text, '-'),
    coalesce(e.consent::text, '-'), coalesce(e.properties::text, '-')) AS line
FROM outcome_events e LEFT JOIN visitors v ON v.profile_id = $1 AND v.id = e.visitor_id
WHERE e.profile_id = $1 ORDER BY 1;
SELECT concat_ws('|', 'visitor', v.anonymous_id, v.first_seen_at, v.is_shared,
    coalesce(c.primary_email, '-')) AS line
FROM visitors v LEFT JOIN customers c ON c.profile_id = $1 AND c.id = v.customer_id
WHERE v.profile_id = $1 ORDER BY 1;
SELECT concat_ws('|', 'segment', v.anonymous_id, s.from_at, c.primary_email) AS line
FROM visitor_segments s
JOIN visitors v ON v.profile_id = $1 AND v.id = s.visitor_id
JOIN customers c ON c.profile_id = $1 AND c.id = s.customer_id
WHERE s.profile_id = $1 ORDER BY 1;
SELECT concat_ws('|', 'customer', coalesce(c.primary_email, '-'), coalesce(c.primary_phone, '-'),
    coalesce(c.first_name, '-'), c.first_seen_at, c.last_seen_at,
    (SELECT string_agg(concat_ws(' ', i.kind, i.value_key, i.state, i.first_seen_at,
            i.last_seen_at, encode(i.display, 'escape')), ',' ORDER BY i.kind, i.value_key)
        FROM identifiers i WHERE i.profile_id = $1 AND i.customer_id = c.id)) AS line
FROM customers c WHERE c.profile_id = $1 ORDER BY 1;
SELECT concat_ws('|', 'pair', p.kind, p.value_key, p.other_kind, p.other_key, p.first_at, p.server_events,
    p.identifications, encode(e.content_hash, 'hex'), p.is_settled) AS line
FROM identifier_pairs p LEFT JOIN outcome_events e ON e.profile_id = $1 AND e.id = p.fact_id
WHERE p.profile_id = $1 ORDER BY 1;
SELECT concat_ws('|', 'signature', s.id, s.first_seen_at, c.channel, c.rule) AS line
FROM traffic_signatures s
JOIN signature_channels c ON c.profile_id = $1 AND c.signature_id = s.id
WHERE s.profile_id = $1 ORDER BY 1;
SELECT DISTINCT concat_ws('|', 'mark', m.kind, coalesce(v.anonymous_id,
        c.primary_email, c.primary_phone, encode(e.content_hash, 'hex')), m.cause, m.created_at)
    AS line
FROM replay_marks m
LEFT JOIN visitors v ON v.profile_id = $1 AND m.kind = 'visitor' AND v.id = m.target_id
LEFT JOIN customers c ON c.profile_id = $1 AND m.kind = 'customer' AND c.id = m.target_id
LEFT JOIN outcome_events e ON e.profile_id = $1 AND m.kind = 'event' AND e.id = m.target_id
WHERE m.profile_id = $1 ORDER BY 1;
