-- The outcome events of a profile, each with whose it is by its own identifiers.
SELECT e.id, e.event_type, e.occurred_at, e.value_amount::text, e.currency, e.is_first_payment,
    e.refund_of IS NOT NULL, e.signature_id, e.ad_id, e.campaign_id, e.click_ids::text,
    coalesce(i.customer_id, CASE WHEN v.is_shared THEN (
        SELECT g.customer_id FROM visitor_segments g
        WHERE g.profile_id = $1 AND g.visitor_id = v.id AND g.from_at <= e.occurred_at
        ORDER BY g.from_at DESC LIMIT 1
    ) ELSE v.customer_id END),
    v.id, e.subject_kind IS NULL
FROM outcome_events e
LEFT JOIN identifiers i ON i.profile_id = $1 AND i.kind = e.subject_kind
    AND i.value_key = e.subject_key AND i.kind <> 'anonymous_id'
LEFT JOIN visitors v ON v.profile_id = $1 AND v.id = e.visitor_id
    AND e.subject_kind = 'anonymous_id'
WHERE e.profile_id = $1
