DROP TABLE platform_writes;
