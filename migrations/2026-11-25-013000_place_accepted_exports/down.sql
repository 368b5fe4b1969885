ALTER TABLE export_ledger
    DROP CONSTRAINT export_ledger_ask_at,
    DROP CONSTRAINT export_ledger_accepted,
    DROP COLUMN accepted_at,
    DROP COLUMN request_place;
