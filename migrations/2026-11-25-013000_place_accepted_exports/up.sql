-- A search engine that checks later names events by their places in the request that it accepted.
ALTER TABLE export_ledger
    ADD COLUMN request_place integer,
    ADD COLUMN accepted_at timestamptz,
    ADD CONSTRAINT export_ledger_accepted CHECK ((request_place IS NULL) = (accepted_at IS NULL)),
    ADD CONSTRAINT export_ledger_ask_at CHECK (ask_at IS NULL OR accepted_at IS NOT NULL);
