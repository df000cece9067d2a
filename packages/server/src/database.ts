import { type FlowTypeName, flowTypeNames, hasBase, type Table } from '@weft/core';
import {
  type AccountRows,
  AiUsage,
  AnswerImports,
  AppRows,
  AppUsers,
  AuditRows,
  Availabilities,
  accountRows,
  addDocument,
  addFlow,
  addMirror,
  type BaseLoad,
  type BaseStore,
  Bases,
  Bookings,
  BookingWaits,
  Calendars,
  type ConnectionBudget,
  Connections,
  DeclaredConnectors,
  Deliveries,
  DocumentFeed,
  Documents,
  type Engine,
  enqueueAnew,
  FileRows,
  FlowDomains,
  FlowFeed,
  FlowJobs,
  FlowMembers,
  Flows,
  FormerPeople,
  FormMailCodes,
  FormSessions,
  FormViews,
  FormWebhooks,
  ImportRows,
  IntegrationRuns,
  Integrations,
  Jobs,
  Mirrors,
  type NewJob,
  type NewMirror,
  Notifications,
  OAuthSignIns,
  PaymentNotices,
  PaymentOrders,
  PaymentScans,
  QuizAttempts,
  RunningWork,
  removeFlow,
  SecretRows,
  Servers,
  ServiceLists,
  type Sql,
  type StoredSettings,
  type Transaction,
  UnfinishedAnswers,
  Usage,
  WaitingAnswers,
  Workspaces,
  writeSettings,
} from '@weft/db';
import type { Content } from '@weft/documents';
import type { Scope } from '@weft/protocol';
import type { IdKind } from '@weft/std';
import type { Logger } from 'pino';
import type { ControlDatabase } from './control.ts';
import type { CopiedFiles } from './files/copy-files.ts';
import { askForSearchIndex } from './jobs/search-index-job.ts';
import { askForViewIndex } from './jobs/view-index-job.ts';
import { announced } from './known-servers.ts';
import { measuredEngine } from './metrics/measured-engine.ts';
import type { Metrics } from './metrics/metrics.ts';
import { openUpToDate } from './open-engine.ts';
import { repeatedly } from './repeatedly.ts';
import type { Settings } from './settings.ts';
import { throttledTouch } from './touched-bases.ts';

export interface NewFlow {
  /** Made here where the caller gives none. */
  readonly id?: string | undefined;
  readonly organizationId: string;
  readonly ownerUserId: string;
  readonly workspaceId: string | null;
  readonly name: string;
  readonly internalNote?: string | null;
  /** The caller's own id of the change. */
  readonly actionId: string | null;
}

interface NewForm extends NewFlow {
  /** A form where it is left out. */
  readonly type?: FlowTypeName | undefined;
  readonly draft: Content;
  readonly settings?: StoredSettings;
  /** Done in the transaction that makes the form, after it. */
  readonly alongside?: (tx: Pick<Transaction, 'query' | 'send'>, id: string) => Promise<void>;
}

