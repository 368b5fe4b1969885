-- Lines that are not kept any longer.
CREATE INDEX export_ledger_age ON export_ledger (created_at);
