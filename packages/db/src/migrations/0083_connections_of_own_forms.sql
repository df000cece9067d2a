-- Connections that lead to forms of this server reach what their owner can open: nobody else uses them.
UPDATE weft.services SET access = 'owner', workspace_id = NULL WHERE type = 'weft';
