-- for each base
-- The last number that a field which counts records has given: none is given twice.
ALTER TABLE {base}._fields ADD COLUMN IF NOT EXISTS last_number integer NOT NULL DEFAULT 0;
