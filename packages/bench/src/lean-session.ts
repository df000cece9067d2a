import { Agent, type RequestOptions, request } from 'node:http';
import type { Session } from '@weft/testkit';

/** Sends one request and answers its body, whole. */
function send(options: RequestOptions, body?: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/**
 * The same person, calling over connections that are kept, with little more than the bytes: fetch costs the load
 * 0.45 ms of the processor for a call, which here is taken from the server, and this 0.15 ms.
 */
export function leanSession(session: Session): Session {
  const { hostname, port } = new URL(session.url);
  const agent = new Agent({ keepAlive: true });
  const call = async <T>(method: 'GET' | 'POST', path: string, body?: string): Promise<T> => {
    const headers =
      body === undefined
        ? session.headers
        : {
            ...session.headers,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          };
    const { status, text } = await send({ hostname, port, agent, method, path, headers }, body);
    if (status !== 200) throw new Error(`${status} ${text.slice(0, 300)}`);
    return (JSON.parse(text) as { result: { data: T } }).result.data;
  };
  return {
    ...session,
    query: (name, input) => call('GET', `/rpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`),
    mutate: (name, input) => call('POST', `/rpc/${name}`, JSON.stringify(input)),
  };
}
