-- By how much the last touch would get more if views took no credit, in billionths; NULL where it makes no
-- difference, as everywhere without views.
ALTER TABLE credits ADD COLUMN views_moved integer;
