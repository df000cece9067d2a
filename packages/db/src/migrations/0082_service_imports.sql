-- An import from a service has no uploaded file.
ALTER TABLE weft.imports ALTER COLUMN file_id DROP NOT NULL;
