CREATE INDEX spend_batches_age ON spend_batches (landed_at);
