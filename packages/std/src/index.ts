export {
  AppError,
  asAppError,
  type ErrorKind,
  errorKinds,
  type Fault,
  invalid,
  notFound,
} from './app-error.ts';
export { byName } from './by-name.ts';
export { deepEqual } from './deep-equal.ts';
export { firstIdAt, type IdKind, idMaker, isId, shortId } from './id.ts';
export { JoinedReads } from './joined-reads.ts';
export { minutesText } from './minutes-text.ts';
export { must } from './must.ts';
export { OneAtATime } from './one-at-a-time.ts';
export { pick } from './pick.ts';
export { err, ok, type Result } from './result.ts';
export { seededRandom } from './seeded-random.ts';
export { compareText } from './text-order.ts';
export { withoutUndefined } from './without-undefined.ts';
