import type { Socket } from 'node:net';
import type { z } from 'zod';
import { OutgoingFault, type OutgoingHttp, type OutgoingRequest } from '../safe-fetch/outgoing-http.ts';
import type { OwnServer } from './own-server.ts';
import { classOfWords, codesIn, type FaultClass, isCode, messageIn, plainWords } from './refusals.ts';
import { toldWords } from './told-words.ts';

export type { FaultClass } from './refusals.ts';

/** A connection's own settings as they are stored, its secrets unsealed. Keys are those of its fields. */
export type ServiceConfig = { readonly [key: string]: string | number | boolean };

type Headers = { readonly [name: string]: string };

/** A request as it is about to be sent. */
interface SignedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body?: Uint8Array | string;
}

/** What requests to a service need to know of it. */
export interface HttpService {
  /** Its name, as people read it. */
  readonly label: string;
  /** Where requests with a bare path go; absent: it speaks something else than HTTP. */
  readonly baseUrl?: string | ((config: ServiceConfig) => string);
  /** Whether an answer with status 2xx means success, else why not: Slack's says `ok: false`, GraphQL's has `errors`. */
  readonly succeeded?: (body: unknown) => true | string;
  /** No redirect is followed: what lets it in is for one host alone. */
  readonly staysAtHost?: boolean;
  /** Headers that let this very request in, where it is signed: Amazon's. */
  readonly sign?: (request: SignedRequest, config: ServiceConfig) => Promise<Headers>;
  /** Sent with every request: the dated version of its calls. */
  readonly headers?: Headers;
  /** How it calls the JSON that it takes, where it has a name of its own. */
  readonly jsonType?: string;
  /** What a refusal means, where its status misleads: by that status, by the code in its answer, or by how codes begin (`A*`). */
  readonly faults?: { readonly [code: string]: FaultClass };
  /** The same where more than a code says it; undefined where its status does. `body`: a text where it is no JSON. */
  readonly classOf?: (status: number, body: unknown) => FaultClass | undefined;
}

/** A service that did not do what it was asked; the message says so in a sentence, without a secret in it. */
export class ServiceFault extends Error {
  override readonly name = 'ServiceFault';
  readonly class: FaultClass;
  /** Seconds the service asks to wait; null: it did not say. */
  readonly retryAfter: number | null;
  /** The status of its answer; null: there was none. */
  readonly status: number | null;

  constructor(
    faultClass: FaultClass,
    message: string,
    { retryAfter = null, status = null, ...options }: ErrorOptions & FaultDetails = {},
  ) {
    super(message, options);
    this.class = faultClass;
    this.retryAfter = retryAfter;
    this.status = status;
  }
}

interface FaultDetails {
  readonly retryAfter?: number | null;
  readonly status?: number | null;
}

/** What lets a request in: `refresh` is asked once after a 401, and answers false where there is nothing newer. */
export interface Credential {
  readonly config: ServiceConfig;
  readonly headers: () => Promise<{ readonly [name: string]: string }>;
  readonly refresh: () => Promise<boolean>;
  /** Its settings that are secret, which no fault tells, however short they are. */
  readonly secrets?: () => readonly string[];
}

export interface ServiceRequest {
  /** Several of one name are a list. */
  readonly query?: { readonly [name: string]: string | number | boolean | readonly string[] | undefined };
  readonly headers?: { readonly [name: string]: string };
  readonly json?: unknown;
  readonly form?: { readonly [name: string]: string };
  readonly body?: { readonly type: string; readonly bytes: Uint8Array | string };
  /** For a POST that may be made again when its answer is lost: a read, or a write that changes nothing the second time. */
  readonly safe?: boolean;
  /** Before the token in `authorization`, where one call of a service wants another word than Bearer. */
  readonly scheme?: string;
  /** Sent without the credential: the address itself lets in. */
  readonly open?: boolean;
}

interface WholeAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The same as it came, for services that answer in XML. */
  readonly text: string;
  readonly headers: { readonly [name: string]: string };
}

interface RawAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly text: string;
  readonly secrets: readonly string[];
}

interface ServiceHttpOptions {
  readonly signal?: AbortSignal | undefined;
  readonly own?: OwnServer;
  /** Awaited before each request: the limit of the service. Throws ServiceFault where none is to be sent now. */
  readonly turn?: () => Promise<void>;
}

/** How requests leave this server. */
export type Outgoing = Pick<OutgoingHttp, 'request' | 'connect'>;

type Method = NonNullable<OutgoingRequest['method']>;