/** The database as the server uses it: the control schema, and the bases. */
export interface Database {
  readonly control: ControlDatabase;
  readonly accounts: AccountRows<Scope>;
  readonly flows: Flows;
  readonly flowMembers: FlowMembers;
  readonly workspaces: Workspaces;
  readonly availabilities: Availabilities;
  readonly bookings: Bookings;
  readonly bookingWaits: BookingWaits;
  readonly calendars: Calendars;
  readonly notifications: Notifications;
  readonly appUsers: AppUsers;
  readonly formerPeople: FormerPeople;
  readonly flowFeed: FlowFeed;
  readonly auditRows: AuditRows;
  readonly jobs: Jobs;
  readonly flowJobs: FlowJobs;
  readonly deliveries: Deliveries;
  readonly documents: Documents;
  readonly appRows: AppRows;
  readonly mirrors: Mirrors;
  readonly unfinishedAnswers: UnfinishedAnswers;
  readonly waitingAnswers: WaitingAnswers;
  readonly paymentOrders: PaymentOrders;
  readonly paymentNotices: PaymentNotices;
  readonly paymentScans: PaymentScans;
  readonly quizAttempts: QuizAttempts;
  readonly documentFeed: DocumentFeed;
  readonly formSessions: FormSessions;
  readonly formMailCodes: FormMailCodes;
  readonly formViews: FormViews;
  readonly formWebhooks: FormWebhooks;
  readonly flowDomains: FlowDomains;
  readonly declared: DeclaredConnectors;
  readonly serviceLists: ServiceLists;
  readonly answerImports: AnswerImports;
  readonly integrations: Integrations;
  readonly integrationRuns: IntegrationRuns;
  readonly connections: Connections;
  readonly oauthSignIns: OAuthSignIns;
  readonly secrets: SecretRows;
  readonly files: FileRows;
  /** As a server of this name among those of the database sees them. */
  readonly imports: <Request>(server: string) => ImportRows<Request>;
  readonly transaction: Engine['transaction'];
  /** Other processes may work on the same database. */
  readonly severalServers: boolean;
  /** Null: no other server can work on this database. */
  readonly runningWork: RunningWork | null;
  readonly base: (baseId: string) => BaseStore;
  /** A base and its flow, together or not at all. */
  readonly createBase: (base: NewFlow) => Promise<string>;
  /** A database that shows what a service holds: the job reads it. */
  readonly createMirror: (base: NewFlow, mirror: NewMirror, job: NewJob) => Promise<string>;
  /** A copy of a base with copies of its files, and its flow, together or not at all; its id. */
  readonly duplicateBase: (sourceId: string, flow: NewFlow, files: CopiedFiles) => Promise<string>;
  /** Bytes of its records, as the database keeps them. */
  readonly sizeOfBase: (baseId: string) => Promise<number>;
  /** Begins a base that is filled before anybody sees it. */
  readonly loadBase: (tables: readonly Table[], id: string, userId: string) => Promise<BaseLoad>;
  /** Shows it, as a flow; `alongside` runs in the same transaction. */
  readonly showLoaded: (
    load: BaseLoad,
    flow: NewFlow & { readonly type: FlowTypeName },
    alongside: (tx: Sql) => Promise<void>,
  ) => Promise<void>;
  /** Removes what killed processes left of bases they were filling; `before`: the least id that may still be filled. */
  readonly removeUnfinished: (before: string) => Promise<void>;
  /** A flow with the draft of its document; of a form also the base of its answers, which has the same id. */
  readonly createForm: (form: NewForm) => Promise<string>;
  /** In the name of a person. */
  readonly removeBase: (baseId: string, userId: string) => Promise<void>;
  /** A flow with what is behind it, if it still lies in the trash for so many days; whether it was removed. */
  readonly removeTrashed: (flowId: string, userId: string, days: number) => Promise<boolean>;
  /** Drops deleted tables that nobody can restore any more; a base that fails is reported, and left for the next run. */
  readonly purge: (signal: AbortSignal, onFault: (error: unknown) => void) => Promise<void>;
  /** Builds the search index of a table or brings it up to date; false where the database has no trigrams. */
  readonly fillSearchIndex: Bases['fillSearchIndex'];
  /** Builds the index of a saved view or brings it up to date. */
  readonly fillViewIndex: Bases['fillViewIndex'];
  readonly usage: Usage;
  readonly aiUsage: AiUsage;
  /** Counts the records of bases that changed since they were counted; one that fails is reported, and left for the next run. */
  readonly countRecords: (signal: AbortSignal, onFault: (error: unknown) => void) => Promise<void>;
  /** The servers of the database, and what connections they may take together. */
  readonly connectionBudget: () => Promise<ConnectionBudget>;
  /** Resolves when the database answers. */
  readonly ping: () => Promise<void>;
  /** Copies the embedded database's files while it works; null on PostgreSQL. */
  readonly copyFiles: Engine['copyFiles'];
  readonly close: () => Promise<void>;
}

/** Ends a transaction that would have removed a flow somebody restored meanwhile. */
const notInTrash = new Error('The flow is not in the trash');

/** Milliseconds between two polls for what other processes wrote. */
const pollInterval = { bases: 100, flows: 1_000, documents: 500 } as const;

