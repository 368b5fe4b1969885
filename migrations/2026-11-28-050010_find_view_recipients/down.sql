DROP INDEX view_recipients_subject;
