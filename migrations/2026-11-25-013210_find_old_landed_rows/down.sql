DROP INDEX spend_landing_age;
