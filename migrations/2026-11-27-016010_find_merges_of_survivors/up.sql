-- What was decided of a value and stands.
CREATE INDEX customer_merges_survivor_value ON customer_merges (profile_id, survivor_kind, survivor_key)
WHERE undone_at IS NULL;
