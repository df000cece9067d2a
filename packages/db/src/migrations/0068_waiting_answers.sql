-- Answers that wait for a place in a form that is full, or for a choice that is.
ALTER TABLE weft.form_sessions DROP CONSTRAINT form_sessions_state_check;
ALTER TABLE weft.form_sessions ADD CONSTRAINT form_sessions_state_check
  CHECK (state IN ('in_progress', 'finished', 'spam', 'waiting'));
-- Answers that were taken from the waiting list, so that two of them never get one place.
ALTER TABLE weft.documents ADD COLUMN taken_in int NOT NULL DEFAULT 0
