-- Derived: what rows of spend count for, by day, traffic and ad, in the currency that readers see. A
-- row that stands for a whole (an account, a campaign, an ad set) counts with what its parts do not
-- explain, so that the sum of all rows is the total that the platform told.
CREATE TABLE spend_ads (
    profile_id uuid NOT NULL,
    local_date date NOT NULL,
    signature_id bigint NOT NULL,
    ad_set_id text NOT NULL,
    ad_id text NOT NULL,
    spend numeric NOT NULL,
    -- Rows in a currency without a rate into that of readers; `spend` is without them.
    without_rate bigint NOT NULL,
    -- Wholes whose parts come to more than they do; the whole counts.
    exceeded bigint NOT NULL,
    PRIMARY KEY (profile_id, local_date, signature_id, ad_set_id, ad_id)
);

ALTER TABLE spend_days ADD COLUMN exceeded bigint NOT NULL DEFAULT 0;

-- As it was reported so far, each row rounded half even to eight decimals; the worker counts anew
-- and writes down what that changes.
INSERT INTO spend_ads (
    profile_id, local_date, signature_id, ad_set_id, ad_id, spend, without_rate, exceeded
)
SELECT a.profile_id, a.date, a.signature_id, a.ad_set_id, a.ad_id,
    coalesce(sum(
        CASE WHEN a.currency = s.currency THEN a.amount
            WHEN y.near - y.worth = 0.000000005 AND mod(y.near * 100000000, 2) = 1
                THEN y.near - 0.00000001
            ELSE y.near
        END), 0),
    count(*) FILTER (WHERE a.currency <> s.currency AND f.rate IS NULL), 0
FROM ad_spend_daily a
JOIN attribution_state s ON s.profile_id = a.profile_id
LEFT JOIN fx_rates f ON a.currency <> s.currency AND f.profile_id = a.profile_id
    AND f.from_currency = a.currency AND f.to_currency = s.currency AND f.date = a.date
CROSS JOIN LATERAL (
    SELECT a.amount * f.rate AS worth, round(a.amount * f.rate, 8) AS near
) AS y
GROUP BY a.profile_id, a.date, a.signature_id, a.ad_set_id, a.ad_id;
