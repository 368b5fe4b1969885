-- Lines of which a search engine is asked what it made of them.
CREATE INDEX export_ledger_asked ON export_ledger (profile_id, destination_id, ask_at) WHERE ask_at IS NOT NULL;
