DROP INDEX spend_syncs_due;
