-- What a connection to a third-party service is made of; the former ones are to databases of our own.
ALTER TABLE weft.services
  -- Who may let flows write with it.
  ADD COLUMN access text NOT NULL DEFAULT 'owner' CHECK (access IN ('owner', 'organization', 'workspace')),
  -- Where it is signed in; null: its settings let it in.
  ADD COLUMN provider text,
  -- Its secret settings and tokens, sealed.
  ADD COLUMN secret_id text COLLATE "C",
  ADD COLUMN state text NOT NULL DEFAULT 'ok' CHECK (state IN ('ok', 'reconnect', 'failing')),
  -- The account at the service, as it says.
  ADD COLUMN account_id text,
  ADD COLUMN account_label text,
  ADD COLUMN scopes text[] NOT NULL DEFAULT '{}',
  -- When its token ends; null: it does not, or there is none.
  ADD COLUMN expires_at timestamptz,
  -- One process renews the token at a time, until then.
  ADD COLUMN refreshing_until timestamptz,
  ADD COLUMN last_used_at timestamptz,
  ADD COLUMN last_ok_at timestamptz,
  ADD COLUMN last_error text;
-- The apps by which people sign in at providers: the operator's own.
CREATE TABLE weft.oauth_apps (
  provider text PRIMARY KEY,
  client_id text NOT NULL,
  secret_id text COLLATE "C",
  updated_by text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
-- Sign-ins at providers that have begun and not come back. The hash of their state, so that whoever reads this opens none.
CREATE TABLE weft.oauth_sign_ins (
  state_hash text PRIMARY KEY,
  service_id text COLLATE "C" NOT NULL REFERENCES weft.services (id) ON DELETE CASCADE,
  provider text NOT NULL,
  user_id text NOT NULL,
  session_id text NOT NULL,
  redirect_uri text NOT NULL,
  failure_redirect_uri text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX oauth_sign_ins_age ON weft.oauth_sign_ins (created_at);
CREATE INDEX oauth_sign_ins_service ON weft.oauth_sign_ins (service_id);
-- What a delivery's last fault means for the next attempt: 'retry', 'reconnect', 'permanent' or 'unknown'.
ALTER TABLE weft.deliveries ADD COLUMN fault_class text
