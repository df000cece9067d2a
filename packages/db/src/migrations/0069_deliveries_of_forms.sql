-- Keys of what forms send begin with the id of the form, which lists them newest first: ids follow the order of time.
CREATE INDEX deliveries_of_form ON weft.deliveries (kind, split_part(idempotency_key, ' ', 1), id DESC);
CREATE INDEX deliveries_failed ON weft.deliveries (kind, split_part(idempotency_key, ' ', 1), id DESC) WHERE state = 'failed'
