-- People who wait for a time of a booking page that is taken. Times are epoch milliseconds.
CREATE TABLE weft.booking_waits (
  id text COLLATE "C" PRIMARY KEY,
  flow_id text COLLATE "C" NOT NULL REFERENCES weft.flows (id) ON DELETE CASCADE,
  name text NOT NULL,
  email text NOT NULL,
  -- In which they saw the time.
  zone text NOT NULL,
  -- What they wait for begins from here and before there: one time, or any of a day.
  starts_at bigint NOT NULL,
  ends_at bigint NOT NULL,
  duration_mins int NOT NULL,
  -- `offered`: a time is held for them; `missed`: they did not take it; `booked`: they did.
  state text NOT NULL CHECK (state IN ('waiting', 'offered', 'booked', 'missed')),
  -- The booking that is held for them, or that they made of it.
  booking_id text COLLATE "C" REFERENCES weft.bookings (id) ON DELETE SET NULL,
  offered_until bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (starts_at < ends_at)
);
-- In the order in which they are asked.
CREATE INDEX booking_waits_in_turn ON weft.booking_waits (flow_id, created_at, id);
CREATE UNIQUE INDEX booking_waits_once ON weft.booking_waits (flow_id, lower(email), starts_at, ends_at)
  WHERE state IN ('waiting', 'offered');
