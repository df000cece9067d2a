import type { LookupAddress } from 'node:dns';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, request } from 'undici';
import { AllowedHosts, isPublicAddress } from './address-rules.ts';
import { byDns, bySystem } from './resolve-names.ts';

/** Why nothing came back, for code; the message is for people. */
export type OutgoingReason =
  | 'bad-address'
  | 'private-address'
  | 'unreachable'
  | 'timeout'
  | 'too-large'
  | 'too-many-redirects'
  | 'bad-answer'
  | 'cancelled';

export class OutgoingFault extends Error {
  override readonly name = 'OutgoingFault';
  readonly reason: OutgoingReason;

  constructor(reason: OutgoingReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export interface OutgoingRequest {
  /** `http:` or `https:`, without name and password. */
  readonly url: string;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'PROPFIND' | 'REPORT';
  /** Those of the connection itself (`host`, `content-length` …) are the client's own. */
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string | Uint8Array;
  /** Milliseconds from the beginning to the last byte of the answer; 30,000 when absent. */
  readonly timeout?: number;
  /** Of the answer, decompressed; 10 MB when absent. */
  readonly maxBytes?: number;
  /** How many redirects are followed, each checked like the first address; 5 when absent, with 0 they are answers. */
  readonly redirects?: number;
  readonly signal?: AbortSignal;
}

export interface OutgoingConnection {
  /** A name or an address. */
  readonly host: string;
  readonly port: number;
  /** Milliseconds until it is connected; 10,000 when absent. */
  readonly timeout?: number;
  /** Ends the connection. */
  readonly signal?: AbortSignal;
}

export interface OutgoingAnswer {
  readonly status: number;
  /** Lower-case names; several of one name are joined by a comma. */
  readonly headers: { readonly [name: string]: string };
  /** Where the answer came from, after redirects. */
  readonly url: string;
  /** Decompressed, once; throws OutgoingFault past `maxBytes` or the time. Read it to its end, or leave the loop. */
  readonly body: AsyncIterable<Uint8Array>;
  readonly bytes: () => Promise<Uint8Array<ArrayBuffer>>;
  /** As UTF-8. */
  readonly text: () => Promise<string>;
}

/** Every address of a host. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

export interface OutgoingHttpOptions {
  /** Private hosts that may be called: see `AllowedHosts`. */
  readonly allowPrivateHosts: readonly string[];
  /** How names are resolved; by the DNS when absent, and those that an operator named as the system does. */
  readonly resolve?: Resolve;
}

const usual = { timeout: 30_000, maxBytes: 10 * 1024 * 1024, redirects: 5 } as const;
const maxHeaderBytes = 64 * 1024;

/** Set by the client alone: with others, one request could be read as two. */
const ownHeaders =
  /^(host|connection|keep-alive|transfer-encoding|content-length|upgrade|expect|te|trailer|proxy-.*)$/i;
/** Headers that are sent on when a redirect leads to another origin: any other may hold a secret. */
const headersForOthers = /^(accept(-.*)?|user-agent|content-.*)$/i;

const isPrivate = (host: string) =>
  new OutgoingFault(
    'private-address',
    `${host} leads into a private network, which this server does not call. Whoever runs the server can allow it with ALLOW_PRIVATE_HOSTS.`,
  );

/**
 * The one HTTP client of the server. The addresses a name resolves to are checked in the very call that connects, so a
 * name that resolves otherwise a moment later gains nothing; so is the target of every redirect.
 */
export class OutgoingHttp implements AsyncDisposable {
  readonly #allowed: AllowedHosts;
  readonly #resolve: Resolve;
  readonly #agent: Agent;

  constructor({ allowPrivateHosts, resolve }: OutgoingHttpOptions) {
    this.#allowed = new AllowedHosts(allowPrivateHosts);
    // Names of an intranet may be none of the DNS. Nobody makes those up.
    const isLocal = (host: string) => !host.includes('.') || this.#allowed.names(host);
    this.#resolve = resolve ?? ((host) => (isLocal(host) ? bySystem(host) : byDns(host)));
    this.#agent = new Agent({
      connect: { lookup: this.#lookup, timeout: 10_000 },
      maxHeaderSize: maxHeaderBytes,
      // The whole request has a time of its own.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 10_000,
      connections: 32,
    });
  }