/** Opens the engine the settings name and brings the control schema up to date. */
export async function openDatabase(
  settings: Settings,
  newId: (kind: IdKind) => string,
  { metrics, log }: { readonly metrics: Metrics; readonly log: Logger },
): Promise<Database> {
  const engine = measuredEngine(await openUpToDate(settings), metrics);
  const flowFeed = new FlowFeed(engine);
  const flows = new Flows(engine, flowFeed);
  const enqueueNow = (job: NewJob) => engine.transaction(async (tx) => enqueueAnew(tx, job));
  const bases = new Bases(engine, {
    now: () => new Date().toISOString(),
    newActionId: () => newId('act'),
    onSearchUnindexed: askForSearchIndex(enqueueNow, Date.now),
    onViewUnindexed: askForViewIndex(enqueueNow, Date.now),
    onChanged: throttledTouch((baseId) => flows.touch(baseId), Date.now),
  });
  const documentFeed = new DocumentFeed(engine);
  const usage = new Usage(engine);
  const thisServer = await announced(new Servers(engine), settings, log);
  const polls =
    engine.kind === 'postgres'
      ? [
          repeatedly(pollInterval.bases, () => bases.look()),
          repeatedly(pollInterval.flows, () => flowFeed.look()),
          repeatedly(pollInterval.documents, () => documentFeed.look()),
          thisServer,
        ]
      : [];
  const createFlow = async (
    type: FlowTypeName,
    { id = newId('bas'), ...flow }: NewFlow,
    alongside: (tx: Transaction, id: string) => Promise<void>,
  ): Promise<string> => {
    const add = async (tx: Transaction) => {
      await addFlow(tx, { ...flow, id, type });
      await alongside(tx, id);
    };
    await (hasBase(type) ? bases.create(id, add) : engine.transaction(add));
    await flowFeed.changed([flow.organizationId]);
    return id;
  };
  /** Throws `notInTrash`, with nothing removed, where the flow must lie in the trash for some days and does not. */
  const removeFlowWithBase = async (id: string, userId: string, daysInTrash: number | null) => {
    const removedFrom: string[] = [];
    await bases.remove(id, async (tx) => {
      const organizationId = await removeFlow(tx, id, { userId, actionId: null }, daysInTrash);
      if (organizationId !== null) removedFrom.push(organizationId);
      else if (daysInTrash !== null) throw notInTrash;
    });
    await flowFeed.changed(removedFrom);
  };
  return {
    control: engine.kysely,
    accounts: accountRows(engine, newId),
    aiUsage: new AiUsage(engine),
    flows,
    flowMembers: new FlowMembers(engine, flowFeed),
    workspaces: new Workspaces(engine, flowFeed),
    availabilities: new Availabilities(engine),
    bookings: new Bookings(engine),
    bookingWaits: new BookingWaits(engine),
    calendars: new Calendars(engine),
    notifications: new Notifications(engine),
    flowFeed,
    auditRows: new AuditRows(engine),
    jobs: new Jobs(engine),
    flowJobs: new FlowJobs(engine),
    deliveries: new Deliveries(engine),
    documents: new Documents(engine),
    appRows: new AppRows(engine),
    mirrors: new Mirrors(engine),
    formSessions: new FormSessions(engine),
    formMailCodes: new FormMailCodes(engine),
    appUsers: new AppUsers(engine),
    formerPeople: new FormerPeople(engine),
    formViews: new FormViews(engine),
    unfinishedAnswers: new UnfinishedAnswers(engine),
    waitingAnswers: new WaitingAnswers(engine),
    paymentOrders: new PaymentOrders(engine),
    paymentNotices: new PaymentNotices(engine),
    paymentScans: new PaymentScans(engine),
    quizAttempts: new QuizAttempts(engine),
    formWebhooks: new FormWebhooks(engine),
    flowDomains: new FlowDomains(engine),
    declared: new DeclaredConnectors(engine),
    serviceLists: new ServiceLists(engine),
    answerImports: new AnswerImports(engine),
    integrations: new Integrations(engine),
    integrationRuns: new IntegrationRuns(engine),
    connections: new Connections(engine),
    oauthSignIns: new OAuthSignIns(engine),
    documentFeed,
    secrets: new SecretRows(engine),
    files: new FileRows(engine),
    imports: (server) => new ImportRows(engine, server),
    transaction: (work) => engine.transaction(work),
    severalServers: engine.kind === 'postgres',
    runningWork: engine.kind === 'postgres' ? new RunningWork(engine, thisServer.id) : null,
    base: (baseId) => bases.get(baseId),
    createBase: (base) => createFlow('base', base, async () => {}),
    createMirror: (base, mirror, job) => createFlow('base', base, (tx, id) => addMirror(tx, id, mirror, job)),
    duplicateBase: async (sourceId, { id = newId('bas'), ...flow }, files) => {
      await bases.copy(sourceId, id, files.ids, async (tx) => {
        await addFlow(tx, { ...flow, id, type: 'base' });
        await files.belong(tx, id);
      });
      await flowFeed.changed([flow.organizationId]);
      return id;
    },
    sizeOfBase: (baseId) => bases.sizeOf(baseId),
    loadBase: (tables, id, userId) => bases.beginLoad(id, tables, userId),
    showLoaded: async (load, { type, ...flow }, alongside) => {
      await load.finish(async (tx) => {
        await addFlow(tx, { ...flow, id: load.baseId, type });
        await alongside(tx);
      });
      await flowFeed.changed([flow.organizationId]);
    },
    removeUnfinished: (before) => bases.removeUnfinished(before),
    createForm: ({ type = 'form', draft, settings, alongside, ...form }) =>
      createFlow(type, form, async (tx, id) => {
        await addDocument(tx, id, draft);
        await alongside?.(tx, id);
        if (settings !== undefined) await writeSettings(tx, id, settings);
      }),
    removeBase: (baseId, userId) => removeFlowWithBase(baseId, userId, null),
    removeTrashed: async (flowId, userId, days) => {
      try {
        await removeFlowWithBase(flowId, userId, days);
        return true;
      } catch (error) {
        if (error === notInTrash) return false;
        throw error;
      }
    },
    purge: async (signal, onFault) => {
      for (const id of await flows.idsOfTypes(flowTypeNames.filter(hasBase))) {
        if (signal.aborted) return;
        await bases.purge(id).catch(onFault);
      }
    },
    fillSearchIndex: (...of) => bases.fillSearchIndex(...of),
    fillViewIndex: (...of) => bases.fillViewIndex(...of),
    usage,
    countRecords: async (signal, onFault) => {
      for (const { id, seq } of await usage.bases()) {
        if (signal.aborted) return;
        try {
          const counted = await bases.countRecords(id, seq);
          if (counted !== null) await usage.keep(id, counted);
        } catch (error) {
          onFault(error);
        }
      }
    },
    connectionBudget: () => new Servers(engine).budget(),
    ping: async () => {
      await engine.query('SELECT 1');
    },
    copyFiles: engine.copyFiles,
    close: async () => {
      await Promise.all(polls.map((poll) => poll.stop()));
      await bases.idle();
      await engine.close();
    },
  };
}
