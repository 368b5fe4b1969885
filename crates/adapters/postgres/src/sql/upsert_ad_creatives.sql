INSERT INTO ad_creatives (profile_id, platform, account_id, ad_id, creative_id, creative_name, updated_at)
SELECT $1, r.platform, r.account_id, r.ad_id, r.creative_id, r.creative_name, $3
FROM jsonb_to_recordset($2) AS r(
    platform text, account_id text, ad_id text, creative_id text, creative_name text
)
ORDER BY r.platform, r.account_id, r.ad_id
ON CONFLICT (profile_id, ad_id, platform, account_id)
DO UPDATE SET creative_id = excluded.creative_id,
    -- A name that is not given keeps that of the same creative.
    creative_name = CASE WHEN ad_creatives.creative_id = excluded.creative_id
        THEN coalesce(excluded.creative_name, ad_creatives.creative_name)
        ELSE excluded.creative_name
    END,
    updated_at = excluded.updated_at
