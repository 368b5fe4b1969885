-- Decisions by which a customer became an alias.
CREATE INDEX customer_merges_merged ON customer_merges (profile_id, merged_id, id);
