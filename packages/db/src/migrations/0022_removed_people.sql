-- Why a session is over that nobody signed out of: its browser is told. Only the hash of what opened it is kept.
CREATE TABLE weft.ended_sessions (
  token_hash text COLLATE "C" PRIMARY KEY,
  reason text NOT NULL,
  ended_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ended_sessions_age ON weft.ended_sessions (ended_at);

-- Wrong passwords in a row, by account or by a device known to it; until when the next is not looked at.
CREATE TABLE weft.sign_in_failures (
  key text COLLATE "C" PRIMARY KEY,
  failures integer NOT NULL,
  blocked_until timestamptz NOT NULL,
  last_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sign_in_failures_age ON weft.sign_in_failures (last_at);
