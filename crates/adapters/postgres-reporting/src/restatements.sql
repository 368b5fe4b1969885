-- Restatements before the sequence number $2 that have one of the causes $3, or the one with the id
-- $4; the latest first, at most $5. What changed is summed up under last touch, without what no
-- touch is credited with; spend has no model.
SELECT r.id, r.sequence, r.restated_at, r.cause, r.causes, r.recompute_id,
    r.currency_before, r.currency_after, r.timezone_before, r.timezone_after,
    l.day_from, l.day_to, l.lines, l.cash_change, l.conversions_change, l.spend_change
FROM (
    SELECT * FROM restatements r
    WHERE r.profile_id = $1
        AND r.sequence < coalesce($2::bigint, 9223372036854775807)
        AND ($3::text[] IS NULL OR r.cause = ANY ($3) OR EXISTS (
            SELECT 1 FROM jsonb_array_elements(r.causes) AS c WHERE c ->> 'cause' = ANY ($3)
        ))
        AND ($4::uuid IS NULL OR r.id = $4)
    ORDER BY r.sequence DESC
    LIMIT $5
) AS r
CROSS JOIN LATERAL (
    SELECT min(l.local_date) AS day_from, max(l.local_date) AS day_to, count(*) AS lines,
        coalesce(sum(l.cash_after - l.cash_before)
            FILTER (WHERE l.model = 'last_touch' AND l.channel <> ''), 0)::text AS cash_change,
        coalesce(sum(l.conversions_after - l.conversions_before)
            FILTER (WHERE l.model = 'last_touch' AND l.channel <> ''), 0)::text
            AS conversions_change,
        coalesce(sum(l.spend_after - l.spend_before) FILTER (WHERE l.model = ''), 0)::text
            AS spend_change
    FROM restatement_lines l
    WHERE l.profile_id = $1 AND l.sequence = r.sequence
) AS l
ORDER BY r.sequence DESC
