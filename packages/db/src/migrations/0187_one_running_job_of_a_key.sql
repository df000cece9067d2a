-- Two servers that look at one moment, between the commits of two jobs of a key, each took one of them.
LOCK TABLE weft.jobs IN SHARE ROW EXCLUSIVE MODE;
UPDATE weft.jobs AS later SET state = 'waiting', lease_until = NULL
  WHERE state = 'running' AND EXISTS (
    SELECT 1 FROM weft.jobs AS earlier WHERE earlier.queue = later.queue AND earlier.key = later.key
      AND earlier.state = 'running' AND earlier.seq < later.seq);
CREATE UNIQUE INDEX jobs_running_keys ON weft.jobs (queue, key) WHERE state = 'running' AND key IS NOT NULL
