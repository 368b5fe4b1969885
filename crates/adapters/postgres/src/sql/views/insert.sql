-- What recipients saw, each once and as it was first; of a profile that credits views, who holds the values of those with
-- a new one. Whoever would begin to credit them waits, so that a replay of everybody sees them or they are marked.
WITH fresh AS (
    INSERT INTO views AS v (
        profile_id, id, recipient_id, occurred_at, local_date, signature_id, agent, ad_id, campaign_id
    )
    SELECT $1, a.id, a.recipient_id, a.occurred_at, a.local_date, a.signature_id, a.agent, a.ad_id, a.campaign_id
    FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::date[], $6::bigint[], $7::text[], $8::text[], $9::text[])
        AS a(id, recipient_id, occurred_at, local_date, signature_id, agent, ad_id, campaign_id)
    ORDER BY a.id
    -- Of two processes that write at once the one that saw it first may be second.
    ON CONFLICT (profile_id, id) DO UPDATE SET
        occurred_at = excluded.occurred_at, signature_id = excluded.signature_id, agent = excluded.agent,
        ad_id = excluded.ad_id, campaign_id = excluded.campaign_id
    WHERE excluded.occurred_at < v.occurred_at
    RETURNING recipient_id
)
SELECT DISTINCT i.customer_id AS id
FROM fresh f
CROSS JOIN LATERAL (
    SELECT r.subject_kind, r.subject_key FROM view_recipients r
    WHERE r.profile_id = $1 AND r.id = f.recipient_id
    OFFSET 0
) AS r
CROSS JOIN LATERAL (
    SELECT i.customer_id FROM identifiers i
    WHERE i.profile_id = $1 AND i.kind = r.subject_kind AND i.value_key = r.subject_key
    OFFSET 0
) AS i
WHERE (SELECT p.credits_views FROM profiles p WHERE p.id = $1 FOR SHARE)
