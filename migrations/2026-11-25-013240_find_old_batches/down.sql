DROP INDEX spend_batches_age;
