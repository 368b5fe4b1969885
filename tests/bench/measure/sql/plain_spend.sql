-- The rows of next_spend as the only ones of their account's days.
DELETE FROM plain_spend held
USING (SELECT DISTINCT profile_id, platform, account_id, date FROM next_spend) days
WHERE (held.profile_id, held.platform, held.account_id, held.date)
    = (days.profile_id, days.platform, days.account_id, days.date)
    AND NOT EXISTS (
        SELECT FROM next_spend next
        WHERE (next.profile_id, next.platform, next.account_id, next.date, next.campaign_id, next.ad_set_id, next.ad_id)
            = (held.profile_id, held.platform, held.account_id, held.date, held.campaign_id, held.ad_set_id, held.ad_id)
    );
INSERT INTO plain_spend SELECT * FROM next_spend
ON CONFLICT (profile_id, date, platform, account_id, campaign_id, ad_set_id, ad_id) DO UPDATE SET
    amount = excluded.amount,
    currency = excluded.currency,
    impressions = excluded.impressions,
    clicks = excluded.clicks,
    updated_at = excluded.updated_at
WHERE (plain_spend.amount, plain_spend.impressions, plain_spend.clicks)
    IS DISTINCT FROM (excluded.amount, excluded.impressions, excluded.clicks);
TRUNCATE next_spend;
