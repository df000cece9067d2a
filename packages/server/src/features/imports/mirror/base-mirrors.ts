import type { Flow, Mirror, MirrorConfig, Mirrors } from '@weft/db';
import { type AirtableTable, readAirtableTables, ServiceFault } from '@weft/integrations';
import { usersEmailTypes } from '@weft/protocol';
import { AppError, invalid, must } from '@weft/std';
import { z } from 'zod';
import type { Database } from '../../../database.ts';
import type { Caller } from '../../../http/caller.ts';
import { type AnyJobKind, insideRetries, type JobRun, jobKind } from '../../../jobs/job-kind.ts';
import type { MirrorValues, ServiceMirrors, WantedMirror } from '../../bases/mirrors.ts';
import type { ConnectedReads } from '../from-service/connected-reads.ts';
import { ReceivedFiles } from '../from-service/received-files.ts';
import type { SourceContext } from '../from-service/service-source.ts';
import { SheetReader } from '../google-sheets/sheet-reader.ts';
import type { ImportDeps } from '../import-deps.ts';
import { AirtableMirror } from './airtable-mirror.ts';
import { MirrorActions } from './mirror-actions.ts';
import { MirrorIds } from './mirror-ids.ts';
import { MirrorRecords, PageBefore, readAll } from './mirror-records.ts';
import { MirrorStructure } from './mirror-structure.ts';
import type { MirroredService, MirroredStructure } from './mirrored-service.ts';
import { SheetMirror } from './sheet-mirror.ts';

/** Said where what a database shows is not there, or not for its connection. */
const missing: { readonly [service in Mirror['service']]: string } = {
  airtable: 'Missing or unknown base',
  googlesheets: 'Missing or unknown google sheet',
};

/** Services say either of what is not there; Google also of what a connection may not read. */
const isMissing = (error: unknown): boolean =>
  error instanceof AppError &&
  (error.kind === 'not-found' ||
    (error.cause instanceof ServiceFault && (error.cause.status === 404 || error.cause.status === 403)));

export interface MirrorDeps
  extends Pick<ImportDeps, 'files' | 'fileStore' | 'newId' | 'log' | 'outgoing' | 'base' | 'openConnection'> {
  readonly mirrors: Mirrors;
  readonly flows: {
    findAll(ids: readonly string[], userId: string): Promise<readonly { readonly flow: Flow }[]>;
  };
  readonly createMirror: Database['createMirror'];
  /** A connection that a database was made with, for a job. */
  readonly reopenConnection: (
    flow: Pick<Flow, 'organizationId' | 'workspaceId'>,
    of: { readonly serviceId: string; readonly type: string },
  ) => Promise<ConnectedReads>;
  readonly now: () => number;
  /** Looks for jobs at once. */
  readonly wake: () => void;
}

/** Seconds for which what was read of a service is fresh enough. */
const freshFor = 60;
/** Milliseconds that somebody waits for a service who writes to it. */
const patience = 20_000;
/** Milliseconds for which the tables of a service are taken to be as they were. */
const structureFor = 60_000;

/** Characters of what a row of a sheet is called. */
const keyLength = 12;

const queue = 'mirror-reads';
const payload = z.object({ baseId: z.string(), organizationId: z.string() });

interface Live {
  readonly service: MirroredService;
  readonly structure: MirroredStructure;
  readonly at: number;
}

/** Databases that show what a service holds: made, read again while they are looked at, and written through. */
export class BaseMirrors implements ServiceMirrors {
  readonly #deps: MirrorDeps;
  readonly #live = new Map<string, Live>();
  readonly job: AnyJobKind;

  constructor(deps: MirrorDeps) {
    this.#deps = deps;
    this.job = jobKind({
      ...{ queue, label: 'Read connected databases', payload, concurrency: 2, retry: insideRetries },
      run: async ({ baseId }, run) => {
        await this.#read(baseId, run);
        return undefined;
      },
    });
  }

  of(baseId: string): Promise<Mirror | null> {
    return this.#deps.mirrors.find(baseId);
  }

