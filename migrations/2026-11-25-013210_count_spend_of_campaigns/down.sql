ALTER TABLE spend_ads DROP CONSTRAINT spend_ads_pkey;

CREATE TABLE spend_ads_before AS
SELECT profile_id, local_date, signature_id, ad_set_id, ad_id, sum(spend) AS spend,
    sum(without_rate)::bigint AS without_rate, sum(exceeded)::bigint AS exceeded
FROM spend_ads
GROUP BY profile_id, local_date, signature_id, ad_set_id, ad_id;

DELETE FROM spend_ads;

ALTER TABLE spend_ads DROP COLUMN campaign_id;

INSERT INTO spend_ads (
    profile_id, local_date, signature_id, ad_set_id, ad_id, spend, without_rate, exceeded
)
SELECT profile_id, local_date, signature_id, ad_set_id, ad_id, spend, without_rate, exceeded
FROM spend_ads_before;

DROP TABLE spend_ads_before;

ALTER TABLE spend_ads ADD PRIMARY KEY (profile_id, local_date, signature_id, ad_set_id, ad_id);