  /** Throws OutgoingFault when no answer came; an answer of any status is an answer. */
  async request(wanted: OutgoingRequest): Promise<OutgoingAnswer> {
    const controller = new AbortController();
    const { timeout = usual.timeout, signal } = wanted;
    const timer = setTimeout(
      () =>
        controller.abort(
          new OutgoingFault('timeout', `No whole answer came within ${Math.ceil(timeout / 1_000)} seconds`),
        ),
      timeout,
    );
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    };
    const cancel = () => {
      const isLate = (signal?.reason as Error | undefined)?.name === 'TimeoutError';
      controller.abort(
        isLate
          ? new OutgoingFault('timeout', 'It took too long in all')
          : new OutgoingFault('cancelled', 'The request was cancelled'),
      );
      // Also where nobody began to read the answer: its timer would hold the process.
      done();
    };
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await this.#follow(wanted, controller.signal, done);
    } catch (error) {
      done();
      throw faultOf(error, controller.signal);
    }
  }

  /** Throws OutgoingFault where an address is never called, whatever its name leads to. */
  requireCallable(url: string): void {
    this.#checked(url);
  }

  /** A connection for what is not HTTP, held to the same rules of addresses. Throws OutgoingFault. */
  connect({ host, port, timeout = 10_000, signal }: OutgoingConnection): Promise<Socket> {
    if (isIP(host) !== 0 && !this.#mayCall(host, host)) return Promise.reject(isPrivate(host));
    const socket = connect({ host, port, lookup: this.#lookup, ...(signal && { signal }) });
    return new Promise((resolve, reject) => {
      const failed = (error: Error) => {
        socket.destroy();
        reject(faultOf(error));
      };
      socket.setTimeout(timeout, () =>
        failed(new OutgoingFault('timeout', `${host} did not answer within ${timeout / 1_000} seconds`)),
      );
      socket.once('error', failed);
      socket.once('connect', () => {
        socket.setTimeout(0);
        // Whoever reads or writes hears of errors; none of them ends the process.
        socket.off('error', failed).on('error', () => {});
        resolve(socket);
      });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }

  async #follow(wanted: OutgoingRequest, signal: AbortSignal, done: () => void): Promise<OutgoingAnswer> {
    const { redirects = usual.redirects, maxBytes = usual.maxBytes } = wanted;
    let url = this.#checked(wanted.url);
    let { method = 'GET', body } = wanted;
    let headers = headersOf(wanted.headers ?? {});
    for (let left = redirects; ; left--) {
      const answer = await request(url, {
        dispatcher: this.#agent,
        // The type of undici knows fewer methods than undici.
        method: method as 'GET',
        headers: { 'user-agent': 'Weft', 'accept-encoding': 'gzip, deflate, br', ...headers },
        ...(body === undefined ? {} : { body }),
        signal,
      });
      const location = answer.headers.location;
      if (redirects === 0 || !isRedirect(answer.statusCode) || typeof location !== 'string')
        return answerOf(url.href, answer.statusCode, answer.headers, answer.body, { maxBytes, signal, done });
      // Nobody reads the page that comes with a redirect; its end says that it was left.
      answer.body.on('error', () => {}).destroy();
      if (left === 0)
        throw new OutgoingFault('too-many-redirects', `More than ${redirects} redirects followed each other`);
      const next = this.#checked(new URL(location, url).href);
      if (url.protocol === 'https:' && next.protocol === 'http:')
        throw new OutgoingFault('bad-answer', 'A redirect led from an encrypted address to one that is not');
      if (answer.statusCode === 303 || (answer.statusCode < 303 && method === 'POST')) {
        method = method === 'HEAD' ? 'HEAD' : 'GET';
        body = undefined;
        headers = headersWhere(headers, (name) => !/^content-/i.test(name));
      }
      if (next.origin !== url.origin) headers = headersWhere(headers, (name) => headersForOthers.test(name));
      url = next;
    }
  }

  /** The address, when it may be asked for; what it resolves to is checked when it is connected to. */
  #checked(text: string): URL {
    if (!URL.canParse(text)) throw new OutgoingFault('bad-address', 'This is not an address');
    const url = new URL(text);
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw new OutgoingFault(
        'bad-address',
        'Only addresses that begin with http:// or https:// can be called',
      );
    if (url.username !== '' || url.password !== '')
      throw new OutgoingFault('bad-address', 'An address must not hold a name or password');
    // A name is looked up when it is connected to, an address is not.
    const address = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(address) !== 0 && !this.#mayCall(address, address)) throw isPrivate(url.hostname);
    return url;
  }

  #mayCall(host: string, address: string): boolean {
    return isPublicAddress(address) || this.#allowed.allows(host, address);
  }

  /** Given to the socket: what it connects to is what was checked. One private address among several refuses them all. */
  readonly #lookup: LookupFunction = (host, options, callback) => {
    this.#resolve(host).then(
      (found) => {
        const [first] = found;
        if (first === undefined || !found.every(({ address }) => this.#mayCall(host, address)))
          callback(first === undefined ? new Error(`${host} has no address`) : isPrivate(host), '', 0);
        else if (options.all === true) callback(null, [...found]);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, '', 0),
    );
  };
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

function headersOf(given: { readonly [name: string]: string }): { [name: string]: string } {
  for (const name of Object.keys(given))
    if (ownHeaders.test(name)) throw new OutgoingFault('bad-address', `The header ${name} cannot be set`);
  return { ...given };
}

const headersWhere = (
  headers: { readonly [name: string]: string },
  isKept: (name: string) => boolean,
): { [name: string]: string } => Object.fromEntries(Object.entries(headers).filter(([name]) => isKept(name)));

interface Reading {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Called once the answer was read, or left. */
  readonly done: () => void;
}

function answerOf(
  url: string,
  status: number,
  raw: { readonly [name: string]: string | string[] | undefined },
  stream: Readable,
  reading: Reading,
): OutgoingAnswer {
  const headers = Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  const body = decoded(stream, headers['content-encoding'] ?? '', reading);
  const bytes = async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return new Uint8Array(Buffer.concat(chunks));
  };
  return { status, headers, url, body, bytes, text: async () => new TextDecoder().decode(await bytes()) };
}

function decompressor(encoding: string) {
  if (encoding === '' || encoding === 'identity') return null;
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'deflate') return createInflate();
  if (encoding === 'br') return createBrotliDecompress();
  throw new OutgoingFault('bad-answer', 'The answer is compressed in a way that this server cannot read');
}

