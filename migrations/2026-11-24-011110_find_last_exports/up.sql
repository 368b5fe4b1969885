-- The newest line of each destination.
CREATE INDEX export_ledger_last ON export_ledger (profile_id, destination_id, created_at DESC) WHERE kind = 'real';
