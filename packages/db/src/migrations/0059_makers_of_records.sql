-- for each base
-- Who made a record that was deleted: it comes back as theirs.
ALTER TABLE {base}._deleted_records ADD COLUMN IF NOT EXISTS created_by text;
