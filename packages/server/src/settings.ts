import { existsSync, readFileSync } from 'node:fs';
import { isIP, isIPv6 } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import type { AiEndpoint, S3Place } from '@weft/integrations';
import { AppError, err, ok, type Result } from '@weft/std';
import { readAiEndpoint } from './ai/ai-settings.ts';
import type { FileQuota } from './files/file-quota.ts';
import { readS3Url } from './files/s3-url.ts';
import { readSmtpUrl, type SmtpSettings } from './mail/smtp-settings.ts';
import { type OidcProvider, readOidcProviders } from './oidc-settings.ts';

type FilesPlace =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 's3'; readonly place: S3Place };

export type SignupMode = 'open' | 'invite' | 'closed';
const roles = ['all', 'web', 'worker'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every setting of the contract that is built; `baseUrl` null means the address the server came to listen on. */
export interface Settings {
  /** 'web' answers people, 'worker' does the work that waits (mails), 'all' does both. */
  readonly role: (typeof roles)[number];
  readonly port: number;
  readonly host: string;
  readonly baseUrl: string | null;
  readonly dataDir: string;
  /** A folder of connectors that are declared without code. */
  readonly connectorsDir: string;
  /** Where files lie; several servers of one database share it. */
  readonly files: FilesPlace;
  /** Null: the embedded engine under `dataDir`. */
  readonly databaseUrl: string | null;
  /** The PostgreSQL server itself, where `databaseUrl` leads through a pooler of connections. */
  readonly databaseDirectUrl: string | null;
  /** How bases are spread over several PostgreSQL servers. */
  readonly databaseSharding: 'citus' | null;
  /** Null: read from `dataDir`, made there the first time. */
  readonly secret: string | null;
  readonly signup: SignupMode;
  /** Null: mails stay in the outbox. */
  readonly smtp: SmtpSettings | null;
  /** Providers that people may sign in with. */
  readonly oidc: readonly OidcProvider[];
  /** The language model of the operator; null: what needs one is not offered. */
  readonly ai: AiEndpoint | null;
  readonly csvMaxBytes: number;
  readonly fileQuota: FileQuota;
  /** Where 'Feedback?' leads, with `{email}` for the person's address; null: a mail to the first person. */
  readonly feedbackUrl: string | null;
  /** The longest that one read may look through a table. */
  readonly scanMaxSeconds: number;
  readonly trustProxy: readonly string[];
  /** Hosts of private networks that the server may call for its people. */
  readonly allowPrivateHosts: readonly string[];
  /** DNS servers to ask about the domains of forms; none: those of this machine. */
  readonly dnsServers: readonly string[];
  /** Apps are at hosts below this domain; null: at paths alone, and at domains of people's own. */
  readonly appsDomain: string | null;
  readonly logLevel: (typeof logLevels)[number];
  /** The starter set this: end when stdin ends. */
  readonly endWithStdin: boolean;
}

type Env = { readonly [name: string]: string | undefined };

/** Settings of features this version does not have: set, they stop the start rather than do nothing. */
const notBuilt: readonly RegExp[] = [/^PROVIDER_BASE_URL_/];

/** The settings of an environment, or the sentence that names the first wrong one. */
export function readSettings(env: Env): Result<Settings> {
  try {
    return ok(read(env));
  } catch (error) {
    if (error instanceof AppError) return err(error.message);
    throw error;
  }
}

const wrong = (sentence: string): AppError => new AppError('invalid', sentence);

function read(env: Env): Settings {
  const given = (name: string): string | null => env[name]?.trim() || null;
  for (const name of Object.keys(env).sort()) {
    if (given(name) !== null && notBuilt.some((pattern) => pattern.test(name)))
      throw wrong(`${name} is set, but this version of Weft does not have that feature yet.`);
  }
  const dataDir = resolve(given('DATA_DIR') ?? 'data');
  const databaseUrl = postgresAddress('DATABASE_URL', given('DATABASE_URL'));
  const databaseDirectUrl = postgresAddress('DATABASE_DIRECT_URL', given('DATABASE_DIRECT_URL'));
  if (databaseDirectUrl !== null && databaseUrl === null)
    throw wrong('DATABASE_DIRECT_URL is set, but DATABASE_URL is not.');
  const sharding = given('DATABASE_SHARDING');
  const databaseSharding =
    sharding === null ? null : oneOf('DATABASE_SHARDING', sharding, ['citus'] as const);
  const role = oneOf('ROLE', given('ROLE') ?? 'all', roles);
  if (role !== 'all' && databaseUrl === null)
    throw wrong(
      `ROLE is '${role}', but the embedded database has room for one server only: set DATABASE_URL.`,
    );
  return {
    role,
    port: wholeNumber('PORT', given('PORT') ?? '3000', 0, 65_535),
    host: given('HOST') ?? '127.0.0.1',
    baseUrl: webAddress('BASE_URL', given('BASE_URL')),
    dataDir,
    connectorsDir: resolve(given('CONNECTORS_DIR') ?? join(dataDir, 'connectors')),
    files: filesPlace(given('FILES_URL'), dataDir),
    databaseUrl,
    databaseDirectUrl,
    databaseSharding,
    secret: secretOf(given('SECRET')),
    signup: oneOf('SIGNUP', given('SIGNUP') ?? 'open', ['open', 'invite', 'closed']),
    smtp: smtpAddress(given('SMTP_URL')),
    csvMaxBytes: wholeNumber('CSV_MAX_MB', given('CSV_MAX_MB') ?? '50', 1, 4_096) * megabyte,
    fileQuota: fileQuotaOf(given),
    oidc: readOidcProviders(given),
    ai: readAiEndpoint(given),
    feedbackUrl: feedbackAddress(given('FEEDBACK_URL')),
    scanMaxSeconds: wholeNumber('SCAN_MAX_SECONDS', given('SCAN_MAX_SECONDS') ?? '60', 1, 3_600),
    trustProxy: addresses(given('TRUST_PROXY')),
    allowPrivateHosts: privateHosts(given('ALLOW_PRIVATE_HOSTS')),
    dnsServers: dnsServers(given('DNS_SERVERS')),
    appsDomain: hostName(given('APPS_DOMAIN')),
    logLevel: oneOf('LOG_LEVEL', given('LOG_LEVEL') ?? 'info', logLevels),
    endWithStdin: given('WEFT_STARTER') === '1',
  };
}

/** A page, where `{email}` stands for the address of whoever follows the link. */
function feedbackAddress(text: string | null): string | null {
  if (text === null) return null;
  const filled = text.replaceAll('{email}', 'x');
  if (URL.canParse(filled) && /^https?:$/.test(new URL(filled).protocol)) return text;
  throw wrong(`FEEDBACK_URL is '${text}', but must be an http or https address; {email} may stand in it.`);
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw wrong(`${name} is '${text}', but must be a whole number from ${least} to ${most}.`);
}

const megabyte = 1024 * 1024;

function fileQuotaOf(given: (name: string) => string | null): FileQuota {
  const megabytes = (name: string, usual: string, least = 1) =>
    wholeNumber(name, given(name) ?? usual, least, 999_999_999) * megabyte;
  const files = (name: string, usual: string) => wholeNumber(name, given(name) ?? usual, 1, 999_999_999);
  return {
    organization: {
      bytes: megabytes('ORGANIZATION_FILES_MB', '10240'),
      files: files('ORGANIZATION_FILES', '10000'),
    },
    person: { bytes: megabytes('PERSON_FILES_MB', '2048'), files: files('PERSON_FILES', '2000') },
    leastFree: megabytes('UPLOAD_FREE_MB', '2048', 0),
  };
}

function oneOf<T extends string>(name: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((candidate) => candidate === text);
  if (choice !== undefined) return choice;
  throw wrong(`${name} is '${text}', but must be one of ${choices.join(', ')}.`);
}

function webAddress(name: string, text: string | null): string | null {
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === ''
  )
    return url.origin;
  // The value may hold a password, so the sentence does not repeat it.
  throw wrong(`${name} must be an http or https address such as https://weft.example.org, without a path.`);
}

