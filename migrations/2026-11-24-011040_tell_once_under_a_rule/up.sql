-- Of one source there is one line under a rule at a destination.
CREATE UNIQUE INDEX export_ledger_source
    ON export_ledger (profile_id, destination_id, source_fingerprint, rule_id) WHERE kind = 'real';
