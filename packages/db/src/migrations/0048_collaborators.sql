-- A membership of a flow lets its person in by itself now: what was left of people who are not of the organization ends.
DELETE FROM weft.flow_members fm USING weft.flows f
  WHERE f.id = fm.flow_id AND NOT EXISTS (
    SELECT 1 FROM weft.members m WHERE m.organization_id = f.organization_id AND m.user_id = fm.user_id);

-- An invitation to work on one flow, not to join the organization.
ALTER TABLE weft.invitations
  ADD COLUMN flow_id text COLLATE "C" REFERENCES weft.flows (id) ON DELETE CASCADE,
  ADD COLUMN access_level text CHECK (access_level IN ('read', 'write')),
  ADD CONSTRAINT invitations_flow CHECK ((flow_id IS NULL) = (access_level IS NULL) AND (flow_id IS NULL OR email IS NOT NULL));
CREATE INDEX invitations_flow ON weft.invitations (flow_id) WHERE flow_id IS NOT NULL
