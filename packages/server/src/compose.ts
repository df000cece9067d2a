import { mkdirSync, statfsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { idMaker, must, OneAtATime } from '@weft/std';
import type { Logger } from 'pino';
import { pino } from 'pino';
import { AuditLog } from './audit/audit-log.ts';
import type { Services } from './context.ts';
import type { ControlDatabase } from './control.ts';
import { takeDataDir } from './data-dir.ts';
import { openDatabase } from './database.ts';
import { type Auth, createAuth } from './features/accounts/auth.ts';
import { Invitations } from './features/accounts/invitations.ts';
import { KnownDevices } from './features/accounts/known-devices.ts';
import { endAllOf, noteVerified } from './features/accounts/passwords.ts';
import { People } from './features/accounts/people.ts';
import { SessionList } from './features/accounts/session-list.ts';
import { Sessions } from './features/accounts/sessions.ts';
import { SignInFailures } from './features/accounts/sign-in-failures.ts';
import { Tokens } from './features/accounts/tokens.ts';
import { ScanSlots, usualScanLimits } from './features/bases/reads/scan-slots.ts';
import { FlowAccess } from './features/flows/flow-access.ts';
import { ImportStates } from './features/imports/import-states.ts';
import { Imports } from './features/imports/imports.ts';
import { interruptedImportsJob, interruptedImportsSchedule } from './features/imports/interrupted-imports.ts';
import { Profiles } from './features/imports/profiles.ts';
import { Files } from './files/files.ts';
import { requireFolder } from './files/folder-fault.ts';
import { buildApp } from './http/app.ts';
import { closeApp } from './http/close-app.ts';
import { ConcurrencyLimit } from './http/concurrency-limit.ts';
import { OpenStreams } from './http/open-streams.ts';
import type { RequestPatience } from './http/request-limits.ts';
import { DeliveryOutbox, deliveryJob } from './jobs/delivery-kind.ts';
import { JobRunner } from './jobs/job-runner.ts';
import { Mailer } from './mail/mailer.ts';
import { smtpSender } from './mail/smtp.ts';
import { senderAddress } from './mail/smtp-settings.ts';
import { Metrics } from './metrics/metrics.ts';
import { housekeepingJob, housekeepingSchedules, purgeJob } from './operations/housekeeping.ts';
import { openOperatorDoor } from './operations/operator-door.ts';
import { finishRestore } from './operations/staging.ts';
import { fillRandom } from './random-bytes.ts';
import { Secrets } from './secrets/secrets.ts';
import type { Settings } from './settings.ts';

export interface RunningServer {
  /** Where it answers: `http://HOST:PORT`. */
  readonly url: string;
  readonly services: Services;
  /** `METHOD path` of everything it answers. */
  readonly routes: readonly string[];
  readonly control: ControlDatabase;
  readonly close: () => Promise<void>;
}

export interface StartOptions {
  readonly log?: Logger;
  /** The built web application. */
  readonly webFolder?: string;
  /** Milliseconds to wait for another process to let go of the data folder. */
  readonly patience?: number;
  /** With requests that are slow; a test has less of it. */
  readonly requestPatience?: RequestPatience;
}

const builtWeb = fileURLToPath(new URL('../../web/dist', import.meta.url));

const addressOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Opens the database, migrates it, and answers; several may run in one process on folders of their own. */
export async function startServer(settings: Settings, options: StartOptions = {}): Promise<RunningServer> {
  const log = options.log ?? pino({ level: 'silent' });
  const metrics = new Metrics();
  const dataDir = await takeDataDir(settings.dataDir, options.patience);
  await using undo = new AsyncDisposableStack();
  undo.defer(dataDir.release);
  finishRestore(settings.dataDir);
  requireFolder(
    dirname(settings.filesDir) === settings.dataDir ? 'DATA_DIR' : 'FILES_URL',
    settings.filesDir,
  );
  const newId = idMaker(Date.now, fillRandom);
  const database = await openDatabase(settings, newId, metrics);
  undo.defer(() => database.close());

  let address = settings.baseUrl ?? addressOf(settings.host, settings.port);
  const secret = settings.secret ?? dataDir.secret();
  let auth: Auth | null = null;
  const theAuth = () =>
    (auth ??= createAuth({
      db: database.control,
      baseUrl: address,
      secret,
      log,
      mailer,
      onReset: (user, ip) => endAllOf(services, user, ip),
      onVerified: (userId, ip) => noteVerified(services, userId, ip),
    }));
  const people = new People(database.control, newId);
  const { flows, flowFeed } = database;
  const audit = new AuditLog(database.control, newId);
  const flowAccess = new FlowAccess(flows, Date.now);
  const streams = new OpenStreams();
  const sessionList = new SessionList(database.control);
  const { smtp } = settings;
  const { jobs, deliveries } = database;
  const wake = () => runner.wake();
  const { transaction } = database;
  const secrets = new Secrets({ rows: database.secrets, secret, newId, now: Date.now });
  const mailer = new Mailer({
    outbox: new DeliveryOutbox({ transaction, newId, wake }),
    secrets,
    transaction,
    newId,
    wake,
    sender: smtp === null ? null : () => smtpSender(smtp, senderAddress(smtp, address)),
    log,
  });
  const services: Services = {
    settings,
    log,
    metrics,
    baseUrl: () => address,
    now: Date.now,
    newId,
    auth: theAuth,
    sessions: new Sessions(theAuth, people, Date.now),
    sessionList,
    tokens: new Tokens(database.control, newId),
    jobs,
    runner: () => runner,
    deliveries,
    signInFailures: new SignInFailures(database.control),
    knownDevices: new KnownDevices(secret),
    transaction,
    secrets,
    secretRows: database.secrets,
    mailer,
    audit,
    signUps: new OneAtATime(),
    streams,
    concurrency: new ConcurrencyLimit(),
    people,
    invitations: new Invitations(database.control, newId),
    flows,
    flowFeed,
    flowAccess,
    files: new Files(database.control, settings.fileQuota, () => {
      mkdirSync(settings.filesDir, { recursive: true });
      const { bavail, bsize } = statfsSync(settings.filesDir);
      return bavail * bsize;
    }),
    importStates: new ImportStates(database.control, dataDir.identity()),
    imports: new Imports(() => services),
    profiles: new Profiles(),
    scanSlots: new ScanSlots({ ...usualScanLimits, longestScan: settings.scanMaxSeconds * 1_000 }),
    base: database.base,
    createBase: database.createBase,
    removeBase: async (baseId, userId) => {
      const found = await flows.find(baseId, userId);
      await database.removeBase(baseId, userId);
      flowAccess.forget();
      if (found === null) return;
      const { organizationId, name } = found.flow;
      await audit.add({
        organizationId,
        userId,
        action: 'flow.deleted',
        details: { flowId: baseId, type: 'base', name },
        ip: null,
      });
    },
    purge: database.purge,
    pingDatabase: database.ping,
  };

  metrics.watch('weft_imports_running', 'Imports running in this process.', () => services.imports.running);
  metrics.watch(
    'weft_scans_running',
    'Reads that look through whole tables now.',
    () => services.scanSlots.running,
  );
  metrics.watch(
    'weft_scans_waiting',
    'Such reads that wait for their turn.',
    () => services.scanSlots.waiting,
  );

  undo.use(
    await openOperatorDoor(settings.dataDir, {
      copyDatabase: database.copyFiles,
      isEmpty: () => people.isEmpty(),
      rotateSecrets: () => secrets.rotate(),
    }),
  );
  await services.imports.start();
  undo.defer(() => services.imports.close());
  const runner = new JobRunner({
    jobs,
    kinds: [
      deliveryJob(deliveries, [mailer.kind]),
      housekeepingJob(services),
      purgeJob(services),
      interruptedImportsJob(services.imports),
    ],
    schedules: [
      ...housekeepingSchedules,
      // A single server finds at its start what it left itself.
      ...(database.severalServers ? [interruptedImportsSchedule] : []),
    ],
    newJobId: () => newId('job'),
    now: Date.now,
    random: Math.random,
    log,
    severalServers: database.severalServers,
  });
  undo.defer(() => mailer.close());
  const { app, routes } = await buildApp(services, options.webFolder ?? builtWeb, options.requestPatience);
  undo.defer(() => closeApp(app));
  undo.defer(() => streams.endAll());
  undo.defer(() => services.scanSlots.close());
  await app.listen({ host: settings.host, port: settings.port });
  const { port } = must(app.server.address(), 'the address listened on') as AddressInfo;
  const url = addressOf(settings.host, port);
  if (settings.baseUrl === null) address = url;
  // A server that only answers people leaves what waits to the others.
  if (settings.role !== 'web') {
    await runner.start();
    undo.defer(() => runner.close());
  }
  dataDir.announce(url);
  const closing = undo.move();
  return { url, services, routes, control: database.control, close: () => closing.disposeAsync() };
}
