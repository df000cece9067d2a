import fc from 'fast-check';

const { LAWS_RUNS } = process.env;

/**
 * What every law of the tests begins with: 100 cases, and no more of them than fit into 20 seconds; all that are asked
 * for where a number is given, as by `npm run test:full`.
 */
fc.configureGlobal({
  numRuns: Number(LAWS_RUNS ?? 100),
  ...(LAWS_RUNS === undefined && { interruptAfterTimeLimit: 20_000 }),
});
