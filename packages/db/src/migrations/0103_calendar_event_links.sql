-- Where an event is shown in a browser; read with everything else of a calendar, which is why all are read anew.
ALTER TABLE weft.calendar_events ADD COLUMN link text;
UPDATE weft.calendars SET version = NULL;
-- A booking that is moved or cancelled no longer has its event where it was read.
CREATE INDEX calendar_events_of_booking ON weft.calendar_events (booking_id) WHERE booking_id IS NOT NULL;
