import type { Connector, TargetStep } from './connector.ts';
import { emailField, textsOf } from './fields.ts';
import type { ServiceHttp } from './service-http.ts';
import type { OutgoingItem, TargetField } from './target.ts';

/** A contact as it is put there. */
interface Contact {
  /** The address and the other texts that every contact has. */
  readonly texts: { readonly [id: string]: string };
  /** The values of `theirs`, by the ids they have there. */
  readonly theirs: OutgoingItem['values'];
  readonly values: OutgoingItem['values'];
}

interface Contacts {
  /** The lists that contacts are put into. */
  readonly into: TargetStep;
  /** What every contact has beside the address. */
  readonly own?: readonly TargetField[];
  /** What people of the service added to it; `prefix` keeps the ids of these apart from the others. */
  readonly theirs?: (http: ServiceHttp) => Promise<readonly TargetField[]>;
  readonly prefix?: string;
  /** Adds the contact of an address, or changes it. */
  readonly put: (http: ServiceHttp, contact: Contact, listId: string) => Promise<unknown>;
  readonly said?: (values: OutgoingItem['values']) => string;
}

/** What a service has that keeps people in lists, and knows each by the address: writing twice changes nothing. */
export const keepsContacts = ({ into, own = [], theirs, prefix = '', put, said }: Contacts) => {
  const texts = [emailField, ...own.filter(({ kind }) => kind === 'text')];
  const ids = new Set([emailField, ...own].map(({ id }) => id));
  const theirsIn = (values: OutgoingItem['values']) =>
    new Map([...values].flatMap(([id, value]) => (ids.has(id) ? [] : [[id.slice(prefix.length), value]])));
  return {
    targets: [into],
    fieldsOf: async (http) => [
      ...[emailField, ...own],
      ...((await theirs?.(http)) ?? []).map((one) => ({ ...one, id: prefix + one.id })),
    ],
    write: {
      repeats: 'idempotent',
      run: async (http, target, { values }) => {
        const contact = { texts: textsOf(values, texts), theirs: theirsIn(values), values };
        await put(http, contact, target[into.key] ?? '');
        return { said: said?.(values) ?? 'Added or changed a contact' };
      },
    },
  } satisfies Partial<Connector>;
};
