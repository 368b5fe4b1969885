DROP INDEX spend_batches_ready;
