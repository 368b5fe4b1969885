-- Credit by the day of the touch is read from the days that are added up; nothing looks for it here.
DROP INDEX credits_touch_day;