const waitable = new Set([408, 425, 429, 500, 502, 503, 504]);
/** Said before anything is done; 503 only where it says when to come back. */
const refusals = new Set([425, 429]);
const timeout = 30_000;
const maxBytes = 8 * 1024 * 1024;
/** Characters from which on any text of a credential is hidden in what is told; shorter ones are words. */
const shortestToken = 16;
/** What a header may hold of a credential. */
const inHeader = /^[\t\x20-\x7e]*$/;

/** The requests of one connection to a service. Answers are JSON, as `shape` says; everything else is a ServiceFault. */
export class ServiceHttp {
  readonly #outgoing: Outgoing;
  readonly #connector: HttpService;
  readonly #credential: Credential;
  readonly #signal: AbortSignal | undefined;
  readonly #own: OwnServer | undefined;
  readonly #turn: () => Promise<void>;

  constructor(
    outgoing: Outgoing,
    connector: HttpService,
    credential: Credential,
    { signal, own, turn = async () => {} }: ServiceHttpOptions = {},
  ) {
    this.#outgoing = outgoing;
    this.#connector = connector;
    this.#credential = credential;
    this.#signal = signal;
    this.#own = own;
    this.#turn = turn;
  }

  get config(): ServiceConfig {
    return this.#credential.config;
  }

  /** This server itself, for connectors that lead into it. */
  get own(): OwnServer {
    if (this.#own === undefined) throw new ServiceFault('permanent', 'This is not to be had here');
    return this.#own;
  }

  get #base(): string {
    const { baseUrl = '' } = this.#connector;
    return typeof baseUrl === 'function' ? baseUrl(this.config) : baseUrl;
  }

