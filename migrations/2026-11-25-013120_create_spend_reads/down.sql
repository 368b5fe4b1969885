DROP TABLE spend_reads;
