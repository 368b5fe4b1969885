INSERT INTO ads (
    profile_id, platform, account_id, campaign_id, ad_set_id, ad_id, account_name, campaign_name,
    ad_set_name, ad_name, updated_at
)
SELECT $1, r.platform, r.account_id, r.campaign_id, r.ad_set_id, r.ad_id,
    -- A name that is not given keeps what is there.
    coalesce(r.account_name, a.account_name), coalesce(r.campaign_name, a.campaign_name),
    coalesce(r.ad_set_name, a.ad_set_name), coalesce(r.ad_name, a.ad_name), $3
FROM jsonb_to_recordset($2) AS r(
    platform text, account_id text, campaign_id text, ad_set_id text, ad_id text,
    account_name text, campaign_name text, ad_set_name text, ad_name text
)
LEFT JOIN ads a ON a.profile_id = $1 AND a.platform = r.platform
    AND a.account_id = r.account_id AND a.campaign_id = r.campaign_id
    AND a.ad_set_id = r.ad_set_id AND a.ad_id = r.ad_id
ORDER BY r.platform, r.account_id, r.campaign_id, r.ad_set_id, r.ad_id
ON CONFLICT (profile_id, platform, account_id, campaign_id, ad_set_id, ad_id)
DO UPDATE SET account_name = excluded.account_name, campaign_name = excluded.campaign_name,
    ad_set_name = excluded.ad_set_name, ad_name = excluded.ad_name,
    updated_at = excluded.updated_at