/** The body, decompressed a chunk at a time and counted before and after: a small answer that unpacks to a huge one ends. */
async function* decoded(
  stream: Readable,
  encoding: string,
  { maxBytes, signal, done }: Reading,
): AsyncGenerator<Uint8Array> {
  const counted = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxBytes)
        throw new OutgoingFault(
          'too-large',
          `The answer is larger than ${Math.floor(maxBytes / 1_048_576)} MB`,
        );
      yield chunk;
    }
  };
  try {
    const unpack = decompressor(encoding.trim().toLowerCase());
    if (unpack === null) yield* counted(stream);
    else {
      stream.on('error', (error) => unpack.destroy(error));
      yield* counted(stream.pipe(unpack));
    }
  } catch (error) {
    throw faultOf(error, signal);
  } finally {
    stream.on('error', () => {}).destroy();
    done();
  }
}

function faultOf(error: unknown, signal?: AbortSignal): OutgoingFault {
  if (signal?.aborted && signal.reason instanceof OutgoingFault) return signal.reason;
  // The socket's error may be wrapped, and of several addresses there are several errors.
  for (let at: unknown = error; at instanceof Error; at = at.cause ?? (at as AggregateError).errors?.[0])
    if (at instanceof OutgoingFault) return at;
  const { code = '', message } = error as Error & { readonly code?: string };
  if (/^(Z_|ERR_BUFFER|ERR__ERROR_FORMAT|ERR_PADDING|HPE_|UND_ERR_HEADERS_OVERFLOW)/.test(code))
    return new OutgoingFault('bad-answer', 'The answer cannot be read', { cause: error });
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new OutgoingFault('unreachable', 'There is no server of this name', { cause: error });
  return new OutgoingFault('unreachable', `The server could not be reached (${code || message})`, {
    cause: error,
  });
}
