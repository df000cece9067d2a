-- A file on its way counts for the bytes it may come to, so that those that come at once do not pass together.
ALTER TABLE weft.files ADD COLUMN pending boolean NOT NULL DEFAULT false;
CREATE INDEX files_organization ON weft.files (organization_id);
CREATE INDEX files_user ON weft.files (user_id);
CREATE INDEX files_pending ON weft.files (kept_until) WHERE pending;
