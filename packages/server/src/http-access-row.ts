import type { FlowVerb } from '@weft/core';
import type { Scope, World } from './access-world.ts';

/** The other calls: what nobody, a stranger and a reader get, and the scope a token needs. */
export interface HttpRow {
  readonly verb?: FlowVerb;
  readonly path?: (world: World) => string;
  readonly body?: (world: World) => unknown;
  /**
   * `open`: whoever asks is answered alike, so a token, even a dead one, makes no difference. `none`: no token may.
   */
  readonly token: Scope | 'open' | 'none';
  readonly anonymous: number;
  readonly stranger: number;
  readonly reader: number;
}
export const everyone = { token: 'open', anonymous: 200, stranger: 200, reader: 200 } as const;
/** Refused to who only reads; to another organization it is not there. */
export const ofWriters = { token: 'write', anonymous: 401, stranger: 404, reader: 403 } as const;
export const ofReaders = { token: 'read', anonymous: 401, stranger: 404, reader: 200 } as const;
export const signedIn = { anonymous: 401, stranger: 200, reader: 200 };
/** Refused for what it is sent, not for who sends it. */
export const badInput = {
  token: 'open',
  body: () => ({}),
  anonymous: 400,
  stranger: 400,
  reader: 400,
} as const;
