CREATE INDEX export_ledger_listed ON export_ledger (profile_id, created_at DESC, id DESC);
