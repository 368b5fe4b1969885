DROP INDEX views_recipient;
