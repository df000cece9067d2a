import type { RecordData } from '@weft/core';

/** Whoever is signed in to an app: a record of its table of users. Null: nobody is. */
export type AppUser = {
  readonly recordId: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly string[];
  /** The cells of the record. */
  readonly values: RecordData;
} | null;

/** Whom a page or a rule is for. */
export type Audience = 'everyone' | 'signedIn' | { readonly roles: readonly string[] };

/** Whether somebody is among those whom a page or a rule is for (SPEC R2). */
export function isAmong(audience: Audience, user: AppUser): boolean {
  if (audience === 'everyone') return true;
  if (user === null) return false;
  return audience === 'signedIn' || audience.roles.some((role) => user.roles.includes(role));
}
