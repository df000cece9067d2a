-- 'skipped': an answer that the condition of an integration left out. Nothing is sent, and its log says so.
ALTER TABLE weft.deliveries DROP CONSTRAINT deliveries_state_check;
ALTER TABLE weft.deliveries ADD CONSTRAINT deliveries_state_check
  CHECK (state IN ('kept', 'waiting', 'sent', 'failed', 'skipped'))
