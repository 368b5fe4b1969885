DROP INDEX spend_batches_latest;
