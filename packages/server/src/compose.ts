import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { OutgoingHttp, usualThirdParties } from '@weft/integrations';
import { idMaker, must } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Ai } from './ai/ai.ts';
import { AuditLog } from './audit/audit-log.ts';
import { backgroundJobs } from './background-jobs.ts';
import { takeDataDir } from './data-dir.ts';
import { openDatabase } from './database.ts';
import { accountsModule } from './features/accounts/module.ts';
import { appPagesModule } from './features/app-pages/module.ts';
import { duplicateApp } from './features/apps/duplicate-app.ts';
import { appsModule } from './features/apps/module.ts';
import { archivesModule } from './features/archives/module.ts';
import { basesModule } from './features/bases/module.ts';
import { creationModule } from './features/creation/module.ts';
import { mayReadFile } from './features/file-access.ts';
import { flowsModule } from './features/flows/module.ts';
import { AnswerSummaries } from './features/forms/answer-summaries.ts';
import { archivedForm } from './features/forms/archived-form.ts';
import { captchaServices } from './features/forms/captcha-services.ts';
import { duplicateForm } from './features/forms/duplicate-form.ts';
import { FormKeys, formerPersonKey } from './features/forms/form-keys.ts';
import { formsModule } from './features/forms/module.ts';
import { ViewCounter } from './features/forms/view-counter.ts';
import { importsModule } from './features/imports/module.ts';
import { integrationsModule } from './features/integrations/module.ts';
import { notificationsModule } from './features/notifications/module.ts';
import { previewsModule } from './features/previews/module.ts';
import { BookingKeys } from './features/scheduling/booking-keys.ts';
import { calendarsModule } from './features/scheduling/calendars/module.ts';
import { Holidays } from './features/scheduling/holidays.ts';
import { schedulingModule } from './features/scheduling/module.ts';
import type { FileDeps } from './files/deps.ts';
import { FileLinks } from './files/file-links.ts';
import { mountFiles } from './files/file-routes.ts';
import { Files } from './files/files.ts';
import { copiesIn, openFileStore } from './files/open-file-store.ts';
import { buildApp } from './http/app.ts';
import { closeApp } from './http/close-app.ts';
import { ConcurrencyLimit } from './http/concurrency-limit.ts';
import { mountMetrics } from './http/metrics-route.ts';
import { OpenStreams } from './http/open-streams.ts';
import { OwnDomains } from './http/own-domains.ts';
import { serveAssets } from './http/static-files.ts';
import { Mailer } from './mail/mailer.ts';
import { smtpSender } from './mail/smtp.ts';
import { senderAddress } from './mail/smtp-settings.ts';
import { Metrics } from './metrics/metrics.ts';
import { mountOpenApi } from './openapi/openapi-route.ts';
import { mountAdmin } from './operations/admin-routes.ts';
import { mountBackups } from './operations/backup-routes.ts';
import { Backups } from './operations/backups.ts';
import type { HousekeepingDeps } from './operations/housekeeping.ts';
import { openOperatorApi } from './operations/operator-api.ts';
import { finishRestore } from './operations/staging.ts';
import { fillRandom } from './random-bytes.ts';
import { mountRpc } from './rpc/mount.ts';
import type { RunningServer, StartOptions } from './running-server.ts';
import { Secrets } from './secrets/secrets.ts';
import type { Settings } from './settings.ts';

