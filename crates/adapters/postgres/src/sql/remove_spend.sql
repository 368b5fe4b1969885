-- Removes the rows of the account's ($2, $3) days ($4) that are not among those of $5.
DELETE FROM ad_spend_daily a
WHERE a.profile_id = $1 AND a.platform = $2 AND a.account_id = $3 AND a.date = ANY($4)
    AND NOT EXISTS (
        SELECT FROM jsonb_to_recordset($5) AS r(
            date date, campaign_id text, ad_set_id text, ad_id text
        )
        WHERE r.date = a.date AND r.campaign_id = a.campaign_id AND r.ad_set_id = a.ad_set_id
            AND r.ad_id = a.ad_id
    )
