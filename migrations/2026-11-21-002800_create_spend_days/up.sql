-- Derived: spend of a day and the traffic that it buys, in the currency that readers see, so that no
-- report converts rows one by one.
CREATE TABLE spend_days (
    profile_id uuid NOT NULL,
    local_date date NOT NULL,
    signature_id bigint NOT NULL,
    spend numeric NOT NULL,
    -- Rows in a currency without a rate into that of readers; `spend` is without them.
    without_rate bigint NOT NULL,
    PRIMARY KEY (profile_id, local_date, signature_id)
);

-- Each row is rounded half even to eight decimals, as `spend_rows.sql` has it.
INSERT INTO spend_days (profile_id, local_date, signature_id, spend, without_rate)
SELECT a.profile_id, a.date, a.signature_id,
    coalesce(sum(
        CASE WHEN a.currency = s.currency THEN a.amount
            WHEN y.near - y.worth = 0.000000005 AND mod(y.near * 100000000, 2) = 1
                THEN y.near - 0.00000001
            ELSE y.near
        END), 0),
    count(*) FILTER (WHERE a.currency <> s.currency AND f.rate IS NULL)
FROM ad_spend_daily a
JOIN attribution_state s ON s.profile_id = a.profile_id
LEFT JOIN fx_rates f ON a.currency <> s.currency AND f.profile_id = a.profile_id
    AND f.from_currency = a.currency AND f.to_currency = s.currency AND f.date = a.date
CROSS JOIN LATERAL (
    SELECT a.amount * f.rate AS worth, round(a.amount * f.rate, 8) AS near
) AS y
GROUP BY a.profile_id, a.date, a.signature_id;
