SELECT concat_ws(' ', 'conversion', e.idempotency_key, c.conversion_key,
    coalesce(u.primary_email, v.anonymous_id, c.person_kind), c.local_date, c.revenue_type,
    c.value_amount, c.currency, c.value_reporting, 'refund=' || c.is_refund,
    'first=' || c.is_first_payment, 'synthetic=' || c.is_synthetic, 'touches=' || c.touch_count,
    'since=' || c.first_touch_at, c.unattributed_reason) AS line
FROM attribution_state s
JOIN conversions c ON c.profile_id = $1 AND c.generation = s.generation
JOIN outcome_events e ON e.profile_id = $1 AND e.id = c.event_id
LEFT JOIN customers u ON u.profile_id = $1 AND u.id = c.person_id
LEFT JOIN visitors v ON v.profile_id = $1 AND v.id = c.person_id
WHERE s.profile_id = $1
ORDER BY 1
