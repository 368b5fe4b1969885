DROP INDEX export_ledger_name;
