-- An import that a stopped server left can be started again: its row keeps what was asked for.
ALTER TABLE weft.imports ADD COLUMN request jsonb;
ALTER TABLE weft.imports DROP CONSTRAINT imports_state_check;
ALTER TABLE weft.imports ADD CONSTRAINT imports_state_check
  CHECK (state IN ('running', 'interrupted', 'finished', 'cancelled', 'failed'));
CREATE INDEX imports_interrupted ON weft.imports (user_id) WHERE state = 'interrupted';