const builtWeb = fileURLToPath(new URL('../../web/dist', import.meta.url));
const builtPublic = fileURLToPath(new URL('../../public/dist', import.meta.url));

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
  rmSync(copiesIn(settings.dataDir), { recursive: true, force: true });
  const { store: fileStore } = undo.use(await openFileStore(settings));
  const newId = idMaker(Date.now, fillRandom);
  const database = await openDatabase(settings, newId, { metrics, log });
  undo.defer(() => database.close());

  let address = settings.baseUrl ?? addressOf(settings.host, settings.port);
  const secret = settings.secret ?? dataDir.secret();
  const { control, jobs, deliveries, transaction } = database;
  const { smtp } = settings;
  const now = options.now ?? Date.now;
  const baseUrl = () => address;
  const wake = () => runner.wake();
  const audit = new AuditLog(database.auditRows, newId);
  const streams = new OpenStreams();
  const concurrency = new ConcurrencyLimit(database.runningWork);
  const secrets = new Secrets({ rows: database.secrets, secret, newId, now });
  const mailer = new Mailer({
    secrets,
    transaction,
    newId,
    wake,
    // Answers to forms, and bookings, are what mails bring along.
    writeFile: (wanted) =>
      scheduling.isCalendarFile(wanted)
        ? scheduling.writeCalendarFile(wanted)
        : forms.writeMailedFile(wanted),
    sender: smtp === null ? null : () => smtpSender(smtp, senderAddress(smtp, address)),
    log,
  });
  const outgoing = undo.use(new OutgoingHttp({ allowPrivateHosts: settings.allowPrivateHosts }));
  const { aiUsage } = database;
  const ai = settings.ai && undo.use(new Ai({ endpoint: settings.ai, usage: aiUsage, now, log }));
  const files = new Files({
    rows: database.files,
    transaction,
    quota: settings.fileQuota,
    freeBytes: () => fileStore.freeBytes(),
    newId,
    wake,
  });
  const fileLinks = new FileLinks(secret, now);
  const fileDeps: FileDeps = { files, fileStore, fileLinks, log, baseUrl, newId };
  const { base, createBase, removeBase } = database;
  const { flowFeed } = database;
  const flows = flowsModule({
    ...{ flows: database.flows, flowMembers: database.flowMembers, mirrors: database.mirrors },
    ...{ workspaces: database.workspaces, newId, flowFeed },
    organizationsOf: (userId) => database.accounts.organizations.ofPerson(userId),
    now,
    audit,
    concurrency,
    createBase,
    removeBase,
    removeTrashed: database.removeTrashed,
    base,
    duplicateBase: database.duplicateBase,
    duplicateForm: (source, flow) =>
      duplicateForm(
        { base, newId, createForm: database.createForm, documents: database.documents, files, fileStore },
        source,
        flow,
      ),
    duplicateApp: (...asked) =>
      duplicateApp(
        {
          ...{ newId, createForm: database.createForm, documents: database.documents },
          ...{ appRows: database.appRows, files, fileStore },
        },
        ...asked,
      ),
    duplicateLarge: (...asked) => archives.duplicateLarge(...asked),
    files: fileDeps,
    baseUrl,
  });
  const { flowAccess } = flows;
  const accounts = accountsModule({
    rows: database.accounts,
    ...{ control, secret, settings, mailer, streams, flowAccess, aiUsage },
    ...{ audit, baseUrl, log, now },
    // Its addresses are the operator's own choice, in a private network too.
    providerHttp: undo.use(new OutgoingHttp({ allowPrivateHosts: ['*'] })),
    files: fileDeps,
    usage: database.usage,
  });
  const { scanMaxSeconds, appsDomain } = settings;
  const bases = basesModule({
    ...fileDeps,
    ...{ documents: database.documents, formerPeople: database.formerPeople },
    ...{ outgoing, base, flowAccess, now, metrics, audit, concurrency, scanMaxSeconds },
  });
  const calendars = calendarsModule({
    ...database,
    eventOf: (bookingId) => scheduling.calendarEvent(bookingId),
    connections: () => integrations.calendarConnections,
    callMails: (booking, link) => scheduling.callMails(booking, link),
    ...{ outgoing, secrets, mailer, audit, newId, baseUrl, now, log, wake },
  });
  const scheduling = schedulingModule({
    availabilities: database.availabilities,
    bookings: database.bookings,
    ...{ waits: database.bookingWaits, transaction },
    bookingKeys: new BookingKeys(secret),
    calendars: calendars.hosts,
    holidays: undo.use(new Holidays(now)),
    documents: database.documents,
    ...{ orders: () => forms.bookingOrders, paymentOrders: database.paymentOrders },
    https: settings.baseUrl?.startsWith('https:') ?? false,
    ...{ flowAccess, mailer, baseUrl, newId, now },
  });
  const ownDomains = undo.use(new OwnDomains(database.flowDomains, { baseUrl, appsDomain }, log));
  await ownDomains.start();
  const forms = formsModule({
    ...{ bookingPages: scheduling.pages, paidBookings: scheduling.paid },
    base,
    baseUrl,
    https: settings.baseUrl?.startsWith('https:') ?? false,
    ...{ newId, now, log, metrics, audit, concurrency, mailer },
    ...{ files, fileStore, wake, transaction },
    ...{ createForm: database.createForm, documents: database.documents },
    ...{ unfinishedAnswers: database.unfinishedAnswers, waitingAnswers: database.waitingAnswers },
    ...{ quizAttempts: database.quizAttempts, paymentOrders: database.paymentOrders },
    ...{ paymentNotices: database.paymentNotices, paymentScans: database.paymentScans },
    answerImports: database.answerImports,
    payAt: (serviceId) => integrations.payments.open(serviceId),
    readForeignForm: (...asked) => integrations.readForm(...asked),
    openForeignAnswers: (...asked) => integrations.openAnswers(...asked),
    chooseAccount: (...asked) => integrations.payments.choose(...asked),
    serviceLists: () => integrations.lists,
    ...{ documentFeed: database.documentFeed, presence: bases.deps.presence },
    ...{ formSessions: database.formSessions, formMailCodes: database.formMailCodes },
    ...{ formViews: database.formViews, formWebhooks: database.formWebhooks },
    ...{ flowDomains: database.flowDomains, ownDomains, dnsServers: settings.dnsServers },
    ...{ integrations: database.integrations, deliveries, outgoing, secrets },
    placeOf: (type, target) => integrations.placeOf(type, target),
    queueKeyOf: (delivery, organizationId) => integrations.queueKeyOf(delivery, organizationId),
    formKeys: new FormKeys(secret, await database.formSessions.personKey(formerPersonKey(secret)), now),
    captchas: options.captchas ?? captchaServices,
    scanSlots: bases.deps.scanSlots,
    answerSummaries: new AnswerSummaries(),
    viewCounter: undo.use(new ViewCounter(database.formViews, log)),
    ...{ flows: database.flows, workspaces: database.workspaces, flowAccess },
  });
  const imports = importsModule({
    importStates: database.imports(dataDir.identity()),
    severalServers: database.severalServers,
    ...{ metrics, log, baseUrl, newId, files, fileStore, concurrency, base, flowAccess },
    ...{ removeBase: flows.removeBase, scanSlots: bases.deps.scanSlots, outgoing },
    openConnection: (...asked) => integrations.readable.open(...asked),
    reopenConnection: (...asked) => integrations.readable.reopen(...asked),
    ...{ mirrors: database.mirrors, flows: database.flows, createMirror: database.createMirror, now, wake },
  });
  const appPages = appPagesModule({
    ...database,
    secret,
    mirrors: imports.mirrors,
    ...{ files, fileStore, mailer, flowAccess, concurrency, ownDomains, baseUrl, newId, now, log, wake },
    ...{ https: settings.baseUrl?.startsWith('https:') ?? false, scanSlots: bases.deps.scanSlots },
    placeOf: (type, target) => integrations.placeOf(type, target),
    queueKeyOf: (delivery, organizationId) => integrations.queueKeyOf(delivery, organizationId),
  });
  const integrations = integrationsModule({
    ai,
    thirdParties: options.thirdParties ?? usualThirdParties,
    ...{ connections: database.connections, integrations: database.integrations },
    ...{ oauthSignIns: database.oauthSignIns, runs: database.integrationRuns },
    ...{ declared: database.declared, serviceLists: database.serviceLists },
    ...{ paymentNotices: database.paymentNotices, scanSlots: bases.deps.scanSlots },
    ...{ flows: database.flows, workspaces: database.workspaces, concurrency },
    ...{ transaction, secrets, secret, outgoing, mailer, audit, files, fileStore, fileLinks },
    ...{ baseUrl, newId, now, log, wake },
    ...{ fieldsOfForm: forms.fieldsOf, listsOfForm: forms.listsRead },
    toldByApp: (...asked) => apps.toldByApp(...asked),
    signedIn: (connection) => calendars.signedIn(connection),
    ...{ ownForms: forms.own, ownPdfs: forms.pdfs },
  });
  await integrations.readConnectors(settings.connectorsDir);
  const archives = archivesModule({
    ...fileDeps,
    archivedDocuments: archivedForm,
    audit,
    base,
    concurrency,
    ...{ documents: database.documents, flows: database.flows, workspaces: database.workspaces },
    ...{ flowJobs: database.flowJobs, formSessions: database.formSessions },
    organizationsOf: (userId) => database.accounts.organizations.ofPerson(userId),
    memberIdsOf: (organizationId) => database.accounts.organizations.memberIds(organizationId),
    transaction,
    wake,
    sizeOfBase: database.sizeOfBase,
    loadBase: database.loadBase,
    showLoaded: database.showLoaded,
    removeUnfinished: database.removeUnfinished,
    now,
    scanSlots: bases.deps.scanSlots,
  });
  const creation = creationModule({ ...database, ai, audit, concurrency, newId, now });
  const apps = appsModule({
    ...database,
    ...{ ai, files, fileStore, log, mirrors: imports.mirrors, ownDomains, flowAccess },
    ...{ base, baseUrl, newId, now, audit, concurrency, mailer, transaction },
    ...{ dnsServers: settings.dnsServers, presence: bases.deps.presence },
    ...{ makeOfTemplate: creation.makeOfTemplate, makeBlank: creation.makeBlank },
  });
  const notifications = notificationsModule({
    notifications: database.notifications,
    countFlowJobs: (userId) => database.flowJobs.countActive(userId),
    labelOf: (queue) => runner.labelOf(queue),
  });
  const previews = previewsModule({ flowAccess, base, documents: database.documents, now });
  const housekeeping: HousekeepingDeps = {
    files,
    fileStore,
    ...{ deliveries, jobs },
    secretRows: database.secrets,
    removeOld: [
      ...[...accounts.removeOld, ...forms.removeOld],
      ...[flows.removeOld, archives.removeOld, calendars.removeOld, appPages.removeOld],
    ],
    purge: database.purge,
    countRecords: database.countRecords,
    log,
    now,
  };

  undo.use(
    await openOperatorApi(settings.dataDir, {
      copyDatabase: database.copyFiles,
      isEmpty: () => accounts.people.isEmpty(),
      rotateSecrets: () => secrets.rotate(),
    }),
  );
  const backups = undo.use(new Backups({ settings, log, now }));
  await imports.start();
  undo.defer(() => imports.close());
  const runner = backgroundJobs({
    ...{ database, housekeeping, fileDeps, log, newId },
    deliveryKinds: [mailer.kind, ...forms.deliveryKinds],
    answersElsewhere: integrations.job(deliveries),
    features: [imports, bases, archives, calendars, scheduling, forms],
  });
  undo.defer(() => mailer.close());
  const handlers = {
    ...{ ...bases.handlers, ...flows.handlers, ...forms.handlers },
    ...{ ...imports.handlers, ...integrations.handlers, ...scheduling.handlers },
    ...{ ...apps.handlers, ...appPages.handlers },
  };
  const { sessions } = accounts;
  // A worker is looked at, not visited.
  const isVisited = settings.role !== 'worker';
  const visited = [
    accounts.mount,
    (app: FastifyInstance) => mountRpc(app, { handlers, log, metrics, baseUrl, sessions, streams }),
    flows.mount,
    (app: FastifyInstance) =>
      mountAdmin(app, {
        ...{ audit, deliveries, jobs, secrets, aiUsage, now },
        ...{ runner: () => runner, aiEndpoint: settings.ai, budget: database.connectionBudget },
      }),
    (app: FastifyInstance) => mountBackups(app, { audit, backups }),
    (app: FastifyInstance) =>
      mountFiles(app, {
        ...fileDeps,
        csvMaxBytes: settings.csvMaxBytes,
        mayRead: (file, caller) =>
          mayReadFile(
            { files, flowAccess, people: accounts.people, organizations: accounts.organizations },
            file,
            caller,
          ),
      }),
    bases.mount,
    (app: FastifyInstance) => {
      const read = serveAssets(app, options.publicFolder ?? builtPublic);
      forms.mount(app, read);
      scheduling.mount(app, read);
      appPages.mount(app, read);
      calendars.mount(app);
    },
    archives.mount,
    ...[apps.mount, creation.mount],
    notifications.mount,
    previews.mount,
    integrations.mount,
    (app: FastifyInstance) => mountOpenApi(app, baseUrl),
  ];
  const { app, routes } = await buildApp({
    ...{ settings, log, metrics, baseUrl, sessions, ownDomains },
    pingDatabase: database.ping,
    mounts: [(app: FastifyInstance) => mountMetrics(app, metrics), ...(isVisited ? visited : [])],
    webFolder: isVisited ? (options.webFolder ?? builtWeb) : null,
    patience: options.requestPatience,
  });
  undo.defer(async () => void (await Promise.all([closeApp(app), runner.close()])));
  undo.defer(() => streams.endAll());
  undo.defer(() => bases.close());
  // They remove what they wrote while requests come to their end.
  undo.defer(() => imports.interrupt());
  await app.listen({ host: settings.host, port: settings.port });
  const { port } = must(app.server.address(), 'the address listened on') as AddressInfo;
  const url = addressOf(settings.host, port);
  if (settings.baseUrl === null) address = url;
  // A server that only answers people leaves what waits to the others.
  if (settings.role !== 'web') {
    await runner.start();
  }
  dataDir.announce(url);
  const closing = undo.move();
  const parts = {
    settings,
    newId,
    concurrency,
    ...{ accounts, flows, bases, ai },
    forms,
    imports,
    calendars,
    housekeeping,
    backups,
  };
  return { url, parts, routes, control, close: () => closing.disposeAsync() };
}
