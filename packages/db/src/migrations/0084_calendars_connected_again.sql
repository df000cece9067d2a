-- What is read of calendars while they are connected again is another account's, or opened with what no longer holds: it is
-- told apart by how often they were connected.
ALTER TABLE weft.calendar_services ADD COLUMN times_connected int NOT NULL DEFAULT 1;
-- The fault is that whoever signed in did not allow what is needed.
ALTER TABLE weft.calendar_services ADD COLUMN lacks_permission boolean NOT NULL DEFAULT false;
