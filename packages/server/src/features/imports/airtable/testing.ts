import type { BaseRecord, Table } from '@weft/core';
import { studioBase } from '@weft/integrations/testing';
import { rpc, startTestServer, type TestPerson } from '../../../testing.ts';
import type { LocalAirtable } from '../../integrations/testing.ts';

interface Connected {
  readonly service: { readonly id: string };
  readonly signInUrl: string;
}

/** A server that knows a local Airtable, and somebody on it; `connect` makes a connection of theirs. */
export async function serverWithAirtable(airtable: LocalAirtable, now?: () => number) {
  await airtable.listen();
  const server = await startTestServer(
    { ALLOW_PRIVATE_HOSTS: '127.0.0.1' },
    { thirdParties: airtable.thirdParties, ...(now && { now }) },
  );
  const ann = await server.signUp('Ann Owner');
  const connect = async (config: object): Promise<Connected> =>
    (
      await ann.call('POST', '/admin/services/create/airtable', { serviceName: 'Studio', config })
    ).json() as Promise<Connected>;
  return { server, ann, connect };
}

/** Has it hold the base of a studio alone, and answer without faults. */
export function resetBases({ bases }: LocalAirtable): void {
  bases.bases.splice(0, bases.bases.length, studioBase());
  bases.instead.length = 0;
  bases.onPage = () => {};
  bases.afterPage = () => {};
  bases.pages = 0;
}

export const tablesOf = async (person: TestPerson, basePublicId: string): Promise<readonly Table[]> =>
  (await rpc(person, 'metadata.get', { basePublicId })).metadata.tables as readonly Table[];

export async function recordsOf(
  person: TestPerson,
  basePublicId: string,
  tableId: string,
): Promise<readonly BaseRecord[]> {
  const records: BaseRecord[] = [];
  for (let cursor: string | undefined; ; ) {
    const asked = { basePublicId, tableId, limit: 500, ...(cursor && { cursor }) };
    const page = await rpc(person, 'records.list', asked);
    records.push(...(page.records as readonly BaseRecord[]));
    if (page.nextCursor === null || page.nextCursor === undefined) return records;
    cursor = page.nextCursor;
  }
}
