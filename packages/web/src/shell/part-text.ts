import type { PartFault } from './app-version.ts';

const texts: { readonly [fault in PartFault]: (what: string) => string } = {
  away: (what) =>
    `${what} couldn’t be loaded: the server is out of reach. What you have changed is kept. Try again once the connection is back.`,
  newer: (what) =>
    `A newer version of Weft is here. Reload the page to open ${what.charAt(0).toLowerCase()}${what.slice(1)}; what you have changed is kept.`,
  unknown: (what) => `${what} couldn’t be loaded. What you have changed is kept.`,
};

/** Why a part of the application is not here, what is kept, and what to do; `what` begins a sentence: 'The filter'. */
export const partText = (fault: PartFault, what: string): string => texts[fault](what);
