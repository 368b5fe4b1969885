CREATE INDEX platform_writes_due ON platform_writes (look_at) WHERE status = 'intended';
