-- Texts that open something elsewhere, sealed. Keys lie here sealed by the server's SECRET, which no backup holds.
CREATE TABLE weft.secret_keys (
  id text COLLATE "C" PRIMARY KEY,
  sealed text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE weft.secrets (
  id text COLLATE "C" PRIMARY KEY,
  -- Null: the instance's own. A secret opens only together with its organization and owner.
  organization_id text COLLATE "C" REFERENCES weft.organizations (id) ON DELETE CASCADE,
  owner text NOT NULL,
  key_id text COLLATE "C" NOT NULL REFERENCES weft.secret_keys (id),
  sealed text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX secrets_key ON weft.secrets (key_id, id);
CREATE INDEX secrets_owner ON weft.secrets (owner)
