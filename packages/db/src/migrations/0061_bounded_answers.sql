-- Bytes of what is kept of an unfinished answer; the large ones of a form are bounded together.
ALTER TABLE weft.form_sessions ADD COLUMN bytes int NOT NULL DEFAULT 0;
UPDATE weft.form_sessions SET bytes = octet_length(sent::text) WHERE state = 'in_progress';
CREATE INDEX form_sessions_large ON weft.form_sessions (flow_id, bytes) WHERE state = 'in_progress' AND bytes > 16384;
-- Tells people apart who answered: kept here, so that another SECRET, or a restore elsewhere, still knows them. Where
-- people have answered already, the server fills in the key by which it told them apart.
CREATE TABLE weft.form_person_key (key text COLLATE "C" NOT NULL);
INSERT INTO weft.form_person_key (key)
  SELECT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
  WHERE NOT EXISTS (SELECT 1 FROM weft.form_sessions WHERE person IS NOT NULL);
