-- for each base
-- A conversion exchanges which column a field's cells lie in, here alone: null is the field's own id. What lies out of
-- sight is right beside the cells of one column, up to an entry of the log; until that is known it is looked through.
ALTER TABLE {base}._fields ADD COLUMN IF NOT EXISTS cells_in text COLLATE "C", ADD COLUMN IF NOT EXISTS as_of_seq bigint,
  ADD COLUMN IF NOT EXISTS beside text COLLATE "C", DROP COLUMN IF EXISTS as_of;
