-- What an organization is called and what it sets for its members; nothing depends on its plan.
ALTER TABLE weft.organizations
  ADD COLUMN plan_name text NOT NULL DEFAULT 'free',
  ADD COLUMN is_sandbox boolean NOT NULL DEFAULT false;

-- Rights of single members; admins have them all. Whoever was a member before could make databases.
ALTER TABLE weft.members
  ADD COLUMN create_database boolean NOT NULL DEFAULT true,
  ADD COLUMN move_flows_across_orgs boolean NOT NULL DEFAULT false;

-- What a person chose for the screens, by key, and what they were shown once.
ALTER TABLE weft.auth_user
  ADD COLUMN "settings" jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN "flags" jsonb NOT NULL DEFAULT '{}'
