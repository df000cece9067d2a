-- for each base
-- The cells of a converted field as they were lie in a column of their own, out of sight.
ALTER TABLE {base}._fields ADD COLUMN IF NOT EXISTS shadow_of text COLLATE "C", ADD COLUMN IF NOT EXISTS as_of timestamptz;
