-- The same of whoever has what went away.
CREATE INDEX customer_splits_parted ON customer_splits (profile_id, parted_id, id);
