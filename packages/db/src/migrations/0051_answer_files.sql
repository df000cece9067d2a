-- Files that strangers send to a form: their answer's attachments once it is kept, and removed after a day otherwise.
ALTER TABLE weft.files DROP CONSTRAINT files_purpose_check;
ALTER TABLE weft.files ADD CONSTRAINT files_purpose_check
  CHECK (purpose IN ('upload', 'report', 'attachment', 'picture', 'organization', 'answer'))
