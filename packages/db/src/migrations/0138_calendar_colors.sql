-- As its account shows it, #rrggbb; null: it says none.
ALTER TABLE weft.calendars ADD COLUMN color text;
