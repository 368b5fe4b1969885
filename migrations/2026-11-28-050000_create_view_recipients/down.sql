DROP TABLE view_recipients;
