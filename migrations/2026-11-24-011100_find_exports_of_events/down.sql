DROP INDEX export_ledger_event;
