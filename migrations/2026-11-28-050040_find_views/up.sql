CREATE INDEX views_recipient ON views (profile_id, recipient_id, occurred_at);