function filesPlace(text: string | null, dataDir: string): FilesPlace {
  if (text === null) return { kind: 'folder', path: join(dataDir, 'files') };
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'file:' && url.host === '') return { kind: 'folder', path: fileURLToPath(url) };
  const place = url?.protocol === 's3:' ? readS3Url(url) : null;
  if (place !== null) return { kind: 's3', place };
  // The value may hold a password, so the sentence does not repeat it.
  throw wrong(
    'FILES_URL must be a folder such as file:///srv/weft/files, or an S3 store such as s3://KEY:SECRET@s3.example.org/bucket/folder?region=eu-central-1.',
  );
}

function postgresAddress(name: string, text: string | null): string | null {
  if (text === null) return null;
  // The value may hold a password, so the sentence does not repeat it.
  if (URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)) return text;
  throw wrong(`${name} must be an address that begins with postgres:// or postgresql://.`);
}

function smtpAddress(text: string | null): SmtpSettings | null {
  const smtp = text === null ? null : readSmtpUrl(text);
  // The value may hold a password, so the sentence does not repeat it.
  if (text !== null && smtp === null)
    throw wrong(
      'SMTP_URL must be an address such as smtp://user:password@host:587?from=weft@example.org, or smtps://.',
    );
  return smtp;
}

function secretOf(text: string | null): string | null {
  if (text !== null && text.length < 32) throw wrong('SECRET must have at least 32 characters.');
  return text;
}

