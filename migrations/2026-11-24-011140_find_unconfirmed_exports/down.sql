DROP INDEX export_ledger_asked;
