-- for each base
-- A deleted table whose records are gone for good; what it was called stays, so that its ids are never given again.
ALTER TABLE {base}._tables ADD COLUMN IF NOT EXISTS purged_at timestamptz;
