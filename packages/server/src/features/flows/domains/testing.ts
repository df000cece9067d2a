import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { CallOutput } from '@weft/protocol';
import type { DnsServer } from '@weft/testkit';
import type { TestServer } from '../../../testing.ts';

/** A request as a browser sends it to a host that leads to the server. */
export async function requestAt(
  { url }: Pick<TestServer, 'url'>,
  host: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
) {
  const { hostname, port } = new URL(url);
  const sent = request({
    ...{ hostname, port, path, method: body === undefined ? 'GET' : 'POST' },
    headers: { host, accept: 'text/html', ...headers },
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}

type Claimed = NonNullable<CallOutput<'forms.setDomain'>['domain']>;

/** Sets the records a claim asks for, as whoever manages the domain does. */
export function setRecordsOf(
  { zones }: Pick<DnsServer, 'zones'>,
  { records }: Pick<Claimed, 'records'>,
): void {
  for (const { type, name, value } of records)
    zones.set(name, type === 'TXT' ? { TXT: ['v=spf1 -all', value] } : { CNAME: value, A: ['192.0.2.7'] });
}
