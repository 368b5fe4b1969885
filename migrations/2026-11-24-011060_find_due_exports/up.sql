CREATE INDEX export_ledger_due ON export_ledger (profile_id, destination_id, next_attempt_at)
    WHERE next_attempt_at IS NOT NULL;
