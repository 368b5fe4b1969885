CREATE INDEX spend_batches_latest ON spend_batches (profile_id, landed_at DESC, batch_id DESC);
