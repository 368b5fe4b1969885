DROP INDEX export_ledger_listed;
