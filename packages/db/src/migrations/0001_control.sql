-- The control schema: people, organizations, and what they own. What is inside a base lives in a schema of its own.
CREATE SCHEMA IF NOT EXISTS weft;

-- Sign-in. The column names are those of the sign-in library.
CREATE TABLE weft.auth_user (
  "id" text PRIMARY KEY,
  "name" text NOT NULL,
  "email" text NOT NULL UNIQUE,
  "emailVerified" boolean NOT NULL,
  "image" text,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  "updatedAt" timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE weft.auth_session (
  "id" text PRIMARY KEY,
  "expiresAt" timestamptz NOT NULL,
  "token" text NOT NULL UNIQUE,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  "updatedAt" timestamptz NOT NULL,
  "ipAddress" text,
  "userAgent" text,
  "userId" text NOT NULL REFERENCES weft.auth_user ("id") ON DELETE CASCADE
);
CREATE INDEX auth_session_user ON weft.auth_session ("userId");
CREATE TABLE weft.auth_account (
  "id" text PRIMARY KEY,
  "accountId" text NOT NULL,
  "providerId" text NOT NULL,
  "userId" text NOT NULL REFERENCES weft.auth_user ("id") ON DELETE CASCADE,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  "updatedAt" timestamptz NOT NULL
);
CREATE INDEX auth_account_user ON weft.auth_account ("userId");
CREATE TABLE weft.auth_verification (
  "id" text PRIMARY KEY,
  "identifier" text NOT NULL,
  "value" text NOT NULL,
  "expiresAt" timestamptz NOT NULL,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  "updatedAt" timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX auth_verification_identifier ON weft.auth_verification ("identifier");

CREATE TABLE weft.organizations (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE weft.members (
  organization_id text COLLATE "C" NOT NULL REFERENCES weft.organizations (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES weft.auth_user ("id") ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('admin', 'member')),
  joined_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, user_id)
);
CREATE INDEX members_user ON weft.members (user_id);
CREATE TABLE weft.invitations (
  id text COLLATE "C" PRIMARY KEY,
  code text NOT NULL UNIQUE,
  organization_id text COLLATE "C" NOT NULL REFERENCES weft.organizations (id) ON DELETE CASCADE,
  email text,
  role text NOT NULL CHECK (role IN ('admin', 'member')),
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz
);

-- Forms, bases, apps: one row each, whatever their type.
CREATE TABLE weft.flows (
  id text COLLATE "C" PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL REFERENCES weft.organizations (id) ON DELETE CASCADE,
  owner_user_id text NOT NULL,
  workspace_id text COLLATE "C",
  type text NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  trashed_at timestamptz
);
CREATE INDEX flows_newest ON weft.flows (organization_id, created_at DESC, id DESC);
CREATE TABLE weft.flow_members (
  flow_id text COLLATE "C" NOT NULL REFERENCES weft.flows (id) ON DELETE CASCADE,
  user_id text NOT NULL,
  access_level text NOT NULL CHECK (access_level IN ('read', 'write')),
  PRIMARY KEY (flow_id, user_id)
);

CREATE TABLE weft.files (
  id text COLLATE "C" PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL REFERENCES weft.organizations (id) ON DELETE CASCADE,
  user_id text NOT NULL,
  name text NOT NULL,
  size bigint NOT NULL,
  mime_type text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Imports under way and ended: what a crash leaves is found and removed here.
CREATE TABLE weft.imports (
  id text COLLATE "C" PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL,
  user_id text NOT NULL,
  base_id text COLLATE "C" NOT NULL,
  table_id text COLLATE "C" NOT NULL,
  file_id text COLLATE "C" NOT NULL,
  base_made_for_import boolean NOT NULL DEFAULT false,
  state text NOT NULL CHECK (state IN ('running', 'finished', 'cancelled', 'failed')),
  outcome jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX imports_running ON weft.imports (state) WHERE state = 'running';
