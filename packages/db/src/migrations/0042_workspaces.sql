-- Home shows a flow to its owner, its members and admins alone. What lay there was open to every member: it goes into a
-- workspace where all of them write.
ALTER TABLE weft.workspaces ADD COLUMN created_by text;
INSERT INTO weft.workspaces (id, organization_id, slug, name, icon, color)
  SELECT 'wsp' || substr(o.id, 4), o.id, 'general', 'General', 'shapes', 'Gray' FROM weft.organizations o
  WHERE EXISTS (SELECT 1 FROM weft.flows f WHERE f.organization_id = o.id AND f.workspace_id IS NULL)
  ON CONFLICT DO NOTHING;
INSERT INTO weft.workspace_members (workspace_id, user_id, access_level)
  SELECT w.id, m.user_id, 'write' FROM weft.workspaces w
  JOIN weft.members m ON m.organization_id = w.organization_id AND w.id = 'wsp' || substr(w.organization_id, 4)
  ON CONFLICT DO NOTHING;
UPDATE weft.flows f SET workspace_id = w.id FROM weft.workspaces w
  WHERE f.workspace_id IS NULL AND w.organization_id = f.organization_id AND w.id = 'wsp' || substr(f.organization_id, 4);

-- Edits of a locked flow are refused until its owner or an admin unlocks it.
ALTER TABLE weft.flows ADD COLUMN locked boolean NOT NULL DEFAULT false;
CREATE INDEX flows_changed ON weft.flows (organization_id, updated_at DESC, id DESC);
CREATE INDEX flow_members_user ON weft.flow_members (user_id)
