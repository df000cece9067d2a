-- for each base
-- What an undo or redo did, beside its first entry: one that is sent again does it once.
ALTER TABLE {base}._log ADD COLUMN IF NOT EXISTS answer jsonb;
