-- Where campaigns share a day's traffic this wants the table emptied first; an older release fills it again at its start.
ALTER TABLE spend_ads
    DROP COLUMN campaign_id,
    ADD PRIMARY KEY (profile_id, local_date, signature_id, ad_set_id, ad_id);
