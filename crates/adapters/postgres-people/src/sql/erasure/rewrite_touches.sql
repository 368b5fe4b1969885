-- Of touches of browsers ($2) from $3 until $4 it is not known what their clicks were called; $5 tells them apart.
UPDATE touches t SET click_ids = (
    SELECT jsonb_object_agg(c.kind, 'forgotten-' || encode(sha256(convert_to($5 || c.value, 'UTF8')), 'hex'))
    FROM jsonb_each_text(t.click_ids) AS c(kind, value)
)
FROM unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) AS b(id, from_at, until_at)
WHERE t.profile_id = $1 AND t.visitor_id = b.id AND t.click_ids IS NOT NULL
    AND t.occurred_at >= coalesce(b.from_at, '-infinity') AND t.occurred_at < coalesce(b.until_at, 'infinity')
