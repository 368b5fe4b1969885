DROP TABLE conversion_definitions;
DROP TABLE signature_channels;
DROP TABLE traffic_signatures;
