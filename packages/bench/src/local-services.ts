import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { seededRandom } from '@weft/std';

/** Flags of Node with which a server finds these services in the place of Airtable, HubSpot and Stripe. */
export const atLocalServices = ['--import', new URL('./at-local-services.ts', import.meta.url).href];

/** A key whose payments move no money. */
export const stripeKey = `rk_test_${'b'.repeat(40)}`;
export const airtableToken = `pat${'b'.repeat(60)}`;
export const hubspotToken = `pat-eu1-${'b'.repeat(40)}`;

/** Milliseconds that a write takes. */
const answerAfter = 100;

export interface LocalServices {
  /** The settings of a server that finds them. */
  readonly settings: { readonly [name: string]: string };
  /** Writes end in one of the faults that services have, as often as this share. */
  faulty: number;
  /** How often each name was added to Airtable, which adds whatever it is sent. */
  readonly added: ReadonlyMap<string, number>;
  /** The addresses of HubSpot, which knows a contact by it. */
  readonly contacts: ReadonlySet<string>;
  /** Faults that were told or done, by their kind. */
  readonly faults: { readonly [kind: string]: number };
  readonly close: () => void;
}

/** Airtable, HubSpot and Stripe on this machine, as far as the bench asks them. */
export async function localServices(): Promise<LocalServices> {
  const random = seededRandom(11);
  const added = new Map<string, number>();
  const contacts = new Set<string>();
  const faults: { [kind: string]: number } = {};
  const noted = (kind: string) => {
    faults[kind] = (faults[kind] ?? 0) + 1;
  };
  const answer = (response: ServerResponse, body: unknown, status = 200, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  const write = (path: string, body: string): unknown => {
    const sent = JSON.parse(body) as {
      readonly records?: readonly { readonly fields: { readonly name: string } }[];
      readonly inputs?: readonly { readonly id: string }[];
    };
    for (const { fields } of sent.records ?? []) added.set(fields.name, (added.get(fields.name) ?? 0) + 1);
    for (const { id } of sent.inputs ?? []) contacts.add(id);
    return path.startsWith('/airtable') ? { records: [{ id: 'rec1' }] } : { results: [{ id: '1' }] };
  };
  const reads: { readonly [path: string]: unknown } = {
    '/airtable/v0/meta/whoami': { id: 'usr1', email: 'bench@example.org' },
    '/airtable/v0/meta/bases/app1/tables': {
      tables: [
        { id: 'tbl1', name: 'Guests', fields: [{ id: 'name', name: 'Name', type: 'singleLineText' }] },
      ],
    },
    '/stripe/account': { id: 'acct_1', object: 'account', email: 'ada@example.org' },
    '/hubspot/account-info': { portalId: 1, uiDomain: 'app.hubspot.com' },
    '/hubspot/crm/properties': {
      results: [{ name: 'email', label: 'Email', type: 'string', fieldType: 'text', options: [] }],
    },
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    const body = await text(request);
    if (request.method === 'GET') {
      const [, found = {}] = Object.entries(reads).find(([at]) => path.startsWith(at)) ?? [];
      return answer(response, found);
    }
    const drawn = random() / services.faulty;
    if (drawn < 0.4) {
      noted('429');
      return answer(response, { message: 'Too many' }, 429, { 'retry-after': '1' });
    }
    if (drawn < 0.7) {
      noted('500');
      return answer(response, { message: 'Out of order' }, 500);
    }
    if (drawn < 0.85) {
      noted('reset before it was done');
      return request.socket.destroy();
    }
    const written = write(path, body);
    if (drawn < 0.98) {
      noted('reset after it was done');
      return request.socket.destroy();
    }
    // Done, and never said.
    if (drawn < 1) return noted('hang');
    await new Promise((resolve) => setTimeout(resolve, answerAfter));
    answer(response, written);
  };
  const server = createServer((request, response) => void serve(request, response).catch(() => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const services = {
    settings: { ALLOW_PRIVATE_HOSTS: '127.0.0.1', BENCH_SERVICES: url },
    ...{ faulty: 0, added, contacts, faults },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return services;
}
