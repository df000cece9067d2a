-- The path of an organization's picture on this server; its members see the file.
ALTER TABLE weft.organizations ADD COLUMN picture text;
ALTER TABLE weft.files DROP CONSTRAINT files_purpose_check;
ALTER TABLE weft.files ADD CONSTRAINT files_purpose_check
  CHECK (purpose IN ('upload', 'report', 'attachment', 'picture', 'organization'))
