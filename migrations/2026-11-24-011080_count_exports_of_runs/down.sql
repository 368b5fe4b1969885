DROP INDEX export_ledger_run;
