import type { Connector, TargetStep } from './connector.ts';
import { emailField } from './fields.ts';
import type { ServiceHttp } from './service-http.ts';
import type { OutgoingItem, TargetField } from './target.ts';

interface Contacts {
  /** The lists that contacts are put into. */
  readonly into: TargetStep;
  /** What every contact has beside the address. */
  readonly own?: readonly TargetField[];
  /** What people of the service added to it. */
  readonly theirs?: (http: ServiceHttp) => Promise<readonly TargetField[]>;
  /** Adds the contact of an address, or changes it; says what was done. */
  readonly put: (http: ServiceHttp, values: OutgoingItem['values'], listId: string) => Promise<string>;
}

/** What a service has that keeps people in lists, and knows each by the address: writing twice changes nothing. */
export const keepsContacts = ({ into, own = [], theirs, put }: Contacts) =>
  ({
    targets: [into],
    fieldsOf: async (http) => [emailField, ...own, ...((await theirs?.(http)) ?? [])],
    write: {
      repeats: 'idempotent',
      run: async (http, target, { values }) => ({
        said: await put(http, values, target[into.key] ?? ''),
      }),
    },
  }) satisfies Partial<Connector>;
