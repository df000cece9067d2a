-- Whether the record that keeps a finished answer was deleted: it may come back, and is counted as an answer again.
ALTER TABLE weft.form_sessions ADD COLUMN is_deleted boolean NOT NULL DEFAULT false;
-- How many of the counted submissions are answers no longer. Their places stay taken.
ALTER TABLE weft.documents ADD COLUMN deleted_answers bigint NOT NULL DEFAULT 0
