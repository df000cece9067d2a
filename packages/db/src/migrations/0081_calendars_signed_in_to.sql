-- Calendars of accounts that somebody signs in to: their credentials are those of the connection with the same id.
ALTER TABLE weft.calendar_services
  DROP CONSTRAINT calendar_services_type_check,
  ADD CONSTRAINT calendar_services_type_check CHECK (type IN ('caldav', 'ics', 'googlecalendar', 'outlookcalendar')),
  ALTER COLUMN secret_id DROP NOT NULL,
  ADD COLUMN connection_id text COLLATE "C" REFERENCES weft.services (id) ON DELETE CASCADE;
CREATE INDEX calendar_services_of_connection ON weft.calendar_services (connection_id);
