-- Deliveries lie in a partition for each week, by the moments that their ids begin with, so that a week that is over its
-- time goes at once: see delivery-weeks.ts. What was there, and what is of no week, lies in the default partition.
ALTER TABLE weft.deliveries RENAME TO deliveries_others;
ALTER INDEX weft.deliveries_pkey RENAME TO deliveries_others_pkey;
ALTER INDEX weft.deliveries_kind_idempotency_key_key RENAME TO deliveries_others_key;
ALTER INDEX weft.deliveries_target RENAME TO deliveries_others_target;
ALTER INDEX weft.deliveries_of_form RENAME TO deliveries_others_of_form;
ALTER INDEX weft.deliveries_failed RENAME TO deliveries_others_failed;
CREATE TABLE weft.deliveries (LIKE weft.deliveries_others INCLUDING DEFAULTS INCLUDING CONSTRAINTS, PRIMARY KEY (id))
  PARTITION BY RANGE (id);
CREATE INDEX deliveries_target ON weft.deliveries (kind, target, created_at);
CREATE INDEX deliveries_of_form ON weft.deliveries (kind, split_part(idempotency_key, ' ', 1), id DESC);
CREATE INDEX deliveries_failed ON weft.deliveries (kind, split_part(idempotency_key, ' ', 1), id DESC) WHERE state = 'failed';
ALTER TABLE weft.deliveries ATTACH PARTITION weft.deliveries_others DEFAULT
