-- Until when what an account was paid for our orders was looked through. A restored backup has it as it was then, and what
-- was paid since is found.
CREATE TABLE weft.payment_scans (
  service_id text COLLATE "C" PRIMARY KEY REFERENCES weft.services (id) ON DELETE CASCADE,
  scanned_to timestamptz NOT NULL
);