  async ask({ baseId }: Mirror, organizationId: string, { atOnce = false } = {}): Promise<void> {
    const { mirrors, wake } = this.#deps;
    if (await mirrors.ask(baseId, atOnce ? 0 : freshFor, this.#jobOf(baseId, organizationId))) wake();
  }

  async connect(
    caller: Caller,
    app: Pick<Flow, 'organizationId' | 'workspaceId'>,
    { baseId, name, service, serviceId, config }: WantedMirror,
  ): Promise<void> {
    const { openConnection, createMirror, wake } = this.#deps;
    const known = await this.of(baseId);
    if (known !== null) {
      // The call sent again after its answer was lost.
      if (known.userId === caller.userId && known.connectionId === serviceId) return;
      throw new AppError('conflict', 'Something has this id already');
    }
    const reads = await openConnection(caller, app, { serviceId, type: service });
    const users = await lookAt(reads, baseId, serviceId, config);
    const { organizationId, workspaceId } = app;
    await createMirror(
      { id: baseId, organizationId, workspaceId, ownerUserId: caller.userId, name, actionId: null },
      {
        ...{ service, connectionId: serviceId, userId: caller.userId },
        config: { ...config, ...(users && { users }) },
      },
      this.#jobOf(baseId, organizationId),
    );
    wake();
  }

  #jobOf(baseId: string, organizationId: string) {
    return { id: this.#deps.newId('job'), queue, key: baseId, payload: { baseId, organizationId } };
  }

  async #read(baseId: string, { signal }: JobRun): Promise<void> {
    const { mirrors, now, log, base, newId } = this.#deps;
    const mirror = await mirrors.find(baseId);
    const flow = mirror && (await this.#flowOf(mirror));
    if (mirror === null || flow === null) return;
    const began = now();
    const actions = new MirrorActions(base(baseId), mirror.userId, newId);
    const before = new PageBefore(actions.store, now);
    const context: SourceContext = {
      ...this.#contextOf(mirror, flow, signal),
      willRead: (tableId, ids) => before.willRead(tableId, ids),
      known: (recordId, fieldId) => before.known(recordId, fieldId),
    };
    try {
      const service = await this.#open(mirror, flow);
      const structure = await service.structure(context);
      await mirrors.noteFields(baseId, structure.fixedFields);
      await new MirrorStructure(actions, structure).write();
      const records = await readAll(actions, structure, { signal, now, before });
      await mirrors.noteRead(baseId, { records, took: (now() - began) / 1_000 });
    } catch (error) {
      signal.throwIfAborted();
      const isTold = error instanceof AppError && error.kind !== 'internal';
      const told = isMissing(error) ? missing[mirror.service] : isTold ? error.message : null;
      await mirrors.noteFault(baseId, told ?? 'It could not be read, for a reason of ours');
      if (!isTold) throw error;
      log.warn({ err: error, baseId }, 'a connected database could not be read');
    }
  }

  async refresh(mirror: Mirror, tableId: string, recordId: string): Promise<void> {
    await this.#with(mirror, mirror.userId, async ({ service, structure }, context, actions) => {
      const of = tableIn(structure, tableId);
      const row = await service.read(of, recordId, await this.#knowing(context, actions, tableId, recordId));
      const writer = new MirrorRecords(actions);
      if (row !== null) await writer.writeRow(of, structure.links, row);
      else if ((await actions.store.get(tableId, [recordId])).length > 0)
        await writer.remove(tableId, [recordId]);
    });
  }

  async create(mirror: Mirror, actor: string, tableId: string, values: MirrorValues): Promise<string> {
    return this.#with(mirror, actor, async ({ service, structure }, context, actions) => {
      const of = tableIn(structure, tableId);
      const row = await service.create(of, values, context);
      await this.#keep(mirror, () => new MirrorRecords(actions).writeRow(of, structure.links, row));
      return row.id;
    });
  }

  async update(
    mirror: Mirror,
    actor: string,
    { tableId, recordId }: { readonly tableId: string; readonly recordId: string },
    values: MirrorValues,
  ): Promise<void> {
    await this.#with(mirror, actor, async ({ service, structure }, context, actions) => {
      const of = tableIn(structure, tableId);
      const known = await this.#knowing(context, actions, tableId, recordId);
      const row = await service.update(of, recordId, values, known);
      await this.#keep(mirror, () => new MirrorRecords(actions).writeRow(of, structure.links, row));
    });
  }

  async remove(mirror: Mirror, actor: string, tableId: string, recordId: string): Promise<void> {
    await this.#with(mirror, actor, async ({ service, structure }, context, actions) => {
      await service.remove(tableIn(structure, tableId), recordId, context);
      await this.#keep(mirror, () => new MirrorRecords(actions).remove(tableId, [recordId]));
    });
  }

  /** What is written there is written: where it cannot be kept here, the next read brings it. */
  async #keep(mirror: Mirror, write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      this.#deps.log.warn({ err: error, baseId: mirror.baseId }, 'a written record waits for the next read');
      this.#live.delete(mirror.baseId);
    }
  }

  async #with<T>(
    mirror: Mirror,
    actor: string,
    work: (live: Live, context: SourceContext, actions: MirrorActions) => Promise<T>,
  ): Promise<T> {
    const { base, newId } = this.#deps;
    const flow = await this.#flowOf(mirror);
    if (flow === null) throw new AppError('not-found', 'The database is gone');
    const signal = AbortSignal.timeout(patience);
    const context = this.#contextOf(mirror, flow, signal);
    try {
      const live = await this.#liveOf(mirror, flow, context);
      return await work(live, context, new MirrorActions(base(mirror.baseId), actor, newId));
    } catch (error) {
      if (!signal.aborted || error instanceof AppError) throw error;
      throw new AppError('unavailable', 'The service does not answer: look again before you repeat this');
    }
  }

  async #liveOf(mirror: Mirror, flow: Flow, context: SourceContext): Promise<Live> {
    const { now } = this.#deps;
    const known = this.#live.get(mirror.baseId);
    if (known !== undefined && now() - known.at < structureFor) return known;
    const service = await this.#open(mirror, flow);
    const live = { service, structure: await service.structure(context), at: now() };
    this.#live.set(mirror.baseId, live);
    return live;
  }

  async #open({ baseId, connectionId, config, service }: Mirror, flow: Flow): Promise<MirroredService> {
    const reads = await this.#deps.reopenConnection(flow, { serviceId: connectionId, type: service });
    const { newId, base } = this.#deps;
    if (service === 'googlesheets') {
      const at = { serviceId: connectionId, spreadsheetId: must(config.spreadsheetId) };
      return new SheetMirror(reads, at, {
        ...{ store: base(baseId), newKey: () => newId('rec').slice(-keyLength) },
      });
    }
    return new AirtableMirror(reads, must(config.baseId), { baseId, textFieldId: config.usersEmailFieldId });
  }

  async #flowOf({ baseId, userId }: Mirror): Promise<Flow | null> {
    const [found] = await this.#deps.flows.findAll([baseId], userId);
    return found === undefined || found.flow.trashedAt !== null ? null : found.flow;
  }

  #contextOf({ baseId, userId }: Mirror, { organizationId }: Flow, signal: AbortSignal): SourceContext {
    const files = new ReceivedFiles(this.#deps, { userId, organizationId, flowId: baseId }, signal);
    return { signal, files, warnOfAttachments: () => {}, known: () => [] };
  }

  /** Its files are not downloaded again. */
  async #knowing(
    context: SourceContext,
    { store }: MirrorActions,
    tableId: string,
    recordId: string,
  ): Promise<SourceContext> {
    const before = new PageBefore(store, this.#deps.now);
    await before.willRead(tableId, [recordId]);
    return { ...context, known: (id, fieldId) => before.known(id, fieldId) };
  }
}

