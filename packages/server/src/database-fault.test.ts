import { AppError } from '@weft/std';
import { describe, expect, it } from 'vitest';
import { databaseFault } from './database-fault.ts';

const embedded = { databaseUrl: null, dataDir: '/data' };
const server = { databaseUrl: 'postgres://me:hunter2@host/weft', dataDir: '/data' };

const fault = (kind: 'unavailable' | 'internal', message: string, code: string, cause?: string) =>
  Object.assign(new AppError(kind, message, undefined, { cause: new Error(cause ?? message) }), { code });

describe('a database that cannot be opened', () => {
  it.each([
    [
      server,
      fault(
        'unavailable',
        'The database cannot be reached',
        'ECONNREFUSED',
        'connect ECONNREFUSED 127.0.0.1:1',
      ),
      'DATABASE_URL cannot be used: The database cannot be reached (connect ECONNREFUSED 127.0.0.1:1).',
    ],
    [
      server,
      fault('internal', 'permission denied for schema public', '42501'),
      'The user that Weft is at the PostgreSQL database lacks a right: permission denied for schema public. Make that user the owner of the database.',
    ],
    [
      embedded,
      fault('unavailable', 'The disk of the server is full', '53100'),
      'DATA_DIR /data lies on a disk with less than 40 MB free, which the database needs to work. Nothing was changed: make room and start again.',
    ],
  ])('says why and what to do', (place, error, sentence) => {
    expect(databaseFault(place, error)).toMatchObject({ kind: 'unavailable', message: sentence });
  });

  it('keeps a sentence that was told already, and the stack of a bug', () => {
    const refused = new AppError('conflict', 'A move into this database was broken off.');
    const bug = new TypeError('x is undefined');
    expect([databaseFault(server, refused), databaseFault(embedded, bug)]).toEqual([refused, bug]);
  });
});
