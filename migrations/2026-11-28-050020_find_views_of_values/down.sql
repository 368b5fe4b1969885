DROP INDEX view_recipients_value;
