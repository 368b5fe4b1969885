CREATE INDEX export_ledger_run ON export_ledger (profile_id, run_id) WHERE run_id IS NOT NULL;
