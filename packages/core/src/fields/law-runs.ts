/** All that is asked of Node here: tests that run it are compiled for the browser too. */
declare const process: { readonly env: { readonly [name: string]: string | undefined } };

/** Cases per law: 100, or the environment's LAWS_RUNS. */
export const lawRuns = Number(process.env.LAWS_RUNS ?? 100);
