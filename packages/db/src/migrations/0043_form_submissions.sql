-- Answers that a form has taken: counted under a lock of the row, so that a limit holds however many come at once.
ALTER TABLE weft.documents ADD COLUMN submissions bigint NOT NULL DEFAULT 0
