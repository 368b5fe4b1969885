-- The list of a profile's rules, the newest first. Archived ones are on no list, however many there are.
CREATE INDEX export_rules_listed ON export_rules (profile_id, created_at DESC, id DESC) WHERE archived_at IS NULL;
