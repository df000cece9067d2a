-- Accounts: when a session was last used, tokens of programs, mails, and what happened.
ALTER TABLE weft.auth_session ADD COLUMN "lastUsedAt" timestamptz;

-- Only the hash of a token is kept: 32 random bytes need no slow hash. A revoked token is gone.
CREATE TABLE weft.tokens (
  id text COLLATE "C" PRIMARY KEY,
  user_id text NOT NULL REFERENCES weft.auth_user ("id") ON DELETE CASCADE,
  organization_id text COLLATE "C" NOT NULL REFERENCES weft.organizations (id) ON DELETE CASCADE,
  name text NOT NULL,
  hash text COLLATE "C" NOT NULL UNIQUE,
  scopes jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX tokens_user ON weft.tokens (user_id);

-- Every mail is a row first. 'kept': there is no mail server, the instance admin reads it.
CREATE TABLE weft.mails (
  id text COLLATE "C" PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text,
  state text NOT NULL CHECK (state IN ('kept', 'waiting', 'sent', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  fault text,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz
);
CREATE INDEX mails_waiting ON weft.mails (next_attempt_at) WHERE state = 'waiting';
CREATE INDEX mails_recipient ON weft.mails (recipient, created_at);
CREATE INDEX mails_age ON weft.mails (created_at);

-- Who did what. Entries outlive the people and things they name.
CREATE TABLE weft.audit_log (
  id text COLLATE "C" PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL,
  user_id text,
  action text NOT NULL,
  details jsonb NOT NULL,
  ip text,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX audit_log_newest ON weft.audit_log (organization_id, id DESC);
