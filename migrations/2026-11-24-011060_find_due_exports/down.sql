DROP INDEX export_ledger_due;
