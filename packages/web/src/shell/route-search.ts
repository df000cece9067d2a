import { withoutUndefined } from '@weft/std';

type Search = { readonly [key: string]: unknown };

/** A parameter of an address, where it is a text. */
export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Where one goes after signing in. */
export const nextSearch = (search: Search) => {
  const next = text(search.next);
  return next === undefined ? {} : { next };
};

/** A provider that lets nobody in leads back with an `error`. */
export const signInSearch = (search: Search) => {
  const error = text(search.error);
  return { ...nextSearch(search), ...(error === undefined ? {} : { error }) };
};

/** Comes back from a provider's sign-in with what went wrong there, or the account that was signed in before. */
export const connectSearch = (search: Search) =>
  withoutUndefined({
    connectError: text(search.connectError),
    otherAccount: text(search.otherAccount),
    connected: text(search.connected),
  });

/** Comes back from a service's sign-in into the import that it began in. */
export const importSearch = (search: Search) => {
  const airtable = String(search.airtableImport) === 'true';
  const sheets = String(search.googleSheetsImport) === 'true';
  const isAsked = airtable || sheets;
  return withoutUndefined({
    airtableImport: airtable ? (true as const) : undefined,
    googleSheetsImport: sheets ? (true as const) : undefined,
    connected: isAsked ? text(search.connected) : undefined,
    connectError: isAsked ? text(search.connectError) : undefined,
  });
};
