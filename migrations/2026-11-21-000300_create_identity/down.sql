DROP TABLE visitor_segments;
DROP TABLE visitors;
DROP TABLE identifier_sightings;
DROP TABLE identifiers;
DROP TABLE customers;
