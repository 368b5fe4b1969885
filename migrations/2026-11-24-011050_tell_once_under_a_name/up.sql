-- One source is told a destination once under a name, whichever rule tells it.
CREATE UNIQUE INDEX export_ledger_name
    ON export_ledger (profile_id, destination_id, source_fingerprint, platform_event_name)
    WHERE kind = 'real' AND status <> 'skipped';