  /** An address that an answer gives, if it is one of this service: the credential goes nowhere else. */
  ownAddress(link: string): string | null {
    const { href } = URL.parse(link, this.#base) ?? {};
    return href?.startsWith(`${this.#base}/`) ? href : null;
  }

  get<T>(path: string, shape: z.ZodType<T>, request: ServiceRequest = {}): Promise<T> {
    return this.send('GET', path, shape, request);
  }

  post<T>(path: string, shape: z.ZodType<T>, request: ServiceRequest = {}): Promise<T> {
    return this.send('POST', path, shape, request);
  }

  /** `path` begins with a slash, or is a whole address. Ids in it are encoded by the caller (`encodeURIComponent`). */
  async send<T>(method: Method, path: string, shape: z.ZodType<T>, request: ServiceRequest): Promise<T> {
    const body = await this.sendRaw(method, path, request);
    const parsed = shape.safeParse(body);
    if (parsed.success) return parsed.data;
    const label = this.#connector.label;
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    // What was written is written, whatever the answer looks like.
    const isRead = method === 'GET' || request.safe === true;
    throw new ServiceFault(
      isRead ? 'permanent' : 'unknown',
      `${label} answered in a way that was not expected${where === '' ? '' : ` (${where})`}`,
    );
  }

  /** A connection for a service that speaks something else than HTTP; whoever asks closes it. */
  async connect(host: string, port: number): Promise<Socket> {
    try {
      return await this.#outgoing.connect({ host, port, ...(this.#signal && { signal: this.#signal }) });
    } catch (error) {
      if (!(error instanceof OutgoingFault)) throw error;
      throw new ServiceFault(
        error.reason === 'private-address' ? 'permanent' : 'retry',
        `${this.#connector.label} could not be reached: ${error.message}`,
        { cause: error },
      );
    }
  }

  async sendRaw(method: Method, path: string, request: ServiceRequest): Promise<unknown> {
    return (await this.sendWhole(method, path, request)).body;
  }

  /** For answers that say something in their headers too; their names are lower-case. */
  async sendWhole(method: Method, path: string, request: ServiceRequest): Promise<WholeAnswer> {
    let answer = await this.#attempt(method, path, request);
    if (answer.status === 401 && (await this.#credential.refresh()))
      answer = await this.#attempt(method, path, request);
    const isRead = method === 'GET' || request.safe === true;
    const { status, text, headers } = answer;
    return { status, body: this.#read(answer, isRead), text, headers };
  }

  async #attempt(
    method: Method,
    path: string,
    { query, headers, json, form, body, safe, scheme, open }: ServiceRequest,
  ) {
    const { label, jsonType = 'application/json' } = this.#connector;
    const url = new URL(path.startsWith('/') ? `${this.#base}${path}` : path);
    for (const [name, value] of Object.entries(query ?? {}))
      for (const one of Array.isArray(value) ? value : [value])
        if (one !== undefined) url.searchParams.append(name, String(one));
    const sent =
      json !== undefined
        ? { type: jsonType, bytes: JSON.stringify(json) }
        : form !== undefined
          ? { type: 'application/x-www-form-urlencoded', bytes: new URLSearchParams({ ...form }).toString() }
          : body;
    const given = open === true ? {} : await this.#credential.headers();
    if (!Object.values(given).every((value) => inHeader.test(value)))
      throw new ServiceFault(
        'permanent',
        `The key of ${label} has a character that no key has: copy it again`,
      );
    const { authorization } = given;
    const unsigned: Headers = {
      accept: 'application/json',
      ...(sent && { 'content-type': sent.type }),
      ...this.#connector.headers,
      ...given,
      ...(scheme !== undefined &&
        authorization !== undefined && { authorization: authorization.replace(/^\S+/, scheme) }),
      ...headers,
    };
    const toSign = { method, url: url.href, headers: unsigned, ...(sent && { body: sent.bytes }) };
    await this.#turn();
    const signed = (await this.#connector.sign?.(toSign, this.config)) ?? unsigned;
    try {
      const answer = await this.#outgoing.request({
        ...{ url: url.href, method, timeout, maxBytes },
        // A signature holds for one address.
        redirects: method === 'GET' && signed === unsigned && this.#connector.staysAtHost !== true ? 3 : 0,
        headers: signed,
        ...(sent && { body: sent.bytes }),
        ...(this.#signal && { signal: this.#signal }),
      });
      const { status } = answer;
      const secrets = this.#secretsOf({ ...given, ...headers });
      return { status, headers: answer.headers, text: await answer.text(), secrets };
    } catch (error) {
      if (!(error instanceof OutgoingFault)) throw error;
      const isRead = method === 'GET' || safe === true;
      const never =
        error.reason === 'bad-address' ||
        error.reason === 'private-address' ||
        // Read again it is as large.
        (isRead && error.reason === 'too-large');
      // Where nobody was reached nothing was done; past that an answer is missing.
      const maybe = !isRead && !never && !wasNeverReached(error);
      throw new ServiceFault(
        never ? 'permanent' : maybe ? 'unknown' : 'retry',
        `${label} could not be reached: ${error.message}`,
        { cause: error },
      );
    }
  }

  /** What lets the request in. */
  #secretsOf(headers: Headers): readonly string[] {
    const texts = [...Object.values(headers), ...Object.values(this.config)].flatMap((value) =>
      String(value).split(/\s+/),
    );
    return [
      ...(this.#credential.secrets?.() ?? []),
      ...texts.filter((text) => text.length >= shortestToken),
      // Behind the word that says how it is meant: `Basic YTpi`.
      ...[headers.authorization ?? ''].flatMap((value) => value.split(' ').slice(1)),
    ];
  }

  /** A service's own words, without what lets it in. */
  told(words: string): string {
    return toldWords(words, this.#secretsOf({}));
  }

  #read({ status, headers, text, secrets }: RawAnswer, isRead: boolean): unknown {
    const { label, succeeded, classOf, faults = {} } = this.#connector;
    const body = parsedJson(text);
    if (status >= 200 && status < 300) {
      const said = succeeded?.(body) ?? true;
      if (said === true) return body;
      throw new ServiceFault(classOfWords(said, isRead), `${label} refused: ${toldWords(said, secrets)}`, {
        status,
      });
    }
    const why = messageIn(body) ?? plainWords(text) ?? `status ${status}`;
    const retryAfter = retryAfterOf(headers);
    const wasRefused = refusals.has(status) || (status === 503 && retryAfter !== null);
    const byStatus = waitable.has(status)
      ? isRead || wasRefused
        ? 'retry'
        : 'unknown'
      : status === 401 || status === 403
        ? 'reconnect'
        : 'permanent';
    const codes = [...codesIn(body ?? text), `${status}`];
    const [, known] = Object.entries(faults).find(([code]) => codes.some((one) => isCode(one, code))) ?? [];
    const faultClass = classOf?.(status, body ?? text) ?? known ?? byStatus;
    throw new ServiceFault(faultClass, `${label} refused: ${toldWords(why, secrets)}`, {
      status,
      retryAfter,
    });
  }
}

const notConnected =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/** Whether the connection never came about; one that was reset may have carried the request. */
function wasNeverReached(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause ?? (at as AggregateError).errors?.[0])
    if (notConnected.test((at as Error & { readonly code?: string }).code ?? '')) return true;
  return false;
}

function parsedJson(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Seconds, from `Retry-After` as seconds or as a date; null where there is none that can be read. */
function retryAfterOf(headers: { readonly [name: string]: string }): number | null {
  const said = headers['retry-after'];
  if (said === undefined) return null;
  const seconds = /^\d+(\.\d+)?$/.test(said) ? Number(said) : (Date.parse(said) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.min(Math.max(0, Math.ceil(seconds)), 86_400) : null;
}
