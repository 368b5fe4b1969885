DROP INDEX platform_writes_due;
