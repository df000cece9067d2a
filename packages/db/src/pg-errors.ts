import { AppError, type ErrorKind } from '@weft/std';

/** What an engine says of a failed statement. */
export interface Fault {
  readonly message: string;
  readonly code?: string | undefined;
  readonly constraint?: string | undefined;
}

/** What PostgreSQL says where `lock_timeout` has passed. */
export const lockTimeout = '55P03';

/** SQLSTATE codes and classes whose cause is known; everything else is a bug of ours. */
const kinds: readonly (readonly [prefix: string, kind: ErrorKind, message: string])[] = [
  ['08', 'unavailable', 'The database cannot be reached'],
  ['57P', 'unavailable', 'The database is restarting'],
  // Of a transaction that was left alone for too long, as a server that was frozen does.
  ['25P03', 'unavailable', 'The database ended the change, and nothing of it was kept'],
  ['53100', 'unavailable', 'The disk of the server is full'],
  ['53', 'unavailable', 'The database has run out of room or connections'],
  ['40', 'conflict', 'Someone else changed the same thing at the same moment'],
  [lockTimeout, 'conflict', 'Someone else is changing the same thing, or moving it: try again in a moment'],
  // Of Citus: a statement that reads bases and the control schema at once.
  ['0A000', 'limit', 'This cannot be done where databases are spread over several servers'],
  ['54', 'limit', 'This is more than the database can take'],
];

/** What PostgreSQL says where a migration changed what the statement of a kept plan answers; its code is 0A000 too. */
export const stalePlan = 'cached plan must not change result type';

/** An error of the database; `code` is its SQLSTATE. */
export class DatabaseError extends AppError {
  readonly code: string | undefined;
  readonly constraint: string | undefined;

  constructor(kind: ErrorKind, message: string, fault: Fault) {
    super(kind, message, undefined, { cause: new Error(fault.message) });
    this.code = fault.code;
    this.constraint = fault.constraint;
  }
}

/** Codes of a socket that is gone. */
const socketCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** The driver's own words, of errors without a code. */
const lostConnection = /Connection terminated|Client has encountered a connection error/;

const uniqueViolation = '23505';

/** Citus tells what a worker said of a COPY, and that one was away, in its words alone, under codes of its own. */
const codesOfWorkers: readonly (readonly [code: string, words: RegExp])[] = [
  [uniqueViolation, /^duplicate key value violates unique constraint /],
  ['53100', /: No space left on device$/],
  ['57P01', /^terminating connection due to administrator command$/],
  ['08006', /^failed to (complete COPY on|COPY to shard) /i],
  ['08006', /^server closed the connection unexpectedly/],
  ['08006', /^failure on connection marked as essential: /],
  // A value of a COPY cannot be read: that of a damaged archive.
  ['22P02', /^(invalid input syntax for type |malformed array literal)/],
  ['22003', / is out of range for type /],
  ['22008', /^date\/time field value out of range/],
  ['22021', /^invalid byte sequence for encoding /],
  ['22P05', /^unsupported Unicode escape sequence/],
  // A table is made in a base that is being moved.
  ['55P03', /^could not acquire the lock required to /],
];

const saidOfWorker = ({ code, message }: Fault): string | undefined =>
  code === 'XX000' || code === '58030'
    ? codesOfWorkers.find(([, words]) => words.test(message))?.[0]
    : undefined;

/** Whether a row was there already, by this constraint; that of a shard of Citus has its number behind the name. */
export const isDuplicateOf = (error: unknown, constraint: string): boolean =>
  error instanceof DatabaseError &&
  error.code === uniqueViolation &&
  (error.constraint === constraint || error.constraint?.startsWith(`${constraint}_`) === true);

export function databaseError(told: Fault): DatabaseError {
  const said = saidOfWorker(told);
  const constraint = said === uniqueViolation ? /"([^"]*)"/.exec(told.message)?.[1] : told.constraint;
  const fault = said === undefined ? told : { ...told, code: said, constraint };
  const { code = '' } = fault;
  if (fault.message === stalePlan)
    return new DatabaseError('unavailable', 'The database was just updated: try again', fault);
  const known = kinds.find(([prefix]) => code.startsWith(prefix));
  if (known) return new DatabaseError(known[1], known[2], fault);
  // The pool's own words for a wait that was too long.
  if (fault.message === 'timeout exceeded when trying to connect')
    return new DatabaseError(
      'unavailable',
      'The database has more to do than it can take, and nothing was changed: try again in a moment',
      fault,
    );
  if (socketCodes.has(code) || lostConnection.test(fault.message)) {
    return new DatabaseError('unavailable', 'The database cannot be reached', fault);
  }
  return new DatabaseError('internal', fault.message, fault);
}
