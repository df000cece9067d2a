-- Of an answer in progress: the page they are on, and the hash of the code in a mail that opens it once elsewhere.
ALTER TABLE weft.form_sessions ADD COLUMN page_id text COLLATE "C";
ALTER TABLE weft.form_sessions ADD COLUMN link_hash text COLLATE "C";
CREATE UNIQUE INDEX form_sessions_link ON weft.form_sessions (link_hash) WHERE link_hash IS NOT NULL
