-- The browsers of a decision.
CREATE INDEX customer_split_browsers_split ON customer_split_browsers (profile_id, split_id);
