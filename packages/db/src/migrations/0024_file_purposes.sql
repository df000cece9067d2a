-- What a file is for, and what it was found to be. Reports are told from uploads by how long they are kept.
ALTER TABLE weft.files ADD COLUMN purpose text NOT NULL DEFAULT 'upload'
  CHECK (purpose IN ('upload', 'report', 'attachment', 'picture'));
-- The flow it belongs to: whoever may read the flow may read the file, and with the flow it goes.
ALTER TABLE weft.files ADD COLUMN flow_id text COLLATE "C" REFERENCES weft.flows (id) ON DELETE CASCADE;
-- SHA-256 of the bytes, in hexadecimal.
ALTER TABLE weft.files ADD COLUMN hash text;
-- Fetched by the server from an address, rather than sent.
ALTER TABLE weft.files ADD COLUMN downloaded boolean NOT NULL DEFAULT false;
-- Null: none are made of it; 'failed': it is no image that can be read.
ALTER TABLE weft.files ADD COLUMN thumbnails text CHECK (thumbnails IN ('waiting', 'made', 'failed'));
CREATE INDEX files_flow ON weft.files (flow_id) WHERE flow_id IS NOT NULL;
UPDATE weft.files SET purpose = 'report' WHERE kept_until > created_at + interval '2 days';
