-- Accounts and feeds of people whose calendars are checked for conflicts and take bookings. Times are epoch milliseconds.
CREATE TABLE weft.calendar_services (
  id text COLLATE "C" PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL,
  user_id text NOT NULL,
  type text NOT NULL CHECK (type IN ('caldav', 'ics')),
  name text NOT NULL,
  -- Who is signed in, or the host of a feed.
  account text NOT NULL,
  secret_id text COLLATE "C" NOT NULL,
  calendars_to_check text[] NOT NULL DEFAULT '{}',
  calendar_to_write_to text,
  read_at bigint,
  read_due bigint NOT NULL,
  failing_since bigint,
  fault text,
  -- The fault needs its owner: a password that is refused, say.
  is_disconnected boolean NOT NULL DEFAULT false,
  owner_told boolean NOT NULL DEFAULT false,
  updated_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (organization_id, user_id) REFERENCES weft.members (organization_id, user_id) ON DELETE CASCADE
);
CREATE INDEX calendar_services_of_person ON weft.calendar_services (user_id, created_at, id);
CREATE INDEX calendar_services_due ON weft.calendar_services (read_due);

CREATE TABLE weft.calendars (
  service_id text COLLATE "C" NOT NULL REFERENCES weft.calendar_services (id) ON DELETE CASCADE,
  id text NOT NULL,
  position int NOT NULL,
  name text NOT NULL,
  can_write_to boolean NOT NULL,
  -- The account has it no more.
  is_deleted boolean NOT NULL DEFAULT false,
  -- Until when its events were read; null: not yet.
  read_to bigint,
  -- What its server called the state that was read.
  version text,
  PRIMARY KEY (service_id, id)
);

-- The events that block, as they were read last.
CREATE TABLE weft.calendar_events (
  service_id text COLLATE "C" NOT NULL,
  calendar_id text NOT NULL,
  id text NOT NULL,
  title text NOT NULL,
  shows_as text NOT NULL,
  starts_at bigint NOT NULL,
  ends_at bigint NOT NULL,
  -- Of an event of whole days; its times are then those of any zone.
  dates text[],
  zone text,
  booking_id text,
  FOREIGN KEY (service_id, calendar_id) REFERENCES weft.calendars (service_id, id) ON DELETE CASCADE
);
CREATE INDEX calendar_events_by_end ON weft.calendar_events (service_id, calendar_id, ends_at);

-- Where the event of a booking is, or is about to be.
CREATE TABLE weft.calendar_writes (
  booking_id text COLLATE "C" NOT NULL,
  user_id text NOT NULL,
  service_id text COLLATE "C" NOT NULL REFERENCES weft.calendar_services (id) ON DELETE CASCADE,
  calendar_id text NOT NULL,
  PRIMARY KEY (booking_id, user_id)
);
