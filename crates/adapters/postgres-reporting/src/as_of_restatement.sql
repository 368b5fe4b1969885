-- The last restatement until the instant ($2), and the currency and the time zone of figures after
-- it: 0 and the first ones when nothing had been reported yet.
SELECT coalesce(done.sequence, 0) AS sequence,
    coalesce(done.currency_after, first.currency_before, p.currency) AS currency,
    coalesce(done.timezone_after, first.timezone_before, p.timezone) AS timezone,
    p.timezone AS timezone_now
FROM attribution_state p
LEFT JOIN LATERAL (
    SELECT s.sequence, s.currency_after, s.timezone_after FROM restatements s
    WHERE s.profile_id = $1 AND s.restated_at <= $2
    ORDER BY s.sequence DESC
    LIMIT 1
) AS done ON true
LEFT JOIN LATERAL (
    SELECT s.currency_before, s.timezone_before FROM restatements s
    WHERE s.profile_id = $1
    ORDER BY s.sequence
    LIMIT 1
) AS first ON true
WHERE p.profile_id = $1
