CREATE INDEX export_ledger_event ON export_ledger (profile_id, source_event_id);
