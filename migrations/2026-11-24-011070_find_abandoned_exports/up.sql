-- What somebody was sending who vanished.
CREATE INDEX export_ledger_sending ON export_ledger (profile_id, destination_id) WHERE status = 'sending';
