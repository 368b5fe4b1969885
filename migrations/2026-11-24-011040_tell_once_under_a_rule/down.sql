DROP INDEX export_ledger_source;
