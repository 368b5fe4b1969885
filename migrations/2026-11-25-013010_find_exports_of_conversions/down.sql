DROP INDEX export_ledger_conversion;
