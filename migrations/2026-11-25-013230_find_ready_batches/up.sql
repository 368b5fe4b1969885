CREATE INDEX spend_batches_ready ON spend_batches (look_at NULLS FIRST, landed_at) WHERE status = 'ready';
