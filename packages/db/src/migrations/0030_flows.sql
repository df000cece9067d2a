-- Workspaces hold flows of an organization. Who has no membership of one reads what lies in it.
CREATE TABLE weft.workspaces (
  id text COLLATE "C" PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL REFERENCES weft.organizations (id) ON DELETE CASCADE,
  slug text COLLATE "C" NOT NULL,
  name text NOT NULL,
  icon text,
  color text,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (organization_id, slug)
);
CREATE TABLE weft.workspace_members (
  workspace_id text COLLATE "C" NOT NULL REFERENCES weft.workspaces (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES weft.auth_user ("id") ON DELETE CASCADE,
  access_level text NOT NULL CHECK (access_level IN ('read', 'write')),
  PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX workspace_members_user ON weft.workspace_members (user_id);

-- What there is lies in Home, where every member writes: no workspace existed before.
UPDATE weft.flows SET workspace_id = NULL WHERE workspace_id IS NOT NULL;
ALTER TABLE weft.flows
  ADD CONSTRAINT flows_workspace FOREIGN KEY (workspace_id) REFERENCES weft.workspaces (id) ON DELETE SET NULL,
  ADD CONSTRAINT flows_type CHECK (type IN ('form', 'quiz', 'scheduling', 'payment', 'base', 'zite')),
  -- What stands in public addresses; a database's is its id.
  ADD COLUMN public_identifier text COLLATE "C",
  ADD COLUMN parent_flow_public_identifier text COLLATE "C",
  ADD COLUMN published_snapshot_id text COLLATE "C",
  ADD COLUMN cloneable_template_id text COLLATE "C",
  ADD COLUMN internal_note text CHECK (char_length(internal_note) <= 165),
  ADD COLUMN tags jsonb NOT NULL DEFAULT '[]',
  -- disabledForm, maxSubmissions, expirationDate, openDate.
  ADD COLUMN settings jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN screenshot_url text;
UPDATE weft.flows SET public_identifier = id;
ALTER TABLE weft.flows ALTER COLUMN public_identifier SET NOT NULL, ADD CONSTRAINT flows_public_identifier UNIQUE (public_identifier);
CREATE INDEX flows_workspace ON weft.flows (workspace_id) WHERE workspace_id IS NOT NULL;

-- What a flow is to one person alone.
CREATE TABLE weft.flow_people (
  flow_id text COLLATE "C" NOT NULL REFERENCES weft.flows (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES weft.auth_user ("id") ON DELETE CASCADE,
  starred boolean NOT NULL DEFAULT false,
  last_opened_at timestamptz,
  PRIMARY KEY (flow_id, user_id)
);
CREATE INDEX flow_people_user ON weft.flow_people (user_id);

-- Changes of the list of flows, numbered per organization without gaps in the order of their commits.
CREATE TABLE weft.flow_feeds (
  organization_id text COLLATE "C" PRIMARY KEY REFERENCES weft.organizations (id) ON DELETE CASCADE,
  seq bigint NOT NULL
);
CREATE TABLE weft.flow_events (
  organization_id text COLLATE "C" NOT NULL REFERENCES weft.organizations (id) ON DELETE CASCADE,
  seq bigint NOT NULL,
  change text NOT NULL,
  flow_id text COLLATE "C" NOT NULL,
  user_id text NOT NULL,
  -- The caller's own id of the change: a page tells by it what it did itself.
  action_id text COLLATE "C",
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, seq)
);

UPDATE weft.audit_log
  SET action = 'flow.' || substr(action, 6),
    details = (details - 'baseId') || jsonb_build_object('flowId', details->'baseId', 'type', 'base')
  WHERE action IN ('base.made', 'base.renamed', 'base.trashed', 'base.restored', 'base.deleted', 'base.exported')
