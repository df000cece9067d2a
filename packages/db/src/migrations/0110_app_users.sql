-- People who use published apps. Who they are stands in the users table of the app, a table of its database; here stands
-- what is no data of the app: that they were invited or blocked, their codes, and where they are signed in.
CREATE TABLE weft.app_people (
  flow_id text COLLATE "C" NOT NULL REFERENCES weft.flows (id) ON DELETE CASCADE,
  -- In small letters.
  email text COLLATE "C" NOT NULL,
  invited_at timestamptz,
  blocked_at timestamptz,
  last_seen_at timestamptz,
  PRIMARY KEY (flow_id, email)
);

-- Mailed to whoever wants to sign in: a code for the browser that asked, and a link for any. Using one uses up both.
CREATE TABLE weft.app_codes (
  flow_id text COLLATE "C" NOT NULL REFERENCES weft.flows (id) ON DELETE CASCADE,
  -- Known to the browser that asked for it.
  id text COLLATE "C" NOT NULL,
  email text COLLATE "C" NOT NULL,
  -- Null: nothing was mailed, for nobody of this address may sign in.
  code_hash text COLLATE "C",
  link_hash text COLLATE "C",
  tries int NOT NULL DEFAULT 0,
  used boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (flow_id, id)
);
CREATE INDEX app_codes_email ON weft.app_codes (flow_id, email, created_at);
CREATE INDEX app_codes_age ON weft.app_codes (created_at);
CREATE UNIQUE INDEX app_codes_link ON weft.app_codes (flow_id, link_hash) WHERE link_hash IS NOT NULL;

CREATE TABLE weft.app_sessions (
  token_hash text COLLATE "C" PRIMARY KEY,
  flow_id text COLLATE "C" NOT NULL REFERENCES weft.flows (id) ON DELETE CASCADE,
  email text COLLATE "C" NOT NULL,
  -- The person's record of the users table.
  record_id text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL
);
CREATE INDEX app_sessions_person ON weft.app_sessions (flow_id, email);
CREATE INDEX app_sessions_age ON weft.app_sessions (last_used_at)
