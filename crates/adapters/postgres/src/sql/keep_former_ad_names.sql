-- What is called otherwise by the rows $2 than in the catalogue had its name until $3. The first time counts: other rows of the
-- same campaign may bring the name later.
INSERT INTO former_ad_names (profile_id, level, platform, account_id, id, name, until)
SELECT DISTINCT ON (l.level, l.id, r.platform, r.account_id, l.before)
    $1, l.level, r.platform, r.account_id, l.id, l.before, $3
FROM jsonb_to_recordset($2) AS r(
    platform text, account_id text, campaign_id text, ad_set_id text, ad_id text,
    account_name text, campaign_name text, ad_set_name text, ad_name text
)
JOIN ads a ON a.profile_id = $1 AND a.platform = r.platform
    AND a.account_id = r.account_id AND a.campaign_id = r.campaign_id
    AND a.ad_set_id = r.ad_set_id AND a.ad_id = r.ad_id
CROSS JOIN LATERAL (VALUES
    ('account', r.account_id, a.account_name, r.account_name),
    ('campaign', r.campaign_id, a.campaign_name, r.campaign_name),
    ('ad_set', r.ad_set_id, a.ad_set_name, r.ad_set_name),
    ('ad', r.ad_id, a.ad_name, r.ad_name)
) AS l(level, id, before, name)
WHERE l.before <> l.name
ORDER BY l.level, l.id, r.platform, r.account_id, l.before
ON CONFLICT (profile_id, level, id, platform, account_id, name) DO NOTHING
