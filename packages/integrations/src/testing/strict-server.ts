import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { OutgoingHttp, type OutgoingRequest } from '../safe-fetch/outgoing-http.ts';
import { parsedBody } from './parsed-body.ts';

/** A request that a route let through. */
export interface Call {
  readonly route: Route;
  /** The parts of the address that the route names with a colon, decoded. */
  readonly path: { readonly [name: string]: string };
  readonly query: { readonly [name: string]: unknown };
  readonly headers: { readonly [name: string]: unknown };
  readonly body: unknown;
}

type Answer = { readonly status?: number; readonly headers?: { readonly [name: string]: string } } & (
  | { readonly json: unknown }
  | { readonly text: string }
);

/** A request that a vendor's published description allows; all others are refused. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The whole address; a part that begins with a colon stands for any text: `https://api.airtable.com/v0/:base`. */
  readonly url: string;
  /** What it takes; nothing when absent. */
  readonly query?: z.ZodType;
  /** Beside the credential; others are not looked at. */
  readonly headers?: z.ZodType;
  readonly body?: z.ZodType;
  /** Needs no credential: the address is one. */
  readonly open?: boolean;
  /** Adds something each time, so that it must not be called again after an answer was lost. */
  readonly adds?: boolean | ((body: unknown) => boolean);
  readonly answer: (call: Call) => Answer | Promise<Answer>;
}

/** What goes wrong with one request; a status is told instead of doing it, or after it was `done`. */
export type Fault =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly retryAfter?: string;
      readonly body?: string;
      readonly done?: true;
    }
  | { readonly kind: 'hang' | 'reset' }
  | { readonly kind: 'body'; readonly text: string };

const nothing = z.strictObject({});
const noBody = z.null();

/** A local server in the place of all vendors: it answers what their descriptions allow, and says what they do not. */
export class StrictServer implements AsyncDisposable {
  readonly calls: Call[] = [];
  /** Requests that no description allows, a sentence each. */
  readonly violations: string[] = [];
  /** Requests that added something. */
  added = 0;
  /** By the number of the request from now on, beginning with 0. */
  readonly faults = new Map<number, Fault>();
  /** Of every request to a host, until it is taken out. */
  readonly brokenHosts = new Map<string, Fault>();
  /** Headers that let a request in. */
  credentials: readonly { readonly [name: string]: string }[] = [];
  /** The same, of those that are given while it runs. */
  lets: () => readonly { readonly [name: string]: string }[] = () => [];
  /** What is answered. */
  routes: readonly Route[];
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #http = new OutgoingHttp({ allowPrivateHosts: ['127.0.0.1'] });
  #seen = 0;

  constructor(routes: readonly Route[]) {
    this.routes = routes;
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  /** Forgets what was called, and which faults were to come. */
  reset(): void {
    this.calls.length = 0;
    this.violations.length = 0;
    this.faults.clear();
    this.brokenHosts.clear();
    this.added = 0;
    this.#seen = 0;
  }

  isAdding({ adds }: Route, body: unknown): boolean {
    return typeof adds === 'function' ? adds(body) : adds === true;
  }

  /** Where this server stands in for an address of a vendor. */
  localUrl(vendorUrl: string): string {
    const { port } = this.#server.address() as AddressInfo;
    return vendorUrl.replace(/^https:\//, `http://127.0.0.1:${port}`);
  }

  /** The product's own client, which reaches this server under every name. */
  get outgoing(): Pick<OutgoingHttp, 'request' | 'connect'> {
    return {
      connect: () => Promise.reject(new Error('Only requests are answered here')),
      request: (wanted: OutgoingRequest) => {
        const { protocol, href } = new URL(wanted.url);
        if (protocol !== 'https:') throw new Error(`${wanted.url} is not encrypted`);
        const hangs = [...this.faults.values()].some(({ kind }) => kind === 'hang');
        const timeout = hangs ? 100 : (wanted.timeout ?? 30_000);
        return this.#http.request({
          ...wanted,
          url: this.localUrl(href),
          timeout,
        });
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#http[Symbol.asyncDispose]();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      // Whoever asked did not wait for the end.
      return;
    }
    const [, host = ''] = (request.url ?? '').split('/');
    const fault = this.faults.get(this.#seen++) ?? this.brokenHosts.get(host);
    if (fault?.kind === 'status') {
      if (fault.done === true) await this.#answer(request, Buffer.concat(chunks));
      const headers = fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter };
      response.writeHead(fault.status, { 'content-type': 'application/json', ...headers });
      response.end(fault.body ?? '{"message":"Told by the test"}');
      return;
    }
    const answer = await this.#answer(request, Buffer.concat(chunks));
    if (fault?.kind === 'reset') request.socket.destroy();
    else if (fault?.kind === 'body') response.end(fault.text);
    else if (fault === undefined) {
      const text = 'text' in answer ? answer.text : JSON.stringify(answer.json);
      const type = 'text' in answer ? 'text/plain' : 'application/json';
      response.writeHead(answer.status ?? 200, { 'content-type': type, ...answer.headers }).end(text);
    }
  }

  async #answer(request: IncomingMessage, bytes: Buffer): Promise<Answer> {
    const method = request.method ?? '';
    const url = new URL(`https:/${request.url ?? ''}`);
    const what = `${method} https:/${request.url ?? ''}`;
    const query = queryOf(url);
    const sent = await parsedBody(request.headers['content-type'], bytes);
    let refused = `${what} is in no description`;
    for (const route of this.routes) {
      const path = route.method === method ? pathOf(route.url, url) : null;
      if (path === null) continue;
      if (route.open !== true && !this.#isLetIn(request))
        return { status: 401, json: { message: 'Unauthorized' } };
      const parts = {
        query: (route.query ?? nothing).safeParse(query),
        headers: (route.headers ?? z.unknown()).safeParse(request.headers),
        body: (route.body ?? noBody).safeParse(sent),
      };
      const wrong = Object.entries(parts).find(([, { success }]) => !success);
      if (wrong) {
        refused = `${what}: its ${wrong[0]} is not allowed: ${z.prettifyError(wrong[1].error ?? new z.ZodError([]))}`;
        continue;
      }
      const { body } = parts;
      if (this.isAdding(route, body.data)) this.added++;
      const call = { route, path, query, headers: request.headers, body: body.data };
      this.calls.push(call);
      return route.answer(call);
    }
    return this.#violation(refused);
  }

  #violation(text: string): Answer {
    this.violations.push(text);
    return { status: 400, json: { message: text } };
  }

  #isLetIn({ headers }: IncomingMessage): boolean {
    return [...this.credentials, ...this.lets()].some((wanted) =>
      Object.entries(wanted).every(([name, value]) => headers[name] === value),
    );
  }
}

/** What stands for the named parts; null: it is another address. */
function pathOf(pattern: string, url: URL): { [name: string]: string } | null {
  const names: string[] = [];
  const source = pattern
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/(?<=[/'])[:](\w+)/g, (_, name: string) => {
      names.push(name);
      return '([^/]+?)';
    });
  const found = new RegExp(`^${source}$`).exec(`${url.origin}${url.pathname}`);
  if (found === null) return null;
  return Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(found[i + 1] ?? '')]));
}

function queryOf({ searchParams }: URL): { [name: string]: unknown } {
  const names = [...new Set(searchParams.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const all = searchParams.getAll(name);
      return [name, all.length === 1 ? all[0] : all];
    }),
  );
}
