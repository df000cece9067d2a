-- Incremented when a person is renamed: lists and indexes in the order of names that were made before are stale.
CREATE TABLE weft.names_version (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  version bigint NOT NULL
)
