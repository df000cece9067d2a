-- for each table of each base
-- Who made a record and who edited it last. Of those that are there nobody knows it.
ALTER TABLE {table} ADD COLUMN IF NOT EXISTS created_by text, ADD COLUMN IF NOT EXISTS updated_by text;
