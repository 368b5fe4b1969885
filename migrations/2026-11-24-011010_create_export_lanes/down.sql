DROP TABLE export_lanes;
