import { expect, it } from 'vitest';
import { databaseError, isDuplicateOf } from './pg-errors.ts';

it.each([
  [
    'XX000',
    'could not extend file "base/16384/16999": No space left on device',
    'The disk of the server is full',
  ],
  ['XX000', 'terminating connection due to administrator command', 'The database is restarting'],
  ['XX000', 'failure on connection marked as essential: 10.0.0.2:5432', 'The database cannot be reached'],
  ['58030', 'failed to complete COPY on 10.0.0.2:5432', 'The database cannot be reached'],
  ['58030', 'failed to COPY to shard 102008 on 10.0.0.2:5432', 'The database cannot be reached'],
  // While a base is moved.
  ['58030', 'Failed to COPY to shard bas1.tbl1_102034 : SSL SYSCALL error', 'The database cannot be reached'],
  ['XX000', 'server closed the connection unexpectedly', 'The database cannot be reached'],
])('knows by its words what a worker of Citus said, or that one was away (%s %s)', (code, message, told) => {
  expect(databaseError({ code, message })).toMatchObject({ kind: 'unavailable', message: told });
});

it('knows a row of a worker that is there already, and takes no other words for one', () => {
  const message = 'duplicate key value violates unique constraint "deliveries_pkey_102008"';
  expect(isDuplicateOf(databaseError({ code: 'XX000', message }), 'deliveries_pkey')).toBe(true);
  const unknown = databaseError({ code: 'XX000', message: 'cache lookup failed for type 7' });
  expect(unknown).toMatchObject({ kind: 'internal', message: 'cache lookup failed for type 7' });
});

it('knows a table that cannot be made while its base is moved', () => {
  const message = 'could not acquire the lock required to colocate distributed table bas1._base';
  expect(databaseError({ code: 'XX000', message })).toMatchObject({ kind: 'conflict', code: '55P03' });
});

it.each([
  ['22P02', 'invalid input syntax for type json'],
  ['22P02', 'malformed array literal: "{a"'],
  ['22003', 'value "99999999999" is out of range for type integer'],
  ['22008', 'date/time field value out of range: "2026-13-01"'],
  ['22021', 'invalid byte sequence for encoding "UTF8": 0xff'],
  ['22P05', 'unsupported Unicode escape sequence'],
])('%s: a worker of Citus that cannot read a value says so as PostgreSQL does', (code, message) => {
  expect(databaseError({ code: 'XX000', message }).code).toBe(code);
});
