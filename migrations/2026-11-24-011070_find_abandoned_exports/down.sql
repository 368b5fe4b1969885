DROP INDEX export_ledger_sending;
