-- Of which campaign it is what an ad cost, also what no ad explains. Rows of before have none until the worker counts anew, which it
-- does at its start.
ALTER TABLE spend_ads
    ADD COLUMN campaign_id text NOT NULL DEFAULT '',
    DROP CONSTRAINT spend_ads_pkey,
    ADD PRIMARY KEY (profile_id, local_date, signature_id, campaign_id, ad_set_id, ad_id);
