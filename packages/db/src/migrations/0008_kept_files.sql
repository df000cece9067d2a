-- Until when a file is kept. Those of before count from now: whoever has an address of one may still use it today.
ALTER TABLE weft.files ADD COLUMN kept_until timestamptz NOT NULL DEFAULT now() + interval '1 day';
CREATE INDEX files_kept_until ON weft.files (kept_until);
