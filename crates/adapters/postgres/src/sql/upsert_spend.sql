INSERT INTO ad_spend_daily (
    profile_id, date, platform, account_id, campaign_id, ad_set_id, ad_id, amount, currency,
    impressions, clicks, signature_id, updated_at
)
SELECT $1, r.date, r.platform, r.account_id, r.campaign_id, r.ad_set_id, r.ad_id, r.amount,
    r.currency, r.impressions, r.clicks, r.signature_id, $3
FROM jsonb_to_recordset($2) AS r(
    date date, platform text, account_id text, campaign_id text, ad_set_id text, ad_id text,
    amount numeric, currency text, impressions bigint, clicks bigint, signature_id bigint
)
ORDER BY r.date, r.platform, r.account_id, r.campaign_id, r.ad_set_id, r.ad_id
ON CONFLICT (profile_id, date, platform, account_id, campaign_id, ad_set_id, ad_id)
DO UPDATE SET amount = excluded.amount, currency = excluded.currency,
    impressions = excluded.impressions, clicks = excluded.clicks,
    signature_id = excluded.signature_id, updated_at = excluded.updated_at
