DROP INDEX export_ledger_last;
