-- How many records a base has, counted by a job; `seq` is the base's when it was counted.
CREATE TABLE weft.base_usage (
  flow_id text COLLATE "C" PRIMARY KEY REFERENCES weft.flows (id) ON DELETE CASCADE,
  seq bigint NOT NULL,
  records bigint NOT NULL,
  counted_at timestamptz NOT NULL DEFAULT now()
)
