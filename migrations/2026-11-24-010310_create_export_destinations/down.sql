DROP TABLE export_destinations;
