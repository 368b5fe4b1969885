DROP INDEX platform_writes_week;