function tableIn({ tables }: MirroredStructure, tableId: string) {
  const found = tables.find(({ table }) => table.id === tableId);
  if (found === undefined) throw new AppError('conflict', 'This table is no longer at the service');
  return found;
}

/** Makes sure that what is to be shown can be read; who signs in by it. */
async function lookAt(reads: ConnectedReads, baseId: string, serviceId: string, config: MirrorConfig) {
  const signal = AbortSignal.timeout(patience);
  const { spreadsheetId, baseId: there = '' } = config;
  if (spreadsheetId === undefined) {
    const tables = await reads.ask(there, signal, (http) => readAirtableTables(http, there));
    return usersIn(baseId, config, tables);
  }
  await new SheetReader(reads, { serviceId, spreadsheetId }, signal).spreadsheet();
  return null;
}

/** The table of people and its field of addresses, in the ids of the database; null: none is named. */
function usersIn(baseId: string, config: MirrorConfig, tables: readonly AirtableTable[]) {
  const { usersTableId, usersEmailFieldId } = config;
  if (usersTableId === undefined && usersEmailFieldId === undefined) return null;
  const table = tables.find(({ id }) => id === usersTableId);
  if (table === undefined) throw invalid('config.usersTableId', 'The base has no such table');
  const field = table.fields.find(({ id }) => id === usersEmailFieldId);
  if (field === undefined || !usersEmailTypes.includes(field.type))
    throw invalid('config.usersEmailFieldId', 'Choose a field of this table that holds addresses');
  const ids = new MirrorIds(baseId);
  ids.saw(tables);
  return { tableId: ids.table(0, table.id), emailFieldId: ids.field(field.id) };
}
