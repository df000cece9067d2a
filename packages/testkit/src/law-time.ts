/** How long a law that runs on a database looks for faults in `npm test`, in milliseconds. */
export const lawTime = 20_000;

/**
 * A case of a law, for as long as there is time: on a machine with much to do a law looks at fewer cases, and at one at
 * least. Where a number of cases is asked for, as by `npm run test:full`, it looks at all of them.
 */
export function withinLawTime<Args extends readonly unknown[]>(
  follow: (...args: Args) => Promise<void>,
  time = lawTime,
): (...args: Args) => Promise<void> {
  if (process.env.LAWS_RUNS !== undefined) return follow;
  let until: number | null = null;
  return async (...args) => {
    until ??= performance.now() + time;
    if (performance.now() < until) await follow(...args);
  };
}
