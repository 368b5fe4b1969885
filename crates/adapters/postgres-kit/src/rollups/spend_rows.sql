-- What rows of spend of the profile $1 count for in the currency that readers see, each rounded half even to eight
-- decimals. `round` takes halves up, so a half that came to an odd digit goes back by one. What is in
-- the readers' currency already meets no rate.
--
-- A row whose ids end early is a whole: an ad set, a campaign, an account (levels 2, 1, 0; an ad is 3).
-- Its amount is the total of its parts, so it counts with what they do not explain. Where they come to
-- more than it does, it counts alone, and nothing below it does. A part that is a whole itself stands
-- for its own parts. Rows of an account and day in different currencies know nothing of each other.
SELECT a.profile_id, a.date AS local_date, a.signature_id, a.campaign_id, a.ad_set_id, a.ad_id,
    CASE WHEN a.currency = s.currency THEN a.counted
        WHEN y.near - y.worth = 0.000000005 AND mod(y.near * 100000000, 2) = 1
            THEN y.near - 0.00000001
        ELSE y.near
    END AS spend,
    CASE WHEN a.currency <> s.currency AND f.rate IS NULL THEN 1 ELSE 0 END AS without_rate,
    CASE WHEN a.exceeded THEN 1 ELSE 0 END AS exceeded
FROM (
    SELECT w.profile_id, w.date, w.signature_id, w.campaign_id, w.ad_set_id, w.ad_id, w.currency, w.amount,
        w.over AND NOT w.hidden AS exceeded,
        CASE WHEN w.hidden THEN 0 WHEN w.over THEN w.amount ELSE w.amount - w.parts END AS counted
    FROM (
        SELECT l4.*,
            coalesce(CASE l4.level WHEN 2 THEN l4.set_parts WHEN 1 THEN l4.campaign_parts
                WHEN 0 THEN l4.account_parts END, 0) AS parts,
            CASE l4.level WHEN 2 THEN l4.over_set WHEN 1 THEN l4.over_campaign
                WHEN 0 THEN l4.over_account ELSE false END AS over,
            l4.level > 0 AND l4.over_account OR l4.level > 1 AND l4.over_campaign
                OR l4.level > 2 AND l4.over_set AS hidden
        FROM (
            SELECT l3.*,
                coalesce(bool_or(l3.level = 0 AND l3.account_parts > l3.amount)
                    OVER of_account, false) AS over_account
            FROM (
                SELECT l2.*,
                    coalesce(bool_or(l2.level = 1 AND l2.campaign_parts > l2.amount)
                        OVER of_campaign, false) AS over_campaign,
                    sum(CASE WHEN l2.level > 1 AND l2.has_campaign OR l2.level > 2 AND l2.has_set
                        THEN 0 ELSE l2.amount END) FILTER (WHERE l2.level > 0)
                        OVER of_account AS account_parts
                FROM (
                    SELECT l1.*,
                        coalesce(bool_or(l1.level = 2 AND l1.set_parts > l1.amount)
                            OVER of_set, false) AS over_set,
                        bool_or(l1.level = 1) OVER of_campaign AS has_campaign,
                        sum(CASE WHEN l1.level > 2 AND l1.has_set THEN 0 ELSE l1.amount END)
                            FILTER (WHERE l1.level > 1) OVER of_campaign AS campaign_parts
                    FROM (
                        SELECT r.*,
                            sum(r.amount) FILTER (WHERE r.level = 3) OVER of_set AS set_parts,
                            bool_or(r.level = 2) OVER of_set AS has_set
                        FROM (
                            SELECT *, CASE WHEN ad_id <> '' THEN 3 WHEN ad_set_id <> '' THEN 2
                                WHEN campaign_id <> '' THEN 1 ELSE 0 END AS level
                            FROM ad_spend_daily
                            WHERE profile_id = $1
                        ) AS r
                        WINDOW of_set AS (PARTITION BY r.profile_id, r.date, r.platform,
                            r.account_id, r.currency, r.campaign_id, r.ad_set_id)
                    ) AS l1
                    WINDOW of_set AS (PARTITION BY l1.profile_id, l1.date, l1.platform,
                            l1.account_id, l1.currency, l1.campaign_id, l1.ad_set_id),
                        of_campaign AS (PARTITION BY l1.profile_id, l1.date, l1.platform,
                            l1.account_id, l1.currency, l1.campaign_id)
                ) AS l2
                WINDOW of_campaign AS (PARTITION BY l2.profile_id, l2.date, l2.platform,
                        l2.account_id, l2.currency, l2.campaign_id),
                    of_account AS (PARTITION BY l2.profile_id, l2.date, l2.platform,
                        l2.account_id, l2.currency)
            ) AS l3
            WINDOW of_account AS (PARTITION BY l3.profile_id, l3.date, l3.platform,
                l3.account_id, l3.currency)
        ) AS l4
    ) AS w
) AS a
JOIN attribution_state s ON s.profile_id = $1
LEFT JOIN fx_rates f ON a.currency <> s.currency AND f.profile_id = $1
    AND f.from_currency = a.currency AND f.to_currency = s.currency AND f.date = a.date
CROSS JOIN LATERAL (
    SELECT a.counted * f.rate AS worth, round(a.counted * f.rate, 8) AS near
) AS y
WHERE a.counted <> 0 OR a.amount = 0 OR a.exceeded
