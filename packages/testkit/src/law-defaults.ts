import fc from 'fast-check';

const { LAWS_RUNS, LAWS_SEED } = process.env;

/**
 * What every law of the tests begins with: 100 cases, and no more of them than fit into 20 seconds; all that are asked
 * for where a number is given, as by `npm run test:full`. With a seed the cases are the same in every run: `npm test`
 * takes it from the commit, so that a commit which failed on one machine fails on another, and each commit tries others.
 */
fc.configureGlobal({
  numRuns: Number(LAWS_RUNS ?? 100),
  ...(LAWS_RUNS === undefined && { interruptAfterTimeLimit: 20_000 }),
  ...(LAWS_SEED !== undefined && { seed: Number(LAWS_SEED) }),
});
