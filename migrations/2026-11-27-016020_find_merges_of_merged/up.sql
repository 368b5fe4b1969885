-- The same for the other value.
CREATE INDEX customer_merges_merged_value ON customer_merges (profile_id, merged_kind, merged_key)
WHERE undone_at IS NULL;
