DROP INDEX export_ledger_age;
