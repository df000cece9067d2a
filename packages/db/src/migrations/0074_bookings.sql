-- Everybody who is booked, with the number that keeps their times apart from those of others.
CREATE TABLE weft.booking_hosts (
  user_id text COLLATE "C" PRIMARY KEY,
  number int NOT NULL UNIQUE GENERATED ALWAYS AS IDENTITY
);

-- One time of a group event, shared by the bookings of its seats. Times are epoch milliseconds, here and below.
CREATE TABLE weft.booking_sessions (
  id text COLLATE "C" PRIMARY KEY,
  flow_id text COLLATE "C" NOT NULL REFERENCES weft.flows (id) ON DELETE CASCADE,
  starts_at bigint NOT NULL,
  ends_at bigint NOT NULL,
  taken int NOT NULL CHECK (taken > 0),
  UNIQUE (flow_id, starts_at, ends_at)
);

CREATE TABLE weft.bookings (
  id text COLLATE "C" PRIMARY KEY,
  flow_id text COLLATE "C" NOT NULL REFERENCES weft.flows (id) ON DELETE CASCADE,
  -- Made with the page: a booking that is sent twice is one.
  request_id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" REFERENCES weft.booking_sessions (id) ON DELETE SET NULL,
  state text NOT NULL CHECK (state IN ('held', 'pending', 'confirmed', 'cancelled')),
  starts_at bigint NOT NULL,
  ends_at bigint NOT NULL,
  buffer_before_mins int NOT NULL,
  buffer_after_mins int NOT NULL,
  seats int NOT NULL CHECK (seats > 0),
  host_ids text[] NOT NULL,
  -- When a hold ends.
  expires_at bigint,
  -- Of the calendar event: incremented by each change of it.
  sequence int NOT NULL DEFAULT 0,
  no_show boolean NOT NULL DEFAULT false,
  details jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (starts_at < ends_at),
  UNIQUE (flow_id, request_id)
);
CREATE INDEX bookings_by_time ON weft.bookings (flow_id, starts_at, id);
CREATE INDEX bookings_of_hosts ON weft.bookings USING gin (host_ids) WHERE state <> 'cancelled';

-- The times at which hosts are taken, buffers included. All hosts share one axis, on which each has a stretch of 2^43
-- milliseconds (until the year 2248) by their number: so ranges that overlap are of one host, and no extension is needed.
CREATE TABLE weft.booking_blocks (
  host_number int NOT NULL REFERENCES weft.booking_hosts (number),
  booking_id text COLLATE "C" REFERENCES weft.bookings (id) ON DELETE CASCADE,
  session_id text COLLATE "C" REFERENCES weft.booking_sessions (id) ON DELETE CASCADE,
  during int8range NOT NULL CHECK (NOT isempty(during)),
  CHECK ((booking_id IS NULL) <> (session_id IS NULL)),
  CONSTRAINT booking_blocks_apart EXCLUDE USING gist (during WITH &&)
);
CREATE INDEX booking_blocks_of_booking ON weft.booking_blocks (booking_id);
CREATE INDEX booking_blocks_of_session ON weft.booking_blocks (session_id);
