-- Connections to services: what a person lets flows of an organization write to in their name.
CREATE TABLE weft.services (
  id text COLLATE "C" PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL REFERENCES weft.organizations (id) ON DELETE CASCADE,
  workspace_id text COLLATE "C",
  -- Whose it is: what they may not do, nothing does in their name.
  user_id text NOT NULL,
  type text NOT NULL,
  name text NOT NULL,
  -- Where it was made: 'formEditor'.
  source text NOT NULL,
  config jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (organization_id, name)
);
CREATE INDEX services_person ON weft.services (organization_id, user_id, type);
-- What a flow writes to a service. The settings of its type are in config.
CREATE TABLE weft.flow_integrations (
  id text COLLATE "C" PRIMARY KEY,
  flow_id text COLLATE "C" NOT NULL REFERENCES weft.flows (id) ON DELETE CASCADE,
  service_id text COLLATE "C" NOT NULL REFERENCES weft.services (id) ON DELETE CASCADE,
  service_type text NOT NULL,
  -- The name of its write query: ten characters.
  query_id text COLLATE "C" NOT NULL,
  config jsonb NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX flow_integrations_flow ON weft.flow_integrations (flow_id, created_at);
CREATE INDEX flow_integrations_service ON weft.flow_integrations (service_id)
