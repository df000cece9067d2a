-- Several servers of one database: which of them runs an import, and what the others ask of it.
ALTER TABLE weft.imports ADD COLUMN owner text;
ALTER TABLE weft.imports ADD COLUMN seen_at timestamptz;
ALTER TABLE weft.imports ADD COLUMN watched_at timestamptz;
ALTER TABLE weft.imports ADD COLUMN cancel_asked boolean NOT NULL DEFAULT false;
ALTER TABLE weft.imports ADD COLUMN records_imported bigint NOT NULL DEFAULT 0;
