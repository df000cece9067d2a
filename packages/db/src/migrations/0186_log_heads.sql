-- Where the log of each database ends, as servers say after they wrote to it, for those who follow many. What is not here (a
-- server ended in between, or PostgreSQL did) is found in the logs: it needs no log of its own.
CREATE UNLOGGED TABLE weft.log_heads (base_id text COLLATE "C" PRIMARY KEY, seq bigint NOT NULL)