function addresses(text: string | null): readonly string[] {
  if (text === null) return [];
  return text.split(',').map((part) => {
    const address = part.trim();
    if (['loopback', 'linklocal', 'uniquelocal'].includes(address) || isAddressRange(address)) return address;
    throw wrong(`TRUST_PROXY names '${address}', but must be a comma list of addresses such as 10.0.0.0/8.`);
  });
}

function privateHosts(text: string | null): readonly string[] {
  if (text === null) return [];
  return text.split(',').map((part) => {
    const host = part.trim();
    if (host === '*' || isAddressRange(host) || /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9])?$/i.test(host)) return host;
    throw wrong(
      `ALLOW_PRIVATE_HOSTS names '${host}', but must be a comma list of hosts such as intranet.example or 10.0.0.0/8.`,
    );
  });
}

function hostName(text: string | null): string | null {
  if (text === null) return null;
  const name = text.toLowerCase();
  if (/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name)) return name;
  throw wrong(`APPS_DOMAIN is '${text}', but must be the name of a domain such as apps.example.com.`);
}

function dnsServers(text: string | null): readonly string[] {
  if (text === null) return [];
  return text.split(',').map((part) => {
    const server = part.trim();
    const [, bracketed = '', port = '53'] = /^\[([^\]]*)\](?::(\d{1,5}))?$/.exec(server) ?? [];
    const [, dotted = server, dottedPort = '53'] = /^([\d.]+):(\d{1,5})$/.exec(server) ?? [];
    const isPort = [port, dottedPort].every((number) => Number(number) > 0 && Number(number) < 65_536);
    if (isPort && (isIPv6(bracketed) || isIP(dotted) !== 0)) return server;
    throw wrong(
      `DNS_SERVERS names '${server}', but must be a comma list of addresses such as 9.9.9.9 or 10.0.0.2:53.`,
    );
  });
}

/** `10.0.0.1`, `10.0.0.0/8`, `fd00::/8`. */
function isAddressRange(text: string): boolean {
  const [ip = '', bits, ...rest] = text.split('/');
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(ip)] ?? 0;
  if (most === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most);
}

/** The environment of this process over the `.env` file of the working directory. The only reader of `process.env`. */
export function processEnv(): Env {
  const file = resolve('.env');
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return { ...fromFile, ...process.env };
}
