-- The events of browsers ($2) that had been received at an instant ($3), or all of them.
SELECT id, visitor_id, occurred_at, kind, engaged_ms, signature_id, source_key, names_a_source,
    exclusion, referrer, path, country, device, browser, os, ad_id, campaign_id,
    click_ids::text AS click_ids, bot_reason IS NOT NULL AS is_bot
FROM tracker_events
WHERE profile_id = $1 AND visitor_id = ANY($2)
    AND ($3::timestamptz IS NULL OR received_at <= $3)
