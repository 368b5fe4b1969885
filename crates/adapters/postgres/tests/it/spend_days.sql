-- Every day of spend that differs from what its rows count for, each of them converted and rounded half
-- even to eight decimals. A row whose ids end early counts with what its parts do not come to; where
-- they come to more, they do not count.
WITH rows AS (
    SELECT a.*, (a.ad_id <> '') AS is_ad, (a.ad_id = '' AND a.ad_set_id <> '') AS is_set,
        (a.ad_id = '' AND a.ad_set_id = '' AND a.campaign_id <> '') AS is_campaign,
        (a.ad_id = '' AND a.ad_set_id = '' AND a.campaign_id = '') AS is_account
    FROM ad_spend_daily a
    WHERE a.profile_id = $1
), sets AS (
    SELECT date, platform, account_id, currency, campaign_id, ad_set_id,
        max(amount) FILTER (WHERE is_set) AS own, coalesce(sum(amount) FILTER (WHERE is_ad), 0) AS parts
    FROM rows WHERE is_ad OR is_set GROUP BY 1, 2, 3, 4, 5, 6
), campaigns AS (
    SELECT date, platform, account_id, currency, campaign_id,
        (SELECT max(r.amount) FROM rows r
         WHERE r.is_campaign AND (r.date, r.platform, r.account_id, r.currency, r.campaign_id)
             = (k.date, k.platform, k.account_id, k.currency, k.campaign_id)) AS own,
        (SELECT coalesce(sum(coalesce(s.own, s.parts)), 0) FROM sets s
         WHERE (s.date, s.platform, s.account_id, s.currency, s.campaign_id)
             = (k.date, k.platform, k.account_id, k.currency, k.campaign_id)) AS parts
    FROM rows k WHERE NOT is_account GROUP BY 1, 2, 3, 4, 5
), accounts AS (
    SELECT date, platform, account_id, currency, max(amount) FILTER (WHERE is_account) AS own,
        (SELECT coalesce(sum(coalesce(c.own, c.parts)), 0) FROM campaigns c
         WHERE (c.date, c.platform, c.account_id, c.currency)
             = (k.date, k.platform, k.account_id, k.currency)) AS parts
    FROM rows k GROUP BY 1, 2, 3, 4
), counted AS (
    SELECT r.date, r.signature_id, r.currency, r.amount,
        CASE WHEN r.is_account THEN z.parts > z.own WHEN z.parts > z.own THEN NULL
            WHEN r.is_campaign THEN c.parts > c.own WHEN c.parts > c.own THEN NULL
            WHEN r.is_set THEN s.parts > s.own WHEN s.parts > s.own THEN NULL ELSE false END AS over,
        CASE WHEN r.is_account THEN z.parts WHEN r.is_campaign THEN c.parts
            WHEN r.is_set THEN s.parts ELSE 0 END AS parts
    FROM rows r
    JOIN accounts z USING (date, platform, account_id, currency)
    LEFT JOIN campaigns c USING (date, platform, account_id, currency, campaign_id)
    LEFT JOIN sets s USING (date, platform, account_id, currency, campaign_id, ad_set_id)
), told AS (
    SELECT date, signature_id, currency, over IS TRUE AS over,
        CASE over WHEN true THEN amount WHEN false THEN amount - parts ELSE 0 END AS amount
    FROM counted
    WHERE over IS TRUE OR amount = 0 OR (over IS FALSE AND amount <> parts)
), plain AS (
    SELECT a.date AS local_date, a.signature_id,
        coalesce(sum(
            CASE WHEN a.currency = s.currency THEN a.amount
                ELSE (floor(y.scaled) + CASE
                    WHEN y.scaled - floor(y.scaled) > 0.5 THEN 1
                    WHEN y.scaled - floor(y.scaled) = 0.5 AND mod(floor(y.scaled), 2) = 1 THEN 1
                    ELSE 0 END) * 0.00000001
            END), 0) AS spend,
        count(*) FILTER (WHERE a.currency <> s.currency AND f.rate IS NULL) AS without_rate,
        count(*) FILTER (WHERE a.over) AS exceeded
    FROM told a
    JOIN attribution_state s ON s.profile_id = $1
    LEFT JOIN fx_rates f ON f.profile_id = $1 AND f.from_currency = a.currency
        AND f.to_currency = s.currency AND f.date = a.date
    CROSS JOIN LATERAL (SELECT a.amount * f.rate * 100000000 AS scaled) AS y
    GROUP BY a.date, a.signature_id
), stored AS (
    SELECT local_date, signature_id, spend, without_rate, exceeded FROM spend_days
    WHERE profile_id = $1
), of_ads AS (
    SELECT local_date, signature_id, sum(spend), sum(without_rate)::bigint, sum(exceeded)::bigint
    FROM spend_ads WHERE profile_id = $1 GROUP BY local_date, signature_id
)
SELECT concat('missing ', m::text) AS line FROM (TABLE plain EXCEPT TABLE stored) AS m
UNION ALL
SELECT concat('too much ', t::text) FROM (TABLE stored EXCEPT TABLE plain) AS t
UNION ALL
SELECT concat('of ads ', t::text) FROM (TABLE stored EXCEPT TABLE of_ads) AS t
