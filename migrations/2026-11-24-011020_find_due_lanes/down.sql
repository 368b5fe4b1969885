DROP INDEX export_lanes_due;
