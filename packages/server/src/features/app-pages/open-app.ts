import { type App, appKind, appOf } from '@weft/apps';
import { type BaseMetadata, findShownField, isTimeZone } from '@weft/core';
import type { BaseStore, Mirror, Published, RunScan } from '@weft/db';
import { migrated } from '@weft/documents';
import { AppError } from '@weft/std';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../http/network.ts';
import { clientGoneSignal } from '../../rpc/client-gone.ts';
import { asMirrored } from '../bases/mirrored-metadata.ts';
import type { ServiceMirrors } from '../bases/mirrors.ts';
import { type AppAddresses, addressesAt } from './addresses.ts';
import type { AppPagesDeps } from './deps.ts';
import { readAppCookie } from './people/app-cookies.ts';
import { personIn, usersTable } from './people/app-person.ts';
import type { ServiceWrites, Sight } from './records/sight.ts';

/** A published app as one request opens it, with the tables that it is about. */
export interface OpenApp {
  readonly flowId: string;
  readonly publicIdentifier: string;
  readonly organizationId: string;
  readonly ownerUserId: string;
  readonly content: Published['content'];
  readonly app: App;
  /** Null: it shows no records, or its database is gone. */
  readonly source: {
    readonly store: BaseStore;
    readonly metadata: BaseMetadata;
    readonly version: number;
    /** Null: it shows no service's records. */
    readonly mirror: Mirror | null;
    /** Nobody changes its records, whatever the rules say. */
    readonly isLocked: boolean;
  } | null;
  readonly at: AppAddresses;
}

/** An app as whoever asks sees it. */
export interface AppVisit {
  readonly open: OpenApp;
  readonly sight: Sight;
}

const isIdentifier = (text: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(text);

/** The database of an app, where it is still there in the same organization. */
export async function openSource(
  { flows, base, mirrors, log }: Pick<AppPagesDeps, 'flows' | 'base' | 'mirrors' | 'log'>,
  { source }: App,
  { organizationId, ownerUserId }: { readonly organizationId: string; readonly ownerUserId: string },
): Promise<OpenApp['source']> {
  if (source === null) return null;
  const [found] = await flows.findAll([source.baseId], ownerUserId);
  const { flow } = found ?? {};
  if (flow?.type !== 'base' || flow.organizationId !== organizationId || flow.trashedAt !== null) return null;
  const store = base(source.baseId);
  const [{ metadata, version }, mirror] = await Promise.all([
    store.metadata(),
    flow.locked ? mirrors.of(source.baseId) : null,
  ]);
  if (mirror === null) return { store, metadata, version, mirror, isLocked: flow.locked };
  mirrors.ask(mirror, organizationId).catch((error: unknown) => {
    log.error({ err: error, baseId: source.baseId }, 'a connected database could not be asked for anew');
  });
  return { store, metadata: asMirrored(metadata, mirror), version, mirror, isLocked: false };
}

/** What is published under an address; null: nothing, or something else. */
export async function openApp(
  deps: Pick<AppPagesDeps, 'documents' | 'flows' | 'base' | 'mirrors' | 'log'>,
  publicIdentifier: string,
  request: FastifyRequest,
): Promise<OpenApp | null> {
  const published = isIdentifier(publicIdentifier) ? await deps.documents.published(publicIdentifier) : null;
  if (published?.content.kind !== appKind.kind) return null;
  const content = migrated(published.content, appKind);
  if (!content.ok) throw new AppError('unavailable', content.error);
  const app = appOf(content.value);
  const { flowId, organizationId, ownerUserId } = published;
  return {
    ...{ flowId, publicIdentifier: published.publicIdentifier, organizationId, ownerUserId, app },
    content: content.value,
    source: await openSource(deps, app, published),
    at: addressesAt(request.ownDomain === null ? `/a/${published.publicIdentifier}` : ''),
  };
}

/** The locale that a browser asks for first. */
function localeOf({ headers }: FastifyRequest): string {
  const [first = ''] = (headers['accept-language'] ?? '').split(/[,;]/);
  try {
    return Intl.getCanonicalLocales(first.trim())[0] ?? 'en-US';
  } catch {
    return 'en-US';
  }
}

/** The zone that the page's script has told. */
function zoneOf(request: FastifyRequest): string {
  const told = /(?:^|;\s*)app_zone=([\w%+./-]{1,80})/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  try {
    const zone = decodeURIComponent(told);
    return zone !== '' && isTimeZone(zone) ? zone : 'UTC';
  } catch {
    return 'UTC';
  }
}

/** Reads of one request at a time, as many as one visitor may have: the others wait here, where nobody refuses them. */
const scansAtOnce = 2;

/** A page of many blocks, or a board of many columns, waits for itself. */
function inTurn(runScan: RunScan): RunScan {
  const waiting: (() => void)[] = [];
  let free = scansAtOnce;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await runScan(work);
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}

/**
 * Each visitor of an app takes turns with the others when they look through tables. An app has a share of its own: those of
 * its organization who work beside it are not refused because strangers wait.
 */
export const scanFor = (
  { scanSlots }: Pick<AppPagesDeps, 'scanSlots'>,
  { flowId }: Pick<OpenApp, 'flowId'>,
  reply: FastifyReply,
  user: Sight['visitor']['user'] = null,
): RunScan => {
  const left = clientGoneSignal(reply);
  const visitor = user?.recordId ?? networkOf(reply.request.ip);
  const owner = { userId: `${flowId} ${visitor}`, organizationId: flowId };
  return inTurn((work) => scanSlots.run(owner, left(), work));
};

/** How one person looks at an app. */
export function sightOf(
  deps: Pick<AppPagesDeps, 'scanSlots' | 'now' | 'base' | 'mirrors'>,
  open: Pick<OpenApp, 'app' | 'source' | 'flowId' | 'organizationId'>,
  user: Sight['visitor']['user'],
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Sight {
  const { app } = open;
  // Without its database an app has no tables, and what it shows of them is hidden.
  const none = { store: deps.base(open.flowId), metadata: { tables: [] }, version: 0, mirror: null };
  const { mirror, ...source } = open.source ?? none;
  const now = new Date(deps.now()).toISOString();
  const timeZone = zoneOf(request);
  const env = { timeZone, locale: localeOf(request), now, shownField: findShownField(source.metadata) };
  const today = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const service = mirror && serviceWrites(deps.mirrors, mirror);
  const runScan = scanFor(deps, open, reply, user);
  return { app, ...source, visitor: { user, env, today }, runScan, service };
}

const serviceWrites = (mirrors: ServiceMirrors, mirror: Mirror): ServiceWrites => ({
  refresh: (...at) => mirrors.refresh(mirror, ...at),
  create: (...what) => mirrors.create(mirror, ...what),
  update: (...what) => mirrors.update(mirror, ...what),
  remove: (...what) => mirrors.remove(mirror, ...what),
});

/** Who is signed in; null: nobody. */
export async function userOf(
  { appUsers, signInKeys, now }: Pick<AppPagesDeps, 'appUsers' | 'signInKeys' | 'now'>,
  { flowId, app, source }: Pick<OpenApp, 'flowId' | 'app' | 'source'>,
  request: FastifyRequest,
): Promise<Sight['visitor']['user']> {
  const token = readAppCookie(request, 'session', flowId);
  const users = source && usersTable(app, source.metadata);
  if (token === null || source === null || users === null) return null;
  const session = await appUsers.session(flowId, signInKeys.tokenHash(token), new Date(now()).toISOString());
  return session && personIn(source.store, users, session);
}
